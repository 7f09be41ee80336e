"""Networks give the same answers however little memory they are given."""

from importlib.resources import files

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision import finder
from vision.networks import SMALLEST, let_go, network


def noise(*shape: int) -> np.ndarray:
    """Noise that is the same each time, (H, W, 3) uint8."""
    return np.random.default_rng(7).integers(0, 256, shape, dtype=np.uint8)


@settings(max_examples=25, deadline=None)
@given(height=st.integers(24, 90), width=st.integers(24, 90))
def test_a_plane_in_bands_is_seen_as_a_whole(height: int, width: int) -> None:
    """Bands save memory and must not change what is seen, not even in its last bit, at no edge of any band."""
    plane = noise(8 * height, 8 * width, 3)
    whole = network("finder-stem")(finder.scaled(plane))
    assert np.array_equal(finder._stem(plane), whole)


def test_every_network_that_ships_has_a_smallest_batch() -> None:
    """Each can be told to let go of its memory."""
    shipped = {path.name.removesuffix(".onnx") for path in (files("vision") / "weights").iterdir()}
    assert shipped - {"README.md", ".keep"} == set(SMALLEST)


@pytest.mark.parametrize(
    ("name", "shape"),
    [
        ("finder-stem", (1, 3, 136, 656)),
        ("finder", (1, 32, 126, 164)),
        ("loose", (1, 3, 256, 320)),
        ("embedding", (16, 3, 40, 40)),
        ("cover", (1, 6, 160, 288)),
    ],
)
def test_what_let_go_answers_as_before(name: str, shape: tuple[int, ...]) -> None:
    """Giving memory back costs a little time, never an answer; and the small batch is none that goes wrong."""
    rng = np.random.default_rng(3)
    batch, small = (rng.normal(size=size).astype(np.float32) for size in (shape, SMALLEST[name]))
    before = network(name)(batch)
    let_go()
    assert np.array_equal(network(name)(batch), before)
    assert np.abs(network(name)(small)).max() < 1000
