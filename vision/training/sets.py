"""Whole labelled sets of a made table, laid out like a photographed set: to measure with, never to train on.

SET/set.json, background.jpg, teach/FACE.jpg, table/NNN.jpg and truth/*.json, in the form that `bears evaluate` reads.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training import surfaces, things
from vision.training.scene import PICTURE, Shot, apart, develop, icon_face, make_light, photograph, pip_face
from vision.training.solids import TILE, Die, Eye, Light, look_at

Array = NDArray[np.floating[Any]]
CAMP = ("bear", "tent")
PLAYER = ("runner", "gun", "sleeper")
VALID = {("gun", "bear"): 1, ("runner", "tent"): 2, ("sleeper", "tent"): 5}
CARD, MARKER = 80.0, 60.0


class Made:
    """One made set: its camera, cards, dice and lights."""

    def __init__(self, seed: int, masks: NDArray[np.uint8]) -> None:
        self.rng = rng = np.random.default_rng([7, seed])
        self.masks = masks
        f = float(rng.uniform(1660, 1720))
        self.cards = [
            (sx * rng.uniform(285, 310), sy * rng.uniform(215, 235), rng.normal(0, 8.0))
            for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        ]
        middle = np.mean([[c[0], c[1]] for c in self.cards], 0)
        self.cards = [(c[0] - middle[0], c[1] - middle[1], c[2]) for c in self.cards]
        (ax, ay), (bx, by) = (np.mean([self.cards[i][:2] for i in pair], 0) for pair in ((0, 3), (1, 2)))
        tilt = np.arctan2(by - ay, bx - ax)  # the table frame's +x runs between these midpoints
        c, s = np.cos(tilt), np.sin(tilt)
        self.cards = [(x * c + y * s, y * c - x * s, yaw - np.degrees(tilt)) for x, y, yaw in self.cards]
        self.eye = look_at(700, 0.95, 0, 0, (0, 0), f, PICTURE)
        while True:  # until all cards are in the picture
            self.eye = look_at(
                rng.uniform(660, 780),
                np.radians(rng.uniform(50, 58)),
                rng.normal(0, 0.05),
                rng.normal(0, 0.01),
                (0.0, rng.uniform(-40, 10)),
                f,
                PICTURE,
            )
            px = self.eye.project(
                np.concatenate([things.rectangle(x, y, CARD, CARD, 0.0) for x, y, _ in self.cards])
            )
            if (px > 12).all() and (px < np.array(PICTURE) - 12).all():
                break
        self.edge = float(rng.uniform(14.5, 18.5))
        self.radius = float(rng.uniform(0.07, 0.13)) * self.edge
        self.tile = surfaces.table(rng, masks)
        self.laid = (float(rng.uniform(1, 3)), float(rng.uniform(0, 6)))
        self.lights = [make_light(rng), make_light(rng)]
        self.lights = [
            replace(light, lobes=tuple((d, min(a, 6.0), w) for d, a, w in light.lobes))
            for light in self.lights
        ]
        same = rng.random() < 0.4
        self.faces = {
            n: icon_face(masks[i], 0.72)
            for n, i in zip(CAMP + PLAYER, rng.choice(len(masks), 5, replace=False), strict=True)
        }
        white, black = np.array([0.7, 0.76, 0.78], np.float32), np.full(3, 0.015, np.float32)
        dark = np.full(3, 0.02, np.float32)
        coloured = surfaces.colour(rng, 0.05, 0.4)
        self.looks = {"camp": (white, dark if rng.random() < 0.6 else surfaces.colour(rng, 0.02, 0.15))}
        self.looks["player"] = (
            self.looks["camp"]
            if same
            else (
                (black, white)
                if rng.random() < 0.5
                else (coloured, white if coloured.mean() < 0.25 else dark)
            )
        )
        self.gloss = float(rng.choice([0.3, 1.0]))

    def die(self, name: str, x: float, y: float, yaw: float) -> Die:
        """A die with this face on top."""
        rng = self.rng
        kind = "camp" if name in CAMP else "player"
        names = CAMP if name in CAMP else PLAYER
        body, ink = (
            self.looks[kind]
            if not name.startswith("pips")
            else (np.array([0.7, 0.75, 0.75], np.float32), np.full(3, 0.02, np.float32))
        )
        if name.startswith("pips"):
            value = int(name[-1])
            strip = [pip_face(value if k == 4 else int(rng.integers(1, 7)), rng) for k in range(6)]
        else:
            strip = [
                self.faces[name]
                if k == 4
                else np.rot90(self.faces[names[int(rng.integers(len(names)))]], int(rng.integers(4)))
                for k in range(6)
            ]
        return Die(
            x,
            y,
            yaw,
            self.edge,
            self.radius,
            np.ascontiguousarray(np.concatenate(strip, 1), np.float32),
            body,
            ink,
            self.gloss,
        )

    def picture(
        self,
        dice: list[Die],
        light: Light,
        *,
        papers: int = 0,
        coins: int = 0,
        hand: tuple[float, float] | None = None,
    ) -> tuple[NDArray[np.uint8], NDArray[np.int16], list[int]]:
        """Photograph the table: picture, ids, and each top's pixels if nothing hid it."""
        rng = self.rng
        shot = Shot(self.eye, (0, 0), PICTURE, (0.0, 0.0), 420.0)

        def flat(image: Array, project: things.Project) -> None:
            lit = light.lamp * max(float(light.direction[2]), 0.1) + light.room
            for k, (x, y, yaw) in enumerate(self.cards):
                lay_card(image, project, k, x, y, np.radians(yaw), lit)
            for _ in range(papers):
                side = rng.choice([-1, 1])
                things.paper(
                    image,
                    project,
                    (side * rng.uniform(150, 280), rng.uniform(-60, 60)),
                    light,
                    self.masks,
                    rng,
                )
            for _ in range(coins):
                things.coin(image, project, (rng.uniform(-250, 250), rng.uniform(-180, 180)), light, rng)

        def over(image: Array, ids: NDArray[np.int16], project: things.Project) -> None:
            if hand is not None:
                things.hand(image, ids, self.eye, project, hand, light, rng)

        image, ids, whole = photograph(
            shot, dice, light, self.tile, self.laid, rng, flat=flat, standing=lambda *_: None, over=over
        )
        return develop(image, rng, False), ids, whole

    def truth(
        self,
        name: str,
        dice: list[tuple[str, Die]],
        pairs: list[tuple[int, int]],
        seats: list[float],
        tags: list[str],
        picture: NDArray[np.uint8],
        ids: NDArray[np.int16],
        whole: list[int],
    ) -> dict[str, object]:
        """What the picture shows."""
        shown = np.bincount(np.maximum(ids, 0).reshape(-1), minlength=len(dice) + 1)
        grey = picture.astype(np.float32).mean(2)
        rows = []
        for k, (face, die) in enumerate(dice):
            spread = float(np.ptp(np.percentile(grey[ids == k + 1], [3, 97]))) if shown[k + 1] > 30 else 0.0
            other = face.startswith("pips")
            rows.append(dict(
                face=face, kind="other" if other else "camp" if face in CAMP else "player",
                x=die.x, y=die.y, z=die.edge / 2,
                yaw_deg=float(np.degrees(die.yaw) % 360), edge=die.edge, zone=zone(die.x, die.y, seats),
                visible=float(shown[k + 1] / max(whole[k], 1)), contrast=round(spread),
                top_px=self.eye.project(die.top()).tolist(),
            ))  # fmt: skip
        left = [f for f, d in dice if f in CAMP and np.hypot(d.x, d.y) <= 110]
        scores = [0] * len(seats)
        paired = {i for p in pairs for i in p}
        for a, b in pairs:
            seat = zone(dice[b][1].x, dice[b][1].y, seats)
            value = VALID.get((dice[a][0], dice[b][0]), -1)
            scores[int(seat)] += -2 if value == 5 and "bear" in left else value
        for k, (f, d) in enumerate(dice):
            seat = zone(d.x, d.y, seats)
            if f in CAMP and k not in paired and seat != "campsite":
                scores[int(seat)] -= 1
        return dict(
            picture=name,
            seats=seats,
            dice=rows,
            pairs=[list(p) for p in pairs],
            tags=tags,
            round=dict(bears_left=left.count("bear"), tents_left=left.count("tent"), scores=scores),
        )


