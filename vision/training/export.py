"""Writes trained weights as ONNX into vision/weights, and checks that OpenCV gives what PyTorch gave."""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np
import torch

from vision.training.covers import CoverNet
from vision.training.nets import Embedding, Finder
from vision.training.train_embedding import SIZE
from vision.training.train_finder import LOOSE_OUTPUTS, TABLE_OUTPUTS

WEIGHTS = Path(__file__).parent.parent / "weights"


def export(
    net: torch.nn.Module, state: Path, name: str, shape: tuple[int, ...], dynamic: dict[int, str]
) -> None:
    """Write one network; raises SystemExit where OpenCV disagrees with PyTorch."""
    net.load_state_dict(torch.load(state))
    net.eval()
    path = WEIGHTS / f"{name}.onnx"
    x = torch.randn(shape)
    torch.onnx.export(
        net, (x,), str(path), dynamo=False, opset_version=13, input_names=["x"], output_names=["y"],
        dynamic_axes={"x": dynamic, "y": {0: "n"}},
    )  # fmt: skip
    read = cv2.dnn.readNetFromONNX(str(path))
    for scale in (1, 2):
        y = torch.randn(shape if 2 not in dynamic else (1, 3, shape[2] * scale, shape[3]))
        read.setInput(y.numpy())
        with torch.no_grad():
            gap = float(np.abs(read.forward() - net(y).numpy()).max())
        if gap > 1e-3:
            raise SystemExit(f"{name}: OpenCV differs by {gap}")
    print(
        f"{name}: {path.stat().st_size / 1e3:.0f} kB, {sum(p.numel() for p in net.parameters())} parameters"
    )


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description="Export trained networks to ONNX.")
    parser.add_argument("--finder", type=Path)
    parser.add_argument("--loose", type=Path)
    parser.add_argument("--embedding", type=Path)
    parser.add_argument("--cover", type=Path)
    args = parser.parse_args()
    sizes = {0: "n", 2: "h", 3: "w"}
    if args.finder:
        export(Finder(TABLE_OUTPUTS), args.finder, "finder", (1, 3, 256, 320), sizes)
    if args.loose:
        export(Finder(LOOSE_OUTPUTS), args.loose, "loose", (1, 3, 256, 320), sizes)
    if args.embedding:
        export(Embedding(), args.embedding, "embedding", (5, 3, SIZE, SIZE), {0: "n"})
    if args.cover:
        export(CoverNet(), args.cover, "cover", (1, 6, 160, 288), {0: "n"})


if __name__ == "__main__":
    main()
