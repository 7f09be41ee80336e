"""Pictures of a park of Outrun the Bear with its figures, drawn as a lens sees them, with a known truth.

Each figure is a card that stands upright on its base behind the marker, so that it hides what is behind it; light falls
off across the table, shadows and hands lie over it, and some figures stand between rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.rows import TaughtRows, taught_rows
from tests.drawn import Look, draw, four_cards, lens_like_v3, looking
from vision.lens import Card, View
from vision.markers import Grey
from vision.pictures import Picture
from vision.standees import STANDEE_IDS

Spot = tuple[float, float, float]
"""A place in mm."""

SCALE = 0.4
"""A sticker's marker and rim as a share of a corner card's."""

FIGURE_MM = (26.0, 45.0)
"""How wide and high a figure is."""

BEHIND_MM = 19.0
"""From the marker's middle to the figure behind it."""


@dataclass(frozen=True)
class Figure:
    """A figure on the table: its number, its marker's middle and yaw, and whether its card stands on the base."""

    number: int
    x: float
    y: float
    yaw_deg: float = 0.0
    stands: bool = True


def camera(rng: np.random.Generator, *, width: int = 2304, height: int = 1296) -> View:
    """A camera beside the table, about 0.68 m from its middle and 40 degrees above it."""
    up, aside = np.deg2rad(rng.uniform(34, 50)), np.deg2rad(rng.uniform(-20, 20))
    away = rng.uniform(620, 760)
    eye = away * np.array([np.cos(up) * np.sin(aside), -np.cos(up) * np.cos(aside), np.sin(up)])
    return View(lens_like_v3(width, height), looking(eye.tolist(), (0, 0, 0), roll=rng.uniform(-3, 3)))


def trail(rng: np.random.Generator) -> TaughtRows:
    """Rows from left to right, 32 to 44 mm apart, a little askew, taught at both ends."""
    count = int(rng.integers(9, 13))
    step, turn = rng.uniform(32, 44), np.deg2rad(rng.uniform(-8, 8))
    along, across = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
    first = -along * step * (count - 1) / 2 + (0, rng.uniform(-40, 20))
    places = {}
    for number in (-1, count - 2):
        middle = first + along * step * (number + 1)
        places[number] = [(float(x), float(y)) for x, y in (middle - 50 * across, middle + 50 * across)]
    return taught_rows(places)


@dataclass(frozen=True, eq=False)
class Taken:
    """A picture (H, W, 3) uint8 BGR, and which share of each figure's sticker can be seen in it, by number."""

    picture: Picture
    visible: dict[int, float]


def take(
    view: View, figures: Sequence[Figure], *, look: Look, rng: np.random.Generator, hands: int = 0
) -> Taken:
    """The picture of the corner cards and these figures, and of some hands over them."""
    cards = four_cards()
    stickers = [Card(STANDEE_IDS[f.number], f.x, f.y, f.yaw_deg) for f in figures]
    grey = draw(
        view,
        [*cards, *stickers],
        look=look,
        sizes={len(cards) + k: SCALE for k in range(len(stickers))},
        seed=int(rng.integers(1 << 30)),
    )
    lit, covered = _light(grey, rng), np.zeros_like(grey)
    upright = [_upright(figure) for figure in sorted(figures, key=lambda f: -f.y) if figure.stands]
    for corners in [*upright, *(_hand(rng) for _ in range(hands))]:
        _fill(lit, view, corners, int(rng.integers(20, 220)))
        _fill(covered, view, corners, 255)
    visible = {
        figure.number: _visible(view, sticker, covered)
        for figure, sticker in zip(figures, stickers, strict=True)
    }
    return Taken(np.asarray(cv2.cvtColor(lit, cv2.COLOR_GRAY2BGR), dtype=np.uint8), visible)


def _visible(view: View, sticker: Card, covered: Grey) -> float:
    """Of marker and rim: 0 where it reaches out of the picture."""
    corners = sticker.corners(80 * SCALE)
    shown = view.project(corners)
    height, width = covered.shape
    if not (np.isfinite(shown).all() and (shown > 2).all() and (shown < (width - 3, height - 3)).all()):
        return 0.0
    mask = np.zeros_like(covered)
    _fill(mask, view, [(float(x), float(y), float(z)) for x, y, z in corners], 255)
    return 1 - float((covered[mask > 0] > 0).mean())


def _light(grey: Grey, rng: np.random.Generator) -> Grey:
    """Brighter on one side, and a soft shadow with one sharp edge."""
    height, width = grey.shape
    v, u = np.mgrid[0:height, 0:width].astype(np.float32)
    angle = rng.uniform(0, 2 * np.pi)
    slope = (np.cos(angle) * (u / width - 0.5) + np.sin(angle) * (v / height - 0.5)) * rng.uniform(0, 0.6)
    shadow = 1 - rng.uniform(0, 0.5) * (
        (u - rng.uniform(0, width)) * np.cos(angle) > (v - height / 2)
    ).astype(np.float32)
    lit = np.clip(grey * (1 + slope) * cv2.GaussianBlur(shadow, (0, 0), rng.uniform(1, 12)), 0, 255)
    return np.asarray(lit, dtype=np.uint8)


def _upright(figure: Figure) -> list[Spot]:
    """The corners of a figure's card."""
    wide, high = FIGURE_MM
    angle = np.deg2rad(figure.yaw_deg)
    along, behind = np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])
    middle = np.array([figure.x, figure.y]) + BEHIND_MM * behind
    (x0, y0), (x1, y1) = (middle - along * wide / 2).tolist(), (middle + along * wide / 2).tolist()
    return [(x0, y0, 0.0), (x1, y1, 0.0), (x1, y1, high), (x0, y0, high)]


def _hand(rng: np.random.Generator) -> list[Spot]:
    """Something round above the table."""
    x, y, r = rng.uniform(-220, 220), rng.uniform(-150, 150), rng.uniform(15, 40)
    turns = np.linspace(0, 2 * np.pi, 12, endpoint=False)
    return [(float(x + r * np.cos(a)), float(y + r * np.sin(a)), 30.0) for a in turns]


def _fill(grey: Grey, view: View, corners: Sequence[Spot], level: int) -> None:
    shown = view.project(np.array(corners, dtype=np.float64))
    if np.isfinite(shown).all():
        cv2.fillPoly(grey, [np.round(shown * 16).astype(np.int32)], level, lineType=cv2.LINE_AA, shift=4)
