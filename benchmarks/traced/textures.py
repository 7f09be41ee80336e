"""Pictures of surfaces, (H, W, 3) uint8 in BGR as OpenCV writes them; the first row is the farthest."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from traced.layout import CARD_MM, CELL_MM, MARKER_MM, RIM_MM, SIDE, Floats

Picture = npt.NDArray[np.uint8]
BOARD_MM = SIDE * CELL_MM + 2 * RIM_MM
TABLE_MM = 1600.0
_PX = 8
"""Pixels a mm, on boards and cards."""

_WOODS = {  # dark and pale of the grain, sRGB
    "oak": ((124, 80, 46), (206, 152, 100)),
    "walnut": ((58, 38, 26), (112, 78, 54)),
    "grey": ((150, 140, 126), (196, 188, 174)),
    "maple": ((196, 156, 98), (236, 208, 156)),
    "mahogany": ((62, 34, 24), (108, 66, 46)),
    "teak": ((84, 54, 34), (128, 88, 58)),
    "ebony": ((34, 24, 20), (64, 46, 38)),
}
TABLES = {"wood": "oak", "printed": "grey", "dark": "walnut"}
_SQUARES = {"wood": ("maple", "mahogany"), "dark": ("teak", "ebony")}
_ARMS = (
    "a1 b1 c1 d1 e1 f1 g1 h1 h2 h3 h4 h5 h6 h7 g7 f7 e7 d7 c7 b7 b6 b5 b4 b3 c3 d3 e3 f3 f4 f5 e5 d5",
    "h8 g8 f8 e8 d8 c8 b8 a8 a7 a6 a5 a4 a3 a2 b2 c2 d2 e2 f2 g2 g3 g4 g5 g6 f6 e6 d6 c6 c5 c4 d4 e4",
)


def table(rng: np.random.Generator, kind: str) -> Picture:
    """The planks of the table under a kind of board, `TABLE_MM` wide."""
    picture = _wood(rng, (4000, 4000), _WOODS[TABLES[kind]], 2.5).astype(np.float64)
    for y in range(int(rng.integers(0, 300)), 4000, 300):
        picture[y : y + 300] *= rng.uniform(0.86, 1.1)
        picture[y : y + 3] *= 0.45
    return _picture(picture)


def board(rng: np.random.Generator, kind: str) -> Picture:
    """A board, `BOARD_MM` wide."""
    side = int(BOARD_MM * _PX)
    return _printed(rng, side) if kind == "printed" else _chequered(rng, side, kind)


def card(marker: int) -> Picture:
    """A corner card, `CARD_MM` wide."""
    picture = np.full((int(CARD_MM * _PX),) * 2, 238, np.uint8)
    edge, inside = int((CARD_MM - MARKER_MM) / 2 * _PX), int(MARKER_MM * _PX)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    drawn = cv2.aruco.generateImageMarker(dictionary, marker, inside)
    picture[edge : edge + inside, edge : edge + inside] = np.where(drawn > 0, 238, 32)
    return cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR).astype(np.uint8)


def _chequered(rng: np.random.Generator, side: int, kind: str) -> Picture:
    pale, dark = (_wood(rng, (side, side), _WOODS[name], _PX) for name in _SQUARES[kind])
    squares = (np.arange(side) / _PX - RIM_MM) // CELL_MM
    inside = (squares >= 0) & (squares < SIDE)
    chequer = (squares[:, None] + squares[None, :]) % 2 == 1
    chequer = np.flipud(chequer & inside[:, None] & inside[None, :])
    return _picture(np.where(chequer[..., None], pale, dark))


def _printed(rng: np.random.Generator, side: int) -> Picture:
    """Paper with squares in pale tints, and the two arms of a spiral as lines."""
    picture = np.full((side, side, 3), (226, 234, 238), np.uint8)

    def px(square: tuple[float, float]) -> tuple[int, int]:
        return int((RIM_MM + square[0] * CELL_MM) * _PX), int(side - (RIM_MM + square[1] * CELL_MM) * _PX)

    for arm, tint, line in zip(
        _ARMS, ((205, 224, 236), (228, 222, 206)), ((90, 130, 190), (170, 120, 80)), strict=True
    ):
        cells = [(ord(name[0]) - 97, int(name[1]) - 1) for name in arm.split()]
        for c, r in cells:
            cv2.rectangle(picture, px((c, r)), px((c + 1, r + 1)), tint, -1)
        way = np.array([px((c + 0.5, r + 0.5)) for c, r in cells], np.int32)
        cv2.polylines(picture, [way], False, line, 3 * _PX, cv2.LINE_AA)
        cv2.circle(picture, way[0].tolist(), 8 * _PX, line, -1, cv2.LINE_AA)
    for i in range(SIDE + 1):
        cv2.line(picture, px((i, 0)), px((i, SIDE)), (70, 70, 70), _PX // 2, cv2.LINE_AA)
        cv2.line(picture, px((0, i)), px((SIDE, i)), (70, 70, 70), _PX // 2, cv2.LINE_AA)
    fibres = _noise(rng, (side, side), 6, 6)
    return _picture(picture * (0.97 + 0.05 * fibres[..., None]))


def _wood(
    rng: np.random.Generator,
    shape: tuple[int, int],
    tones: tuple[tuple[int, ...], tuple[int, ...]],
    px: float,
) -> Floats:
    """Grain along x, by noise of three widths."""
    grain = (
        0.45 * _noise(rng, shape, 0.9 * px, 60 * px)
        + 0.35 * _noise(rng, shape, 5 * px, 160 * px)
        + 0.2 * _noise(rng, shape, 0.4 * px, 18 * px)
    )
    dark, pale = (np.array(tone[::-1], np.float64) for tone in tones)
    return np.asarray(dark + np.clip(grain * 1.7 - 0.35, 0, 1)[..., None] * (pale - dark))


def _noise(rng: np.random.Generator, shape: tuple[int, int], high: float, wide: float) -> Floats:
    """(H, W) noise of 0..1, smooth over so many pixels."""
    small = rng.random((int(shape[0] / high) + 4, int(shape[1] / wide) + 4)).astype(np.float32)
    return np.asarray(cv2.resize(small, shape[::-1], interpolation=cv2.INTER_CUBIC), np.float64)


def _picture(values: Floats) -> Picture:
    return np.clip(values, 0, 255).astype(np.uint8)
