"""A labelled photo set of a simulated board: what a profile is built from, and pictures to measure reading with.

`set.json`, `background.jpg`, `teach/COLOUR.jpg` (a colour's three sizes), and `table/NNN.jpg` with `truth/NNN.json`.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, count
from pathlib import Path

import cv2
import numpy as np

from hardware.camera import READING, Picture
from hardware.simulated.board.drawing import Studio
from hardware.simulated.board.look import BoardLook
from hardware.simulated.board.sight import shares_seen
from hardware.simulated.board.standing import BASE_HEIGHT, NAMES, outline, piled, toppled
from hardware.simulated.ground import CARD_MM, MARKER_MM
from hardware.simulated.limbs import SHOULDER_MM
from hardware.simulated.looks import make_light
from hardware.simulated.optics import Floats
from hardware.simulated.scene import Cup, Hand, Pile, Pyramid, Scene

STACKS: tuple[tuple[int, ...], ...] = ((3, 2), (3, 1), (2, 1), (3, 2, 1), (1, 3), (1, 2), (2, 3), (3, 1, 2))
"""Sizes, bottom to top, of what stands on each other: riding, and pinned under a larger piece."""


_APART = 2
"""So many squares lie from one piece to the next that is taught, so that none hides another."""


@dataclass(frozen=True, eq=False)
class Shot:
    """A scene, what is special about it, and the pieces that stand on squares."""

    name: str
    scene: Scene
    tags: tuple[str, ...]
    cells: tuple[tuple[int, int], ...] = ()
    """The squares of the first piles of the scene, in their order; the other piles are off the board."""


def write_board_photo_set(look: BoardLook, folder: Path, *, pictures: int = 0) -> None:
    """Write the set of a look's board into a folder, which is made; with so many labelled `pictures` to read."""
    draws = (
        np.random.default_rng([look.seed, 42, k]) for k in count()
    )  # each picture's own, whatever the others
    table = look.table
    empty = Scene((), (), table.cards, table.light)
    shots = [Shot("background", empty, ())]
    shots += [_teaching(look, colour, next(draws)) for colour in look.plastics]
    shots += [_mixed(look, f"{k:03d}", next(draws)) for k in range(pictures)]
    for part in ("teach", "table", "truth") if pictures else ("teach",):
        (folder / part).mkdir(parents=True, exist_ok=True)
    renderer = Studio(look).renderer(READING)
    paths = []
    for number, shot in enumerate(shots):
        path = folder / _where(shot)
        paths.append(path.relative_to(folder).as_posix())
        rng = np.random.default_rng([look.seed, 43, number])
        quality, picture = _developed(renderer.take(shot.scene, number), rng, soft="soft" in shot.tags)
        _write(path, picture, quality)
        if pictures:
            truth = {"picture": paths[-1], **_truth(look, shot)}
            (folder / "truth" / f"{shot.name}.json").write_text(json.dumps(truth), encoding="utf-8")
    described = json.dumps(_described(look, paths, np.random.default_rng([look.seed, 44])), indent=1)
    (folder / "set.json").write_text(described + "\n", encoding="utf-8")


def _where(shot: Shot) -> str:
    if shot.name == "background":
        return "background.jpg"
    return f"teach/{shot.name}.jpg" if "teach" in shot.tags else f"table/{shot.name}.jpg"


def _standing(
    look: BoardLook, cell: tuple[int, int], pieces: Sequence[tuple[str, int]], rng: np.random.Generator
) -> Pile:
    """Pieces on a square as people put them: not in its middle, turned at random, riders nearly as what they ride."""
    grid = look.grid
    room = max(grid.cell / 2 - BASE_HEIGHT[max(size for _, size in pieces)][0] / 2, 1.0)
    x, y = grid.middle(cell)
    dx, dy = rng.uniform(-0.85, 0.85, 2) * room
    yaw = rng.uniform(0, math.pi / 2)
    return piled(
        [
            Pyramid(colour, size, x + dx, y + dy, float(yaw + rng.uniform(-0.05, 0.05)))
            for colour, size in pieces
        ],
        grid.z,
    )


