"""Stacks moved so that their outlines and rims lie on the edges in the picture, many at once.

Along each line that should be seen, places are looked at to both sides of it; the nearest clear edge pulls. A few steps
of least squares bring all of them together. Source: Harris, "Tracking with rigid models", 1992 (the RAPiD tracker).
"""

from __future__ import annotations

from vision.lens import Floats
from vision.pyramids.kernels import snap
from vision.pyramids.makeups import LEVELS, SKIRT, Indices, solids_on
from vision.pyramids.scoring import Squares


def snapped(squares: Squares, which: Indices, makeups: Indices, at: Floats, *, times: int = 3) -> Floats:
    """The places (N, PARTS) near `at` where lines of stacks of `makeups` (N,) on the squares `which` lie on edges."""
    window, patches = squares.window, squares.patches
    out = at.copy()
    snap(
        window.camera,
        solids_on(window.board.z),
        SKIRT,
        LEVELS,
        makeups,
        patches.corners[which],
        which * patches.height,
        patches.edge,
        patches.height,
        times,
        out,
    )
    return out
