"""What of a picture no stack explains yet, and which squares are worth a look for that."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet

import cv2
import numpy as np

from vision.lens import Floats
from vision.networks import Floats32
from vision.pyramids.edges import UNKNOWN_EDGE
from vision.pyramids.evidence import MOST
from vision.pyramids.fits import Fit, footprint
from vision.pyramids.patches import patches
from vision.pyramids.scoring import Squares
from vision.pyramids.seen import Cell
from vision.pyramids.stage import Stage
from vision.pyramids.sums import running
from vision.pyramids.trials import Box, Start, Starts

_WORTH = 0.06 * MOST
"""Gain, in whole small pieces' pixels, that makes a square worth a look."""
_SOME = 0.2
"""Pixels, in small pieces, that must speak for a piece about a square for it to be looked at."""
_LENIENT = 4.0
"""By how many nats pixels may speak against a piece and yet be no reason against it."""
_SURE = 0.6
"""How sure an edge must be to be one."""
_ROOM = np.array([-10, -14, 10, 8])
"""How far beyond its trial pieces a square's pixels are looked at: left, up, right, down."""


class Leftover:
    """The gains (C, H, W) of a window's pixels, and the edges (H, W), that no stack explains yet."""

    def __init__(
        self,
        stage: Stage,
        gain: Floats32,
        edge: Floats32,
        *,
        most: Floats32 | None = None,
        seen: Callable[[Floats32], Floats32] | None = None,
    ) -> None:
        """`most` (H, W) are the highest gains, if known; `seen` says how all are to be seen, else as they are."""
        self.stage = stage
        self._gain, self._edge, self._seen = gain, edge, seen
        self._copied = False
        most = gain.max(axis=0) if most is None else most
        self._most = np.asarray(most if seen is None else seen(most), np.float32)
        self._sums: Floats32 | None = None
        self._changed = [0, 0]
        """From which row to before which the sums are not those of `most` any more."""
        self._starts: dict[Cell, Starts] = {}
        self._open = set(stage.trials)
        self._stale = set(stage.trials)

    def worth(self) -> dict[Cell, float]:
        """What the best single piece would gain on each square that is worth a look, the best square first."""
        stale, self._stale = self._stale & self._open, set()
        if stale:
            self._look_again(stale)
        gains = {cell: self._best(cell).gain for cell in self._starts if cell in self._open}
        found = [(cell, gain) for cell, gain in gains.items() if gain > _WORTH * self.stage.areas[cell]]
        return dict(sorted(found, key=lambda pair: -pair[1]))

    def _best(self, cell: Cell) -> Start:
        return max(self._starts[cell].values(), key=lambda start: start.gain)

    def _look_again(self, cells: AbstractSet[Cell]) -> None:
        speaking = cv2.integral((self._most > 0).astype(np.uint8))
        left, top, right, bottom = self.stage.boxes.T
        counts = speaking[bottom, right] - speaking[top, right] - speaking[bottom, left] + speaking[top, left]
        for cell in cells:
            self._starts.pop(cell, None)
        areas = self.stage.areas
        some = {c for c, n in zip(areas, counts.tolist(), strict=True) if n >= _SOME * areas[c]} & cells
        if some:
            sums = self.sums()
            self._starts |= {cell: self.stage.trials[cell].best(sums) for cell in some}

    def starts(self, cell: Cell) -> Starts:
        """Where a piece on a square that is worth a look may stand."""
        return self._starts[cell]

    def apart(self, cells: Sequence[Cell]) -> list[Cell]:
        """Those of some squares, the best first, that hardly a better one hides pixels of: to be looked at together."""
        boxes: list[Box] = []
        out = []
        for cell in cells:
            if not any(_overlap(self.stage.trials[cell].box, box) for box in boxes):
                out.append(cell)
            boxes.append(self._best(cell).box)
        return out

    def is_as_seen(self, cell: Cell) -> bool:
        """Whether the square may have a stack, and nothing was taken away about it since it was found worth a look."""
        return cell in self._open and cell not in self._stale

    def about(self, cells: Sequence[Cell], *, leniently: bool = False) -> Squares:
        """Some squares with what is seen about them."""
        boxes = [self._room(cell) for cell in cells]
        seen = lenient if leniently else self._seen
        return Squares(self.stage, cells, patches(self._gain, self._edge, boxes, seen=seen))

    def edginess(self, cell: Cell) -> float:
        """The share of sure edges among the pixels about a square that speak for a piece."""
        left, top, right, bottom = self.stage.boxes[[*self.stage.trials].index(cell)].tolist()
        speaking = self._most[top:bottom, left:right] > 0
        edged = self._edge[top:bottom, left:right] > _SURE
        return int(np.count_nonzero(speaking & edged)) / max(1, int(np.count_nonzero(speaking)))

    def is_open(self, cell: Cell, other: Cell | None = None) -> bool:
        """Whether a stack may still be found on a square, or that is this other square."""
        return cell in self._open or cell == other

    @property
    def edge(self) -> Floats32:
        """(H, W): the edges that no stack explains yet."""
        return self._edge

    @property
    def most(self) -> Floats32:
        """(H, W): the highest gains that no stack explains yet, 0 where one does."""
        return self._most

    def sums(self) -> Floats32:
        """Running sums of these, to be used before more is taken away."""
        top, bottom = self._changed
        if self._sums is None:
            self._sums = running([self._most])
        elif top < bottom:
            self._sums[:, :, top:bottom] = running([self._most[top:bottom]])
        self._changed = [len(self._most), 0]
        return self._sums

    def most_at(self, pixels: Floats) -> float:
        """The mean over (N, 2) px of what any colour would gain there."""
        u, v = np.clip(np.rint(pixels), 0, np.array(self.stage.size) - 1).astype(np.int64).T
        return float(self._most[v, u].mean())

    def lenient(self) -> Leftover:
        """The same, but pixels that hardly speak against a piece count for it.

        A piece as dark as a shadow differs little from a board in shadow, at all of its pixels alike; its edges tell.
        """
        return Leftover(self.stage, self._gain, self._edge, most=self._most, seen=lenient)

    def close(self, cell: Cell) -> None:
        """Look at this square no more."""
        self._open.discard(cell)

    def take(self, found: Fit, *, grown: int) -> None:
        """Take away what a stack explains, and so many pixels round about."""
        self.close(found.cell)
        if not self._copied:
            self._gain, self._edge, self._copied = self._gain.copy(), self._edge.copy(), True
        where = footprint(self.stage, found, grown=grown)
        for layer in self._gain:
            where.of(layer)[where.mask] = 0
        where.of(self._most)[where.mask] = 0
        top, bottom = self._changed
        self._changed = [min(top, where.rows.start), max(bottom, where.rows.stop)]
        where.of(self._edge)[where.mask] = UNKNOWN_EDGE
        left, top, right, bottom = self.stage.boxes.T
        near = (left < where.columns.stop) & (right > where.columns.start)
        near &= (top < where.rows.stop) & (bottom > where.rows.start)
        cells = [cell for cell, is_near in zip(self.stage.trials, near.tolist(), strict=True) if is_near]
        self._stale |= {cell for cell in cells if where.meets(self.stage.trials[cell].box)}

    def _room(self, cell: Cell) -> Box:
        left, top, right, bottom = (np.array(self.stage.trials[cell].box) + _ROOM).tolist()
        return left, top, right, bottom


def lenient(gain: Floats32) -> Floats32:
    """Gains that count for a piece unless they clearly speak against it; what is explained already is left at 0."""
    return np.asarray(np.clip(gain + np.float32(_LENIENT), -2.0, 1.5) * (gain != 0), np.float32)


def _overlap(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
