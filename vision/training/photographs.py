"""From dice, light and a table top to a picture: shadows, drawing in the right order, and what a camera makes of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from vision.training import surfaces
from vision.training.arrays import Bytes, Floats, Labels
from vision.training.canvas import Canvas
from vision.training.eyes import Eye
from vision.training.lights import Light
from vision.training.solids import Crowd, Die, draw_die

Draw = Callable[[Canvas], None]


@dataclass(frozen=True, eq=False)
class Shot:
    """A part of a picture: the camera, the part's first pixel and size, and the piece of table it is about.

    That is a square round `at` mm, `span` mm to each side.
    """

    eye: Eye
    origin: tuple[int, int]
    size: tuple[int, int]
    at: tuple[float, float]
    span: float

    def table_places(self) -> Floats:
        """Where the ray through each pixel meets the table, (h, w, 2) mm."""
        w, h = self.size
        gx, gy = np.meshgrid(
            np.arange(0, w + 8, 8, dtype=np.float32), np.arange(0, h + 8, 8, dtype=np.float32)
        )
        rays = self.eye.rays(gx + self.origin[0], gy + self.origin[1])
        down = np.minimum(rays[..., 2], -0.02)
        stand = self.eye.centre
        hit = stand[:2].astype(np.float32) - rays[..., :2] * np.float32(stand[2]) / down[..., None]
        M = np.array([[8, 0, 0], [0, 8, 0]], np.float32)
        places = cv2.warpAffine(hit, M, (w, h), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(places, np.float32)


@dataclass(frozen=True, eq=False)
class Ground:
    """The table's top: a tile (TILE, TILE, 3) that repeats, its pixels a millimetre, and its turn in rad."""

    tile: Floats
    scale: float
    turn: float

    def seen_at(self, places: Floats) -> Floats:
        """Its colours at places (h, w, 2) mm: (h, w, 3) float32."""
        c, s = np.float32(np.cos(self.turn) * self.scale), np.float32(np.sin(self.turn) * self.scale)
        x = (places[..., 0] * c - places[..., 1] * s + 5000) % surfaces.TILE
        y = (places[..., 0] * s + places[..., 1] * c + 5000) % surfaces.TILE
        return np.array(cv2.remap(self.tile, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP))


@dataclass(frozen=True, eq=False)
class Photograph:
    """What the sensor gets, and the truth about it."""

    image: Floats
    """(h, w, 3) linear BGR."""
    ids: Labels
    """(h, w): k + 1 where the top of die k shows, -(k + 1) on its sides."""
    whole: tuple[int, ...]
    """How many pixels each top would have if nothing hid it."""


@dataclass(frozen=True, eq=False)
class _Shadows:
    """Shares of the lamp's and the room's light that reach the table, (H, W) at 1 px/mm from `crowd.corner`."""

    lamp: Floats
    room: Floats
    crowd: Crowd

    def falling_on(self, places: Floats) -> tuple[Floats, Floats]:
        """Both shares at places (h, w, 2) mm, each (h, w, 1)."""
        x, y = places[..., 0] - self.crowd.corner[0], places[..., 1] - self.crowd.corner[1]
        lamp, room = (
            np.asarray(
                cv2.remap(part, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=1.0),
                np.float32,
            )
            for part in (self.lamp, self.room)
        )
        return lamp[..., None], room[..., None]


def nothing(canvas: Canvas) -> None:
    """Draw nothing."""
    del canvas


def photograph(
    shot: Shot,
    dice: Sequence[Die],
    light: Light,
    ground: Ground,
    rng: np.random.Generator,
    *,
    flat: Draw = nothing,
    standing: Draw = nothing,
    over: Draw = nothing,
) -> Photograph:
    """Draw a table, the dice on it from the farthest to the nearest, and what else there is.

    `flat`, `standing` and `over` draw what lies under the dice's shadows, what stands behind the dice, and what reaches
    over them.
    """
    w, h = shot.size
    places = shot.table_places()
    bare = ground.seen_at(places)
    shadows = _shadows(dice, light, shot, rng)
    lamp, room = shadows.falling_on(places)
    ids = np.zeros((h, w), np.int16)
    image = bare * light.on_table()
    flat(Canvas(image, ids, shot.eye, shot.origin, light))
    part = light.lamp * max(float(light.direction[2]), 0.1) / light.on_table()
    image = (image * (lamp * part + room * (1 - part))).astype(np.float32)
    if rng.random() < 0.4:
        image += _sheen(shot.size, rng) * lamp
    canvas = Canvas(image, ids, shot.eye, shot.origin, light)
    standing(canvas)
    stand = shot.eye.centre[:2]
    distances = [np.hypot(*(np.array([die.x, die.y]) - stand)) for die in dice]
    whole = [0] * len(dice)
    for k in sorted(range(len(dice)), key=lambda k: -distances[k]):
        whole[k] = draw_die(canvas, dice[k], k + 1, shadows.crowd)
    over(canvas)
    return Photograph(image, ids, tuple(whole))


def _sheen(size: tuple[int, int], rng: np.random.Generator) -> Floats:
    """What a polished table top mirrors, (h, w, 1) float32."""
    strength = rng.uniform(0.05, 0.6)
    across, along = (
        np.exp(-(((np.arange(n) - rng.uniform(0, n)) / (n * rng.uniform(0.1, 0.5))) ** 2)) for n in size
    )
    return (across[None, :] * along[:, None] * strength * 0.4).astype(np.float32)[..., None]


