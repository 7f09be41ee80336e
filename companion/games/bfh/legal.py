"""Everything that the rules allow next in a match of Bears, Foxes & Hares."""

from collections.abc import Iterator

from companion.games.bfh.board import DIRECTIONS
from companion.games.bfh.events import EndTurn, Event, Pass, Place, Roll, Special
from companion.games.bfh.landing import ways_to_settle
from companion.games.bfh.pieces import NEUTRAL, square_of, trio
from companion.games.bfh.play import (
    State,
    motion_of_special,
    possible_moves,
    require_no_undoing,
)
from companion.games.log import Refused


def legal_moves(state: State) -> tuple[Event, ...]:
    """Every event that `state` accepts, `undo` aside.

    Where pieces are displaced, different choices of `displace` may lead to the same board only when displaced pieces
    push each other round in a circle; of these the shortest is listed.
    """
    match state.phase:
        case "placing":
            return tuple(_places(state))
        case "choose":
            return (*(Roll(value) for value in range(1, 7)), *_specials(state))
        case "move":
            return tuple(possible_moves(state)) or (Pass(),)
        case "after_move":
            return (EndTurn(), *_specials(state))
    return ()


def _places(state: State) -> Iterator[Place]:
    for piece in trio(NEUTRAL):
        if square_of(state.stacks, piece) is None:
            yield from (Place(piece, at) for at in sorted(state.match.board.squares - state.stacks.keys()))


def _specials(state: State) -> Iterator[Special]:
    for piece in state.movable:
        for direction in DIRECTIONS:
            try:
                motion = motion_of_special(state, piece, direction)
            except Refused:
                continue
            for displace, after in ways_to_settle(state.match.board, motion):
                try:
                    require_no_undoing(state, piece, direction, after)
                except Refused:
                    continue
                yield Special(piece, direction, displace)
