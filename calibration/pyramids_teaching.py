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
from vision.pyramids.colours import MOST_SAMPLES, Samples, TaughtColours, tints_of
from vision.pyramids.evidence import MOST, weigh
from vision.pyramids.explaining import three_sizes
from vision.pyramids.fits import Fit, silhouette
from vision.pyramids.leftover import lenient
from vision.pyramids.lighting import as_levels, change_of_light, logarithm
from vision.pyramids.stage import Stage

_ANY = (-2.0, 0.3)
"""How dense an unknown colour is where it is found, nats; the second also finds what only darkens the board, as clear
and white pieces do, and might take a shadow for a piece."""
_HARDLY, _EDGED = 0.5, 0.45
"""How much pixels count of a colour that hardly differs from the board, and how edged its pieces must be."""
_ALIKE = 0.5


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
    see_through: Sequence[str] = (),
) -> tuple[TaughtColours, tuple[str, ...]]:
    """Teach one colour from each picture: name -> picture of the board with its three pyramids on three squares.

    `background` is the empty board from `view`; `see_through` names colours one can see through. Returns the colours
    and warnings. Raises ColoursUnusable if a picture does not show the three sizes, PictureUnreadable as reading does.
    """
    stage = Stage(view, board, background, view)
    colours: dict[str, Samples] = {}
    for name, path in pictures.items():
        picture = load_picture(path)
        try:
            grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
            fix = fix_view(grey, reference=view, cards=cards, marker_mm=marker_mm)
        except VisionError as error:
            raise ColoursUnusable(f"{path.name}: {error}") from None
        here = stage if fix.view is view else Stage(fix.view, board, background, view)
        colours[name] = _samples(here, picture, name, path.name)
    taught = TaughtColours(colours, tuple(name for name in see_through if name in colours))
    return taught, _too_alike(taught)


def _samples(stage: Stage, picture: Picture, name: str, source: str) -> Samples:
    logs = logarithm(stage.cut(picture))
    change = change_of_light(logs, stage.empty)
    now = change.undone(logs)
    seen = weigh(logs, change, TaughtColours({}), stage.own_edges)
    unlike = [np.clip(any_ - seen.board, -MOST, MOST) for any_ in _ANY]
    tries = [*((gain, 0.0) for gain in unlike), (_HARDLY * lenient(unlike[-1]), _EDGED)]
    tried = (three_sizes(stage, gain, seen.edge, least_edged=least) for gain, least in tries)
    fits = next((fits for fits in tried if fits is not None), None)
    if fits is None:
        raise ColoursUnusable(
            f"{source}: three pyramids were not found; stand a small, a medium and a large {name} one on three squares "
            "of the board, apart from each other, and nothing else"
        )
    once = TaughtColours({name: _pixels(stage, now, fits)})
    gain = weigh(logs, change, once, stage.own_edges).gain[0]
    again = three_sizes(stage, gain, seen.edge)
    return _pixels(stage, now, again or fits)


def _pixels(stage: Stage, logs: Floats32, fits: Sequence[Fit]) -> Samples:
    """What is well inside the pieces, as much of each."""
    parts = []
    for found in fits:
        inside = cv2.erode(silhouette(stage, found).astype(np.uint8), np.ones((3, 3), np.uint8))
        pixels = logs[np.asarray(inside) > 0]
        parts.append(pixels[:: max(1, -(-len(pixels) * len(fits) // MOST_SAMPLES))])
    return as_levels(np.concatenate(parts))


def _too_alike(taught: TaughtColours) -> tuple[str, ...]:
    """A warning for each two colours of which most pixels could be the other's too."""
    warnings = []
    tints = [tints_of(logarithm(pixels[None])[0]) for pixels in taught.samples.values()]
    likely = [taught.likely(t) for t in tints]
    for (k, a), (m, b) in combinations(enumerate(taught.names), 2):
        confused = [np.mean(likely[i][:, j] > likely[i][:, i] - 1) for i, j in ((k, m), (m, k))]
        if max(confused) > _ALIKE:
            warnings.append(f"{a} and {b} look too alike to be told apart surely; teach them in better light")
    return tuple(warnings)
