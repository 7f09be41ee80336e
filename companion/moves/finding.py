"""From what is seen of the board to the event: accepted, asked, or told what is wrong."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.bfh import Piece, State
from companion.games.bfh.pieces import Square
from companion.moves.amiss import Misplaced, amiss
from companion.moves.explaining import Explanation, explanations, unconfirmed, with_specials
from companion.moves.lifting import lifted
from companion.moves.sights import Sighting, fits
from companion.moves.wrongs import Reason, reason_for


@dataclass(frozen=True)
class Unchanged:
    """Nothing has been moved yet, as far as can be seen.

    `unclear` are squares that cannot be seen well enough to be sure of it; none if no legal event would look like this.
    """

    unclear: frozenset[Square] = frozenset()


@dataclass(frozen=True)
class Found:
    """Exactly one legal event explains all that is surely seen, and what it changes is surely seen."""

    explanation: Explanation


@dataclass(frozen=True)
class Which:
    """Several legal events may explain it, or one that is not surely seen; `squares` are those in doubt."""

    options: tuple[Explanation, ...]
    squares: frozenset[Square]


@dataclass(frozen=True)
class Lifted:
    """A piece that may move is missing from the board: somebody has it in the hand, or has put it aside."""

    piece: Piece
    square: Square


@dataclass(frozen=True)
class Wrong:
    """No legal event explains it."""

    reason: Reason
    misplaced: tuple[Misplaced, ...]
    """What stands where it should not, and where it belongs."""


Finding = Unchanged | Found | Which | Lifted | Wrong


def find(state: State, sighting: Sighting) -> Finding:
    """What was moved since `state`, whose board has been seen before: never more than what is surely seen tells."""
    sighting = sighting.checked()
    legal = [option for option in explanations(state) if fits(option.after.stacks, sighting)]
    if fits(state.stacks, sighting):
        return Unchanged(sighting.unclear_squares if legal else frozenset())
    if not legal and state.phase == "move":
        legal = [option for option in with_specials(state) if fits(option.after.stacks, sighting)]
    if legal:
        doubts = frozenset[Square]().union(
            *(unconfirmed(state.stacks, option.after.stacks, sighting) for option in legal)
        )
        if len(legal) == 1 and not doubts:
            return Found(legal[0])
        return Which(tuple(legal), doubts)
    missing = lifted(state, sighting)
    if missing is not None:
        return Lifted(*missing)
    return Wrong(reason_for(state, sighting), amiss(state, sighting))
