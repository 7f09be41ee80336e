"""How one simulated board looks, on a table that looks as any of them: drawn by seed."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from hardware.simulated.board.plastic import Plastic, make_plastics
from hardware.simulated.board.standing import Grid
from hardware.simulated.looks import Colour, Look, apart, make_look

BOARD_EDITION = 2
"""Goes up with every change of how a seed's board looks; a profile from an earlier edition is of another table."""

Path = tuple[tuple[int, int], ...]
"""Squares (column, row) from the outer start inward, as a line with arrows is drawn over them."""

_WOODS: tuple[tuple[Colour, Colour], ...] = (
    ((0.20, 0.47, 0.72), (0.035, 0.06, 0.13)),
    ((0.24, 0.44, 0.60), (0.05, 0.12, 0.26)),
    ((0.35, 0.55, 0.70), (0.02, 0.03, 0.05)),
)
_VINYLS: tuple[tuple[Colour, Colour], ...] = (
    ((0.55, 0.72, 0.75), (0.09, 0.20, 0.05)),
    ((0.66, 0.74, 0.76), (0.30, 0.13, 0.06)),
    ((0.62, 0.72, 0.74), (0.05, 0.05, 0.05)),
)
_PAPERS: tuple[tuple[Colour, Colour], ...] = (
    ((0.80, 0.83, 0.84), (0.80, 0.83, 0.84)),
    ((0.80, 0.83, 0.84), (0.58, 0.60, 0.60)),
    ((0.60, 0.75, 0.80), (0.40, 0.55, 0.60)),
)
_UNLIKE = 0.2
"""So far from the colours of squares people choose their pieces where they can, in the tones of the screen, 0..1."""


@dataclass(frozen=True, eq=False)
class BoardLook:
    """Everything that stays the same as long as one board is played at."""

    table: Look
    """What lies round and under it, and the camera."""
    kind: str
    """"wood", "vinyl" or "paper"."""
    grid: Grid
    margin: float
    """How wide the rim outside the squares is, mm."""
    pale: Colour
    dark: Colour
    rim: Colour
    ink: Colour
    """What lines and arrows are drawn with."""
    paths: tuple[Path, ...]
    """Drawn on the board; none on a plain chessboard."""
    plastics: dict[str, Plastic]
    """By colour."""

    @property
    def seed(self) -> int:
        """What it was drawn by."""
        return self.table.seed


def make_board_look(
    seed: int, colours: Sequence[str], *, paths: Sequence[Path] = (), see_through: Sequence[str] = ()
) -> BoardLook:
    """The board of this seed, with pyramids of these colours; `paths` are drawn on it, on paper in any case."""
    rng = np.random.default_rng([seed, 40])
    table = make_look(seed)
    plastics = make_plastics(rng, colours, see_through=see_through)
    kind = str(rng.choice(["wood", "vinyl", "paper"]))
    cell = 40.0 if kind == "paper" else float(rng.uniform(36, 40))
    yaw = math.radians(rng.uniform(-3.5, 3.5))
    thick = {"wood": rng.uniform(2.5, 6), "vinyl": rng.uniform(0.6, 1.5), "paper": 0.15}[kind]
    pale, dark = _unlike(rng, {"wood": _WOODS, "vinyl": _VINYLS, "paper": _PAPERS}[kind], plastics)
    pale = _varied(rng, pale)
    dark = pale if kind == "paper" and dark[0] > 0.7 else _varied(rng, dark)
    rim = {"wood": dark, "vinyl": pale, "paper": pale}[kind]
    side = 8 * cell
    c, s = math.cos(yaw), math.sin(yaw)
    x, y = rng.uniform(-8, 8), rng.uniform(-6, 6)
    grid = Grid(x - side / 2 * (c - s), y - side / 2 * (s + c), yaw, cell, float(thick))
    painted = kind == "paper" or rng.random() < 0.5
    return BoardLook(
        table=table,
        kind=kind,
        grid=grid,
        margin=float(rng.uniform(4, 11)),
        pale=pale,
        dark=dark,
        rim=rim,
        ink=((0.03, 0.03, 0.03), (0.25, 0.06, 0.03), (0.03, 0.04, 0.30))[int(rng.integers(3))],
        paths=tuple(paths) if painted else (),
        plastics=plastics,
    )


def _unlike(
    rng: np.random.Generator, boards: Sequence[tuple[Colour, Colour]], plastics: Mapping[str, Plastic]
) -> tuple[Colour, Colour]:
    """One of the boards, if possible one on which no opaque piece has nearly the colour of a square."""
    opaque = [plastic.body for plastic in plastics.values() if not plastic.through]
    contrast = [
        min((apart(square, body) for square in board for body in opaque), default=1.0) for board in boards
    ]
    good = [board for board, least in zip(boards, contrast, strict=True) if least > _UNLIKE]
    return good[int(rng.integers(len(good)))] if good else boards[int(np.argmax(contrast))]


def _varied(rng: np.random.Generator, colour: Colour) -> Colour:
    by = rng.uniform(0.88, 1.08, 3)
    return colour[0] * float(by[0]), colour[1] * float(by[1]), colour[2] * float(by[2])
