"""What networks learn from has the form of what they are asked later."""

from collections.abc import Callable

import numpy as np
import pytest

from vision import cover, faces, finder
from vision.networks import Floats32
from vision.training import covers
from vision.training.arrays import Bytes, Floats
from vision.training.augment import FACE, augmented, jittered, nudged, scaled, standardised
from vision.training.scene import CROP


@pytest.fixture(scope="module")
def crop() -> Bytes:
    """A dark square on a light ground, brighter to the right."""
    out = np.full((CROP, CROP, 3), 150, np.uint8)
    out[14:34, 14:34] = (30, 40, 60)
    return np.asarray(out + np.arange(CROP, dtype=np.uint8)[None, :, None], np.uint8)


def test_finders_are_fed_as_in_training(crop: Bytes) -> None:
    """The same numbers for the same picture."""
    np.testing.assert_allclose(scaled(crop), finder.scaled(crop)[0], atol=1e-5)


def test_the_embedding_is_fed_as_in_training(crop: Bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same numbers for the same crop, seen by putting a network in its place that hands them through."""
    fed: list[Floats32] = []

    def through(_name: str) -> Callable[[Floats32], Floats32]:
        def run(batch: Floats32) -> Floats32:
            fed.append(batch)
            return batch.reshape(len(batch), -1)

        return run

    monkeypatch.setattr(faces, "network", through)
    faces.vectors([crop])
    m = (CROP - FACE) // 2
    ours = standardised(crop[m:-m, m:-m].astype(np.float32) / 255)
    np.testing.assert_allclose(fed[0][0], ours, atol=1e-4)


def test_the_cover_network_is_fed_pictures_of_its_size() -> None:
    """Width and height are fixed in the network."""
    assert covers.SIZE == cover.SIZE


@pytest.mark.parametrize("seed", range(8))
def test_augmented_patches_and_crops_keep_their_form(crop: Bytes, seed: int) -> None:
    """Whatever is drawn, the numbers are of the right kind, and the same for the same seed."""

    def drawn() -> tuple[Floats, Floats]:
        rng = np.random.default_rng(seed)
        return augmented(crop, rng), jittered(crop, seed % 4, rng)

    patch, face = drawn()
    assert patch.shape == (3, CROP, CROP)
    assert face.shape == (3, FACE, FACE)
    assert patch.dtype == face.dtype == np.float32
    assert np.abs(patch).max() <= 2.3
    assert np.abs(face).max() <= 3
    assert all(np.array_equal(a, b) for a, b in zip((patch, face), drawn(), strict=True))


def test_a_jittered_crop_is_turned_by_quarters(crop: Bytes) -> None:
    """The classes of the embedding are icons in one quarter turn: a wrong one would teach it nonsense."""
    marked = crop.copy()
    marked[14:20, 14:34] = 250  # a bright bar along the upper side of the icon
    m = (CROP - FACE) // 2
    plain = standardised(marked[m:-m, m:-m].astype(np.float32) / 255).mean(0)
    for quarter in range(4):
        seen = np.mean([jittered(marked, quarter, np.random.default_rng(seed)) for seed in range(12)], (0, 1))
        likeness = [float((np.rot90(plain, q) * seen).sum()) for q in range(4)]
        assert int(np.argmax(likeness)) == quarter


def test_a_scene_with_arms_is_the_same_for_the_same_seed(masks: Bytes) -> None:
    """And its mask has half its size and marks something only where an arm is."""
    marked = 0
    for seed in range(3):
        pair, mask = covers.scene(np.random.default_rng([3, seed]), masks)
        again, _ = covers.scene(np.random.default_rng([3, seed]), masks)
        assert pair.shape == (covers.SIZE[1], covers.SIZE[0], 6)
        assert mask.shape == (covers.SIZE[1] // 2, covers.SIZE[0] // 2)
        assert np.array_equal(pair, again)
        marked += int(mask.max() > 0)
        x, y = nudged(pair, mask, np.random.default_rng(seed))
        assert x.shape == (6, *pair.shape[:2])
        assert y.shape == mask.shape
        assert 0 <= y.min() <= y.max() <= 1
    assert marked
