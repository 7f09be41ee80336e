"""A reading's time against that of OpenCV's whole-frame ArUco detection on the same picture."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterable

import cv2

from vision.pictures import Picture

FIGURES = ("read_ms", "aruco_ms", "ratio")


def measure(picture: Picture, read: Callable[[Picture], object], rounds: int) -> dict[str, float]:
    """Medians of so many runs of each, ms, and the ratio of these medians.

    Both run in turn in one process, so that whatever else the machine does slows both; the first run of each does not
    count.
    """
    words = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    detector = cv2.aruco.ArucoDetector(words, cv2.aruco.DetectorParameters())
    runs = [
        (_timed(lambda: read(picture)), _timed(lambda: detector.detectMarkers(picture)))
        for _ in range(rounds + 1)
    ][1:]
    ours, theirs = (statistics.median(times) for times in zip(*runs, strict=True))
    return {"read_ms": round(ours, 1), "aruco_ms": round(theirs, 1), "ratio": round(ours / theirs, 2)}


def over_all(figures: Iterable[dict[str, float]]) -> dict[str, float]:
    """Of each figure the median over all pictures."""
    every = list(figures)
    return {name: statistics.median(each[name] for each in every) for name in FIGURES}


def _timed(work: Callable[[], object]) -> float:
    """Milliseconds that one call takes."""
    began = time.perf_counter()
    work()
    return (time.perf_counter() - began) * 1e3