def _teaching(look: BoardLook, colour: str, rng: np.random.Generator) -> Shot:
    """The three sizes of a colour, each on a square of its own."""
    cells = _cells(look, 3, rng)
    while any(max(abs(a - c), abs(b - d)) < _APART for (a, b), (c, d) in combinations(cells, 2)):
        cells = _cells(look, 3, rng)
    piles = tuple(_standing(look, cell, [(colour, k + 1)], rng) for k, cell in enumerate(cells))
    scene = Scene((), (), look.table.cards, look.table.light, piles=piles)
    return Shot(colour, scene, ("teach", *(("soft",) if rng.random() < 0.15 else ())), tuple(cells))


def _mixed(look: BoardLook, name: str, rng: np.random.Generator) -> Shot:
    """A board as it is in a game, or nearly: pieces alone and in stacks, now and then a hand, other light, clutter."""
    left = [(str(colour), size) for colour in look.plastics for size in BASE_HEIGHT]
    left = [left[k] for k in rng.permutation(len(left))]
    stacks: list[list[tuple[str, int]]] = []
    stacked = rng.random() < 0.65
    wanted = int(rng.integers(1, len(left) + 1))
    while wanted > 0:
        sizes = STACKS[int(rng.integers(len(STACKS)))] if stacked and rng.random() < 0.5 else ()
        stack = _drawn(left, sizes) or [left.pop()]
        stacks.append(stack)
        wanted -= len(stack)
    cells = _cells(look, len(stacks), rng)
    piles = [_standing(look, cell, stack, rng) for cell, stack in zip(cells, stacks, strict=True)]
    tags = ["stacks"] if any(len(stack) > 1 for stack in stacks) else []
    light = look.table.light
    hands: tuple[Hand, ...] = ()
    cups: tuple[Cup, ...] = ()
    if rng.random() < 0.25:
        light = make_light(rng, look.table.table)
        tags.append("light-changed")
    if rng.random() < 0.3:
        tags.append("clutter")
        piles += [Pile((_beside(look, piece, rng),)) for piece in left[: int(rng.integers(1, 4))]]
        if rng.random() < 0.4:
            cups = (Cup(float(rng.choice([-1, 1]) * rng.uniform(225, 255)), float(rng.uniform(-60, 60))),)
    if rng.random() < 0.15:
        tags.append("hand")
        hands = (_reaching(look, rng),)
    if rng.random() < 0.12:
        tags.append("soft")
    scene = Scene((), hands, look.table.cards, light, cups, piles=tuple(piles))
    return Shot(name, scene, tuple(tags), tuple(cells))


def _drawn(left: list[tuple[str, int]], sizes: Sequence[int]) -> list[tuple[str, int]]:
    """Take pieces of these sizes out of what is left; none if one is missing."""
    out: list[tuple[str, int]] = []
    for size in sizes:
        piece = next((p for p in left if p[1] == size and p not in out), None)
        if piece is None:
            return []
        out.append(piece)
    for piece in out:
        left.remove(piece)
    return out


def _beside(look: BoardLook, piece: tuple[str, int], rng: np.random.Generator) -> Pyramid:
    """A piece off the board, standing or lying, to its left or right."""
    side = look.grid.cell * 4 + look.margin + 28
    x, y = float(rng.choice([-1, 1]) * rng.uniform(side, side + 40)), float(rng.uniform(-110, 130))
    out = Pyramid(piece[0], piece[1], x, y, float(rng.uniform(0, 2 * math.pi)))
    return toppled(out) if rng.random() < 0.6 else out


def _reaching(look: BoardLook, rng: np.random.Generator) -> Hand:
    """A hand over the board."""
    x, y = look.grid.place(float(rng.uniform(1.5, 6.5)), float(rng.uniform(1.5, 6.5)))
    a = math.radians(rng.choice([200.0, 135.0, 90.0, 45.0, 340.0]) + rng.uniform(-10, 10))
    heading = math.atan2(y - SHOULDER_MM * math.sin(a), x - SHOULDER_MM * math.cos(a))
    curl = float(rng.uniform(0, 1))
    return Hand(int(rng.integers(8)), x, y, float(rng.uniform(25, 60)), heading, 14.0, curl)


