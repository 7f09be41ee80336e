"""Running sums, against those of numpy."""

from __future__ import annotations

import numpy as np
import pytest

from vision.pyramids.sums import running


@pytest.mark.parametrize("size", [(1, 1), (7, 3), (40, 90)])
def test_sums_run_along_the_rows(size: tuple[int, int]) -> None:
    """From nothing before the first column to all of a row, of each map by itself; of a part of a map, too."""
    maps = np.random.default_rng(0).normal(0, 5, (2, 2 * size[0], size[1])).astype(np.float32)
    found = running([some[::2] for some in maps])
    assert found.shape == (2, size[1] + 1, size[0])
    assert (found[:, 0] == 0).all()
    for sums, some in zip(found, maps, strict=True):
        assert sums[1:] == pytest.approx(np.cumsum(some[::2].T.astype(np.float64), axis=0), abs=1e-3)
