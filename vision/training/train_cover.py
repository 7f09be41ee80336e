"""Trains the network that sees hands and arms over the table."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor, nn

from vision.training.arrays import Bytes
from vision.training.augment import nudged
from vision.training.nets import Cover
from vision.training.pace import Pace

BATCH = 12
_HELD = 150
"""Scenes held out, if there are many more."""


def loss_of(logit: Tensor, marks: Tensor) -> Tensor:
    """How wrong logits (N, H, W) are, from those and the marks (N, H, W), 0..1: cross entropy and lack of overlap.

    The latter as in Milletari et al., V-Net, 2016.
    """
    p = torch.sigmoid(logit)
    overlap = 1 - (2 * (p * marks).sum((1, 2)) + 20) / (p.sum((1, 2)) + marks.sum((1, 2)) + 20)
    return nn.functional.binary_cross_entropy_with_logits(logit, marks) + 0.3 * overlap.mean()


def overlap_on(net: Cover, pairs: Bytes, marks: Bytes) -> float:
    """Of what is marked in scenes held out, by the network or in truth, the share that is in both."""
    net.eval()
    both = either = 0.0
    with torch.no_grad():
        for pair, mark in zip(pairs, marks, strict=True):
            x = np.ascontiguousarray((pair.astype(np.float32) / 255 - 0.45).transpose(2, 0, 1)[None] * 4)
            seen = net(torch.from_numpy(x))[0, 0].numpy() > 0
            true = mark > 127
            both, either = both + float((seen & true).sum()), either + float((seen | true).sum())
    net.train()
    return both / max(either, 1)


def train(scenes: Path, out: Path, *, minutes: float) -> None:
    """Train for some minutes on a file of scenes, saving every hundred steps; checked on the first of the scenes."""
    cv2.setNumThreads(1)
    with np.load(scenes) as data:
        pairs, marks = data["pairs"], data["masks"]
    torch.manual_seed(1)
    rng = np.random.default_rng(1)
    net = Cover().to(memory_format=torch.channels_last)
    pace = Pace(2e-3, warm=50, minutes=minutes)
    optimizer = torch.optim.AdamW(net.parameters(), lr=pace.peak, weight_decay=1e-3)
    held = min(_HELD, len(pairs) // 4)
    print(f"cover: {len(pairs) - held} scenes", flush=True)
    losses: list[float] = []
    while pace.done < 1:
        pace.step += 1
        pace.steer(optimizer)
        chosen = [nudged(pairs[k], marks[k], rng) for k in rng.integers(held, len(pairs), BATCH)]
        x, y = (torch.from_numpy(np.stack(part)) for part in zip(*chosen, strict=True))
        with torch.autocast("cpu", dtype=torch.bfloat16):
            logit = net(x.to(memory_format=torch.channels_last))[:, 0]
        loss = loss_of(logit.float(), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
        if pace.step % 100 == 0:
            torch.save(net.state_dict(), out)
            print(f"cover: {pace.step} {pace.seconds:.0f} s, loss {np.mean(losses):.4f}", flush=True)
            losses.clear()
    torch.save(net.state_dict(), out)
    print(f"cover: held out: overlap {overlap_on(net, pairs[:held], marks[:held]):.3f}", flush=True)