def _cells(look: BoardLook, count: int, rng: np.random.Generator) -> list[tuple[int, int]]:
    grid = look.grid
    return [
        (int(k) % grid.columns, int(k) // grid.columns)
        for k in rng.permutation(grid.columns * grid.rows)[:count]
    ]


def _developed(picture: Picture, rng: np.random.Generator, *, soft: bool) -> tuple[int, Picture]:
    """A picture as another exposure, white balance, sharpness and JPEG quality would have it; the quality first."""
    gain = 2 ** (float(rng.normal(0, 0.25)) / 2.2)
    tint = rng.uniform(0.96, 1.04, 3)
    curve = np.clip(np.arange(256)[:, None] * gain * tint, 0, 255)
    curve = np.where(curve > 220, 220 + 35 * (1 - np.exp(-(curve - 220) / 35)), curve)
    out = cv2.LUT(picture, np.asarray(np.round(curve), np.uint8)[None])
    sigma = float(rng.uniform(1.1, 1.6)) if soft else float(rng.uniform(0.0, 0.6))
    if sigma > 0.2:
        out = cv2.GaussianBlur(out, (0, 0), sigma)
    grain = rng.standard_normal(out.shape, np.float32) * np.float32(rng.uniform(0.8, 2.2))
    out = np.clip(out + grain, 0, 255)
    return int(rng.integers(86, 95)), np.asarray(out, np.uint8)


def _truth(look: BoardLook, shot: Shot) -> dict[str, object]:
    grid, optics = look.grid, look.table.optics
    shares = shares_seen(look, shot.scene)
    pieces = []
    for pile, cell, seen in zip(shot.scene.piles, shot.cells, shares, strict=False):
        for level, (piece, visible) in enumerate(zip(pile.pieces, seen, strict=True)):
            points = outline(piece)
            pieces.append(
                {
                    "colour": piece.colour,
                    "size": NAMES[piece.size],
                    "cell": list(cell),
                    "x": piece.x,
                    "y": piece.y,
                    "z": piece.z,
                    "yaw_deg": math.degrees(piece.yaw) % 90,
                    "level": level,
                    "stack": len(pile.pieces),
                    "visible": round(visible, 3),
                    "outline": points.round(3).tolist(),
                    "outline_px": optics.project(points).round(2).tolist(),
                }
            )
    return {
        "camera": {"R": optics.R.tolist(), "t": optics.t.tolist()},
        "cards": _cards(look),
        "board": {
            "x0": grid.x0,
            "y0": grid.y0,
            "yaw_deg": math.degrees(grid.yaw),
            "cell": grid.cell,
            "cells": [grid.columns, grid.rows],
            "z": grid.z,
            "kind": look.kind,
            "corners_px": optics.project(grid.corners).round(2).tolist(),
        },
        "pieces": pieces,
        "off_board": [
            {"colour": p.colour, "size": NAMES[p.size], "x": p.x, "y": p.y, "lying": p.tilt != 0}
            for pile in shot.scene.piles[len(shot.cells) :]
            for p in pile.pieces
        ],
        "tags": list(shot.tags),
    }


def _described(look: BoardLook, paths: Sequence[str], rng: np.random.Generator) -> dict[str, object]:
    table = look.table
    tapped: Floats = table.optics.project(look.grid.corners) + rng.normal(0, 1.0, (4, 2))
    return {
        "kind": "pyramids",
        "size": list(table.optics.size),
        "K": table.optics.K.tolist(),
        "dist": table.optics.dist.tolist(),
        "camera": {
            "R": table.optics.R.tolist(),
            "t": table.optics.t.tolist(),
            "eye": table.optics.eye.tolist(),
        },
        "cards": _cards(look),
        "card_mm": CARD_MM,
        "marker_mm": MARKER_MM,
        "dictionary": "DICT_4X4_50",
        "table": table.table,
        "pictures": list(paths),
        "colours": {
            name: [round(255 * c ** (1 / 2.2)) for c in reversed(plastic.body)]
            for name, plastic in look.plastics.items()
        },
        "translucent": [name for name, plastic in look.plastics.items() if plastic.through],
        "pips": True,
        "cell_mm": look.grid.cell,
        "board": {
            "cells": [look.grid.columns, look.grid.rows],
            "corners_px": np.round(tapped).astype(int).tolist(),
        },
    }


def _cards(look: BoardLook) -> list[dict[str, float]]:
    return [{"id": c.id, "x": c.x, "y": c.y, "yaw_deg": math.degrees(c.yaw)} for c in look.table.cards]


def _write(path: Path, picture: Picture, quality: int) -> None:
    done, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not done:
        raise OSError(f"could not encode {path.name}")
    path.write_bytes(data.tobytes())
