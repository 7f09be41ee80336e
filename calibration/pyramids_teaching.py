"""Teaching the colours: pictures of the board with one colour's three pyramids, a small, a medium and a large one.

Where they stand is not told. What is unlike the empty board is explained by one piece of each size, and the pixels of
those are the colour.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from calibration.errors import CalibrationError
from vision.cards import fix_view
from vision.errors import VisionError
from vision.lens import Card, View
from vision.networks import Floats32
from vision.pictures import Picture, load_picture
from vision.pyramids.board import Board
from vision.pyramids.colours import MOST_SAMPLES, Samples, TaughtColours, Through, light_of
from vision.pyramids.evidence import MOST, weigh
from vision.pyramids.explaining import three_sizes
from vision.pyramids.facing import Side, sides, taught_facing
from vision.pyramids.fits import Fit, faces, silhouette
from vision.pyramids.leftover import lenient
from vision.pyramids.lighting import FLOOR, as_levels, change_of_light, logarithm, relit_as
from vision.pyramids.looks import looks
from vision.pyramids.showing import facets, showing, smooth, together
from vision.pyramids.stage import Stage

_ANY = (-2.0, 0.3)
"""How dense an unknown colour is where it is found, nats; the second also finds what only darkens the board, as clear
and white pieces do, and might take a shadow for a piece."""
_HARDLY = 0.5
"""How much pixels count of a colour that hardly differs from the board."""
_EDGED = 0.45
"""How edged the pieces must be that are found: what is less is no pyramid but a shadow or the like."""
_ALL_ALIKE = 0.04
"""Light from behind that varies by no more than this says little of how much comes through."""
_UNSURE, _BENT = 0.1, 0.6
"""The error from which on what shows of the pattern rather follows from what light does, and its share of that."""
_MOST_THROUGH = 0.95


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
    through: dict[str, Through] = {}
    patterns: dict[str, float] = {}
    lit: dict[str, list[Side]] = {}
    dazzled: set[str] = set()
    warnings: list[str] = []
    for name, path in pictures.items():
        picture = load_picture(path)
        try:
            grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
            fix = fix_view(grey, reference=view, cards=cards, marker_mm=marker_mm)
        except VisionError as error:
            raise ColoursUnusable(f"{path.name}: {error}") from None
        here = stage if fix.view is view else Stage(fix.view, board, background, view)
        lights, fits, is_dazzled = _found(here, picture, name, path.name)
        if is_dazzled:
            dazzled.add(name)
            warnings.append(
                f"{path.name}: so much of it is white that its light is not known; take it with less light"
            )
        light, inside = lights[0], _inside(here, fits)
        behind = light_of(here.empty[inside])
        if name in see_through:
            through[name] = _shares_through(light[inside], behind)
            patterns[name] = _pattern(here, light, fits, through[name])
            behind = np.array(through[name], np.float32) * behind
        else:
            behind = np.zeros_like(behind)
        # where the light has another tint than before, nobody knows how much of that has come to the faces
        each = [np.maximum(light[inside] - behind, 0)[k :: len(lights)] for k, light in enumerate(lights)]
        colours[name] = as_levels(np.log(np.concatenate(each) + np.float32(FLOOR)))
        if seen := _sides(here, lights[0], fits):
            lit[name] = seen
    way, facing = taught_facing(lit, through)
    taught = TaughtColours(colours, through, patterns, facing, way, frozenset(dazzled))
    return taught, (*warnings, *_too_alike(taught, stage.empty))


def _found(
    stage: Stage, picture: Picture, name: str, source: str
) -> tuple[list[Floats32], tuple[Fit, ...], bool]:
    """The light (H, W, 3) of a picture, as if it were lit like the empty board, and where the three pieces stand.

    Faces may have less of the change of the light's tint than the board: there is light for each share of it. And
    whether the picture is too bright to know that.
    """
    logs = logarithm(stage.cut(picture))
    change = change_of_light(logs, stage.empty)
    now = change.undone(logs)
    seen = weigh(logs, change, looks(TaughtColours({}), stage.empty), stage.own_edges)
    unlike = [np.clip(any_ - seen.board, -MOST, MOST) for any_ in _ANY]
    tries = [*unlike, _HARDLY * lenient(unlike[-1])]
    tried = (three_sizes(stage, gain, seen.edge, least_edged=_EDGED) for gain in tries)
    fits = next((fits for fits in tried if fits is not None), None)
    if fits is None:
        raise ColoursUnusable(
            f"{source}: three pyramids were not found; stand a small, a medium and a large {name} one on three squares "
            "of the board, apart from each other, and nothing else"
        )
    once = looks(TaughtColours({name: as_levels(now[_inside(stage, fits)])}), stage.empty)
    gain = weigh(logs, change, once, stage.own_edges).gain[0]
    lights = [light_of(some) for some in relit_as(logs, change.more_at(slice(None)), change.shares)]
    return lights, three_sizes(stage, gain, seen.edge, least_edged=_EDGED) or fits, change.dazzled


def _inside(stage: Stage, fits: Sequence[Fit]) -> tuple[npt.NDArray[np.int64], ...]:
    """Rows and columns of what is well inside the pieces, as much of each."""
    parts = []
    for found in fits:
        inside = cv2.erode(silhouette(stage, found).astype(np.uint8), np.ones((3, 3), np.uint8))
        spots = np.argwhere(np.asarray(inside) > 0)
        parts.append(spots[:: max(1, -(-len(spots) * len(fits) // MOST_SAMPLES))])
    return tuple(np.concatenate(parts).T)


def _shares_through(light: Floats32, behind: Floats32) -> Through:
    """How much brighter pieces (N, 3) are before brighter parts of the board (N, 3); as their tint where all is alike.

    Robust least squares: faces are lit in different ways, and what is bent or mirrored comes from elsewhere.
    """
    shares, known = [], []
    for seen, back in zip(light.T.astype(np.float64), behind.T.astype(np.float64), strict=True):
        weight, share, varied = np.ones(len(seen)), 0.0, 0.0
        for _ in range(8):
            x, y = (values - np.average(values, weights=weight) for values in (back, seen))
            varied = float(np.average(x * x, weights=weight))
            share = float(np.average(x * y, weights=weight)) / (varied + 1e-6)
            off = y - share * x
            usual = float(np.median(np.abs(off))) + 1e-4
            weight = 1 / (1 + (off / (3 * usual)) ** 2)
        shares.append(float(np.clip(share, 0, _MOST_THROUGH)))
        known.append(varied / (varied + _ALL_ALIKE**2))
    sure, tint = np.array(known), np.median(light, axis=0)
    tint /= max(float(tint.max()), 1e-6)
    most = float((sure * shares).sum()) / max(float((sure * tint).sum()), 1e-6)
    likely = np.minimum(most * tint, _MOST_THROUGH) * sure.max()
    blue, green, red = (sure * shares + (1 - sure) * likely).tolist()
    return blue, green, red


def _pattern(stage: Stage, light: Floats32, fits: Sequence[Fit], through: Through) -> float:
    """How much of the board's pattern is seen in pieces, (H, W, 3) light; what comes through bent is less."""
    where = together([facets(faces(stage, found)[0], found.corners[0]) for found in fits])
    parts = (light, light_of(stage.empty))
    seen, behind = (smooth(values.mean(axis=2))[where.rows, where.columns] for values in parts)
    told = showing(seen, behind, where)
    sure = 1 / (1 + (told.error / _UNSURE) ** 2)
    return sure * min(max(told.share, 0.0), 1.0) + (1 - sure) * _BENT * sum(through) / 3


def _sides(stage: Stage, light: Floats32, fits: Sequence[Fit]) -> list[Side]:
    """The sides of single pieces, of (H, W, 3) light."""
    behind = light_of(stage.empty)
    out = []
    for found in fits:
        where = faces(stage, found)[0]
        parts = (values[where.rows, where.columns] for values in (light, behind))
        out += sides(stage, found, 0, where, *parts)
    return out


def _too_alike(taught: TaughtColours, empty: Floats32) -> tuple[str, ...]:
    """A warning for each two colours that cannot be told apart surely."""
    names = taught.names
    return tuple(
        f"{names[a]} and {names[b]} look too alike to be told apart surely; teach them in better light"
        for a, b in looks(taught, empty).mixed_up
    )
