"""What the reader hands on: the dice it saw in one picture, and what lay there that was no die it knows.

Values only, no behaviour: whoever judges a picture needs neither OpenCV nor numpy to do so. Positions are in
millimetres of the table frame, outlines and boxes in pixels of the picture as it was taken (distorted).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vision.lens import View

Pixel = tuple[float, float]
"""A place in the picture, px; (0, 0) is the centre of the first pixel."""


COVER = "cover"
"""A hand, a sleeve or another large thing over the play area."""

UNKNOWN_DIE = "unknown die"
"""A die-like top unlike every taught face, but not surely something else."""

FAINT = "faint"
"""Hardly a die: asked about only where one is likely to be missing, so better too many of these than too few."""


NO_DIE = "may be no die"
"""Why something that looks like a die a little is not sure."""


@dataclass(frozen=True)
class SeenDie:
    """One die as the reader saw it; `sure` only if place and face can be relied on."""

    face: str
    """Nearest of the taught faces, by name."""
    x: float
    """Centre on the table, mm; not a number in loose pictures."""
    y: float
    """Centre on the table, mm; not a number in loose pictures."""
    yaw_deg: float
    """Direction of the icon's right-hand side, counter-clockwise from +x; not a number where unknown."""
    confidence: float
    """0..1; comparable within one reader, not a probability."""
    sure: bool
    why: str
    """Empty if sure; else the reason in words ("partly covered", "glare", "looks like both tent and bear")."""
    outline: tuple[Pixel, ...]
    """Corners of the top face, px: the icon's upper left, upper right, lower right, lower left. May be empty."""
    box: tuple[float, float, float, float]
    """The whole die as seen, px: left, top, right, bottom."""


@dataclass(frozen=True)
class Oddity:
    """Something that is not a die we know, or that hides part of the table."""

    kind: str
    """One of `COVER`, `UNKNOWN_DIE` and `FAINT`."""
    reason: str
    """What was seen, in words."""
    x: float
    """Where, mm in the table frame; not a number in loose pictures."""
    y: float
    """Where, mm in the table frame; not a number in loose pictures."""
    outline: tuple[Pixel, ...] = ()
    """Its outline, px."""
    face: str = ""
    """The taught face that it is most like, if it is `FAINT`."""


@dataclass(frozen=True)
class Seen:
    """All that the reader saw in one picture."""

    dice: tuple[SeenDie, ...]
    oddities: tuple[Oddity, ...]
    warnings: tuple[str, ...]
    """What a person should know although it decides nothing, such as a corner card that was not visible."""
    ms: float
    """How long the reading took, ms, without decoding the picture."""
    view: View | None = None
    """Where the camera stood in this picture (it may have been knocked); None where nothing tells, as in loose ones."""