def _shadows(dice: Sequence[Die], light: Light, shot: Shot, rng: np.random.Generator) -> _Shadows:
    size = int(2 * shot.span * 1.3) + 60
    corner = (shot.at[0] - size / 2, shot.at[1] - size / 2)
    cast = np.zeros((size, size), np.uint8)
    crowd = np.zeros((size, size), np.uint8)
    reach = light.direction[:2] / max(float(light.direction[2]), 0.15)
    for die in dice:
        top = die.top()[:, :2] - corner
        hull = cv2.convexHull(np.concatenate([top, top - reach * die.edge]).astype(np.float32))
        outline = np.asarray(hull).reshape(1, -1, 2)
        cv2.fillPoly(cast, [np.round(outline * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
        cv2.fillPoly(crowd, [np.round(top[None] * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)

    def blurred(what: Bytes, sigma: float) -> Floats:
        return np.asarray(np.asarray(cv2.GaussianBlur(what, (0, 0), sigma), np.float32) / 255)

    soft = float(rng.uniform(0.6, 8))
    lamp = 1 - blurred(cast, soft) * np.float32(rng.uniform(0.6, 1.0))
    room = 1 - 0.55 * blurred(crowd, 3.5) - 0.35 * blurred(crowd, 9.0)
    return _Shadows(np.asarray(lamp), np.clip(room, 0.1, 1), Crowd(blurred(crowd, 1.5), corner))


def develop(linear: Floats, rng: np.random.Generator, *, rough: bool) -> Bytes:
    """What lens, sensor and JPEG make of it: (H, W, 3) uint8 BGR; `rough` files are compressed more."""
    if rng.random() < 0.3:
        linear = _unevenly_lit(linear, rng)
    tail = linear[::4, ::4]
    bright: Any = 0.4 * np.percentile(tail, 90) + 0.6 * np.percentile(tail, 99.5) + 1e-6
    linear = linear * np.float32(rng.uniform(0.3, 1.15) / max(bright, 0.12))
    linear = linear * rng.uniform(0.9, 1.1, 3).astype(np.float32)
    sigma = rng.uniform(0.0, 0.8) if rng.random() < 0.65 else rng.uniform(0.8, 1.9)
    if sigma > 0.2:
        linear = np.asarray(cv2.GaussianBlur(linear, (0, 0), sigma))
    if rng.random() < 0.12:
        linear = _shaken(linear, rng)
    picture = _toned(_noisy(linear, rng), rng)
    if rng.random() < 0.7:
        quality = int(rng.integers(60 if rough else 82, 96))
        _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
        picture = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    return picture


def _unevenly_lit(linear: Floats, rng: np.random.Generator) -> Floats:
    """With a shadow or a pool of light across everything."""
    h, w = linear.shape[:2]
    y, x = np.mgrid[:h, :w].astype(np.float32)
    a = rng.uniform(0, 6.3)
    ramp = (x - w * rng.uniform(0, 1)) * np.cos(a) + (y - h * rng.uniform(0, 1)) * np.sin(a)
    dark = np.float32(rng.uniform(0.2, 0.7)) / (1 + np.exp(ramp / rng.uniform(3, 120)))
    return np.asarray(linear * (1 - dark)[..., None].astype(np.float32))


def _shaken(linear: Floats, rng: np.random.Generator) -> Floats:
    """Blurred along a line of 3 to 6 px."""
    n = int(rng.integers(3, 7))
    k = np.zeros((n, n), np.float32)
    a = rng.uniform(0, 3.2)
    c = (n - 1) / 2
    dx, dy = c * np.cos(a), c * np.sin(a)
    cv2.line(k, (round(c - dx), round(c - dy)), (round(c + dx), round(c + dy)), 1.0)
    return np.asarray(cv2.filter2D(linear, -1, k / k.sum()))


def _noisy(linear: Floats, rng: np.random.Generator) -> Floats:
    """With the sensor's grain; half of it is drawn and mirrored, which nobody sees and takes half the time."""
    amount = rng.uniform(0.002, 0.02)
    grain = rng.standard_normal(linear.size // 2 + 1, np.float32)
    grain = np.concatenate([grain, grain[::-1]])[: linear.size].reshape(linear.shape)
    return np.asarray(linear + grain * np.float32(amount) * np.sqrt(np.clip(linear, 0, 1) + np.float32(0.05)))


def _toned(linear: Floats, rng: np.random.Generator) -> Bytes:
    """With a shoulder, gamma, contrast, and now and then over-sharpened, as phones do."""
    linear = np.clip(linear, 0, 1.6)
    linear = np.where(linear > 0.8, 0.8 + (linear - 0.8) * 0.5, linear)
    out = np.clip(linear, 0, 1) ** np.float32(1 / 2.2)
    contrast = np.float32(rng.uniform(0, 0.5))
    out = (1 - contrast) * out + contrast * (out * out * (3 - 2 * out))
    if rng.random() < 0.25:
        out = out + (out - np.asarray(cv2.GaussianBlur(out, (0, 0), 1.2))) * np.float32(rng.uniform(0.3, 1.2))
    return np.clip(out * 255 + 0.5, 0, 255).astype(np.uint8)
