"""What the pixels about some squares say, side by side, so that all of the squares can be looked at in one go."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.lens import Floats
from vision.networks import Floats32
from vision.pyramids.sums import running
from vision.pyramids.trials import Box


@dataclass(frozen=True, eq=False)
class Patches:
    """Parts of a window about K squares, h x w px each, one below the other.

    `sums` (C, w + 1, K * h) are running sums of the colours' gains, `most` (1, w + 1, K * h) of the highest of them;
    `edge` and `about` (K * h, w) whether there is an edge just there, and nearby; `corners` (K, 2) px of the window.
    """

    sums: Floats32
    most: Floats32
    edge: Floats32
    about: Floats32
    corners: Floats
    height: int

    @property
    def width(self) -> int:
        """Of each, px."""
        return int(self.edge.shape[1])

    def edges_of(self, which: int) -> Floats32:
        """(h, w) the edges of one of them."""
        return self.edge[which * self.height : (which + 1) * self.height]


def patches(
    gain: Floats32,
    edge: Floats32,
    boxes: Sequence[Box],
    *,
    seen: Callable[[Floats32], Floats32] | None = None,
) -> Patches:
    """The patches of a window's gains (C, H, W) and edges (H, W) that hold some boxes.

    `seen` says how gains are to be seen; as they are, if it is not given.
    """
    height, width = edge.shape
    wide = min(width, max(right - left for left, _, right, _ in boxes))
    high = min(height, max(bottom - top for _, top, _, bottom in boxes))
    corners = [
        (min(max(left, 0), width - wide), min(max(top, 0), height - high)) for left, top, _, _ in boxes
    ]
    parts = [(slice(top, top + high), slice(left, left + wide)) for left, top in corners]
    edges = [np.ascontiguousarray(edge[part]) for part in parts]
    about = [np.asarray(cv2.dilate(e, np.ones((5, 5), np.uint8)), np.float32) for e in edges]
    layers = [np.concatenate([layer[part] for part in parts]) for layer in gain]
    if seen is not None:
        layers = [seen(layer) for layer in layers]
    return Patches(
        running(layers),
        running([np.maximum.reduce(layers)]),
        np.concatenate(edges),
        np.concatenate(about),
        np.array(corners, np.float64),
        high,
    )
