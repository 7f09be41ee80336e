"""Pairs of small pictures, the table in use and the empty one, and where arms and hands are: what `cover` learns from.

Cards, books, cups, pens and dice are in the pictures too, but only what reaches over the table from outside is marked:
a book hides no dice, an arm may.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training import surfaces, things
from vision.training.arrays import Bytes, Floats
from vision.training.canvas import Canvas
from vision.training.dice import die_kinds, strew
from vision.training.eyes import look_at
from vision.training.lights import make_light
from vision.training.photographs import Ground, Shot, develop, photograph

SIZE = (288, 160)
"""Width and height of what the network takes, px."""
_DRAWN = 2
"""Drawn at so many times that."""
_MARK = 7
"""Any id: only whether it was overwritten is looked at."""

Place = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class _Limb:
    """What an arm is drawn with: its direction and the one across, (3,), its size, and the colour of its skin."""

    canvas: Canvas
    along: Place
    across: Place
    size: float
    skin: Floats

    def part(self, a: Place, b: Place, ra: float, rb: float, colour: Floats) -> None:
        """A piece from a to b, (3,) mm."""
        things.rod(self.canvas, a, b, ra * self.size, rb * self.size, colour)


def arm(canvas: Canvas, table: Floats, rng: np.random.Generator, mask: Bytes) -> None:
    """An arm with its hand, jointed fingers and all, reaching in from beyond the picture; marks it in `mask` (H, W).

    Now and then it is hardly to be told from the table (3,) by its colour.
    """
    before = canvas.ids.copy()
    canvas.ids[:] = _MARK
    skin = np.array([0.22, 0.33, 0.6], np.float32) * rng.uniform(0.12, 1.4)
    skin = skin * rng.uniform(0.88, 1.12, 3).astype(np.float32)
    if rng.random() < 0.3:
        skin = table * np.exp(rng.normal(0, 0.2, 3)).astype(np.float32) * np.float32(rng.uniform(0.6, 1.6))
    towards = rng.uniform(0, 2 * np.pi)
    d = np.array([np.cos(towards), np.sin(towards), 0])
    n = np.array([-d[1], d[0], 0])
    tip = np.array([rng.uniform(-320, 320), rng.uniform(-240, 300), rng.uniform(8, 40)])
    size = rng.uniform(0.75, 1.1)
    palm = tip - d * 80 * size + np.array([0, 0, rng.uniform(5, 35)])
    wrist = palm - d * 70 * size + np.array([0, 0, rng.uniform(0, 25)])
    bend = n * rng.uniform(-80, 80)
    elbow = wrist - d * 220 + bend + np.array([0, 0, rng.uniform(0, 90)])
    far = elbow - d * 300 + bend + np.array([0, 0, rng.uniform(0, 150)])
    cuff = wrist - (wrist - elbow) * rng.uniform(0, 0.7)
    cloth = surfaces.colour(rng) if rng.random() < 0.8 else skin
    limb = _Limb(canvas, d, n, size, skin)
    limb.part(far, elbow, 52, 46, cloth)
    limb.part(elbow, cuff, 46, 38, cloth)
    limb.part(cuff, wrist, 32, 27, skin)
    limb.part(wrist, palm, 30, 40, skin)
    limb.part(palm, palm + d * 32 * size, 40, 37, skin)
    _fingers(limb, palm, rng)
    mask[canvas.ids == 0] = 255
    canvas.ids[:] = before


def _fingers(limb: _Limb, palm: Place, rng: np.random.Generator) -> None:
    d, n, size = limb.along, limb.across, limb.size
    spread = rng.uniform(8, 22)
    for k in range(4):
        root = palm + (n * (k - 1.5) * 20 + d * 28) * size
        middle = root + (d * rng.uniform(22, 38) + n * (k - 1.5) * (spread - 15)) * size
        middle = middle + np.array([0, 0, rng.uniform(-4, 14)])
        end = middle + (d * rng.uniform(5, 34)) * size + np.array([0, 0, rng.uniform(-22, 2)])
        shade = limb.skin * np.float32(rng.uniform(0.9, 1.1))
        limb.part(root, middle, 11, 9.5, shade)
        limb.part(middle, np.maximum(end, [-1e9, -1e9, 5]), 9.5, 7, shade)
    thumb = palm - n * 34 * size * rng.choice([-1, 1])
    limb.part(thumb, thumb + d * 45 * size, 13, 9, limb.skin)


def scene(rng: np.random.Generator, masks: Bytes) -> tuple[Bytes, Bytes]:
    """Now and empty, (160, 288, 6) uint8 BGR, and the arms' mask (80, 144) uint8; with icons (masks (N, S, S))."""
    width, height = SIZE[0] * _DRAWN, SIZE[1] * _DRAWN
    f = width * rng.uniform(0.68, 0.8)
    eye = look_at(
        rng.uniform(620, 800),
        np.radians(rng.uniform(42, 65)),
        rng.normal(0, 0.12),
        rng.normal(0, 0.03),
        (rng.normal(0, 20), rng.normal(0, 25)),
        f,
        (width, height),
    )
    shot = Shot(eye, (0, 0), (width, height), (0.0, 0.0), 460.0)
    light = make_light(rng)
    other = light if rng.random() < 0.6 else make_light(rng)
    tile = surfaces.table(rng, masks)
    ground = Ground(tile, float(rng.uniform(0.8, 3)), float(rng.uniform(0, 6)))
    mask = np.zeros((height, width), np.uint8)
    kinds = die_kinds(rng, masks, loose=False, pip_share=0.0)
    dice = strew(rng, kinds, (0.0, 0.0), 260.0, int(rng.integers(0, 40)))
    papers = [(rng.uniform(-400, 400), rng.uniform(-300, 320)) for _ in range(int(rng.poisson(2.5)))]
    cups = [(rng.uniform(-350, 350), rng.uniform(0, 330)) for _ in range(int(rng.poisson(0.5)))]
    rods = [
        (rng.uniform(-350, 350), rng.uniform(-250, 300), rng.uniform(0, 6.3))
        for _ in range(int(rng.poisson(0.8)))
    ]
    arms = int(rng.choice([0, 1, 2], p=[0.35, 0.55, 0.1]))

    def flat(canvas: Canvas) -> None:
        for place in papers:
            things.paper(canvas, place, masks, rng)
        if arms and rng.random() < 0.7:
            _shadow_of_an_arm(canvas, rng)

    def standing(canvas: Canvas) -> None:
        for place in cups:
            things.cup(canvas, place, rng)
        for x, y, turn in rods:
            a = np.array([x, y, 4.0])
            b = a + np.array([np.cos(turn), np.sin(turn), 0]) * 140
            things.rod(canvas, a, b, 4, 4, surfaces.colour(rng))

    def over(canvas: Canvas) -> None:
        for _ in range(arms):
            arm(canvas, tile.mean((0, 1)), rng, mask)

    now = photograph(shot, dice, light, ground, rng, flat=flat, standing=standing, over=over)
    empty = photograph(shot, [], other, ground, rng)
    small = [
        np.asarray(
            cv2.resize(develop(taken.image, rng, rough=False), SIZE, interpolation=cv2.INTER_AREA), np.uint8
        )
        for taken in (now, empty)
    ]
    half = cv2.resize(mask, (SIZE[0] // 2, SIZE[1] // 2), interpolation=cv2.INTER_AREA)
    return np.concatenate(small, 2), np.asarray(half, np.uint8)


def _shadow_of_an_arm(canvas: Canvas, rng: np.random.Generator) -> None:
    dark = np.zeros(canvas.image.shape[:2], np.uint8)
    a = rng.uniform(0, 6.3)
    p = np.array([rng.uniform(-250, 250), rng.uniform(-200, 200)])
    q = p + 700 * np.array([np.cos(a), np.sin(a)])
    ends = np.clip(canvas.project(np.array([[*p, 0], [*q, 0]])), -3000, 3000)
    (x0, y0), (x1, y1) = ((int(x), int(y)) for x, y in ends)
    cv2.line(dark, (x0, y0), (x1, y1), 255, int(rng.integers(12, 40)))
    soft = np.asarray(cv2.GaussianBlur(dark, (0, 0), rng.uniform(1, 8)), np.float32)[..., None] / 255
    canvas.image[:] *= 1 - soft * np.float32(rng.uniform(0.2, 0.7))


def make(path: Path, masks: Bytes, count: int) -> None:
    """Write so many scenes as one .npz: pairs (N, 160, 288, 6) and masks (N, 80, 144), both uint8."""
    cv2.setNumThreads(1)
    made = [scene(np.random.default_rng([11, k]), masks) for k in range(count)]
    part = path.with_suffix(".part.npz")
    np.savez(part, pairs=np.stack([m[0] for m in made]), masks=np.stack([m[1] for m in made]))
    part.rename(path)
