"""A match of Bears, Foxes & Hares as it stands, and what each event does to it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final, Literal

from companion.games.bfh.board import OPPOSITE, Direction
from companion.games.bfh.events import EndTurn, Event, Move, Pass, Place, Roll, Special
from companion.games.bfh.landing import Motion, settle, ways_to_settle
from companion.games.bfh.motions import enter, line_of, move_on, special
from companion.games.bfh.pieces import BEAR, NEUTRAL, Piece, Square, Stacks, square_of, trio
from companion.games.bfh.sections import MOVEMENT, SETUP, SPECIAL_MOVEMENT
from companion.games.bfh.settings import Match
from companion.games.log import Refused

Phase = Literal["placing", "choose", "move", "after_move", "over"]

PLACING_TURNS: Final = len(trio(NEUTRAL))

_ASKED: Final[dict[Phase, str]] = {
    "placing": "a neutral piece is to be placed",
    "choose": "the player is to roll or to make a special move",
    "move": "the die is rolled and a piece is to be moved",
    "after_move": "the piece has moved and may make a special move, or the turn ends",
    "over": "the game is over",
}


@dataclass(frozen=True)
class SpecialDone:
    """A special move that was made, as far as the next turn may not undo it."""

    turn: int
    by: Piece
    direction: Direction
    before: Stacks
    """The board before it."""
    moved: frozenset[Piece]
    """Every piece that stood elsewhere after it."""
    shoved_bears: frozenset[Piece]


@dataclass(frozen=True)
class State:
    """A match of Bears, Foxes & Hares at one moment."""

    match: Match
    stacks: Stacks
    """The occupied squares; read-only."""
    home: frozenset[Piece] = frozenset()
    turn: int = 1
    rolled: int | None = None
    """What the die shows, until a piece has moved."""
    moved: Piece | None = None
    """The piece that has moved in this turn."""
    last_special: SpecialDone | None = None
    winner: str | None = None

    @property
    def phase(self) -> Phase:
        """What the match waits for."""
        if self.winner is not None:
            return "over"
        if self.turn <= PLACING_TURNS:
            return "placing"
        if self.rolled is not None:
            return "move"
        return "choose" if self.moved is None else "after_move"

    @property
    def to_move(self) -> str:
        """The colour whose turn it is."""
        return self.match.players[(self.turn - 1) % len(self.match.players)]

    @property
    def movable(self) -> tuple[Piece, ...]:
        """The pieces that the player whose turn it is may move: the own and the neutral ones."""
        return (*trio(self.to_move), *trio(NEUTRAL))

    @property
    def off(self) -> tuple[Piece, ...]:
        """The pieces that are neither on the board nor home."""
        gone = {piece for stack in self.stacks.values() for piece in stack} | self.home
        return tuple(piece for piece in self.match.pieces.values() if piece not in gone)


def start(match: Match) -> State:
    """The state before anything has happened."""
    return State(match, _read_only({}))


def apply(state: State, event: Event) -> State:
    """What the match is after `event`; raises `Refused` if the rules forbid it now."""
    match event:
        case Place():
            return _place(state, event)
        case Roll():
            _require(state, "choose", because="the die is rolled at the beginning of a turn", rule=MOVEMENT)
            return replace(state, rolled=event.value)
        case Move():
            return _move(state, event)
        case Special():
            return _make_special(state, event)
        case EndTurn():
            _require(state, "after_move", because="a turn ends after a move", rule=MOVEMENT)
            return _next_turn(state)
        case Pass():
            return _pass(state)


def motion_of_move(state: State, piece: Piece, start: Square | None, steps: int) -> Motion:
    """How `piece` would move `steps` squares in this turn, entering at `start`; raises `Refused`."""
    _require_movable(state, piece)
    if square_of(state.stacks, piece) is not None:
        if start is not None:
            raise Refused(f"{piece} is on the board already and does not enter at {start}", MOVEMENT)
        return move_on(state.match.board, state.stacks, piece, steps)
    if piece in state.home:
        raise Refused(f"{piece} is home", MOVEMENT)
    if start is None:
        raise Refused(f"{piece} is off the board and has to enter at a start", MOVEMENT)
    return enter(state.match.board, state.stacks, piece, start, steps)


def motion_of_special(state: State, piece: Piece, direction: Direction) -> Motion:
    """How `piece` would make its special move in this turn; raises `Refused`."""
    _require_movable(state, piece)
    if state.moved is not None and piece != state.moved:
        raise Refused(f"only {state.moved}, which has moved, may make a special move now", MOVEMENT)
    return special(state.match.board, state.stacks, piece, direction)


def require_no_undoing(state: State, piece: Piece, direction: Direction, after: Stacks) -> None:
    """Raise `Refused` if this special, which leads to `after`, takes back the one of the turn before."""
    last = state.last_special
    if last is None or last.turn != state.turn - 1:
        return
    may_be_back = piece in last.shoved_bears and direction == OPPOSITE[last.direction]
    if may_be_back and any(
        last.by in state.stacks[square] for square in _line_before(state, piece, direction)
    ):
        raise Refused(f"{piece} was shoved by {last.by} and may not shove it back at once", SPECIAL_MOVEMENT)
    if piece in last.moved and after == last.before:
        raise Refused(
            f"this would undo the special move that {last.by} made in the last turn", SPECIAL_MOVEMENT
        )


def possible_moves(state: State) -> Iterator[Move]:
    """Every move as far as was rolled; of choices of `displace` that lead to the same board the shortest."""
    for piece in state.movable:
        for entry in (None, *state.match.board.starts):
            try:
                motion = motion_of_move(state, piece, entry, state.rolled or 0)
            except Refused:
                continue
            for displace, _ in ways_to_settle(state.match.board, motion):
                yield Move(piece, entry, displace)


def _place(state: State, event: Place) -> State:
    _require(state, "placing", because=f"pieces are placed in the first {PLACING_TURNS} turns", rule=SETUP)
    if event.piece.colour != NEUTRAL:
        raise Refused(f"{event.piece} is not neutral; only the neutral pieces are placed", MOVEMENT)
    if square_of(state.stacks, event.piece) is not None:
        raise Refused(f"{event.piece} is on the board already", MOVEMENT)
    if event.at in state.stacks:
        raise Refused(f"{event.at} is occupied by {state.stacks[event.at][-1]}", MOVEMENT)
    return _next_turn(replace(state, stacks=_read_only({**state.stacks, event.at: (event.piece,)})))


def _move(state: State, event: Move) -> State:
    _require(state, "move", because="a piece moves after a roll", rule=MOVEMENT)
    motion = motion_of_move(state, event.piece, event.start, state.rolled or 0)
    stacks = settle(state.match.board, motion, event.displace)
    home = state.home | {piece for piece in motion.home if piece.colour != NEUTRAL}
    moved = replace(state, stacks=_read_only(stacks), home=home, rolled=None, moved=event.piece)
    return replace(moved, winner=_winner(moved))


def _make_special(state: State, event: Special) -> State:
    _require(
        state,
        "choose",
        "after_move",
        because="a special move is made instead of a roll or after a move",
        rule=MOVEMENT,
    )
    motion = motion_of_special(state, event.piece, event.direction)
    after = settle(state.match.board, motion, event.displace)
    require_no_undoing(state, event.piece, event.direction, after)
    done = SpecialDone(
        turn=state.turn,
        by=event.piece,
        direction=event.direction,
        before=state.stacks,
        moved=_moved_between(state.stacks, after),
        shoved_bears=_shoved_bears(state, event),
    )
    return _next_turn(replace(state, stacks=_read_only(after), last_special=done))


def _pass(state: State) -> State:
    _require(
        state,
        "move",
        because="a player passes only when no piece can move as far as was rolled",
        rule=MOVEMENT,
    )
    move = next(possible_moves(state), None)
    if move is not None:
        raise Refused(f"{move.piece} can move, so {state.to_move} may not pass", MOVEMENT)
    return _next_turn(state)


def _next_turn(state: State) -> State:
    return replace(state, turn=state.turn + 1, rolled=None, moved=None)


def _winner(state: State) -> str | None:
    """The first, beginning with the one whose turn it is, to have all three pieces home."""
    first = state.match.players.index(state.to_move)
    in_turn = (*state.match.players[first:], *state.match.players[:first])
    return next((colour for colour in in_turn if state.home.issuperset(trio(colour))), None)


def _moved_between(before: Stacks, after: Stacks) -> frozenset[Piece]:
    """The pieces of `before` that stand elsewhere, or no longer on the board, in `after`."""
    return frozenset(
        piece for square, stack in before.items() for piece in stack if piece not in after.get(square, ())
    )


def _shoved_bears(state: State, event: Special) -> frozenset[Piece]:
    if event.piece.size != BEAR:
        return frozenset()
    line = _line_before(state, event.piece, event.direction)
    return frozenset(piece for square in line for piece in state.stacks[square] if piece.size == BEAR)


def _line_before(state: State, piece: Piece, direction: Direction) -> tuple[Square, ...]:
    """The squares of the stacks that `piece` shoves in `direction`."""
    square = square_of(state.stacks, piece)
    return () if square is None else tuple(line_of(state.match.board, state.stacks, square, direction))


def _require(state: State, *phases: Phase, because: str, rule: str) -> None:
    if state.phase not in phases:
        raise Refused(f"{because}, but {_ASKED[state.phase]}", rule)


def _require_movable(state: State, piece: Piece) -> None:
    if piece not in state.movable:
        raise Refused(f"{piece} belongs to another player, it is {state.to_move}'s turn", MOVEMENT)


def _read_only(stacks: Mapping[Square, tuple[Piece, ...]]) -> Stacks:
    return MappingProxyType(dict(stacks))
