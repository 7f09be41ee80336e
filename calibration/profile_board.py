"""The part of a profile that is about a board and pyramids: its grid and the taught colours, to JSON and back."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from calibration.checked import Fields
from vision.pyramids.board import Board
from vision.pyramids.colours import TaughtColour, TaughtColours

COLOUR_NAME = re.compile(r"(?:\w[\w -]{0,30}\w|\w)")
MOST_COLOURS = 16


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
        "colours": [
            {
                "name": name,
                "chroma": colour.chroma.tolist(),
                "spread": colour.spread.tolist(),
                "dark": colour.dark,
                "light": colour.light,
            }
            for name, colour in colours.colours.items()
        ],
    }


def load_board(fields: Fields) -> dict[str, Any]:
    """The profile's `board` and `colours`; raises the fields' error where they are missing or impossible."""
    grid = fields.child("board")
    board = Board(
        x0=grid.number("x0", -5000.0, 5000.0),
        y0=grid.number("y0", -5000.0, 5000.0),
        yaw_deg=grid.number("yaw_deg", -360.0, 360.0),
        cell_mm=grid.number("cell_mm", 10.0, 200.0),
        z=grid.number("z", 0.0, 50.0),
    )
    colours: dict[str, TaughtColour] = {}
    for one in fields.children("colours"):
        name = one.text("name")
        if not COLOUR_NAME.fullmatch(name):
            raise one.refuse(f"a colour cannot be called '{name}'")
        if name in colours:
            raise one.refuse(f"the colour '{name}' is there twice")
        spread = one.numbers("spread", (2, 2), -100.0, 100.0)
        if np.linalg.eigvalsh((spread + spread.T) / 2)[0] < 0 or abs(spread[0, 1] - spread[1, 0]) > 1e-6:
            raise one.refuse("'spread' is no covariance")
        colours[name] = TaughtColour(
            chroma=one.numbers("chroma", (2,), -20.0, 20.0),
            spread=spread,
            dark=one.number("dark", -20.0, 20.0),
            light=one.number("light", -20.0, 20.0),
        )
    if not 1 <= len(colours) <= MOST_COLOURS:
        raise fields.refuse(f"there should be 1 to {MOST_COLOURS} colours, not {len(colours)}")
    return {"board": board, "colours": TaughtColours(colours)}
