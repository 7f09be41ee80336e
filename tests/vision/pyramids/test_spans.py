"""Sums over outlines, against counting pixel by pixel."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.pyramids.spans import running, spans

SIZE = (60, 50)
shapes = st.lists(st.tuples(st.integers(-10, 70), st.integers(-10, 60)), min_size=5, max_size=5)


def inside(shape: np.ndarray) -> np.ndarray:
    """(H, W): the pixels whose centre is inside the outline of some points."""
    hull = cv2.convexHull(shape.astype(np.float32)).reshape(-1, 2)
    v, u = np.mgrid[: SIZE[1], : SIZE[0]]
    turns = [
        (b[0] - a[0]) * (v - a[1]) - (b[1] - a[1]) * (u - a[0])
        for a, b in zip(hull, np.roll(hull, -1, axis=0), strict=True)
    ]
    return np.asarray((np.array(turns) >= 0).all(axis=0) | (np.array(turns) <= 0).all(axis=0))


def pyramid(points: list[tuple[int, int]]) -> np.ndarray:
    """Five points such that the fifth and a quadrilateral span them all, as a pyramid's picture does."""
    shape = np.array(points, float)
    middle = shape[:4].mean(axis=0)
    angle = np.arctan2(*(shape[:4] - middle).T)
    return np.concatenate([shape[:4][np.argsort(angle)], shape[4:]])


@given(shapes, st.integers(0, 1000))
def test_totals_are_those_of_the_pixels_inside(points: list[tuple[int, int]], seed: int) -> None:
    """Whatever the outline, also where it leaves the picture; a pixel on the very rim may count or not."""
    shape = pyramid(points)
    hull = cv2.convexHull(shape.astype(np.float32)).reshape(-1, 2)
    if len(hull) < 3 or cv2.contourArea(hull) < 20:
        return
    values = np.random.default_rng(seed).uniform(-1, 1, SIZE[::-1]).astype(np.float32)
    found = spans(shape.T[..., None], SIZE, np.zeros(1, int), SIZE[1])
    got = found.total(running([values]))[0, 0]
    near_rim = 4.0 + 0.05 * cv2.arcLength(hull, True)
    assert got == pytest.approx(values[inside(shape)].sum(), abs=near_rim)


def test_totals_are_the_same_from_whatever_row_looked_at_first() -> None:
    """Each outline has rows of its own, some of them beyond the picture."""
    shape = np.array([[10, 40], [30, 45], [50, 40], [30, 35], [30, 5]], float)
    both = np.stack([shape, shape - (0, 20)])
    sums = running([*np.random.default_rng(0).uniform(-1, 1, (2, *SIZE[::-1])).astype(np.float32)])
    whole = spans(both.T, SIZE, np.zeros(2, int), SIZE[1]).total(sums)
    assert spans(both.T, SIZE, np.array([5, -15]), 45).total(sums) == pytest.approx(whole, abs=1e-3)


def test_an_overlap_is_what_both_outlines_cover() -> None:
    """What a rider hides of the piece below is not counted for it."""
    low = np.array([[10, 40], [30, 45], [50, 40], [30, 35], [30, 5]], float)
    high = low * 0.5 + (15, 5)
    ones = running([np.ones(SIZE[::-1], np.float32)])
    both = spans(np.stack([low, high]).T, SIZE, np.zeros(2, int), SIZE[1])
    shared = np.count_nonzero(inside(low) & inside(high))
    # a pixel on the very rim may count or not
    assert both.overlap(ones, np.array([0]), np.array([1]))[0, 0] == pytest.approx(shared, abs=4)
