"""What is on the pictures of a set, and its description in set.json."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass

import numpy as np

from traced.arm import Arm, reaching
from traced.layout import CARD_MM, MARKER_MM, SIDE, SIZE, Piece, Table, mixed, teaching
from traced.options import Options

_PLAN: tuple[tuple[tuple[int, int], tuple[str, ...]], ...] = (
    ((2, 6), ()),
    ((8, 12), ("stacks",)),
    ((10, 14), ("stacks", "light-changed")),
    ((1, 3), ()),
    ((13, 17), ("stacks", "clutter", "soft")),
    ((7, 11), ("stacks", "hand")),
    ((13, 17), ()),
    ((8, 12), ("light-changed",)),
)
"""Of each table picture, how many pieces it has, from and to, and what else is so."""


@dataclass(frozen=True)
class Shot:
    """One picture: `name` is its path without the ending."""

    name: str
    pieces: Sequence[Piece] = ()
    tags: tuple[str, ...] = ()
    arm: Arm | None = None


def plan(options: Options, table: Table) -> Iterator[Shot]:
    """All pictures of a set."""
    rng = np.random.default_rng([options.seed, 3])
    board = table.board
    yield Shot("background")
    for colour in options.colours:
        yield Shot(f"teach/{colour}", teaching(rng, board, colour), ("teach",))
    for i, (counts, tags) in enumerate(_PLAN):
        count = int(rng.integers(counts[0], counts[1] + 1))
        pieces = mixed(rng, board, list(options.colours), count, stacks="stacks" in tags)
        over = board.at(rng.uniform(1, SIDE - 1, (1, 2)))[0]
        yield Shot(f"table/{i:03d}", pieces, tags, reaching(rng, over) if "hand" in tags else None)


def description(options: Options, table: Table, shots: Sequence[Shot], name: str) -> dict[str, object]:
    """What set.json says; the board's corners are as people tap them."""
    camera, board = table.camera, table.board
    tapped = camera.project(board.corners) + np.random.default_rng([options.seed, 4]).uniform(
        -1.5, 1.5, (4, 2)
    )
    return {
        "set": name,
        "family": "traced",
        "kind": "pyramids",
        "size": list(SIZE),
        "K": camera.K.tolist(),
        "dist": camera.dist.tolist(),
        "camera": {"R": camera.R.tolist(), "t": camera.t.tolist(), "eye": camera.eye.tolist()},
        "cards": [asdict(card) for card in table.cards],
        "card_mm": CARD_MM,
        "marker_mm": MARKER_MM,
        "dictionary": "DICT_4X4_50",
        "table": options.board,
        "light": options.light,
        "material": options.material,
        "pictures": [f"{shot.name}.jpg" for shot in shots],
        "colours": {name: list(rgb) for name, rgb in options.colours.items()},
        "translucent": [colour for colour in options.colours if options.see_through(colour)],
        "pips": True,
        "cell_mm": board.cell,
        "board": {"cells": [SIDE, SIDE], "corners_px": tapped.round().astype(int).tolist()},
    }
