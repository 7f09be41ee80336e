"""One die being watched: where it lies, how it is known again, and what the frames so far say of it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from dataclasses import field as made_by

from vision.pictures import Picture
from vision.watch.field import HALF, Field, Mask
from vision.watch.look import DieState, Placed, Watched
from vision.watch.tops import TopPixels

GRIP_EDGES = 0.2
"""Fingers this near to a die's outline may hold it already, although it still seems to lie there."""

LATER_NS = 40_000_000
"""A die between fingers is lifted so slowly at first that it takes this long to be seen moving: half a millimetre."""

ROUND_EDGES = 1.5
"""A die that is lifted changes the picture within so many edges of its outline: its shadow, its gleam on the table."""

CONFIRMED = 2
"""Frames in a row that must show a place empty."""


@dataclass(eq=False)
class Kept:
    """What is remembered of one die. `hiding` is what covered it when it was last not seen, and may have it."""

    number: int
    placed: Placed
    pixels: TopPixels
    whole: Mask
    grip: Mask
    near: Mask
    state: DieState = "there"
    touched: bool = False
    moved: bool = False
    seen_ns: int = 0
    empty_ns: int | None = None
    empties: int = 0
    hiding: Mask | None = made_by(default=None, repr=False)

    @classmethod
    def lying(cls, number: int, placed: Placed, *, picture: Picture, field: Field, time_ns: int) -> Kept:
        """A die that lies so in a field picture (H, W, 3) now."""
        turn = math.radians(placed.yaw_deg)
        outline = field.outline(placed.x, placed.y, turn)
        return cls(
            number=number,
            placed=placed,
            pixels=TopPixels.of(picture, field, placed.x, placed.y, turn),
            whole=field.drawn(outline),
            grip=field.drawn(outline, GRIP_EDGES * field.edge_mm),
            near=field.drawn(outline, ROUND_EDGES * field.edge_mm),
            seen_ns=time_ns,
        )

    def is_there(self, time_ns: int, *, touched: bool = False) -> None:
        """It was surely seen; if a hand is at it, this vouches only for a moment before."""
        self.state, self.touched = "there", touched
        self.seen_ns = max(self.seen_ns, time_ns - LATER_NS if touched else time_ns)
        self.empty_ns, self.empties, self.hiding = None, 0, None

    def lies_now(self, placed: Placed, *, picture: Picture, field: Field, time_ns: int) -> None:
        """It was found, perhaps elsewhere or with another face up."""
        new = Kept.lying(self.number, placed, picture=picture, field=field, time_ns=time_ns)
        self.placed, self.pixels = new.placed, new.pixels
        self.whole, self.grip, self.near = new.whole, new.grip, new.near
        self.is_there(time_ns)

    def place_is(self, *, empty: bool, time_ns: int) -> None:
        """Its place was seen empty, or could not be seen."""
        if not empty:
            if self.empties < CONFIRMED:
                self.empty_ns = None
            self.empties = 0
            return
        if self.empty_ns is None:
            self.empty_ns = time_ns
        self.empties += 1

    def shows(self, column: float, row: float) -> bool:
        """Whether the whole die, as it lay, covers a pixel of the field."""
        half = (int(row + 0.5) // HALF, int(column + 0.5) // HALF)
        inside = half[0] in range(self.whole.shape[0]) and half[1] in range(self.whole.shape[1])
        return inside and bool(self.whole[half])

    def apart(self, placed: Placed) -> float:
        """How far from its place something lies, mm."""
        return math.hypot(self.placed.x - placed.x, self.placed.y - placed.y)

    def watched(self) -> Watched:
        """As a value."""
        since = self.empty_ns if self.state == "gone" else None
        return Watched(self.number, self.state, self.placed, self.moved, since, self.seen_ns)
