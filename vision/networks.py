"""The trained networks, loaded once and run by OpenCV's DNN module."""

from __future__ import annotations

import threading
from collections.abc import Callable
from importlib.resources import files
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.errors import VisionError

Floats32 = npt.NDArray[np.float32]


SMALLEST = {
    "finder-stem": (1, 3, 32, 32),
    "finder": (1, 32, 8, 8),
    "loose": (1, 3, 32, 32),
    "embedding": (1, 3, 40, 40),
    "cover": (1, 6, 32, 32),
}
"""The networks that there are, and a small batch for each. OpenCV reads beyond the end of much smaller ones."""


class Network:
    """One ONNX file: batches in, batches out. Calls from several threads wait for each other."""

    def __init__(self, name: str) -> None:
        source = files("vision") / "weights" / f"{name}.onnx"
        try:
            weights = np.frombuffer(source.read_bytes(), np.uint8)
            self._net: Any = cv2.dnn.readNetFromONNX(weights)
        except (OSError, cv2.error):
            raise VisionError(
                f"the network {name}.onnx is missing or damaged; install bears-companion again"
            ) from None
        self._smallest = SMALLEST[name]
        self._lock = threading.Lock()

    def __call__(self, batch: Floats32) -> Floats32:
        """(N, C, H, W) float32 -> what the network gives, float32."""
        return self.answer(lambda: batch)

    def answer(self, make: Callable[[], Floats32]) -> Floats32:
        """The same for a batch that is made for it, and let go again before the work begins."""
        with self._lock:
            self._net.setInput(make())
            return np.asarray(self._net.forward(), np.float32)

    def let_go(self) -> None:
        """Give back what OpenCV keeps of the last batch for another one of its shape."""
        self(np.zeros(self._smallest, np.float32))


_loaded: dict[str, Network] = {}
_loading = threading.Lock()


def network(name: str) -> Network:
    """The network of that name, loaded at its first use."""
    with _loading:
        if name not in _loaded:
            _loaded[name] = Network(name)
        return _loaded[name]


def let_go() -> None:
    """Give back what the networks keep of what they saw, some 20 MB of a still; the next takes a little longer."""
    for loaded in tuple(_loaded.values()):
        loaded.let_go()
