"""The bare table with its corner cards, as the camera shows it before anything lies on it."""

from __future__ import annotations

from typing import Protocol

import cv2
import numpy as np

from hardware.camera import Picture
from hardware.simulated.looks import Look
from hardware.simulated.optics import Floats, Optics
from hardware.simulated.scene import Card, Knock, Light

CARD_MM, MARKER_MM = 80.0, 60.0
_PX_PER_MM = 2.0
_BAND = 162
"""Rows of a picture that are made at once."""
_REACH = (-760.0, -420.0, 760.0, 900.0)
"""Of the table that is drawn: least x, y, greatest x, y, mm."""


def noise(
    rng: np.random.Generator, size: tuple[int, int], cell: tuple[float, float], octaves: int = 3
) -> Floats:
    """Smooth noise about 0 with a spread of 1, (height, width) float32; `cell`: width and height of features, px."""
    width, height = size
    out = np.zeros((height, width), np.float32)
    for k in range(octaves):
        w = int(np.clip(width / max(cell[0] / 2**k, 1), 2, width))
        h = int(np.clip(height / max(cell[1] / 2**k, 1), 2, height))
        grid = rng.standard_normal((h, w)).astype(np.float32)
        out += np.asarray(cv2.resize(grid, size, interpolation=cv2.INTER_CUBIC)) * np.float32(0.6**k)
    return np.asarray(out / (out.std() + 1e-6))


class Sheet(Protocol):
    """Something flat that always lies on the table, such as a board."""

    def lay(self, shown: Floats, first: int, optics: Optics, light: Light) -> None:
        """Paint it into linear colours (h, W, 3), the rows of a picture from `first`."""
        ...


