"""A picture of an empty board, and pyramids painted onto it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import cv2
import numpy as np

from calibration.building import build_profile
from calibration.profile import Profile
from vision.lens import Floats, View
from vision.pictures import Picture, pixels_of
from vision.pyramids.board import Board
from vision.pyramids.colours import TaughtColours
from vision.pyramids.reading import BoardReader
from vision.pyramids.seen import SeenBoard
from vision.pyramids.solids import BASE_MM, HEIGHT_MM, base_heights, points

SET = Path(__file__).parents[2] / "data" / "board"
Tone = tuple[int, int, int]
STRANGE: dict[str, Tone] = {"orange": (20, 120, 240)}
TONES: dict[str, Tone] = {
    "red": (40, 40, 190),
    "blue": (170, 70, 40),
    "black": (30, 28, 26),
    "white": (214, 217, 219),
}


@cache
def profile() -> Profile:
    return build_profile(SET).profile


def view() -> View:
    found = profile().view
    assert found is not None
    return found


def board() -> Board:
    found = profile().board
    assert found is not None
    return found


def empty() -> Picture:
    found = profile().background
    assert found is not None
    return pixels_of(found).copy()


def reader(background: Picture | None = None, *, tones: Mapping[str, Tone] = TONES) -> BoardReader:
    known, colours = profile(), profile().colours
    assert colours is not None
    assert known.marker_mm is not None
    return BoardReader(
        view=view(),
        cards=known.cards,
        marker_mm=known.marker_mm,
        board=board(),
        colours=TaughtColours(
            {name: np.concatenate([shade(tone, k) for k in (0.75, 1.0)]) for name, tone in tones.items()}
        ),
        background=empty() if background is None else background,
    )


def read(picture: Picture, background: Picture | None = None) -> SeenBoard:
    return reader(background).read(picture)


def shade(tone: Tone, light: float) -> Picture:
    """(200, 3) pixels of a face in some light, as grainy as a picture is."""
    grain = np.random.default_rng(7).normal(0, 2, (200, 3))
    return np.clip(np.array(tone) * light + grain, 0, 255).astype(np.uint8)


def paint(picture: Picture, corners: Floats, colour: str, *, pips: int = 0) -> None:
    """A pyramid with (5, 3) mm corners of base and tip; far sides first."""
    eye = view().pose.eye
    sides = [(k, (k + 1) % 4) for k in range(4)]
    for k, (a, b) in enumerate(
        sorted(sides, key=lambda s: -np.linalg.norm(corners[list(s)].mean(axis=0) - eye))
    ):
        side = view().project(corners[[a, b, 4]])
        tone = tuple(int(v * (0.75, 1.0)[k % 2]) for v in (TONES | STRANGE)[colour])
        cv2.fillConvexPoly(picture, np.round(side * 16).astype(np.int32), tone, cv2.LINE_AA, 4)
        for pip in range(pips):
            at = side[0] + (side[1] - side[0]) * (pip + 1) / (pips + 1)
            spot = np.round((at + (side[2] - at) * 0.12) * 16).astype(np.int32)
            cv2.circle(picture, spot.tolist(), 20, (225, 225, 225), -1, cv2.LINE_AA, 4)


def stand(
    picture: Picture, place: tuple[float, float], pieces: Sequence[tuple[str, int]], *, yaw: float = 0.4
) -> None:
    """A stack at a place in squares."""
    (at,) = board().to_table([place])
    for (colour, size), z in zip(pieces, base_heights(tuple(size for _, size in pieces)), strict=True):
        paint(picture, points([at], [yaw], size, board().z + z)[0], colour, pips=size)


def lie(picture: Picture, place: tuple[float, float], colour: str, size: int) -> None:
    """A piece on its side, its tip to the right."""
    (at,) = board().to_table([place])
    reach, high = BASE_MM[size] / 2, HEIGHT_MM[size]
    flat = [
        (0, -reach, 0),
        (0, reach, 0),
        (-8, reach, 2 * reach),
        (-8, -reach, 2 * reach),
        (high, 0, reach * 0.3),
    ]
    paint(picture, np.array(flat) + np.array([*at, board().z]), colour)


def shown(seen: SeenBoard) -> set[tuple[tuple[int, int], str, int, bool]]:
    return {(p.cell, p.colour, p.size, p.sure) for p in seen.pieces}


def soft(picture: Picture) -> Picture:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.6), np.uint8)
