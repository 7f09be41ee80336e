"""Whole labelled sets of a made table, laid out like a photographed set: to measure with, never to train on.

SET/set.json, background.jpg, teach/FACE.jpg, table/NNN.jpg and truth/*.json, in the form that `bears evaluate` reads.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from vision.training import surfaces, things
from vision.training.arrays import Bytes, Floats
from vision.training.canvas import Canvas
from vision.training.dice import apart, icon_face, pip_face
from vision.training.eyes import PICTURE, Eye, look_at
from vision.training.layouts import CAMP, MOMENTS, PLAYER, lay_out, worth, zone
from vision.training.lights import Light, make_light
from vision.training.photographs import Ground, Photograph, Shot, develop, photograph
from vision.training.solids import TILE, Die

CARD, MARKER = 80.0, 60.0
"""Sides of a corner card and of its marker, mm."""
_SEATS = ([200.0, 340.0, 40.0, 140.0], [180.0, 0.0], [180.0, 90.0, 0.0])
"""Seats as they may be round the table, degrees."""

Looks = tuple[Floats, Floats]
"""Colours of body and ink."""


class Made:
    """One made table: its camera, cards, dice and lights, drawn from `seed`; `masks` (N, S, S) are icons."""

    def __init__(self, seed: int, masks: Bytes) -> None:
        self.rng = rng = np.random.default_rng([7, seed])
        self.masks = masks
        f = float(rng.uniform(1660, 1720))
        self.cards = _cards(rng)
        self.eye = _eye_on(self.cards, f, rng)
        self.edge = float(rng.uniform(14.5, 18.5))
        self.radius = float(rng.uniform(0.07, 0.13)) * self.edge
        tile = surfaces.table(rng, masks)
        self.ground = Ground(tile, float(rng.uniform(1, 3)), float(rng.uniform(0, 6)))
        self.lights = [_softened(light) for light in (make_light(rng), make_light(rng))]
        same = rng.random() < 0.4
        chosen = rng.choice(len(masks), 5, replace=False)
        self.faces = {n: icon_face(masks[i], 0.72) for n, i in zip(CAMP + PLAYER, chosen, strict=True)}
        self.camp_looks, self.player_looks = _looks(rng, same=same)
        self.gloss = float(rng.choice([0.3, 1.0]))

    def die(self, name: str, x: float, y: float, yaw: float) -> Die:
        """A die with this face, or `pips-N`, on top; mm and rad."""
        rng = self.rng
        names, (body, ink) = (CAMP, self.camp_looks) if name in CAMP else (PLAYER, self.player_looks)
        if name.startswith("pips"):
            body, ink = np.array([0.7, 0.75, 0.75], np.float32), np.full(3, 0.02, np.float32)
            value = int(name[-1])
            strip = [pip_face(value if k == 4 else int(rng.integers(1, 7)), rng) for k in range(6)]
        else:
            strip = [
                self.faces[name]
                if k == 4
                else np.rot90(self.faces[names[int(rng.integers(len(names)))]], int(rng.integers(4)))
                for k in range(6)
            ]
        faces = np.ascontiguousarray(np.concatenate(strip, 1), np.float32)
        return Die(x, y, yaw, self.edge, self.radius, faces, body, ink, self.gloss)

    def photograph(
        self,
        dice: Sequence[Die],
        light: Light,
        *,
        papers: int = 0,
        coins: int = 0,
        hand: tuple[float, float] | None = None,
    ) -> tuple[Bytes, Photograph]:
        """The table's picture (H, W, 3) BGR and the truth about it."""
        rng = self.rng
        shot = Shot(self.eye, (0, 0), PICTURE, (0.0, 0.0), 420.0)

        def flat(canvas: Canvas) -> None:
            for k, (x, y, yaw) in enumerate(self.cards):
                lay_card(canvas, k, x, y, np.radians(yaw))
            for _ in range(papers):
                side = rng.choice([-1, 1])
                things.paper(canvas, (side * rng.uniform(150, 280), rng.uniform(-60, 60)), self.masks, rng)
            for _ in range(coins):
                things.coin(canvas, (rng.uniform(-250, 250), rng.uniform(-180, 180)), rng)

        def over(canvas: Canvas) -> None:
            if hand is not None:
                things.hand(canvas, hand, rng)

        taken = photograph(shot, dice, light, self.ground, rng, flat=flat, over=over)
        return develop(taken.image, rng, rough=False), taken

    def labels(
        self, dice: Sequence[tuple[str, Die]], seats: Sequence[float], picture: Bytes, taken: Photograph
    ) -> list[dict[str, object]]:
        """What is to be known about each die in the picture."""
        shown = np.bincount(np.maximum(taken.ids, 0).reshape(-1), minlength=len(dice) + 1)
        grey = picture.astype(np.float32).mean(2)
        rows: list[dict[str, object]] = []
        for k, (face, die) in enumerate(dice):
            top = grey[taken.ids == k + 1]
            contrast = float(np.ptp(np.percentile(top, [3, 97]))) if shown[k + 1] > 30 else 0.0
            kind = "other" if face.startswith("pips") else "camp" if face in CAMP else "player"
            rows.append(
                {
                    "face": face,
                    "kind": kind,
                    "x": die.x,
                    "y": die.y,
                    "z": die.edge / 2,
                    "yaw_deg": float(np.degrees(die.yaw) % 360),
                    "edge": die.edge,
                    "zone": zone(die.x, die.y, seats),
                    "visible": float(shown[k + 1] / max(taken.whole[k], 1)),
                    "contrast": round(contrast),
                    "top_px": self.eye.project(die.top()).tolist(),
                }
            )
        return rows


