"""Trains the embedding of top faces by supervised contrast (Khosla et al., 2020): the same icon near, others far.

A class is an icon in one of four quarter turns, whatever its colours, its size on the face, the light and the die.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from vision.training.arrays import Bytes, Floats
from vision.training.augment import jittered
from vision.training.dice import PIPS
from vision.training.nets import Embedding
from vision.training.pace import Pace
from vision.training.shards import shards

CLASSES, SHOTS = 48, 4
"""Icons in a batch, and crops of each."""
JUNK = 24
"""Crops of no top in a batch: only ever negatives."""
_HELD = 20
"""One icon in so many is held out."""

Numbers = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Crops:
    """Crops (N, CROP, CROP, 3), and which of them show which icon, none, or an icon held out."""

    crops: Bytes
    groups: Mapping[int, Numbers]
    """Crops of each icon that is learned; PIPS + pips are icons too."""
    held: Sequence[Numbers]
    """Crops of each icon held out."""
    junk: Numbers
    """Crops of no top."""

    def __len__(self) -> int:
        return len(self.crops)


def load(folder: Path) -> Crops:
    """The crops of all files."""
    crops, icons = [], []
    for file in shards(folder):
        with np.load(file) as data:
            crops.append(data["crops"])
            icons.append(data["icons"])
    by_icon: dict[int, list[int]] = {}
    for k, i in enumerate(np.concatenate(icons).tolist()):
        by_icon.setdefault(i, []).append(k)
    junk = np.array(by_icon.pop(-1))
    every = {i: np.array(v) for i, v in by_icon.items() if len(v) >= 4}
    held = [v for i, v in every.items() if i < PIPS and i % _HELD == 0 and len(v) >= 6]
    groups = {i: v for i, v in every.items() if i >= PIPS or i % _HELD}
    return Crops(np.concatenate(crops), groups, held, junk)


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


def episodes(net: Embedding, data: Crops, rng: np.random.Generator, count: int) -> str:
    """Five faces held out, five shots each, one query a face: how many are right, in words.

    And how many are wrong once the least sure 3 % are refused.
    """
    if len(data.held) < 5:
        return "too few icons held out to tell how good it is"
    net.eval()
    right, margins = [], []
    with torch.no_grad():
        for _ in range(count):
            xs = []
            for g in rng.choice(len(data.held), 5, replace=False):
                xs += [jittered(data.crops[k], 0, rng) for k in rng.choice(data.held[g], 6, replace=False)]
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


def batch(
    data: Crops, chances: Floats, rng: np.random.Generator, *, classes: int, shots: int
) -> tuple[Tensor, Tensor]:
    """So many shots of so many icons, each in a quarter turn, and junk: (N, 3, FACE, FACE) and labels (N,)."""
    keys = list(data.groups)
    xs, labels = [], []
    for c, j in enumerate(rng.choice(len(keys), classes, replace=False, p=chances)):
        quarter = int(rng.integers(4))
        members = data.groups[keys[j]]
        for k in rng.choice(members, shots, replace=len(members) < shots):
            xs.append(jittered(data.crops[k], quarter, rng))
            labels.append(c)
    for k in rng.choice(data.junk, JUNK, replace=len(data.junk) < JUNK):
        xs.append(jittered(data.crops[k], 0, rng))
        labels.append(-1)
    return torch.from_numpy(np.stack(xs)), torch.tensor(labels)


def train(folder: Path, out: Path, *, minutes: float) -> None:
    """Train for some minutes on all files of a folder, saving every few hundred steps."""
    cv2.setNumThreads(1)
    data = load(folder)
    rng = np.random.default_rng(1)
    torch.manual_seed(1)
    chances = np.array([8.0 if i >= PIPS else 1.0 for i in data.groups])
    chances /= chances.sum()
    classes = min(CLASSES, len(chances))
    print(f"embedding: {len(data)} crops, {len(chances)} icons, {len(data.held)} held out", flush=True)
    net = Embedding().to(memory_format=torch.channels_last)
    pace = Pace(2e-3, warm=100, minutes=minutes)
    optimizer = torch.optim.AdamW(net.parameters(), lr=pace.peak, weight_decay=1e-3)
    losses: list[float] = []
    while pace.done < 1:
        pace.step += 1
        pace.steer(optimizer)
        x, labels = batch(data, chances, rng, classes=classes, shots=SHOTS)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            z = net(x.to(memory_format=torch.channels_last))
        loss = contrast(torch.nn.functional.normalize(z.float()), labels)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimizer.step()
        losses.append(loss.item())
        if pace.step % 200 == 0:
            torch.save(net.state_dict(), out)
            good = episodes(net, data, np.random.default_rng(0), 60)
            print(
                f"embedding: {pace.step} {pace.seconds:.0f} s, loss {np.mean(losses):.4f}: {good}", flush=True
            )
            losses.clear()
    torch.save(net.state_dict(), out)
    print(f"embedding: {pace.step} steps: {episodes(net, data, np.random.default_rng(0), 400)}", flush=True)
