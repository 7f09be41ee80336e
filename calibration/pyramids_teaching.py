"""Teaching the colours: pictures of the board with one colour's three pyramids, a small, a medium and a large one.

Where they stand is not told. What is unlike the empty board is explained by one piece of each size, and the pixels of
those are the colour.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from pathlib import Path

import cv2
import numpy as np

from calibration.errors import CalibrationError
from vision.cards import fix_view
from vision.errors import VisionError
from vision.lens import Card, View
from vision.networks import Floats32
from vision.pictures import Picture, load_picture
from vision.pyramids.board import Board
from vision.pyramids.colours import TaughtColour, TaughtColours, learn_colour, unlike_board, unlike_colour
from vision.pyramids.explaining import silhouette, three_sizes
from vision.pyramids.fitting import Fit
from vision.pyramids.lighting import change_of_light, logarithm
from vision.pyramids.stage import Stage

_SURELY_NONE = 4.0
"""Pixels less unlike the board than this speak against a piece, before its colour is known."""
_APART = 2.0


class ColoursUnusable(CalibrationError):
    """The teaching pictures do not show what they should; the message says which and what to do."""


def teach_colours(
    pictures: Mapping[str, Path],
    *,
    view: View,
    cards: Sequence[Card],
    marker_mm: float,
    board: Board,
    background: Picture,
) -> tuple[TaughtColours, tuple[str, ...]]:
    """Teach one colour from each picture: name -> picture of the board with its three pyramids on three squares.

    `background` is the empty board from `view`. Returns the colours and warnings. Raises ColoursUnusable if a picture
    does not show the three sizes, PictureUnreadable as reading does.
    """
    stage = Stage(view, board, background, view)
    colours: dict[str, TaughtColour] = {}
    for name, path in pictures.items():
        picture = load_picture(path)
        try:
            grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
            fix = fix_view(grey, reference=view, cards=cards, marker_mm=marker_mm)
        except VisionError as error:
            raise ColoursUnusable(f"{path.name}: {error}") from None
        here = stage if fix.view is view else Stage(fix.view, board, background, view)
        logs = logarithm(here.cut(picture))
        logs -= change_of_light(logs, here.empty)
        colours[name] = _colour(here, logs, name, path.name)
    taught = TaughtColours(colours)
    return taught, _too_alike(taught)


def _colour(stage: Stage, logs: Floats32, name: str, source: str) -> TaughtColour:
    unlike = unlike_board(logs - stage.empty)
    fits = three_sizes(stage, unlike - _SURELY_NONE)
    if fits is None:
        raise ColoursUnusable(
            f"{source}: three pyramids were not found; stand a small, a medium and a large {name} one on three squares "
            "of the board, apart from each other, and nothing else"
        )
    colour = learn_colour(_pixels(stage, logs, fits))
    again = three_sizes(stage, unlike - unlike_colour(logs, colour))
    if again is None:
        raise ColoursUnusable(
            f"{source}: the three pyramids are not of one colour; stand only {name} ones on the board"
        )
    return learn_colour(_pixels(stage, logs, again))


def _pixels(stage: Stage, logs: Floats32, fits: Sequence[Fit]) -> Floats32:
    """(N, 3): what is well inside the pieces, as much of each."""
    parts = []
    for found in fits:
        inside = cv2.erode(silhouette(stage, found).astype(np.uint8), np.ones((3, 3), np.uint8))
        parts.append(logs[np.asarray(inside) > 0])
    return np.concatenate(parts)


def _too_alike(taught: TaughtColours) -> tuple[str, ...]:
    warnings = []
    for (a, one), (b, other) in combinations(taught.colours.items(), 2):
        between = np.linalg.inv(one.spread + other.spread + 0.005 * np.eye(2))
        off = one.chroma - other.chroma
        lightness = max(0.0, one.dark - other.light, other.dark - one.light)
        if np.sqrt(off @ between @ off) + 3 * lightness < _APART:
            warnings.append(f"{a} and {b} look too alike to be told apart surely; teach them in better light")
    return tuple(warnings)
