"""A die with pips that people roll beside the board, and the photo set that its faces are taught from."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from hardware.camera import READING, Picture
from hardware.simulated.board.drawing import Studio
from hardware.simulated.board.look import BoardLook
from hardware.simulated.ground import CARD_MM, MARKER_MM
from hardware.simulated.icons import PIPS
from hardware.simulated.scene import Body, Die, Scene
from hardware.simulated.surface import Arm

BODY = Body(0, "pips", ("1", "6", "2", "5", "3", "4"), (0, 1, 0, 0, 1, 0))
SHOTS = 7
"""Dice in a picture that teaches a face."""
_FROM_BOARD_MM = (28.0, 55.0)
"""Between these the die lies from the board's rim, to its left or right."""
_REACH_MM = 115.0
_ROOM_MM = 45.0
"""So far from pyramids beside the board."""


class PipDie:
    """The die: where it lies, or in whose hand it is."""

    def __init__(self, board: BoardLook, rng: np.random.Generator) -> None:
        self._board, self._rng = board, rng
        self._die = _showing("1", place_beside(board, rng), rng)
        self._holder: Arm | None = None

    @property
    def value(self) -> int:
        """What it shows."""
        return int(self._die.face)

    @property
    def place(self) -> tuple[float, float]:
        """Where it lies, or lay last, mm."""
        return self._die.x, self._die.y

    def take(self, arm: Arm) -> None:
        """A hand takes it up."""
        self._holder = arm

    def drop(self, value: int, place: tuple[float, float]) -> None:
        """It falls at a place and shows a value."""
        self._die, self._holder = _showing(str(value), place, self._rng), None

    def free_place(self, others: Sequence[tuple[float, float]]) -> tuple[float, float]:
        """A place beside the board, clear of `others` if there is one."""
        tried = [place_beside(self._board, self._rng) for _ in range(60)]
        return max(tried, key=lambda at: min([_ROOM_MM, *(math.dist(at, other) for other in others)]))

    def seen(self, time_ns: int) -> Die:
        """As it is to be seen at a time."""
        if self._holder is None:
            return self._die
        pose = self._holder.pose(time_ns)
        speed = self._holder.glide.speed(time_ns)
        return replace(self._die, x=pose.x, y=pose.y, z=max(pose.z - 8, 0.0), resting=False, speed=speed)


def place_beside(board: BoardLook, rng: np.random.Generator) -> tuple[float, float]:
    """Somewhere to the left or right of the board, between the corner cards."""
    side = board.grid.cell * board.grid.columns / 2 + board.margin
    middle = board.grid.place(board.grid.columns / 2, board.grid.rows / 2)
    x = float(rng.choice([-1, 1]) * (side + rng.uniform(*_FROM_BOARD_MM)))
    return middle[0] + x, middle[1] + float(rng.uniform(-_REACH_MM, _REACH_MM))


def write_die_photo_set(board: BoardLook, folder: Path) -> None:
    """Write what a profile of the die is built from: the empty board, and dice beside it, a face in each picture."""
    (folder / "teach").mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng([board.seed, 45])
    table, renderer = board.table, Studio(board).renderer(READING)
    _write(folder / "background.jpg", renderer.take(Scene((), (), table.cards, table.light), 0))
    for number, face in enumerate(PIPS, start=1):
        scene = Scene(tuple(_taught(board, face, rng)), (), table.cards, table.light)
        _write(folder / "teach" / f"{face}.jpg", renderer.take(scene, number))
    described = {
        "kind": "dice",
        "size": list(table.optics.size),
        "K": table.optics.K.tolist(),
        "dist": table.optics.dist.tolist(),
        "dictionary": "DICT_4X4_50",
        "card_mm": CARD_MM,
        "marker_mm": MARKER_MM,
        "edge_mm": table.edge,
    }
    (folder / "set.json").write_text(json.dumps(described, indent=1) + "\n", encoding="utf-8")


def _taught(board: BoardLook, face: str, rng: np.random.Generator) -> Iterable[Die]:
    """Dice that show a face, in two rows beside the board."""
    ways = np.linspace(-_REACH_MM, _REACH_MM, SHOTS)
    for number, y in enumerate(ways):
        x, _ = place_beside(board, rng)
        shown = _showing(face, (abs(x) if number % 2 else -abs(x), float(y + rng.uniform(-4, 4))), rng)
        yield replace(shown, body=replace(BODY, number=number))


def _showing(face: str, place: tuple[float, float], rng: np.random.Generator) -> Die:
    return Die(BODY, BODY.faces.index(face), *place, float(rng.uniform(0, math.tau)))


def _write(path: Path, picture: Picture) -> None:
    done, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 94])
    if not done:
        raise OSError(f"could not encode {path.name}")
    path.write_bytes(data.tobytes())
