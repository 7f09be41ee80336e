"""Trains the embedding of top faces by supervised contrast (Khosla et al., 2020): the same icon near, others far.

A class is an icon in one of four quarter turns, whatever its colours, its size on the face, the light and the die.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from vision.training.nets import Embedding
from vision.training.scene import CROP

SIZE = 40  # px the network takes; a top edge is SIZE / 1.15 px
RIM = 6  # px left out where the crop's contrast is measured
JUNK = 24  # crops of no top in a batch: only ever negatives


def load(folder: Path) -> tuple[NDArray[np.uint8], NDArray[np.int32]]:
    """Crops and what they show, of all files."""
    crops, icons = [], []
    for file in sorted(folder.glob("*.npz")):
        if ".part" not in file.name:
            with np.load(file) as data:
                crops.append(data["crops"])
                icons.append(data["icons"])
    return np.concatenate(crops), np.concatenate(icons)


def jittered(crop: NDArray[np.uint8], quarter: int, rng: np.random.Generator) -> NDArray[np.float32]:
    """One crop as the finder might have cut it under another light, (3, SIZE, SIZE) float32."""
    corners = np.array([[0, 0], [SIZE, 0], [SIZE, SIZE], [0, SIZE]], np.float32) - SIZE / 2
    a = np.radians(rng.normal(0, 3.0))
    turn = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]], np.float32)
    source = corners * np.float32(np.exp(rng.normal(0, 0.03))) @ turn.T + rng.normal(0, 1.0, 2).astype(
        np.float32
    )
    source += rng.normal(0, 0.5, (4, 2)).astype(np.float32) + (CROP / 2 - 0.5)
    H = cv2.getPerspectiveTransform(source, np.roll(corners + SIZE / 2 - np.float32(0.5), quarter, 0))
    x = (
        np.asarray(
            cv2.warpPerspective(
                crop, H, (SIZE, SIZE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
            )
        ).astype(np.float32)
        / 255
    )
    if rng.random() < 0.25:
        n = int(rng.integers(14, 30))
        x = np.asarray(
            cv2.resize(
                cv2.resize(x, (n, n), interpolation=cv2.INTER_AREA),
                (SIZE, SIZE),
                interpolation=cv2.INTER_LINEAR,
            )
        )
    if rng.random() < 0.3:  # glare or a shadow's edge over part of the face
        yy, xx = np.mgrid[:SIZE, :SIZE].astype(np.float32) / SIZE - 0.5
        b = rng.uniform(0, 6.3)
        ramp = 1 / (
            1 + np.exp(-((xx * np.cos(b) + yy * np.sin(b)) - rng.uniform(-0.3, 0.5)) / rng.uniform(0.03, 0.3))
        )
        x = (
            x * (1 - ramp * np.float32(rng.uniform(0.2, 0.7)))[..., None]
            if rng.random() < 0.5
            else x + (1 - x) * (ramp * np.float32(rng.uniform(0.2, 0.65)))[..., None]
        )
    if rng.random() < 0.2:  # glare on the top alone, up to its rounded rim
        m = rng.uniform(3, 7)
        yy, xx = np.mgrid[:SIZE, :SIZE].astype(np.float32) - (SIZE / 2 - 0.5)
        side = 1 / (1 + np.exp((np.maximum(np.abs(xx), np.abs(yy)) - (SIZE / 2 - m)) / rng.uniform(0.3, 1.2)))
        x = (
            x
            + (np.float32(rng.uniform(0.6, 1.0)) - x) * (side * np.float32(rng.uniform(0.3, 0.85)))[..., None]
        )
    if rng.random() < 0.6:
        x = x ** np.float32(np.exp(rng.normal(0, 0.3)))
        x = x * np.exp(rng.normal(0, 0.1, 3)).astype(np.float32)
    if rng.random() < 0.3:
        x = x[:, :, rng.permutation(3)]
    if rng.random() < 0.15:
        x = np.repeat(x.mean(2, keepdims=True), 3, 2)
    if rng.random() < 0.3:
        x = x + rng.normal(0, rng.uniform(0.01, 0.05), x.shape)
    return standardised(np.clip(x, 0, 1).astype(np.float32))


def standardised(x: NDArray[np.float32]) -> NDArray[np.float32]:
    """Mean 0 in each channel and spread 1 on the inner part, where the icon is, (H, W, 3) -> (3, H, W).

    Glare fades the whole top and not the die's rim; measured on the inner part, the icon keeps its contrast.
    """
    inner = x[RIM:-RIM, RIM:-RIM]
    x = np.clip((x - inner.mean((0, 1))) / (inner.std((0, 1)).max() + np.float32(0.012)), -3, 3)
    return np.ascontiguousarray(x.transpose(2, 0, 1)).astype(np.float32)


def contrast(z: Tensor, labels: Tensor, heat: float = 0.08) -> Tensor:
    """Supervised contrastive loss of unit vectors (N, D); label -1 has no positives."""
    sim = z @ z.T / heat
    eye = torch.eye(len(z), dtype=torch.bool)
    sim = sim.masked_fill(eye, -1e4)
    same = (labels[:, None] == labels[None]) & ~eye & (labels[:, None] >= 0)
    log = sim - torch.logsumexp(sim, 1, keepdim=True)
    n = same.sum(1)
    use = n > 0
    return -((log * same).sum(1)[use] / n[use]).mean()


def episodes(
    net: Embedding,
    crops: NDArray[np.uint8],
    groups: list[NDArray[np.int64]],
    rng: np.random.Generator,
    count: int,
) -> str:
    """Five faces of five shots each, one query a face: share right, and wrong once the least sure 3 % are refused."""
    net.eval()
    right, margins = [], []
    with torch.no_grad():
        for _ in range(count):
            chosen = rng.choice(len(groups), 5, replace=False)
            xs = []
            for g in chosen:
                picks = rng.choice(groups[g], 6, replace=False)
                xs += [jittered(crops[k], 0, rng) for k in picks]
            z = torch.nn.functional.normalize(net(torch.from_numpy(np.stack(xs)))).numpy().reshape(5, 6, -1)
            for f in range(5):
                best = np.sort(z[:, :5] @ z[f, 5], 1)[:, -2:].mean(1)
                order = np.argsort(-best)
                right.append(order[0] == f)
                margins.append(best[order[0]] - best[order[1]])
    net.train()
    hit, gap = np.array(right), np.array(margins)
    kept = gap > np.quantile(gap, 0.03)
    return f"episodes right {hit.mean():.4f}, wrong after refusing 3 %: {(~hit[kept]).sum()}/{kept.sum()}"


def train(
    folder: Path, out: Path, minutes: float, classes: int, shots: int, seed: int, start: Path | None
) -> None:
    """Train for some minutes, saving every few hundred steps."""
    crops, icons = load(folder)
    rng = np.random.default_rng(seed)
    torch.manual_seed(seed)
    by_icon: dict[int, list[int]] = {}
    for k, i in enumerate(icons.tolist()):
        by_icon.setdefault(i, []).append(k)
    junk = np.array(by_icon.pop(-1))
    groups = {i: np.array(v) for i, v in by_icon.items() if len(v) >= 4}
    held = [v for i, v in groups.items() if i < 100000 and i % 20 == 0 and len(v) >= 6]
    keys = [i for i in groups if i >= 100000 or i % 20]
    chance = np.array([8.0 if i >= 100000 else 1.0 for i in keys])
    chance /= chance.sum()
    print(len(crops), "crops,", len(keys), "icons,", len(held), "held out", flush=True)
    net = Embedding()
    if start:
        net.load_state_dict(torch.load(start))
    net = net.to(memory_format=torch.channels_last)
    peak = 2e-3 if not start else 1e-3
    best = torch.optim.AdamW(net.parameters(), lr=peak, weight_decay=1e-3)
    began, step, mean = time.monotonic(), 0, 0.0
    while (done := (time.monotonic() - began) / (60 * minutes)) < 1:
        for group in best.param_groups:
            group["lr"] = peak * min(1.0, (step + 1) / 100) * 0.5 * (1 + np.cos(np.pi * done)) + 1e-5
        xs, labels = [], []
        for c, j in enumerate(rng.choice(len(keys), classes, replace=False, p=chance)):
            quarter = int(rng.integers(4))
            members = groups[keys[j]]
            for k in rng.choice(members, shots, replace=len(members) < shots):
                xs.append(jittered(crops[k], quarter, rng))
                labels.append(c)
        for k in rng.choice(junk, JUNK, replace=False):
            xs.append(jittered(crops[k], 0, rng))
            labels.append(-1)
        x = torch.from_numpy(np.stack(xs)).to(memory_format=torch.channels_last)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            z = net(x)
        loss = contrast(torch.nn.functional.normalize(z.float()), torch.tensor(labels))
        best.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        best.step()
        mean += loss.item()
        step += 1
        if step % 200 == 0:
            torch.save(net.state_dict(), out)
            figures = episodes(net, crops, held, np.random.default_rng(0), 60)
            print(f"{step} {time.monotonic() - began:.0f} s, loss {mean / 200:.4f}: {figures}", flush=True)
            mean = 0.0
    torch.save(net.state_dict(), out)
    print(f"{step} steps: {episodes(net, crops, held, np.random.default_rng(0), 400)}", flush=True)


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description="Train the embedding of top faces.")
    parser.add_argument("data", type=Path)
    parser.add_argument("-o", "--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--classes", type=int, default=48)
    parser.add_argument("--shots", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--start", type=Path)
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    cv2.setNumThreads(1)
    train(args.data, args.out, args.minutes, args.classes, args.shots, args.seed, args.start)


if __name__ == "__main__":
    main()
