"""The screens of Outrun the Bear, as values: what each of them says, without a pixel."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.games.outrun import Terrain

Source = Literal["discard pile", "deck"]
"""Where a card of the Bear comes from."""


@dataclass(frozen=True)
class TrailMap:
    """The trail from the campsite on, for a little map: the terrain of each row, and who stands where."""

    rows: tuple[Terrain, ...]
    runners: tuple[int, ...]
    """The rows of all runners on the trail but the one whose turn it is."""
    mover: int | None
    """The row of the runner whose turn it is, None if that is nobody on the trail."""
    bear: int
    """-1 before the first row."""


@dataclass(frozen=True)
class ParkLaid:
    """Lay the trail out: tile and side of each, from the campsite on."""

    tiles: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class RunnerTurn:
    """A runner's turn: what the terrain does, and what may be done, one of which is chosen with next and ok."""

    runner: str
    terrain: str
    """What the terrain does at the start of this turn, "" if nothing."""
    hand: int
    options: tuple[str, ...]
    chosen: int
    trail: TrailMap


@dataclass(frozen=True)
class RunnerDone:
    """What was done; whoever wants to react presses their button now, ok ends the turn."""

    runner: str
    told: str
    reacting: bool
    """Whether anybody may react."""
    trail: TrailMap


@dataclass(frozen=True)
class CardEffects:
    """What a card does, told effect by effect: those told so far, and what may be added, chosen with next and ok."""

    player: str
    kind: Literal["action", "equipment", "reaction"]
    effects: tuple[str, ...]
    options: tuple[str, ...]
    chosen: int


@dataclass(frozen=True)
class BearDraws:
    """The Bear's turn: how many cards to draw, and from where."""

    paws: int
    """The paw prints behind the lead runner."""
    from_discard_pile: int
    from_deck: int


@dataclass(frozen=True)
class BearCard:
    """The value in the corner of one card that was drawn for the Bear, set with next (up) and back (down)."""

    number: int
    """Which card, from 1."""
    of: int
    source: Source
    value: int
    before: tuple[int, ...]
    """The values of the cards before it."""


@dataclass(frozen=True)
class BearRuns:
    """The Bear on its way: where it is, and how many rows it has still to go."""

    place: str
    left: int
    trail: TrailMap


@dataclass(frozen=True)
class RunnerFate:
    """Somebody runs no more: caught or escaped, and why."""

    runners: tuple[str, ...]
    fate: Literal["caught", "escaped"]
    why: str


@dataclass(frozen=True)
class RunWinners:
    """The match is over: who outran the Bear; nobody if it got them all, or the first one in Co-Op."""

    winners: tuple[str, ...]


@dataclass(frozen=True)
class MoveProposed:
    """The move that the camera saw, or one of several that it may have been; ok records it."""

    told: str
    number: int = 1
    of: int = 1


@dataclass(frozen=True)
class Hands:
    """Where everybody is and how many cards there are where: name, place, cards in hand, and whether equipped."""

    rows: tuple[tuple[str, str, int, bool], ...]
    deck: int
    discard_pile: int


OutrunScreen = (
    ParkLaid
    | RunnerTurn
    | RunnerDone
    | CardEffects
    | BearDraws
    | BearCard
    | BearRuns
    | RunnerFate
    | RunWinners
    | MoveProposed
    | Hands
)
