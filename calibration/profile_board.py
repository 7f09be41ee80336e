"""The part of a profile that is about a board and pyramids: its grid and the taught colours, to files and back."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from calibration.checked import Fields
from vision.pictures import Picture
from vision.pyramids.board import Board
from vision.pyramids.colours import MOST_LIGHT, MOST_SAMPLES, Facing, Samples, TaughtColours, Through

COLOUR_NAME = re.compile(r"(?:\w[\w -]{0,30}\w|\w)")
MOST_COLOURS = 16
_ROW = 40
"""Samples in a row of the picture that keeps them; only for people to look at."""


def colour_file(name: str) -> str:
    """The file in a profile that keeps a colour's samples."""
    return f"colours/{name}.png"


def board_to_json(board: Board, colours: TaughtColours) -> dict[str, Any]:
    """The fields of the profile's JSON that `load_board` reads."""
    return {
        "board": {
            "x0": board.x0,
            "y0": board.y0,
            "yaw_deg": board.yaw_deg,
            "cell_mm": board.cell_mm,
            "z": board.z,
        },
        "lit_from": list(colours.way),
        "colours": [
            {"name": name, "samples": len(pixels)}
            | ({"through": list(colours.through[name])} if name in colours.through else {})
            | ({"pattern": colours.pattern[name]} if name in colours.pattern else {})
            | ({"dazzled": 1} if name in colours.dazzled else {})
            | (_facing_to_json(colours.facing[name]) if name in colours.facing else {})
            for name, pixels in colours.samples.items()
        ],
    }


def _facing_to_json(facing: Facing) -> dict[str, Any]:
    return {"facing": facing.light.tolist(), "facing_off": facing.off.tolist()}


def colour_pictures(colours: TaughtColours) -> dict[str, Picture]:
    """The pictures that keep the colours' samples, row by row, by their file's name; the last row is filled up."""
    pictures = {}
    for name, pixels in colours.samples.items():
        rows = -(-len(pixels) // _ROW)
        filled = np.resize(pixels, (rows * _ROW, 3))
        pictures[colour_file(name)] = filled.reshape(rows, _ROW, 3)
    return pictures


def load_board(folder: Path, fields: Fields, checksums: Mapping[str, object]) -> dict[str, Any]:
    """The profile's `board` and `colours`; raises the fields' error where they are missing or impossible."""
    grid = fields.child("board")
    board = Board(
        x0=grid.number("x0", -5000.0, 5000.0),
        y0=grid.number("y0", -5000.0, 5000.0),
        yaw_deg=grid.number("yaw_deg", -360.0, 360.0),
        cell_mm=grid.number("cell_mm", 10.0, 200.0),
        z=grid.number("z", 0.0, 50.0),
    )
    samples: dict[str, Samples] = {}
    through: dict[str, Through] = {}
    pattern: dict[str, float] = {}
    facing: dict[str, Facing] = {}
    dazzled: set[str] = set()
    for one in fields.children("colours"):
        name = one.text("name")
        if not COLOUR_NAME.fullmatch(name):
            raise one.refuse(f"a colour cannot be called '{name}'")
        if name in samples:
            raise one.refuse(f"the colour '{name}' is there twice")
        if colour_file(name) not in checksums:
            raise fields.refuse(f"there is no file of the colour '{name}'; build it anew")
        samples[name] = _load_samples(folder, one, name)
        if one.has("dazzled") and one.whole("dazzled", 0, 1):
            dazzled.add(name)
        if one.has("facing"):
            off = one.numbers("facing_off", (3,), 0.0, 20.0)
            facing[name] = Facing(one.numbers("facing", (2, 3), -MOST_LIGHT, MOST_LIGHT), off)
        if one.has("through"):
            blue, green, red = one.numbers("through", (3,), 0.0, 1.0).tolist()
            through[name] = blue, green, red
            pattern[name] = one.number("pattern", 0.0, 1.0)
        elif one.has("see_through") and one.whole("see_through", 0, 1):
            # made before it was known how much comes through
            through[name] = 0.0, 0.0, 0.0
    way = (0.0, 1.0)
    if fields.has("lit_from"):
        azimuth, reach = fields.numbers("lit_from", (2,), -10.0, 10.0).tolist()
        way = azimuth, reach
    if not 1 <= len(samples) <= MOST_COLOURS:
        raise fields.refuse(f"there should be 1 to {MOST_COLOURS} colours, not {len(samples)}")
    return {
        "board": board,
        "colours": TaughtColours(samples, through, pattern, facing, way, frozenset(dazzled)),
    }


def _load_samples(folder: Path, one: Fields, name: str) -> Samples:
    count = one.whole("samples", 1, MOST_SAMPLES)
    raw = np.frombuffer((folder / colour_file(name)).read_bytes(), dtype=np.uint8)
    picture = cv2.imdecode(raw, cv2.IMREAD_COLOR) if raw.size else None
    if picture is None or picture.shape[1] != _ROW or picture.shape[0] != -(-count // _ROW):
        raise one.refuse(f"its file '{colour_file(name)}' holds no samples of a colour; build it anew")
    return np.ascontiguousarray(picture.reshape(-1, 3)[:count], dtype=np.uint8)
