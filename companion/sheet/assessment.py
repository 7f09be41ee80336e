"""One picture as people get it: dice, pairs, points and doubts; plain values, whatever they were found with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.sheet.layout import Kind, Layout, Zone
from companion.sheet.pairs import Link
from companion.sheet.points import Round
from vision.seen import Oddity, Pixel

if TYPE_CHECKING:
    from vision.lens import View


@dataclass(frozen=True)
class Die:
    """A die that was read: as `SeenDie`, with its kind and zone.

    `counts` is False for what is not sure and cannot change anybody's points, whatever it is: a stranger's die where
    all of the game's are accounted for, or a player die with no camp die beside it. `zone` is None where there are
    no zones (loose pictures, seats not known).
    """

    face: str
    kind: Kind
    x: float
    y: float
    yaw_deg: float
    zone: Zone
    confidence: float
    sure: bool
    why: str
    outline: tuple[Pixel, ...]
    box: tuple[float, float, float, float]
    counts: bool = True


@dataclass(frozen=True)
class Doubt:
    """Why the picture cannot be relied on, and where: mm in the table frame, None if about the whole table.

    `outline` (px) is what to draw round; `dice` are the indices of the dice concerned.
    """

    reason: str
    x: float | None = None
    y: float | None = None
    outline: tuple[Pixel, ...] = ()
    dice: tuple[int, ...] = ()


@dataclass(frozen=True)
class Assessment:
    """One picture as people get it. `pairs` are (player die, camp die), indices into `dice`.

    `round` is None if the dice are not those of Bears! or nobody's seat is known. `loose` pictures have boxes in
    pixels instead of places on the table. `view` is where the camera stood, as far as known.
    """

    dice: tuple[Die, ...]
    pairs: tuple[Link, ...]
    doubts: tuple[Doubt, ...]
    round: Round | None
    warnings: tuple[str, ...]
    ms: float
    layout: Layout | None
    oddities: tuple[Oddity, ...] = ()
    view: View | None = None

    @property
    def sure(self) -> bool:
        """Whether this picture would be scored without asking anybody."""
        return not self.doubts

    @property
    def loose(self) -> bool:
        """Whether nothing tells where on a table the dice lie."""
        return self.layout is None
