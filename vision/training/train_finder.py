"""Trains the finder of tops: on the rectified table (one size, one viewing side) or in loose pictures."""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from vision.training.nets import Finder
from vision.training.scene import PATCH

STRIDE = 4
CELLS = PATCH // STRIDE
TABLE_OUTPUTS, LOOSE_OUTPUTS = 6, 9

Arrays = dict[str, NDArray[Any]]


def load(files: Sequence[Path]) -> Arrays:
    """All scenes of some files, scene indices made to run on."""
    parts: dict[str, list[NDArray[Any]]] = {"patches": [], "scene": [], "dice": [], "quads": []}
    count = 0
    for file in files:
        with np.load(file) as data:
            parts["patches"].append(data["patches"])
            parts["scene"].append(data["scene"] + count)
            parts["dice"].append(data["dice"])
            parts["quads"].append(data["quads"])
            count += len(data["patches"])
    return {k: np.concatenate(v) for k, v in parts.items()}


def shape_of(quads: NDArray[np.floating[Any]]) -> NDArray[np.floating[Any]]:
    """(N, 4, 2) px -> (N, 5): second moments xx, xy, yy (cells squared) and cos, sin of four times the turn.

    A top seen from afar is a parallelogram with edges e1, e2: E = M^(1/2) R(turn), M = E E'. Neither swapping the
    edges nor their signs changes the five numbers, so they can be learned without naming the corners.
    """
    e1 = (quads[:, 1] + quads[:, 2] - quads[:, 0] - quads[:, 3]) / 2 / STRIDE
    e2 = (quads[:, 0] + quads[:, 1] - quads[:, 2] - quads[:, 3]) / 2 / STRIDE
    E = np.stack([e1, e2], 2).astype(np.float64)  # columns
    M = E @ E.transpose(0, 2, 1)
    w, v = np.linalg.eigh(M)
    root = v @ (1 / np.sqrt(np.maximum(w, 1e-6))[:, :, None] * v.transpose(0, 2, 1))
    Q = root @ E
    turn = np.arctan2(Q[:, 1, 0], Q[:, 0, 0])
    return np.stack([M[:, 0, 0], M[:, 0, 1], M[:, 1, 1], np.cos(4 * turn), np.sin(4 * turn)], 1).astype(
        np.float32
    )


def targets(
    dice: NDArray[np.floating[Any]], quads: NDArray[np.floating[Any]], loose: bool
) -> tuple[NDArray[np.floating[Any]], NDArray[np.floating[Any]], NDArray[np.floating[Any]]]:
    """Heat (H, W), weight of the heat's loss (H, W) and values (outputs, H, W), the last with the share of trust."""
    outputs = LOOSE_OUTPUTS if loose else TABLE_OUTPUTS
    heat = np.zeros((CELLS, CELLS), np.float32)
    weight = np.ones((CELLS, CELLS), np.float32)
    values = np.zeros((outputs, CELLS, CELLS), np.float32)
    nearest = np.full((CELLS, CELLS), 1e9, np.float32)
    trust = np.zeros((CELLS, CELLS), np.float32)
    yy, xx = np.mgrid[:CELLS, :CELLS].astype(np.float32)
    shape = shape_of(quads) if len(quads) else np.zeros((0, 5), np.float32)
    for (x, y, yaw, visible, _, known), form in zip(dice, shape, strict=True):
        cx, cy = (x + 0.5) / STRIDE - 0.5, (y + 0.5) / STRIDE - 0.5
        if not (-2 < cx < CELLS + 1 and -2 < cy < CELLS + 1):
            continue
        size = float(np.sqrt(max(form[0] + form[2], 1e-3) / 2)) if loose else 4.0
        d2 = (xx - cx) ** 2 + (yy - cy) ** 2
        if visible < 0.4 or not known:
            if visible > 0.08:
                weight[d2 < (0.45 * size) ** 2] = 0
            continue
        bell = np.exp(-d2 / (2 * (0.17 * size) ** 2))
        iy, ix = round(float(cy)), round(float(cx))
        if 0 <= iy < CELLS and 0 <= ix < CELLS:
            bell[iy, ix] = 1
        heat = np.maximum(heat, bell)
        near = (d2 < nearest) & (d2 < (0.4 * size) ** 2)
        nearest[near] = d2[near]
        trust[near] = np.maximum(bell, 0.15)[near]
        values[1][near], values[2][near] = (cx - xx)[near], (cy - yy)[near]
        if loose:
            for k in range(5):
                values[3 + k][near] = form[k] / (16.0 if k < 3 else 1.0)
        else:
            values[3][near], values[4][near] = np.cos(4 * yaw), np.sin(4 * yaw)
        values[outputs - 1][near] = visible
    values[0] = trust
    return heat, weight, values


