"""The dice of one table: what is printed on them, which kinds there are, and where they lie."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.training import surfaces
from vision.training.arrays import Bytes, Floats
from vision.training.solids import TILE, Die

PIPS = 100_000
"""A top with pips is labelled PIPS + pips, one with an icon by the icon's index."""

Square = tuple[float, float, float, float]
"""A die from above: x, y mm, yaw rad, edge mm."""


@dataclass(frozen=True, eq=False)
class Kind:
    """One kind of dice on a table."""

    body: Floats
    """Colour, (3,)."""
    ink: Floats
    """Colour, (3,)."""
    faces: tuple[Floats, ...]
    """Ink coverage of each different face, (TILE, TILE)."""
    tags: tuple[int, ...]
    """What each face shows: an icon's index, or PIPS + pips."""
    gloss: float
    """How much it mirrors."""
    edge: float
    """mm."""
    radius: float
    """Of the rounded edges, as a share of the edge."""


def pip_face(value: int, rng: np.random.Generator) -> Floats:
    """Ink coverage of a pip face, (TILE, TILE)."""
    out = np.zeros((TILE * 2, TILE * 2), np.uint8)
    s, r = rng.uniform(0.24, 0.31), rng.uniform(0.07, 0.125)
    if value == 1:
        r *= rng.choice([1.0, 1.0, 1.5])
    middle, fall, rise = [(0.0, 0.0)], [(-s, -s), (s, s)], [(-s, s), (s, -s)]
    spots = {
        1: middle,
        2: fall,
        3: fall + middle,
        4: fall + rise,
        5: fall + rise + middle,
        6: [(x, y) for x in (-s, s) for y in (-s, 0.0, s)],
    }[value]
    for x, y in spots:
        centre = (int((0.5 + x) * 2 * TILE * 16), int((0.5 + y) * 2 * TILE * 16))
        cv2.circle(out, centre, int(r * 2 * TILE * 16), 255, -1, cv2.LINE_AA, 4)
    small = cv2.resize(out, (TILE, TILE), interpolation=cv2.INTER_AREA)
    return np.asarray(np.asarray(small, np.float32) / 255)


def icon_face(mask: Bytes, share: float) -> Floats:
    """Ink coverage of an icon face, (TILE, TILE): the icon on `share` of the edge."""
    n = max(8, round(TILE * share))
    small = np.asarray(cv2.resize(mask, (n, n), interpolation=cv2.INTER_AREA), np.float32) / 255
    out = np.zeros((TILE, TILE), np.float32)
    o = (TILE - n) // 2
    out[o : o + n, o : o + n] = small
    return out


def die_kinds(rng: np.random.Generator, masks: Bytes, *, loose: bool, pip_share: float) -> list[Kind]:
    """Two or three kinds of dice of one table, with icons (masks (N, S, S)) or, with chance `pip_share`, pips.

    A third kind on a rectified table always has pips. In loose pictures edges are rounder.
    """
    kinds: list[Kind] = []
    common_body = surfaces.colour(rng, 0.02, 0.9) if rng.random() < 0.3 else None
    edge = float(rng.uniform(14, 19))
    for k in range(int(rng.integers(2, 4))):
        body, ink = _paint(rng, common_body if k < 2 else None)
        pips = rng.random() < pip_share or (k >= 2 and not loose)
        if pips and loose and rng.random() < pip_share:
            body = np.array([0.65, 0.76, 0.8], np.float32) * np.float32(rng.uniform(0.55, 1.2))
            ink = np.full(3, rng.uniform(0.008, 0.05), np.float32)
        share = float(rng.uniform(0.58, 0.9))
        icons = rng.integers(0, len(masks), 3)
        if pips:
            faces = tuple(pip_face(v, rng) for v in range(1, 7))
            tags = tuple(PIPS + v for v in range(1, 7))
        else:
            faces = tuple(icon_face(masks[i], share) for i in icons)
            tags = tuple(int(i) for i in icons)
        kinds.append(
            Kind(
                body=np.clip(body, 0.005, 0.95),
                ink=ink,
                faces=faces,
                tags=tags,
                gloss=float(rng.choice([0.0, 0.5, 1.0, 1.6])),
                edge=edge if k < 2 or rng.random() < 0.3 else float(edge * rng.uniform(0.8, 1.15)),
                radius=float(
                    rng.uniform(0.12, 0.36) if loose and rng.random() < 0.7 else rng.uniform(0.03, 0.16)
                ),
            )
        )
    return kinds