class Ground:
    """The table top of a look: made once, seen under any light and from wherever the camera was knocked to."""

    def __init__(self, look: Look, *, sheet: Sheet | None = None) -> None:
        self._look, self._sheet = look, sheet
        self._top = _table_top(look)
        self._print = [_card_print(k) for k in range(4)]
        self._last: tuple[object, Picture] | None = None

    def optics(self, knock: Knock) -> Optics:
        """The camera of the pictures to read."""
        return self._look.optics.moved(np.array(knock.turn), np.array(knock.shift))

    def seen(self, cards: tuple[Card, ...], light: Light, knock: Knock) -> Picture:
        """The table with cards in a picture to read, (H, W, 3) uint8 BGR, without the sensor's noise."""
        asked = (cards, light, knock)
        if self._last is None or self._last[0] != asked:
            optics = self.optics(knock)
            out = np.empty((*optics.size[::-1], 3), np.uint8)
            for y in range(0, len(out), _BAND):
                out[y : y + _BAND] = self._band(optics, cards, light, y, min(y + _BAND, len(out)))
            self._last = asked, out
        return self._last[1]

    def _band(self, optics: Optics, cards: tuple[Card, ...], light: Light, first: int, end: int) -> Picture:
        """The rows from `first` to `end`."""
        rows = np.arange(first, end, dtype=np.float32)
        u, v = np.meshgrid(np.arange(optics.size[0], dtype=np.float32), rows)
        x, y = optics.on_plane(u, v)
        coded = cv2.remap(
            self._top,
            (x - np.float32(_REACH[0])) * np.float32(_PX_PER_MM),
            (np.float32(_REACH[3]) - y) * np.float32(_PX_PER_MM),
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
        shown: Floats = np.square(np.asarray(coded, np.float32) / 255)
        if self._sheet is not None:
            self._sheet.lay(shown, first, optics, light)
        for card in cards:
            self._lay(shown, first, optics, card)
        lit = shown * tone_gain(self._look, light) * self._fall_off(x, y, light)[..., None]
        strength, gx, gy = light.glare
        if strength:
            shine = strength * np.exp(-(((x - gx) / 190) ** 2) - ((y - gy) / 120) ** 2)
            lit += shine[..., None].astype(np.float32)
        return toned(lit * vignette(self._look, u, v, optics.size)[..., None])

    def _lay(self, shown: Floats, first: int, optics: Optics, card: Card) -> None:
        """Paint a card into linear colours (h, W, 3), the rows of a picture from `first`; four samples a pixel."""
        h = CARD_MM / 2
        c, s = np.cos(card.yaw), np.sin(card.yaw)
        corners = np.array([[-h, h], [h, h], [h, -h], [-h, -h]])
        places = np.stack([card.x + corners @ [c, -s], card.y + corners @ [s, c], np.full(4, 0.1)], axis=1)
        px = optics.project(places)
        low = np.maximum(np.floor(px.min(axis=0)).astype(int) - 1, [0, first])
        high = np.minimum(np.ceil(px.max(axis=0)).astype(int) + 2, [optics.size[0], first + len(shown)])
        if (high <= low).any():
            return
        w, h_ = (high - low).tolist()
        u, v = np.meshgrid(
            low[0] - 0.25 + 0.5 * np.arange(2 * w, dtype=np.float32),
            low[1] - 0.25 + 0.5 * np.arange(2 * h_, dtype=np.float32),
        )
        x, y = optics.on_plane(u, v, 0.1)
        across, up = (x - card.x) * c + (y - card.y) * s, (y - card.y) * c - (x - card.x) * s
        size = self._print[card.id].shape[0]
        print_ = cv2.remap(
            self._print[card.id],
            ((across / CARD_MM + 0.5) * size - 0.5).astype(np.float32),
            ((0.5 - up / CARD_MM) * size - 0.5).astype(np.float32),
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
        on = ((np.abs(across) < h) & (np.abs(up) < h)).astype(np.float32)
        both = np.stack([np.asarray(print_, np.float32) * on, on], axis=-1)
        small = np.asarray(cv2.resize(both, (w, h_), interpolation=cv2.INTER_AREA))
        part = shown[low[1] - first : high[1] - first, low[0] : high[0]]
        part *= 1 - small[..., 1:]
        part += small[..., :1] * np.array([0.93, 0.95, 0.95], np.float32)

    def _fall_off(self, x: Floats, y: Floats, light: Light) -> Floats:
        """A little brighter towards the lamp."""
        towards = (x * light.direction[0] + y * light.direction[1]) / 600
        return np.asarray(np.clip(1 + 0.16 * towards, 0.7, 1.35), np.float32)


def tone_gain(look: Look, light: Light) -> Floats:
    """What a lit, level, white surface comes to, (3,) float32 linear: light, exposure and white balance."""
    level = np.asarray(light.lamp) * light.direction[2] + np.asarray(light.room)
    return np.asarray(level * look.exposure * np.asarray(look.white), np.float32)


def toned(linear: Floats) -> Picture:
    """Linear light (..., 3) as the camera shows it, uint8: gamma and a soft shoulder."""
    x = np.maximum(linear, 0)
    x = np.where(x > 0.7, 0.7 + 0.3 * (1 - np.exp(-(x - 0.7) / 0.3)), x)
    return np.asarray(np.power(x, np.float32(1 / 2.2)) * 255 + 0.5, np.uint8)


def vignette(look: Look, u: Floats, v: Floats, size: tuple[int, int]) -> Floats:
    """How much light is left at pixels, 0..1."""
    half = np.hypot(*size) / 2
    r2 = ((u - size[0] / 2) ** 2 + (v - size[1] / 2) ** 2) / half**2
    return np.asarray(1 - look.vignette * r2, np.float32)


def _card_print(number: int) -> Floats:
    """A card's print, reflectance, square, float32."""
    cells, cell = 6, 60
    marker = cv2.aruco.generateImageMarker(
        cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), number, cells * cell, borderBits=1
    )
    rim = round(cells * cell * (CARD_MM / MARKER_MM - 1) / 2)
    paper = np.full((cells * cell + 2 * rim,) * 2, 0.82, np.float32)
    paper[rim:-rim, rim:-rim] = np.where(np.asarray(marker) > 0, 0.82, 0.022)
    return paper


def _table_top(look: Look) -> Picture:
    """Square roots of the table's reflectance, 255 being 1, (H, W, 3): `_PX_PER_MM`, from `_REACH`'s upper left corner.

    Coded so it takes a quarter of the memory, and the eye sees no steps.
    """
    rng = np.random.default_rng([look.seed, 2])
    size = (round((_REACH[2] - _REACH[0]) * _PX_PER_MM), round((_REACH[3] - _REACH[1]) * _PX_PER_MM))
    boards = np.ones((size[1], 3), np.float32)
    if look.table in {"oak", "walnut"}:
        grain = noise(rng, size, (260, 5), 4) * 0.16
        grain += noise(rng, size, (500, 60), 2) * 0.10
        boards = _boards(rng, size[1])
    elif look.table == "felt":
        grain = noise(rng, size, (3, 3), 2) * 0.10
        grain += noise(rng, size, (90, 90), 3) * 0.05
    elif look.table == "linen":
        grain = noise(rng, size, (2, 30), 2) * 0.05
        grain += noise(rng, size, (30, 2), 2) * 0.05
        grain += noise(rng, size, (200, 200)) * 0.03
    else:
        grain = noise(rng, size, (5, 5), 2) * 0.035
    lightness = np.exp(grain / 2)
    top = np.empty((size[1], size[0], 3), np.uint8)
    for c in range(3):
        rows = np.sqrt(look.top[c] * boards[:, c, None])
        top[..., c] = np.minimum(lightness * (rows * 255), 255) + np.float32(0.5)
    return top


def _boards(rng: np.random.Generator, height: int) -> Floats:
    """By row, how much lighter and darker the boards of a wooden table are, and the gaps between them; (height, 3)."""
    out = np.ones((height, 3), np.float32)
    board = int(rng.uniform(75, 110) * _PX_PER_MM)
    for y in range(int(rng.integers(board)) - board, height, board):
        rows = slice(max(y, 0), max(y + board, 0))
        out[rows] *= np.float32(np.exp(rng.normal(0, 0.13)))
        out[rows] *= np.exp(rng.normal(0, 0.03, 3)).astype(np.float32)
        if y > 2:
            out[y - 2 : y + 1] *= np.float32(0.45)
    return out