def zone(x: float, y: float, seats: list[float]) -> int | str:
    """Campsite or the index of the nearest seat."""
    if np.hypot(x, y) <= 110:
        return "campsite"
    a = np.degrees(np.arctan2(y, x))
    return int(np.argmin([abs((a - s + 180) % 360 - 180) for s in seats]))


def lay_card(
    image: Array, project: things.Project, number: int, x: float, y: float, yaw: float, lit: Array
) -> None:
    """Draw a corner card."""
    marker = cv2.aruco.generateImageMarker(
        cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), number, 240
    )
    tile = np.full((320, 320), 0.78, np.float32)
    tile[40:280, 40:280] = np.where(np.asarray(marker) > 127, 0.78, 0.02)
    corners = project(things.rectangle(x, y, CARD, CARD, yaw, 0.1)).astype(np.float32)
    H = cv2.getPerspectiveTransform(
        np.array([[0, 0], [320, 0], [320, 320], [0, 320]], np.float32) - 0.5, corners
    )
    size = image.shape[1::-1]
    drawn = np.asarray(
        cv2.warpPerspective(np.repeat(tile[..., None], 3, 2) * lit, H, size, flags=cv2.INTER_AREA)
    )
    a = np.asarray(cv2.warpPerspective(np.ones_like(tile), H, size))[..., None]
    image[:] = image * (1 - a) + drawn * a