def augmented(patch: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.floating[Any]]:
    """Colours, gamma and channels shuffled, (3, H, W) float32 as the network takes them."""
    x = patch.astype(np.float32) / 255
    if rng.random() < 0.7:
        x = x ** np.float32(np.exp(rng.normal(0, 0.2)))
        x = x * np.exp(rng.normal(0, 0.12, 3)).astype(np.float32) * np.float32(np.exp(rng.normal(0, 0.15)))
    if rng.random() < 0.3:
        x = x[:, :, rng.permutation(3)]
    if rng.random() < 0.1:
        x = np.repeat(x.mean(2, keepdims=True), 3, 2)
    return np.ascontiguousarray((np.clip(x, 0, 1) - 0.45).transpose(2, 0, 1)) * 4


def loss_of(out: Tensor, heat: Tensor, weight: Tensor, values: Tensor, loose: bool) -> Tensor:
    """Focal loss of the heat (Zhou et al., Objects as Points, 2019), weighted L1 of the rest, BCE of the share."""
    logit = out[:, 0]
    p = torch.sigmoid(logit).clamp(1e-5, 1 - 1e-5)
    hit = heat >= 0.999
    pos = -((1 - p) ** 2) * torch.log(p) * hit
    neg = -((1 - heat) ** 4) * p**2 * torch.log(1 - p) * (~hit) * weight
    n = hit.sum().clamp_min(1)
    trust = values[:, 0]
    total = trust.sum().clamp_min(1)
    last = 8 if loose else 5
    gaps = (out[:, 1:last] - values[:, 1:last]).abs() * trust[:, None]
    shape = gaps[:, :2].sum() * 1.0 + gaps[:, 2:].sum() * 0.6
    seen = (
        torch.nn.functional.binary_cross_entropy_with_logits(out[:, last], values[:, last], reduction="none")
        * trust
    )
    return (pos.sum() + neg.sum()) / n + shape / total + 0.3 * seen.sum() / total


def peaks(out: NDArray[np.floating[Any]], floor: float) -> NDArray[np.floating[Any]]:
    """Maxima of the heat, (N, 3): x, y px, score."""
    p = 1 / (1 + np.exp(-out[0]))
    padded = np.pad(p, 1)
    around = np.max([padded[a : a + CELLS, b : b + CELLS] for a in range(3) for b in range(3)], 0)
    iy, ix = np.nonzero((p >= around) & (p > floor))
    x = (ix + out[1][iy, ix] + 0.5) * STRIDE - 0.5
    y = (iy + out[2][iy, ix] + 0.5) * STRIDE - 0.5
    return np.stack([x, y, p[iy, ix]], 1)


def check(net: Finder, data: Arrays) -> str:
    """Share found, false finds a scene and place error on held-out scenes."""
    net.eval()
    dice, scene = data["dice"], data["scene"]
    found = wanted = false = 0
    errors: list[float] = []
    with torch.no_grad():
        for k in range(len(data["patches"])):
            x = torch.from_numpy(
                ((data["patches"][k].astype(np.float32) / 255 - 0.45) * 4).transpose(2, 0, 1)[None].copy()
            )
            got = peaks(net(x)[0].numpy(), 0.4)
            mine = dice[scene == k]
            for x0, y0, _, visible, spread, known in mine:
                inside = 6 < x0 < PATCH - 6 and 6 < y0 < PATCH - 6
                d = np.hypot(got[:, 0] - x0, got[:, 1] - y0) if len(got) else np.array([99.0])
                if visible > 0.6 and known and inside and spread > 6:
                    wanted += 1
                    found += bool(d.min() < 5)
                    if d.min() < 5:
                        errors.append(float(d.min()))
            for g in got:
                if not len(mine) or np.hypot(mine[:, 0] - g[0], mine[:, 1] - g[1]).min() > 6:
                    false += 1
    net.train()
    return (
        f"found {found}/{wanted} = {found / max(wanted, 1):.4f}, {false} false in {len(data['patches'])} scenes, "
        f"place error median {np.median(errors):.2f} px, p95 {np.percentile(errors, 95):.2f}"
    )


