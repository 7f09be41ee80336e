"""Teaches a slim embedding what a large one answers, so that it is fast and no less good (Hinton et al., 2015).

The large one learns from icons, which takes many weights. What it found out is then handed on: the slim one sees the
same crops and is to give the same directions, those of what is no top too. So every threshold on likeness stays.
"""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import normalize

from vision.training.augment import jittered
from vision.training.nets import Embedding, SlimEmbedding
from vision.training.pace import Pace
from vision.training.train_embedding import Crops, episodes, load

_CROPS = 128
"""Crops in a batch."""
_LESSONS, _NEW = 40, 0.35
"""Batches kept with the large one's answers, and the share of steps with a new one: those take twice as long."""


def gap(said: Tensor, right: Tensor) -> Tensor:
    """How far directions (N, D) are from those that are right, and the likenesses among them from theirs."""
    mine, yours = normalize(said), normalize(right)
    apart = 1 - (mine * yours).sum(1).mean()
    return 10 * apart + 20 * (mine @ mine.T - yours @ yours.T).square().mean()


def lesson(data: Crops, master: nn.Module, rng: np.random.Generator) -> tuple[Tensor, Tensor]:
    """Some crops, (N, 3, FACE, FACE), and the master's answers to them."""
    chosen = rng.choice(len(data), min(_CROPS, len(data)), replace=False)
    crops = np.stack([jittered(data.crops[k], int(rng.integers(4)), rng) for k in chosen])
    x = torch.from_numpy(crops).to(memory_format=torch.channels_last)
    with torch.no_grad(), torch.autocast("cpu", dtype=torch.bfloat16):
        return x, master(x).float()


def distil(folder: Path, teacher: Path, out: Path, *, minutes: float) -> None:
    """Train the slim embedding for some minutes on all files of a folder, saving every few hundred steps.

    `teacher` holds the large one's weights.
    """
    cv2.setNumThreads(1)
    data = load(folder)
    rng = np.random.default_rng([1, 3])
    torch.manual_seed(1)
    master, pupil = Embedding(), SlimEmbedding()
    master.load_state_dict(torch.load(teacher))
    master.eval()
    master, pupil = (net.to(memory_format=torch.channels_last) for net in (master, pupil))
    pace = Pace(4e-3, warm=100, minutes=minutes)
    optimizer = torch.optim.AdamW(pupil.parameters(), lr=pace.peak, weight_decay=1e-3)
    losses: list[float] = []
    lessons: list[tuple[Tensor, Tensor]] = []
    while pace.done < 1:
        pace.step += 1
        pace.steer(optimizer)
        if len(lessons) < _LESSONS or rng.random() < _NEW:
            if len(lessons) == _LESSONS:
                lessons.pop(int(rng.integers(_LESSONS)))
            lessons.append(lesson(data, master, rng))
            x, right = lessons[-1]
        else:
            x, right = lessons[int(rng.integers(_LESSONS))]
        pupil.train()
        with torch.autocast("cpu", dtype=torch.bfloat16):
            said = pupil(x)
        loss = gap(said.float(), right)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(pupil.parameters(), 5.0)
        optimizer.step()
        losses.append(loss.item())
        if pace.step % 200 == 0:
            torch.save(pupil.state_dict(), out)
            good = episodes(pupil, data, np.random.default_rng(0), 60)
            print(f"slim: {pace.step} {pace.seconds:.0f} s, gap {np.mean(losses):.4f}: {good}", flush=True)
            losses.clear()
    torch.save(pupil.state_dict(), out)
    print(f"slim: {pace.step} steps: {episodes(pupil, data, np.random.default_rng(0), 400)}", flush=True)