def layout(
    made: Made, seats: list[float], kind: str
) -> tuple[list[tuple[str, float, float, float]], list[tuple[int, int]]]:
    """Faces and places, and which lie as pairs."""
    rng, edge = made.rng, made.edge
    out: list[tuple[str, float, float, float]] = []
    taken: list[tuple[float, float, float, float]] = []
    pairs: list[tuple[int, int]] = []

    def put(name: str, x: float, y: float, yaw: float, gap: float) -> bool:
        if not apart(x, y, yaw, edge, taken, gap) or abs(x) > 300 or abs(y) > 215:
            return False
        taken.append((x, y, yaw, edge))
        out.append((name, x, y, yaw))
        return True

    total = 5 * len(seats)
    camp = ["bear" if rng.random() < 0.35 else "tent" for _ in range(total)]
    stay = total if kind == "after-roll" else int(rng.integers(1, max(2, total // 2)))
    if kind == "end-of-round":
        missing = str(rng.choice(["bear", "tent"]))
        stay = min(stay, sum(c != missing for c in camp))
        camp.sort(key=lambda c: c == missing)
    for name in camp[:stay]:
        for _ in range(300):
            r, a = 85 * np.sqrt(rng.random()), rng.uniform(0, 6.3)
            if put(name, r * np.cos(a), r * np.sin(a), rng.uniform(0, 6.3), 0.3):
                break
    if kind == "after-roll" and rng.random() < 0.5:
        return out, pairs
    given = [int(rng.integers(len(seats))) for _ in camp[stay:]]
    for s, angle in enumerate(seats):
        mine = [c for c, g in zip(camp[stay:], given, strict=True) if g == s]
        players = [str(rng.choice(PLAYER)) for _ in range(5)]
        for k in range(max(len(mine), 5)):
            for _ in range(400):
                a = np.radians(angle + rng.normal(0, 16))
                r = rng.uniform(150, 260)
                x, y, yaw = r * np.cos(a), r * np.sin(a), rng.uniform(0, 6.3)
                if zone(x, y, seats) != s:
                    continue
                turn = yaw + rng.integers(4) * np.pi / 2
                d = edge + rng.uniform(0.4, 3.0)
                x2, y2 = x + d * np.cos(turn), y + d * np.sin(turn)
                both = k < len(mine) and k < 5 and rng.random() < 0.93
                if both:
                    if zone(x2, y2, seats) != s or not apart(x2, y2, yaw, edge, taken, 14.0):
                        continue
                    if put(players[k], x, y, yaw, 14.0):
                        if not put(mine[k], x2, y2, yaw + rng.integers(4) * np.pi / 2, 0.2):
                            out.pop()
                            taken.pop()
                            continue
                        pairs.append((len(out) - 2, len(out) - 1))
                        break
                elif put(mine[k] if k < len(mine) else players[k], x, y, yaw, 16.0):
                    break
    return out, pairs


def make(folder: Path, seed: int, masks: NDArray[np.uint8], pictures: int) -> None:
    """Write one set."""
    made = Made(seed, masks)
    rng = made.rng
    for sub in ("teach", "table", "truth"):
        (folder / sub).mkdir(parents=True, exist_ok=True)
    eye: Eye = made.eye
    info = dict(
        set=folder.name, kind="dice", size=list(PICTURE),
        K=[[eye.f, 0, eye.cx], [0, eye.f, eye.cy], [0, 0, 1]], dist=[0.0] * 5,
        card_mm=CARD, marker_mm=MARKER, dictionary="DICT_4X4_50", edge_mm=made.edge, tile=TILE,
    )  # fmt: skip
    (folder / "set.json").write_text(json.dumps(info))

    def save(path: str, image: NDArray[np.uint8]) -> None:
        cv2.imwrite(str(folder / path), image, [cv2.IMWRITE_JPEG_QUALITY, 92])

    save("background.jpg", made.picture([], made.lights[0])[0])
    for name in CAMP + PLAYER:
        dice = [
            made.die(
                name,
                (k % 4 - 1.5) * 55 + rng.normal(0, 6),
                (k // 4 - 0.5) * 70 + rng.normal(0, 6),
                rng.uniform(0, 6.3),
            )
            for k in range(int(rng.integers(5, 9)))
        ]
        save(f"teach/{name}.jpg", made.picture(dice, made.lights[0])[0])
    kinds = ["after-roll", "end-of-round", "mid-round", "end-of-round"]
    for n in range(pictures):
        seats = [[200.0, 340.0, 40.0, 140.0], [180.0, 0.0], [180.0, 90.0, 0.0]][int(rng.integers(3))]
        kind = kinds[n % 4]
        tags = [kind]
        placed, pairs = layout(made, seats, kind)
        named = [(f, made.die(f, x, y, yaw)) for f, x, y, yaw in placed]
        clutter = rng.random() < 0.4
        if clutter:
            tags.append("clutter")
            spots = [(d.x, d.y, d.yaw, d.edge) for _, d in named]
            for _ in range(2):
                x, y, yaw = rng.uniform(-280, 280), rng.uniform(-200, 200), rng.uniform(0, 6.3)
                if apart(x, y, yaw, made.edge, spots, 20.0) and np.hypot(x, y) > 130:
                    named.append(
                        (f"pips-{rng.integers(1, 7)}", made.die(f"pips-{rng.integers(1, 7)}", x, y, yaw))
                    )
        light = made.lights[int(rng.random() < 0.25)]
        hand = (float(rng.uniform(-200, 200)), float(rng.uniform(-120, 150))) if rng.random() < 0.15 else None
        if hand:
            tags.append("hand")
        image, ids, whole = made.picture(
            [d for _, d in named], light, papers=int(clutter) * 2, coins=int(clutter) * 2, hand=hand
        )
        save(f"table/{n:03d}.jpg", image)
        truth = made.truth(f"table/{n:03d}.jpg", named, pairs, seats, tags, image, ids, whole)
        (folder / f"truth/{n:03d}.json").write_text(json.dumps(truth))


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