def _cards(rng: np.random.Generator) -> list[tuple[float, float, float]]:
    """Places of the corner cards: x, y mm in the table frame, yaw in degrees."""
    cards = [
        (sx * rng.uniform(285, 310), sy * rng.uniform(215, 235), rng.normal(0, 8.0))
        for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]
    middle = np.mean([[c[0], c[1]] for c in cards], 0)
    cards = [(c[0] - middle[0], c[1] - middle[1], c[2]) for c in cards]
    (ax, ay), (bx, by) = (np.mean([cards[i][:2] for i in pair], 0) for pair in ((0, 3), (1, 2)))
    tilt = np.arctan2(by - ay, bx - ax)  # the table frame's +x runs between these midpoints
    c, s = np.cos(tilt), np.sin(tilt)
    return [(x * c + y * s, y * c - x * s, yaw - np.degrees(tilt)) for x, y, yaw in cards]


def _eye_on(cards: Sequence[tuple[float, float, float]], f: float, rng: np.random.Generator) -> Eye:
    """A camera that sees all the cards."""
    corners = np.concatenate([things.rectangle(x, y, CARD, CARD, 0.0) for x, y, _ in cards])
    while True:
        eye = look_at(
            rng.uniform(660, 780),
            np.radians(rng.uniform(50, 58)),
            rng.normal(0, 0.05),
            rng.normal(0, 0.01),
            (0.0, rng.uniform(-40, 10)),
            f,
            PICTURE,
        )
        px = eye.project(corners)
        if (px > 12).all() and (px < np.array(PICTURE) - 12).all():
            return eye


def _softened(light: Light) -> Light:
    """Without reflections that wash out a top for the whole set."""
    return replace(light, lobes=tuple((d, min(a, 6.0), w) for d, a, w in light.lobes))


def _looks(rng: np.random.Generator, *, same: bool) -> tuple[Looks, Looks]:
    """How the campsite's dice look and how the players' do."""
    white, black = np.array([0.7, 0.76, 0.78], np.float32), np.full(3, 0.015, np.float32)
    dark = np.full(3, 0.02, np.float32)
    coloured = surfaces.colour(rng, 0.05, 0.4)
    camp = (white, dark if rng.random() < 0.6 else surfaces.colour(rng, 0.02, 0.15))
    if same:
        return camp, camp
    if rng.random() < 0.5:
        return camp, (black, white)
    return camp, (coloured, white if coloured.mean() < 0.25 else dark)


