"""The trained networks, loaded once and run by OpenCV's DNN module."""

from __future__ import annotations

import threading
from functools import cache
from importlib.resources import files
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.errors import VisionError

Floats32 = npt.NDArray[np.float32]


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
        self._lock = threading.Lock()

    def __call__(self, batch: Floats32) -> Floats32:
        """(N, C, H, W) float32 -> what the network gives, float32."""
        with self._lock:
            self._net.setInput(batch)
            return np.asarray(self._net.forward(), np.float32)


@cache
def network(name: str) -> Network:
    """The network of that name, loaded at its first use."""
    return Network(name)
