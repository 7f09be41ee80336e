"""Makes pairs of small pictures, the empty table and the table in use, and trains the network that sees hands and arms.

Cards, books, cups, pens and dice are in the pictures too, but only what reaches over the table from outside is marked:
a book hides no dice, an arm may.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from vision.training import surfaces, things
from vision.training.nets import Residual, conv
from vision.training.scene import Shot, develop, die_kinds, make_light, photograph, strew
from vision.training.solids import Eye, Light, look_at

Array = NDArray[np.floating[Any]]
SIZE = (288, 160)  # px, width and height of what the network takes
_DRAWN = 2  # drawn at twice that


class CoverNet(nn.Module):
    """(N, 6, H, W), now and empty, H and W multiples of 16 -> (N, 1, H/2, W/2): logit of an arm or a hand."""

    def __init__(self) -> None:
        super().__init__()
        self.one = conv(6, 16, 3, 2)
        self.two = nn.Sequential(conv(16, 32, 3, 2), Residual(32))
        self.three = nn.Sequential(conv(32, 48, 3, 2), Residual(48), Residual(48, 5))
        self.four = nn.Sequential(conv(48, 64, 3, 2), Residual(64, 5), Residual(64, 5))
        self.up3 = nn.Sequential(conv(64, 48, 1), Residual(48))
        self.up2 = nn.Sequential(conv(48, 32, 1), Residual(32))
        self.up1 = nn.Sequential(conv(32, 16, 1), conv(16, 16))
        self.out = nn.Conv2d(16, 1, 1)

    def forward(self, x: Tensor) -> Tensor:
        """Logits."""

        def twice(y: Tensor) -> Tensor:
            return nn.functional.interpolate(y, scale_factor=2.0, mode="nearest")

        a = self.one(x)
        b = self.two(a)
        c = self.three(b)
        d = self.four(c)
        c = c + twice(self.up3(d))
        b = b + twice(self.up2(c))
        return self.out(a + twice(self.up1(b)))


def arm(
    image: Array,
    ids: NDArray[np.int16],
    eye: Eye,
    light: Light,
    rng: np.random.Generator,
    mask: NDArray[np.uint8],
    table: Array,
) -> None:
    """An arm with its hand, jointed fingers and all, reaching in from beyond the picture; marks it in `mask`."""
    before = ids.copy()
    ids[:] = 7
    skin = (
        np.array([0.22, 0.33, 0.6], np.float32)
        * rng.uniform(0.12, 1.4)
        * rng.uniform(0.88, 1.12, 3).astype(np.float32)
    )
    if rng.random() < 0.3:  # hardly to be told from the table by its colour
        skin = table * np.exp(rng.normal(0, 0.2, 3)).astype(np.float32) * np.float32(rng.uniform(0.6, 1.6))
    towards = rng.uniform(0, 2 * np.pi)
    d = np.array([np.cos(towards), np.sin(towards), 0])
    n = np.array([-d[1], d[0], 0])
    tip = np.array([rng.uniform(-320, 320), rng.uniform(-240, 300), rng.uniform(8, 40)])
    size = rng.uniform(0.75, 1.1)
    palm = tip - d * 80 * size + np.array([0, 0, rng.uniform(5, 35)])
    wrist = palm - d * 70 * size + np.array([0, 0, rng.uniform(0, 25)])
    bend = n * rng.uniform(-80, 80)
    elbow = wrist - d * 220 + bend + np.array([0, 0, rng.uniform(0, 90)])
    far = elbow - d * 300 + bend + np.array([0, 0, rng.uniform(0, 150)])
    cuff = wrist - (wrist - elbow) * rng.uniform(0, 0.7)
    cloth = surfaces.colour(rng) if rng.random() < 0.8 else skin

    def rod(a: NDArray[np.float64], b: NDArray[np.float64], ra: float, rb: float, colour: Array) -> None:
        things.rod(image, ids, eye, eye.project, a, b, ra * size, rb * size, colour, light)

    rod(far, elbow, 52, 46, cloth)
    rod(elbow, cuff, 46, 38, cloth)
    rod(cuff, wrist, 32, 27, skin)
    rod(wrist, palm, 30, 40, skin)
    rod(palm, palm + d * 32 * size, 40, 37, skin)
    spread = rng.uniform(8, 22)
    for k in range(4):
        root = palm + (n * (k - 1.5) * 20 + d * 28) * size
        middle = (
            root
            + (d * rng.uniform(22, 38) + n * (k - 1.5) * (spread - 15)) * size
            + np.array([0, 0, rng.uniform(-4, 14)])
        )
        end = middle + (d * rng.uniform(5, 34)) * size + np.array([0, 0, rng.uniform(-22, 2)])
        shade = skin * np.float32(rng.uniform(0.9, 1.1))
        rod(root, middle, 11, 9.5, shade)
        rod(middle, np.maximum(end, [-1e9, -1e9, 5]), 9.5, 7, shade)
    thumb = palm - n * 34 * size * rng.choice([-1, 1])
    rod(thumb, thumb + d * 45 * size, 13, 9, skin)
    mask[ids == 0] = 255
    ids[:] = before


def scene(rng: np.random.Generator, masks: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Now and empty, (H, W, 6) uint8, and the arm's mask (H/2, W/2) uint8."""
    width, height = SIZE[0] * _DRAWN, SIZE[1] * _DRAWN
    f = width * rng.uniform(0.68, 0.8)
    eye = look_at(
        rng.uniform(620, 800),
        np.radians(rng.uniform(42, 65)),
        rng.normal(0, 0.12),
        rng.normal(0, 0.03),
        (rng.normal(0, 20), rng.normal(0, 25)),
        f,
        (width, height),
    )
    shot = Shot(eye, (0, 0), (width, height), (0.0, 0.0), 460.0)
    light = make_light(rng)
    other = light if rng.random() < 0.6 else make_light(rng)
    tile, laid = surfaces.table(rng, masks), (float(rng.uniform(0.8, 3)), float(rng.uniform(0, 6)))
    mask = np.zeros((height, width), np.uint8)
    dice = strew(rng, die_kinds(rng, masks, False, 0.0), (0.0, 0.0), 260.0, int(rng.integers(0, 40)))
    papers = [(rng.uniform(-400, 400), rng.uniform(-300, 320)) for _ in range(int(rng.poisson(2.5)))]
    cups = [(rng.uniform(-350, 350), rng.uniform(0, 330)) for _ in range(int(rng.poisson(0.5)))]
    rods = [
        (rng.uniform(-350, 350), rng.uniform(-250, 300), rng.uniform(0, 6.3))
        for _ in range(int(rng.poisson(0.8)))
    ]
    arms = int(rng.choice([0, 1, 2], p=[0.35, 0.55, 0.1]))

    def flat(image: Array, project: things.Project) -> None:
        for place in papers:
            things.paper(image, project, place, light, masks, rng)
        if arms and rng.random() < 0.7:  # the arm's shadow
            dark = np.zeros(image.shape[:2], np.uint8)
            a = rng.uniform(0, 6.3)
            p = np.array([rng.uniform(-250, 250), rng.uniform(-200, 200)])
            q = p + 700 * np.array([np.cos(a), np.sin(a)])
            ends = project(np.array([[*p, 0], [*q, 0]]))
            cv2.line(
                dark,
                tuple(int(v) for v in np.clip(ends[0], -3000, 3000)),
                tuple(int(v) for v in np.clip(ends[1], -3000, 3000)),
                255,
                int(rng.integers(12, 40)),
            )
            soft = np.asarray(cv2.GaussianBlur(dark, (0, 0), rng.uniform(1, 8)), np.float32)[..., None] / 255
            image *= 1 - soft * np.float32(rng.uniform(0.2, 0.7))

    def standing(image: Array, ids: NDArray[np.int16], project: things.Project) -> None:
        for place in cups:
            things.cup(image, ids, project, place, light, rng)
        for x, y, t in rods:
            a = np.array([x, y, 4.0])
            things.rod(
                image,
                ids,
                eye,
                project,
                a,
                a + np.array([np.cos(t), np.sin(t), 0]) * 140,
                4,
                4,
                surfaces.colour(rng),
                light,
            )

    def over(image: Array, ids: NDArray[np.int16], _project: things.Project) -> None:
        for _ in range(arms):
            arm(image, ids, eye, light, rng, mask, tile.mean((0, 1)))

    now = photograph(shot, dice, light, tile, laid, rng, flat=flat, standing=standing, over=over)[0]
    empty = photograph(
        shot, [], other, tile, laid, rng, flat=lambda *_: None, standing=lambda *_: None, over=lambda *_: None
    )[0]
    small = [
        np.asarray(cv2.resize(develop(p, rng, False), SIZE, interpolation=cv2.INTER_AREA))
        for p in (now, empty)
    ]
    half = np.asarray(cv2.resize(mask, (SIZE[0] // 2, SIZE[1] // 2), interpolation=cv2.INTER_AREA), np.uint8)
    return np.concatenate(small, 2).astype(np.uint8, copy=False), half


def nudged(pair: NDArray[np.uint8], mask: NDArray[np.uint8], rng: np.random.Generator) -> tuple[Array, Array]:
    """Mirrored, recoloured, the empty picture shifted a little and sometimes missing; as the network takes it."""
    x = pair.astype(np.float32) / 255
    if rng.random() < 0.5:
        x, mask = x[:, ::-1], mask[:, ::-1]
    if rng.random() < 0.5:
        order = rng.permutation(3)
        x = x[..., np.concatenate([order, order + 3])]
    if rng.random() < 0.4:
        M = np.array([[1, 0, rng.normal(0, 1.0)], [0, 1, rng.normal(0, 1.0)]], np.float32)
        x = np.concatenate(
            [
                x[..., :3],
                np.asarray(
                    cv2.warpAffine(np.ascontiguousarray(x[..., 3:]), M, SIZE, borderMode=cv2.BORDER_REPLICATE)
                ),
            ],
            2,
        )
    for part in (slice(0, 3), slice(3, 6)):
        x[..., part] = x[..., part] ** np.float32(np.exp(rng.normal(0, 0.12))) * np.exp(
            rng.normal(0, 0.08, 3)
        ).astype(np.float32)
    x = x + rng.normal(0, 0.008, x.shape).astype(np.float32)
    x = (np.clip(x, 0, 1) - 0.45) * 4
    if rng.random() < 0.1:
        x[..., 3:] = 0  # no picture of the empty table
    return np.ascontiguousarray(x.transpose(2, 0, 1)), np.ascontiguousarray(mask, np.float32) / 255


def main() -> None:
    """Command line: make scenes (kept in a file), train, save."""
    parser = argparse.ArgumentParser(description="Train the network that sees hands and arms over the table.")
    parser.add_argument("icons", type=Path)
    parser.add_argument("scenes", type=Path, help="an .npz file of scenes: made if missing")
    parser.add_argument("-o", "--out", type=Path, required=True)
    parser.add_argument("--count", type=int, default=3600)
    parser.add_argument("--minutes", type=float, default=8)
    parser.add_argument("--threads", type=int, default=1)
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    cv2.setNumThreads(1)
    if not args.scenes.exists():
        masks = np.load(args.icons)["masks"]
        made = [scene(np.random.default_rng([11, k]), masks) for k in range(args.count)]
        np.savez(args.scenes, pairs=np.stack([m[0] for m in made]), masks=np.stack([m[1] for m in made]))
    with np.load(args.scenes) as data:
        pairs, marks = data["pairs"], data["masks"]
    torch.manual_seed(1)
    rng = np.random.default_rng(1)
    net = CoverNet().to(memory_format=torch.channels_last)
    best = torch.optim.AdamW(net.parameters(), lr=2e-3, weight_decay=1e-3)
    held = 150
    began, step, mean = time.monotonic(), 0, 0.0
    while (done := (time.monotonic() - began) / (60 * args.minutes)) < 1:
        for group in best.param_groups:
            group["lr"] = 2e-3 * min(1.0, (step + 1) / 50) * 0.5 * (1 + np.cos(np.pi * done)) + 1e-5
        chosen = [nudged(pairs[k], marks[k], rng) for k in rng.integers(held, len(pairs), 12)]
        x, y = (
            torch.from_numpy(np.stack([c[0] for c in chosen])),
            torch.from_numpy(np.stack([c[1] for c in chosen])),
        )
        with torch.autocast("cpu", dtype=torch.bfloat16):
            out = net(x.to(memory_format=torch.channels_last))[:, 0]
        p = torch.sigmoid(out.float())
        overlap = 1 - (2 * (p * y).sum((1, 2)) + 20) / (p.sum((1, 2)) + y.sum((1, 2)) + 20)
        loss = nn.functional.binary_cross_entropy_with_logits(out.float(), y) + 0.3 * overlap.mean()
        best.zero_grad()
        loss.backward()
        best.step()
        step, mean = step + 1, mean + loss.item()
        if step % 100 == 0:
            print(step, f"{time.monotonic() - began:.0f} s, loss {mean / 100:.4f}", flush=True)
            mean = 0.0
            torch.save(net.state_dict(), args.out)
    net.eval()
    good = bad = 0.0
    with torch.no_grad():
        for k in range(held):
            x = (pairs[k].astype(np.float32) / 255 - 0.45).transpose(2, 0, 1)[None] * 4
            p = net(torch.from_numpy(np.ascontiguousarray(x)))[0, 0].numpy() > 0
            t = marks[k] > 127
            good, bad = good + float((p & t).sum()), bad + float((p ^ t).sum())
    torch.save(net.state_dict(), args.out)
    print(f"held out: overlap {good / max(good + bad, 1):.3f}")


if __name__ == "__main__":
    main()