def lay_card(canvas: Canvas, number: int, x: float, y: float, yaw: float) -> None:
    """Draw a corner card; mm and rad."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    marker = cv2.aruco.generateImageMarker(dictionary, number, 240)
    tile = np.full((320, 320), 0.78, np.float32)
    tile[40:280, 40:280] = np.where(np.asarray(marker) > 127, 0.78, 0.02)
    corners = canvas.project(things.rectangle(x, y, CARD, CARD, yaw, 0.1)).astype(np.float32)
    square = np.array([[0, 0], [320, 0], [320, 320], [0, 320]], np.float32) - 0.5
    H = cv2.getPerspectiveTransform(square, corners)
    size = canvas.image.shape[1::-1]
    lit = np.repeat(tile[..., None], 3, 2) * canvas.light.on_table()
    drawn = np.asarray(cv2.warpPerspective(lit, H, size, flags=cv2.INTER_AREA))
    a = np.asarray(cv2.warpPerspective(np.ones_like(tile), H, size))[..., None]
    canvas.image[:] = canvas.image * (1 - a) + drawn * a


def make(folder: Path, seed: int, masks: Bytes, pictures: int) -> None:
    """Write one set of so many pictures of the table."""
    made = Made(seed, masks)
    for sub in ("teach", "table", "truth"):
        (folder / sub).mkdir(parents=True, exist_ok=True)
    eye = made.eye
    info = {
        "set": folder.name,
        "kind": "dice",
        "size": list(PICTURE),
        "K": [[eye.f, 0, eye.cx], [0, eye.f, eye.cy], [0, 0, 1]],
        "dist": [0.0] * 5,
        "card_mm": CARD,
        "marker_mm": MARKER,
        "dictionary": "DICT_4X4_50",
        "edge_mm": made.edge,
        "tile": TILE,
    }
    (folder / "set.json").write_text(json.dumps(info))
    _save(folder / "background.jpg", made.photograph([], made.lights[0])[0])
    for name in CAMP + PLAYER:
        _save(folder / "teach" / f"{name}.jpg", made.photograph(_to_teach(made, name), made.lights[0])[0])
    for n in range(pictures):
        picture, truth = _round(made, MOMENTS[n % 4])
        _save(folder / "table" / f"{n:03d}.jpg", picture)
        truth = {"picture": f"table/{n:03d}.jpg", **truth}
        (folder / "truth" / f"{n:03d}.json").write_text(json.dumps(truth))


def _save(path: Path, picture: Bytes) -> None:
    cv2.imwrite(str(path), picture, [cv2.IMWRITE_JPEG_QUALITY, 92])


def _to_teach(made: Made, name: str) -> list[Die]:
    """Five to eight dice with one face, side by side."""
    rng = made.rng
    return [
        made.die(
            name,
            (k % 4 - 1.5) * 55 + rng.normal(0, 6),
            (k // 4 - 0.5) * 70 + rng.normal(0, 6),
            rng.uniform(0, 6.3),
        )
        for k in range(int(rng.integers(5, 9)))
    ]


def _round(made: Made, moment: str) -> tuple[Bytes, dict[str, object]]:
    """One picture of the table and its truth."""
    rng = made.rng
    seats = _SEATS[int(rng.integers(3))]
    tags = [moment]
    layout = lay_out(rng, made.edge, seats, moment)
    named = [(f, made.die(f, x, y, yaw)) for f, x, y, yaw in layout.dice]
    clutter = rng.random() < 0.4
    if clutter:
        tags.append("clutter")
        for _ in range(2):
            x, y, yaw = rng.uniform(-280, 280), rng.uniform(-200, 200), rng.uniform(0, 6.3)
            if apart((x, y, yaw, made.edge), layout.taken, 20.0) and np.hypot(x, y) > 130:
                _, value = (
                    rng.integers(1, 7),
                    rng.integers(1, 7),
                )  # one too many: the sets stay what they were
                named.append((f"pips-{value}", made.die(f"pips-{value}", x, y, yaw)))
    light = made.lights[int(rng.random() < 0.25)]
    hand = (float(rng.uniform(-200, 200)), float(rng.uniform(-120, 150))) if rng.random() < 0.15 else None
    if hand:
        tags.append("hand")
    picture, taken = made.photograph(
        [d for _, d in named], light, papers=int(clutter) * 2, coins=int(clutter) * 2, hand=hand
    )
    truth: dict[str, object] = {
        "seats": seats,
        "dice": made.labels(named, seats, picture, taken),
        "pairs": [list(p) for p in layout.pairs],
        "tags": tags,
        "round": worth(named, layout.pairs, seats),
    }
    return picture, truth


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description="Make labelled sets.")
    parser.add_argument("icons", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--sets", type=int, nargs=2, default=(0, 4), metavar=("FIRST", "LAST"))
    parser.add_argument("--pictures", type=int, default=12)
    args = parser.parse_args()
    masks = np.load(args.icons)["masks"]
    for k in range(*args.sets):
        make(args.out / f"made-{k:02d}", k, masks, args.pictures)
        print(k, flush=True)


if __name__ == "__main__":
    main()
