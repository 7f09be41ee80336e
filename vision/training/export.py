"""Writes trained weights as ONNX, and checks that OpenCV gives what PyTorch gave."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch

from vision.training.augment import FACE
from vision.training.covers import SIZE as COVER_SIZE
from vision.training.nets import Cover, Finder, Rest, SlimEmbedding
from vision.training.targets import LOOSE_OUTPUTS, TABLE_OUTPUTS

_CLOSE = 1e-3
_ANY_SIZE = {0: "n", 2: "h", 3: "w"}


class OpenCVDiffers(RuntimeError):
    """OpenCV computes something else than PyTorch from the same network; the file is not to be trusted."""


@dataclass(frozen=True, eq=False)
class Part:
    """What becomes one file: a module, the shape of an input to try it with, and the names of axes of any length."""

    net: torch.nn.Module
    shape: tuple[int, ...]
    axes: dict[int, str]


@dataclass(frozen=True, eq=False)
class Form:
    """A network without its weights, and its parts by the names of their files, each fed by the one before it."""

    net: torch.nn.Module
    parts: dict[str, Part]


def form(name: str) -> Form:
    """Of the network `finder`, `loose`, `embedding` or `cover`."""
    if name == "finder":
        finder = Finder(TABLE_OUTPUTS, wide=False)
        width = finder.lift[0].out_channels
        stem = Part(finder.stem, (1, 3, 256, 320), _ANY_SIZE)
        return Form(finder, {"finder-stem": stem, name: Part(Rest(finder), (1, width, 64, 80), _ANY_SIZE)})
    if name == "loose":
        return _whole(name, Finder(LOOSE_OUTPUTS, wide=True), (1, 3, 256, 320), _ANY_SIZE)
    if name == "embedding":
        return _whole(name, SlimEmbedding(), (5, 3, FACE, FACE), {0: "n"})
    if name == "cover":
        return _whole(name, Cover(), (1, 6, COVER_SIZE[1], COVER_SIZE[0]), {0: "n"})
    raise ValueError(f"there is no network {name}")


def _whole(name: str, net: torch.nn.Module, shape: tuple[int, ...], axes: dict[int, str]) -> Form:
    return Form(net, {name: Part(net, shape, axes)})


def export(name: str, state: Path, folder: Path) -> None:
    """Write the network of that name with the weights in `state` to FOLDER/NAME.onnx; raises OpenCVDiffers.

    The finder's first layers go to a file of their own.
    """
    what = form(name)
    what.net.load_state_dict(torch.load(state))
    folder.mkdir(parents=True, exist_ok=True)
    for part_name, part in what.parts.items():
        part.net.eval()
        _write(part_name, part, folder)


def _write(name: str, what: Part, folder: Path) -> None:
    path = folder / f"{name}.onnx"
    part = folder / f"{name}.part.onnx"
    torch.onnx.export(
        what.net,
        (torch.randn(what.shape),),
        str(part),
        dynamo=False,
        opset_version=13,
        input_names=["x"],
        output_names=["y"],
        dynamic_axes={"x": what.axes, "y": {0: "n"}},
    )
    gap = _gap(what, part)
    if gap > _CLOSE:
        raise OpenCVDiffers(
            f"OpenCV's answers of {name} differ from PyTorch's by up to {gap:.2g}: see {part}"
        )
    part.rename(path)
    count = sum(p.numel() for p in what.net.parameters())
    print(f"{name}: {path.stat().st_size / 1e3:.0f} kB, {count} parameters", flush=True)


def _gap(what: Part, path: Path) -> float:
    """How far OpenCV's answers are from PyTorch's, for noise of two sizes where the size is free."""
    read = cv2.dnn.readNetFromONNX(str(path))
    n, channels, height, width = what.shape
    gaps = []
    for h in (height, 2 * height) if 2 in what.axes else (height,):
        x = torch.randn((n, channels, h, width))
        read.setInput(x.numpy())
        with torch.no_grad():
            gaps.append(float(np.abs(np.asarray(read.forward()) - what.net(x).numpy()).max()))
    return max(gaps)