def train(
    folder: Path,
    out: Path,
    loose: bool,
    epochs: int,
    minutes: float,
    batch: int,
    seed: int,
    start: Path | None,
) -> None:
    """Train, saving after every epoch; stops at `minutes` with the learning rate run down."""
    name = "loose" if loose else "table"
    files = sorted(f for f in folder.glob(f"{name}-*.npz") if ".part" not in f.name)
    data, held = load(files[1:]), load(files[:1])
    bounds = np.searchsorted(data["scene"], np.arange(len(data["patches"]) + 1))
    print(len(data["patches"]), "scenes", flush=True)
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    net = Finder(LOOSE_OUTPUTS if loose else TABLE_OUTPUTS)
    if start:
        net.load_state_dict(torch.load(start))
    net = net.to(memory_format=torch.channels_last)
    net.head[-1].bias.data[0] = -4.0 if not start else net.head[-1].bias.data[0]
    peak = 3e-3 if not start else 1.5e-3
    best = torch.optim.AdamW(net.parameters(), lr=peak, weight_decay=1e-3)
    steps = epochs * (len(data["patches"]) // batch)
    began, step = time.monotonic(), 0
    for epoch in range(epochs):
        order = rng.permutation(len(data["patches"]))
        mean = 0.0
        for b in range(len(order) // batch):
            done = max(step / steps, (time.monotonic() - began) / (60 * minutes))
            if done >= 1:
                break
            for group in best.param_groups:
                group["lr"] = peak * min(1.0, step / 100) * 0.5 * (1 + np.cos(np.pi * done)) + 1e-5
            xs, hs, ws, vs = [], [], [], []
            for k in order[b * batch : (b + 1) * batch]:
                patch = data["patches"][k]
                rows, quads = (
                    data["dice"][bounds[k] : bounds[k + 1]].copy(),
                    data["quads"][bounds[k] : bounds[k + 1]].copy(),
                )
                if rng.random() < 0.5:
                    patch = patch[:, ::-1]
                    rows[:, 0], rows[:, 2] = PATCH - 1 - rows[:, 0], np.pi - rows[:, 2]
                    quads[..., 0] = PATCH - 1 - quads[..., 0]
                if loose and rng.random() < 0.75:  # the table finder always looks from its own side
                    turns = int(rng.integers(1, 4))
                    for _ in range(turns):
                        patch = np.rot90(patch)
                        quads = np.stack([quads[..., 1], PATCH - 1 - quads[..., 0]], -1)
                        rows[:, 0], rows[:, 1] = rows[:, 1].copy(), PATCH - 1 - rows[:, 0]
                heat, weight, values = targets(rows, quads, loose)
                xs.append(augmented(patch, rng))
                hs.append(heat)
                ws.append(weight)
                vs.append(values)
            x, heat_t, weight_t, values_t = (torch.from_numpy(np.stack(a)) for a in (xs, hs, ws, vs))
            with torch.autocast("cpu", dtype=torch.bfloat16):
                out_t = net(x.to(memory_format=torch.channels_last))
            loss = loss_of(out_t.float(), heat_t, weight_t, values_t, loose)
            best.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
            best.step()
            mean += loss.item()
            step += 1
            if step % 50 == 0:
                print(f"  {step} {mean / (b + 1):.3f} {time.monotonic() - began:.0f} s", flush=True)
        torch.save(net.state_dict(), out)
        print(
            f"epoch {epoch} {time.monotonic() - began:.0f} s, loss {mean / max(b, 1):.4f}: {check(net, held)}",
            flush=True,
        )
        if max(step / steps, (time.monotonic() - began) / (60 * minutes)) >= 1:
            break


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description="Train the finder of tops.")
    parser.add_argument("data", type=Path)
    parser.add_argument("-o", "--out", type=Path, required=True)
    parser.add_argument("--loose", action="store_true")
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--minutes", type=float, default=1e9)
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=Path)
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    train(args.data, args.out, args.loose, args.epochs, args.minutes, args.batch, args.seed, args.start)


if __name__ == "__main__":
    main()
