"""Squares that look like a piece of some colour, so that only edges tell whether one stands there."""

from __future__ import annotations

from collections.abc import Collection

import cv2
import numpy as np
import numpy.typing as npt

from vision.networks import Floats32
from vision.pyramids.colours import tints_of
from vision.pyramids.looks import Looks
from vision.pyramids.seen import Cell
from vision.pyramids.solids import SIZES
from vision.pyramids.stage import Stage
from vision.pyramids.trials import Start, Starts

_SPOTS = np.linspace(0.15, 0.85, 6)
_TINT, _LIGHT = 0.4, 0.5
"""How near a square's tint, and its lightness, are to a colour's where a piece of that may look like the square."""
_SURE = 0.6
_OWN = 0.2
"""Where the board has edges as steep as this of its own, others are not sure to be others."""
_MORE_PX, _UNUSUAL = 50.0, 4.0
"""By how many pixels of edges, and mean deviations of the squares, something shows on a square."""
_HIGH_MM = 8.0


def alike_squares(stage: Stage, looks: Looks) -> dict[Cell, frozenset[int]]:
    """The squares of the empty board on which pieces of some colours (indices) would hardly differ from it."""
    cells = list(stage.trials)
    grid = np.stack(np.meshgrid(_SPOTS, _SPOTS), axis=-1).reshape(1, -1, 2)
    places = stage.board.to_table((np.array(cells)[:, None] + grid).reshape(-1, 2))
    spots = stage.project(np.concatenate([places, np.full((len(places), 1), stage.board.z)], axis=1))
    u, v = np.clip(np.rint(spots), 0, np.array(stage.size) - 1).astype(np.int64).T
    logs = np.median(stage.empty[v, u].reshape(len(cells), -1, 3), axis=1)
    squares, kinds = tints_of(logs), looks.kinds_of(logs)
    found = np.zeros((len(cells), len(looks.names)), bool)
    for kind, light in enumerate(looks.kinds):
        here = squares[kinds == kind]
        for colour, name in enumerate(looks.names):
            found[kinds == kind, colour] = _alike(here, looks.colours.shown(name, light))
    some = {cell: frozenset(np.flatnonzero(alike).tolist()) for cell, alike in zip(cells, found, strict=True)}
    return {cell: alike for cell, alike in some.items() if alike}


def _alike(squares: Floats32, shown: Floats32) -> npt.NDArray[np.bool_]:
    """(N,): whether squares' tints (N, 3) are near to those of a colour's samples (M, 3)."""
    darkest, brightest = np.quantile(shown[:, 0], (0.05, 0.95))
    near = np.abs(squares[:, 1:] - np.median(shown[:, 1:], axis=0)).max(axis=1) < _TINT
    return np.asarray(near & (squares[:, 0] > darkest - _LIGHT) & (squares[:, 0] < brightest + _LIGHT))


def hinted(stage: Stage, edge: Floats32, cells: Collection[Cell]) -> dict[Cell, Starts]:
    """Those of some squares that show more edges (H, W) than squares do, and where a piece may stand for it."""
    if not cells:
        return {}
    sure = (edge > _SURE) & (stage.own_edges < _OWN)
    sums = cv2.integral(sure.astype(np.uint8))
    left, top, right, bottom = stage.boxes.T
    counts = (sums[bottom, right] - sums[top, right] - sums[bottom, left] + sums[top, left]).astype(
        np.float64
    )
    # far squares are smaller
    room = ((right - left) * (bottom - top)).astype(np.float64)
    usual = float(np.median(counts / room))
    spread = float(np.median(np.abs(counts / room - usual)))
    out = {}
    for k, cell in enumerate(stage.trials):
        if cell in cells and counts[k] - usual * room[k] > max(_MORE_PX, _UNUSUAL * spread * room[k]):
            rows, columns = np.nonzero(sure[top[k] : bottom[k], left[k] : right[k]])
            out[cell] = _starts(stage, cell, float(columns.mean() + left[k]), float(rows.mean() + top[k]))
    return out


def _starts(stage: Stage, cell: Cell, u: float, v: float) -> Starts:
    pixel = stage.whole(np.array([[u, v]]))
    place = stage.board.to_cells(stage.view.on_plane(pixel, stage.board.z + _HIGH_MM))[0]
    inside = np.clip(place, np.array(cell) + 0.2, np.array(cell) + 0.8)
    x, y = stage.board.to_table([inside])[0].tolist()
    box = stage.trials[cell].box
    return {size: Start((x, y, 0.0), 0.0, box) for size in SIZES}
