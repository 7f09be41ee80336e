"""What each legal event would make of the board, and whether what is seen confirms it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.games.bfh import Event, Move, Piece, Place, Special, State, apply, legal_moves
from companion.games.bfh.pieces import Square, Stacks, square_of
from companion.moves.sights import Sighting, shown
from companion.moves.words import brief, told


@dataclass(frozen=True)
class Explanation:
    """Events that would explain a board, in order: one, or a move and the special move after it."""

    events: tuple[Event, ...]
    before: State
    states: tuple[State, ...]
    """The state after each of the events."""

    @property
    def after(self) -> State:
        """The state in the end."""
        return self.states[-1]

    @property
    def told(self) -> str:
        """What happened, in words."""
        return "; ".join(told(*step) for step in self._steps)

    @property
    def brief(self) -> str:
        """The same in as few words as possible."""
        return "; ".join(brief(*step) for step in self._steps)

    @property
    def _steps(self) -> Iterator[tuple[Event, State, State]]:
        return zip(self.events, (self.before, *self.states[:-1]), self.states, strict=True)

    @property
    def vanished(self) -> tuple[Piece, ...]:
        """The pieces that could be seen before and are off the board after it."""
        return tuple(
            one.piece
            for stack in self.before.stacks.values()
            for one in shown(stack)
            if square_of(self.after.stacks, one.piece) is None
        )

    @property
    def squares(self) -> tuple[Square, ...]:
        """The squares that change, those that something came to last."""
        before, after = self.before.stacks, self.after.stacks
        changed = [square for square in {**before, **after} if before.get(square) != after.get(square)]
        return tuple(sorted(changed, key=lambda square: (square in after, square)))


def explanations(state: State) -> Iterator[Explanation]:
    """Every legal event of this phase that changes the board."""
    for event in legal_moves(state):
        if isinstance(event, Place | Move | Special):
            yield Explanation((event,), state, (apply(state, event),))


def with_specials(state: State) -> Iterator[Explanation]:
    """Every legal move together with a special move after it."""
    for move in explanations(state):
        if move.after.phase == "after_move":
            for special in explanations(move.after):
                yield Explanation((*move.events, *special.events), state, (*move.states, *special.states))


def unconfirmed(before: Stacks, after: Stacks, sighting: Sighting) -> frozenset[Square]:
    """The squares whose doubt matters: where something should have come to or gone from and is not surely seen to.

    To be called of what fits. A piece that came into view is seen where it stands; one that went off the board must
    not be able to stand on any square that is not clear.
    """
    doubts: set[Square] = set()
    for square, stack in after.items():
        for one in shown(stack):
            moved = square_of(before, one.piece) != square
            if moved and one.surely and one.piece not in sighting.surely(square):
                doubts.add(square)
    for square, stack in before.items():
        for one in shown(stack):
            if square_of(after, one.piece) is None:
                doubts |= {square} if sighting.may_hide(square, one.piece) else set()
                doubts |= {
                    other for other in sighting.unclear_squares if _may_hold_more(other, after, sighting)
                }
    return frozenset(doubts)


def _may_hold_more(square: Square, after: Stacks, sighting: Sighting) -> bool:
    """Whether a square that is not clear may hold a piece beyond those that belong there.

    Of squares behind others nobody is asked for that: some are there on nearly every board.
    """
    match sighting.unclear(square):
        case "unsure":
            return len(sighting.pieces[square]) > len(shown(after.get(square, ())))
        case "behind":
            return False
    return True
