"""How one simulated table looks: camera, cards, table top, light, dice, people's skin and sleeves; drawn by seed."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from hardware.camera import READING
from hardware.simulated.icons import CAMP, PIPS, PLAYER, Ink, draw_icon
from hardware.simulated.optics import Optics, looking_at
from hardware.simulated.scene import Card, Light

Colour = tuple[float, float, float]
"""Linear, blue green red, 0..1."""

EDITION = 4
"""Goes up with every change of how a seed's table looks; a profile from an earlier edition is of another table."""

_TABLES: dict[str, tuple[Colour, ...]] = {
    "oak": ((0.11, 0.22, 0.39),),
    "walnut": ((0.045, 0.09, 0.17),),
    "felt": ((0.05, 0.16, 0.03), (0.16, 0.06, 0.03), (0.04, 0.03, 0.20)),
    "linen": ((0.34, 0.42, 0.46), (0.30, 0.22, 0.16)),
    "laminate": ((0.24, 0.24, 0.23), (0.40, 0.40, 0.39)),
}
_UNLIKE = 0.24
"""So far from the table's colour people choose their dice, in the tones of the screen, 0..1."""

_IVORY: Colour = (0.60, 0.75, 0.82)
_BLACK: Colour = (0.010, 0.009, 0.009)
_WHITE: Colour = (0.86, 0.87, 0.88)
_PLAYER_DICE: tuple[Colour, ...] = (
    (0.031, 0.029, 0.028),  # black
    (0.013, 0.010, 0.40),  # red
    (0.25, 0.05, 0.012),  # blue
    (0.05, 0.14, 0.015),  # green
)
_SKINS: tuple[Colour, ...] = (
    (0.28, 0.36, 0.66),
    (0.22, 0.31, 0.58),
    (0.13, 0.21, 0.44),
    (0.06, 0.10, 0.23),
    (0.19, 0.26, 0.60),
)
_SLEEVES: tuple[Colour, ...] = (
    (0.16, 0.05, 0.03),
    (0.30, 0.36, 0.38),
    (0.03, 0.03, 0.22),
    (0.03, 0.09, 0.04),
    (0.02, 0.02, 0.02),
    (0.55, 0.52, 0.50),
    (0.05, 0.30, 0.45),
)


@dataclass(frozen=True, eq=False)
class DieLook:
    """What one kind of dice is made of."""

    body: Colour
    ink: Colour
    prints: dict[str, Ink]
    bevel: float
    """Radius of the rounded edges, mm."""
    gloss: float


@dataclass(frozen=True, eq=False)
class Look:
    """Everything that stays the same as long as one table is played at."""

    seed: int
    optics: Optics
    """Of the pictures to read."""
    cards: tuple[Card, ...]
    light: Light
    table: str
    """What it is made of."""
    top: Colour
    """Its colour."""
    edge: float
    """Of all dice, mm."""
    dice: dict[str, DieLook]
    skins: tuple[Colour, ...]
    """By person."""
    sleeves: tuple[Colour, ...]
    """By person."""
    exposure: float
    white: Colour
    """The camera's white balance: what white turns into."""
    grain: float
    """Standard deviation of a pixel's noise, grey levels."""
    vignette: float
    """How much darker the corners are, 0..1."""


def make_look(seed: int) -> Look:
    """The table of this seed."""
    rng = np.random.default_rng([seed, 1])
    cards = _cards(rng)
    optics = _aimed(rng, cards)
    skin, sleeve = rng.permutation(len(_SKINS)), rng.permutation(len(_SLEEVES))
    table = str(rng.choice(list(_TABLES)))
    top = _TABLES[table][int(rng.integers(len(_TABLES[table])))]
    return Look(
        seed=seed,
        optics=optics,
        cards=cards,
        light=make_light(rng, table),
        table=table,
        top=top,
        edge=16.0,
        dice=_dice(rng, top),
        skins=tuple(_SKINS[skin[k % len(_SKINS)]] for k in range(8)),
        sleeves=tuple(_SLEEVES[sleeve[k % len(_SLEEVES)]] for k in range(8)),
        exposure=float(rng.uniform(0.85, 1.0)),
        white=(float(rng.uniform(0.92, 1.06)), 1.0, float(rng.uniform(0.94, 1.06))),
        grain=float(rng.uniform(1.6, 2.8)),
        vignette=float(rng.uniform(0.05, 0.2)),
    )