def _paint(rng: np.random.Generator, given: Floats | None) -> tuple[Floats, Floats]:
    """Colours of a die's body (`given`, or often ivory, sometimes black) and of an ink that is seen on it."""
    roll = rng.random()
    if given is not None:
        body = given
    elif roll < 0.45:
        body = np.array([0.72, 0.78, 0.8], np.float32) * np.float32(rng.uniform(0.6, 1.2))
    elif roll < 0.6:
        body = np.full(3, rng.uniform(0.008, 0.04), np.float32)
    else:
        body = surfaces.colour(rng, 0.02, 0.7)
    ink = surfaces.colour(rng, 0.01, 0.9)
    if rng.random() < 0.6:
        ink = np.full(3, 0.02 if body.mean() > 0.2 else 0.8, np.float32)
    tries = 0
    while np.abs(np.sqrt(ink) - np.sqrt(body)).max() < 0.35 and tries < 20:
        ink = surfaces.colour(rng, 0.005, 0.95)
        tries += 1
    return body, ink


def apart(square: Square, others: Iterable[Square], gap: float) -> bool:
    """Whether a square keeps clear of the others by `gap` mm (separating axes)."""
    x, y, yaw, edge = square
    for ox, oy, oyaw, oedge in others:
        dx, dy = ox - x, oy - y
        if dx * dx + dy * dy > (0.75 * (edge + oedge) + gap) ** 2:
            continue
        for axis in (yaw, yaw + np.pi / 2, oyaw, oyaw + np.pi / 2):
            along = abs(dx * np.cos(axis) + dy * np.sin(axis))
            reach = 0.0
            for e, a in ((edge, yaw), (oedge, oyaw)):
                reach += e / 2 * (abs(np.cos(a - axis)) + abs(np.sin(a - axis)))
            if along > reach + gap:
                break
        else:
            return False
    return True


def strew(
    rng: np.random.Generator, kinds: Sequence[Kind], centre: tuple[float, float], reach: float, count: int
) -> list[Die]:
    """At most `count` dice within about `reach` mm of `centre`: many in touching pairs or clumps, some alone."""
    placed: list[Square] = []
    dice: list[Die] = []
    chances = np.array([1.0, 1.0, 0.35][: len(kinds)])
    tries = 0
    while len(dice) < count and tries < count * 8:
        tries += 1
        kind = kinds[int(rng.choice(len(kinds), p=chances / sum(chances)))]
        square = _thrown(rng, kind.edge, placed, centre, reach)
        if not apart(square, placed, 0.05):
            continue
        placed.append(square)
        dice.append(_rolled(rng, kind, square))
    return dice


def _thrown(
    rng: np.random.Generator,
    edge: float,
    placed: Sequence[Square],
    centre: tuple[float, float],
    reach: float,
) -> Square:
    """A place for one more die, often beside one that lies there already."""
    yaw = float(rng.uniform(0, 2 * np.pi))
    if placed and rng.random() < 0.6:
        ox, oy, oyaw, oedge = placed[int(rng.integers(len(placed)))]
        a = oyaw + rng.integers(4) * np.pi / 2 if rng.random() < 0.6 else rng.uniform(0, 6.3)
        if rng.random() < 0.4:
            yaw = oyaw + rng.normal(0, 0.06) + rng.integers(4) * np.pi / 2
        r = (edge + oedge) / 2 * rng.uniform(1.0, 1.3)
        off = rng.uniform(-0.5, 0.5) * edge if rng.random() < 0.5 else 0.0
        return ox + r * np.cos(a) - off * np.sin(a), oy + r * np.sin(a) + off * np.cos(a), yaw, edge
    return centre[0] + rng.uniform(-reach, reach), centre[1] + rng.uniform(-reach, reach), yaw, edge


def _rolled(rng: np.random.Generator, kind: Kind, square: Square) -> Die:
    """A die of this kind at that place, a face drawn for each side; the top's print is upright."""
    x, y, yaw, edge = square
    chosen = rng.integers(0, len(kind.faces), 6)
    strip = [np.rot90(kind.faces[c], 0 if k == 4 else int(rng.integers(4))) for k, c in enumerate(chosen)]
    return Die(
        x,
        y,
        yaw,
        edge,
        kind.radius * edge,
        np.ascontiguousarray(np.concatenate(strip, 1), np.float32),
        kind.body,
        kind.ink,
        kind.gloss,
        icon=kind.tags[chosen[4]],
    )
