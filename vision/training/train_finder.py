"""Trains the finder of tops: on the rectified table (one size, one viewing side) or in loose pictures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from vision.training.arrays import Bytes, Floats
from vision.training.augment import augmented, mirrored, scaled, turned
from vision.training.eyes import PATCH
from vision.training.nets import Finder
from vision.training.pace import Pace
from vision.training.shards import shards
from vision.training.targets import LOOSE_OUTPUTS, TABLE_OUTPUTS, Target, peaks, target

BATCH = 16


@dataclass(frozen=True, eq=False)
class Scenes:
    """Scenes of some files: patches (N, PATCH, PATCH, 3), and the dice of scene k from bounds[k] to bounds[k + 1]."""

    patches: Bytes
    dice: Floats
    quads: Floats
    bounds: NDArray[np.intp]

    def __len__(self) -> int:
        return len(self.patches)

    def one(self, k: int) -> tuple[Bytes, Floats, Floats]:
        """Patch, dice (N, 6) and quads (N, 4, 2) of scene k."""
        part = slice(self.bounds[k], self.bounds[k + 1])
        return self.patches[k], self.dice[part], self.quads[part]


def load(files: Sequence[Path]) -> Scenes:
    """All scenes of some files."""
    patches, dice, quads, counts = [], [], [], []
    for file in files:
        with np.load(file) as data:
            patches.append(data["patches"])
            dice.append(data["dice"])
            quads.append(data["quads"])
            counts.append(np.bincount(data["scene"], minlength=len(data["patches"])))
    bounds = np.concatenate([[0], np.cumsum(np.concatenate(counts))])
    return Scenes(np.concatenate(patches), np.concatenate(dice), np.concatenate(quads), bounds)


def example(scenes: Scenes, k: int, rng: np.random.Generator, *, loose: bool) -> tuple[Floats, Target]:
    """Scene k as one might have seen it, (3, PATCH, PATCH), and what the finder should answer."""
    patch, dice, quads = scenes.one(k)
    if rng.random() < 0.5:
        patch, dice, quads = mirrored(patch, dice, quads)
    if loose and rng.random() < 0.75:  # the table finder always looks from its own side
        for _ in range(int(rng.integers(1, 4))):
            patch, dice, quads = turned(patch, dice, quads)
    wanted = target(dice, quads, loose=loose)
    return augmented(patch, rng), wanted


def loss_of(out: Tensor, heat: Tensor, weight: Tensor, values: Tensor, *, loose: bool) -> Tensor:
    """How wrong answers are, from those and the `Target`s of a batch.

    Focal loss of the heat (Zhou et al., Objects as Points, 2019), weighted L1 of the rest, cross entropy of the visible
    share.
    """
    logit = out[:, 0]
    p = torch.sigmoid(logit).clamp(1e-5, 1 - 1e-5)
    hit = heat >= 0.999
    pos = -((1 - p) ** 2) * torch.log(p) * hit
    neg = -((1 - heat) ** 4) * p**2 * torch.log(1 - p) * (~hit) * weight
    n = hit.sum().clamp_min(1)
    trust = values[:, 0]
    total = trust.sum().clamp_min(1)
    last = (LOOSE_OUTPUTS if loose else TABLE_OUTPUTS) - 1
    gaps = (out[:, 1:last] - values[:, 1:last]).abs() * trust[:, None]
    shape = gaps[:, :2].sum() * 1.0 + gaps[:, 2:].sum() * 0.6
    entropy = torch.nn.functional.binary_cross_entropy_with_logits
    seen = entropy(out[:, last], values[:, last], reduction="none") * trust
    return (pos.sum() + neg.sum()) / n + shape / total + 0.3 * seen.sum() / total


def check(net: Finder, held: Scenes) -> str:
    """Share found, false finds and place error on scenes held out, in words."""
    net.eval()
    wanted = false = 0
    errors: list[float] = []
    with torch.no_grad():
        for k in range(len(held)):
            patch, dice, _ = held.one(k)
            got = peaks(net(torch.from_numpy(scaled(patch)[None]))[0].numpy(), 0.4)
            gaps = np.hypot(got[:, None, 0] - dice[None, :, 0], got[:, None, 1] - dice[None, :, 1])
            nearest = gaps.min(0, initial=99.0)
            inside = ((dice[:, :2] > 6) & (dice[:, :2] < PATCH - 6)).all(1)
            plain = inside & (dice[:, 3] > 0.6) & (dice[:, 4] > 6) & (dice[:, 5] > 0)
            wanted += int(plain.sum())
            errors += nearest[plain & (nearest < 5)].tolist()
            false += int((gaps.min(1, initial=99.0) > 6).sum())
    net.train()
    off = np.percentile(errors or [np.nan], [50, 95])
    return (
        f"found {len(errors)}/{wanted} = {len(errors) / max(wanted, 1):.4f}, {false} false in {len(held)} scenes,"
        f" place error median {off[0]:.2f} px, p95 {off[1]:.2f}"
    )


def train(folder: Path, out: Path, *, loose: bool, minutes: float) -> None:
    """Train for some minutes on all files of a folder but the first, which checks it; saved after every epoch."""
    name = "loose" if loose else "finder"
    first, *others = shards(folder, "loose" if loose else "table")
    scenes, held = load(others), load([first])
    print(f"{name}: {len(scenes)} scenes", flush=True)
    torch.manual_seed(1)
    rng = np.random.default_rng(1)
    net = Finder(LOOSE_OUTPUTS if loose else TABLE_OUTPUTS, wide=loose)
    net = net.to(memory_format=torch.channels_last)
    net.head[-1].bias.data[0] = -4.0  # tops are rare
    batch = min(BATCH, len(scenes))
    rounds = len(scenes) // batch
    pace = Pace(3e-3, warm=100, minutes=minutes)
    optimizer = torch.optim.AdamW(net.parameters(), lr=pace.peak, weight_decay=1e-3)
    epoch = 0
    while pace.done < 1:
        order = rng.permutation(len(scenes))
        losses: list[float] = []
        for b in range(rounds):
            pace.steer(optimizer)
            chosen = [example(scenes, k, rng, loose=loose) for k in order[b * batch : (b + 1) * batch]]
            losses.append(_step(net, optimizer, chosen, loose=loose))
            pace.step += 1
            if pace.step % 50 == 0:
                print(f"{name}:   {pace.step} {np.mean(losses):.3f} {pace.seconds:.0f} s", flush=True)
            if pace.done >= 1:
                break
        torch.save(net.state_dict(), out)
        print(
            f"{name}: epoch {epoch} {pace.seconds:.0f} s, loss {np.mean(losses):.4f}: {check(net, held)}",
            flush=True,
        )
        epoch += 1
    torch.save(net.state_dict(), out)  # also where not one epoch was possible


def _step(
    net: Finder,
    optimizer: torch.optim.Optimizer,
    chosen: Sequence[tuple[Floats, Target]],
    *,
    loose: bool,
) -> float:
    """Learn from one batch; returns its loss."""
    x = torch.from_numpy(np.stack([c[0] for c in chosen]))
    heat, weight, values = (
        torch.from_numpy(np.stack(part))
        for part in zip(*((t.heat, t.weight, t.values) for _, t in chosen), strict=True)
    )
    with torch.autocast("cpu", dtype=torch.bfloat16):
        out = net(x.to(memory_format=torch.channels_last))
    loss = loss_of(out.float(), heat, weight, values, loose=loose)
    optimizer.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
    optimizer.step()
    return float(loss.item())