def _aimed(rng: np.random.Generator, cards: tuple[Card, ...]) -> Optics:
    """A camera beside the table, as near as it can be with all cards in its picture."""
    width, height = READING
    focal, elevation = float(rng.uniform(1670, 1720)), math.radians(rng.uniform(54, 57.5))
    turn, roll = float(rng.uniform(-0.05, 0.05)), float(rng.uniform(-0.02, 0.02))
    middle = np.array([width / 2 + rng.uniform(-12, 12), height / 2 + rng.uniform(-8, 8)])
    dist = np.array([rng.uniform(-0.01, 0.015), rng.uniform(-0.004, 0.01), 0.0, 0.0, 0.0])
    around = np.array(
        [[c.x + 46.0 * a, c.y + 46.0 * b, 0.0] for c in cards for a in (-1, 1) for b in (-1, 1)]
    )
    at, distance = np.array([0.0, -45.0]), float(rng.uniform(630, 645))
    while True:
        optics = looking_at(
            READING, focal, distance=distance, elevation=elevation, turn=turn, roll=roll, at=at
        )
        K = optics.K.copy()
        K[:2, 2] = middle
        optics = replace(optics, K=K, dist=dist)
        px = optics.project(around)
        low, high = px.min(axis=0), px.max(axis=0)
        if (low > 12).all() and (high < [width - 12, height - 12]).all():
            return optics
        at = at + np.array([(low[0] + high[0] - width) / 12, -(low[1] + high[1] - height) / 12])
        distance += 2.0


def make_light(rng: np.random.Generator, table: str = "oak") -> Light:
    """A window at a side, or a lamp above."""
    kind = rng.choice(["window", "lamp", "ceiling"])
    up = {
        "window": rng.uniform(0.66, 0.78),
        "lamp": rng.uniform(0.75, 0.9),
        "ceiling": rng.uniform(0.88, 0.97),
    }[str(kind)]
    turn = rng.uniform(0.15, 0.85) * math.pi if kind != "window" else rng.choice([0.1, 0.9]) * math.pi
    flat = math.sqrt(1 - up * up)
    warm = {"window": rng.uniform(-0.05, 0.05), "lamp": rng.uniform(0.08, 0.18), "ceiling": 0.04}[str(kind)]
    room = rng.uniform(0.4, 0.55)
    shine = {"oak": 0.10, "walnut": 0.12, "laminate": 0.12}.get(table, 0.0) * rng.uniform(0.3, 1.0)
    lamp = (1 - room) / max(up, 0.6)
    return Light(
        direction=(flat * math.cos(turn), flat * math.sin(turn), float(up)),
        lamp=(lamp * (1 - warm), lamp, lamp * (1 + warm)),
        room=(room * (1 - warm / 2), room, room * (1 + warm / 2)),
        soft=float({"window": 2.2, "lamp": 1.2, "ceiling": 1.8}[str(kind)] * rng.uniform(0.7, 1.3)),
        glare=(float(shine), float(rng.uniform(-160, 160)), float(rng.uniform(-190, -110))),
    )


def _cards(rng: np.random.Generator) -> tuple[Card, ...]:
    """Four cards about the corners, slightly turned; moved so that the table frame is theirs."""
    at = np.array([[-285.0, -220], [285, -220], [285, 220], [-285, 220]]) + rng.uniform(-14, 14, (4, 2))
    at -= at.mean(axis=0)
    along = (at[1] + at[2] - at[0] - at[3]) / 2
    a = -math.atan2(along[1], along[0])
    at = at @ np.array([[math.cos(a), math.sin(a)], [-math.sin(a), math.cos(a)]])
    yaws = np.radians(rng.uniform(-10, 10, 4))
    return tuple(
        Card(k, float(x), float(y), float(yaw)) for k, ((x, y), yaw) in enumerate(zip(at, yaws, strict=True))
    )


def _dice(rng: np.random.Generator, top: Colour) -> dict[str, DieLook]:
    variant = {face: int(rng.integers(2)) for face in CAMP + PLAYER}
    bevel, gloss = float(rng.uniform(1.2, 2.0)), float(rng.uniform(0.25, 0.7))
    camp = tuple(float(c * rng.uniform(0.95, 1.0)) for c in (_IVORY, _WHITE)[int(rng.integers(2))])
    unlike = [colour for colour in _PLAYER_DICE if apart(colour, top) > _UNLIKE]
    player = unlike[int(rng.integers(len(unlike)))]
    body = camp[0], camp[1], camp[2]
    return {
        "pips": DieLook(body, _BLACK, {f: draw_icon(f, 0) for f in PIPS}, bevel, gloss),
        "camp": DieLook(body, _BLACK, {f: draw_icon(f, variant[f]) for f in CAMP}, bevel, gloss),
        "player": DieLook(player, _WHITE, {f: draw_icon(f, variant[f]) for f in PLAYER}, bevel, gloss),
    }


def apart(a: Colour, b: Colour) -> float:
    """How unlike two colours look, 0..1: the greatest difference of a channel in the tones of the screen."""
    return max(abs(math.pow(x, 1 / 2.2) - math.pow(y, 1 / 2.2)) for x, y in zip(a, b, strict=True))
