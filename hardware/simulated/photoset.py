"""A photo set of a simulated table: what a profile is built from, as a person would take it with the device.

`set.json`, `background.jpg`, `teach/FACE.jpg`: the empty table, and for each face some dice that show it.
"""

from __future__ import annotations

import json
import math
from pathlib import Path

import cv2
import numpy as np

from hardware.camera import READING, Picture
from hardware.simulated.ground import CARD_MM, MARKER_MM, Ground
from hardware.simulated.icons import CAMP, PLAYER
from hardware.simulated.looks import Look
from hardware.simulated.render import Renderer
from hardware.simulated.scene import Body, Die, Scene

CAMP_FACES = ("tent", "bear", "tent", "tent", "bear", "tent")
PLAYER_FACES = ("runner", "gun", "sleeper", "runner", "gun", "sleeper")
SHOTS = 7
"""Dice in a picture that teaches a face."""


def make_body(number: int, kind: str, rng: np.random.Generator) -> Body:
    """A die of a kind, its faces shuffled as another maker might have."""
    faces = CAMP_FACES if kind == "camp" else PLAYER_FACES
    order = rng.permutation(6)
    return Body(number, kind, tuple(faces[k] for k in order), tuple(int(t) for t in rng.integers(0, 4, 6)))


def lying(body: Body, face: str, x: float, y: float, yaw: float) -> Die:
    """A die that lies with a face on top."""
    return Die(body, body.faces.index(face), x, y, yaw)


def write_photo_set(folder: Path, look: Look, seats: tuple[float, ...]) -> None:
    """Write the set of a look's table into a folder, which is made; `seats` in degrees from +x."""
    (folder / "teach").mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng([look.seed, 5])
    renderer = Renderer(look, Ground(look), READING)
    empty = Scene((), (), look.cards, look.light)
    _write(folder / "background.jpg", renderer.take(empty, 0))
    for number, face in enumerate(CAMP + PLAYER, start=1):
        dice = tuple(_shown(face, rng))
        _write(
            folder / "teach" / f"{face}.jpg", renderer.take(Scene(dice, (), look.cards, look.light), number)
        )
    (folder / "set.json").write_text(json.dumps(_described(look, seats), indent=1) + "\n", encoding="utf-8")


def _shown(face: str, rng: np.random.Generator) -> list[Die]:
    """Dice with this face on top, strewn in the campsite."""
    kind = "camp" if face in CAMP else "player"
    around = rng.uniform(0, 2 * math.pi)
    dice = []
    for k in range(SHOTS):
        a = around + 2 * math.pi * k / (SHOTS - 1)
        r = 0.0 if k == 0 else rng.uniform(48, 80)
        yaw = k * 2 * math.pi / SHOTS + rng.uniform(0, 0.8)
        dice.append(lying(make_body(k, kind, rng), face, r * math.cos(a), r * math.sin(a), yaw))
    return dice


def _described(look: Look, seats: tuple[float, ...]) -> dict[str, object]:
    return {
        "kind": "dice",
        "size": list(look.optics.size),
        "K": look.optics.K.tolist(),
        "dist": look.optics.dist.tolist(),
        "dictionary": "DICT_4X4_50",
        "card_mm": CARD_MM,
        "marker_mm": MARKER_MM,
        "edge_mm": look.edge,
        "seats": list(seats),
    }


def _write(path: Path, picture: Picture) -> None:
    done, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 94])
    if not done:
        raise OSError(f"could not encode {path.name}")
    path.write_bytes(data.tobytes())
