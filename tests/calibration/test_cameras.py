import numpy as np
import pytest

from calibration.cameras import CAMERAS, nominal_lens
from calibration.errors import LensUnusable


def field(camera: str, width: int, height: int) -> tuple[float, float, float]:
    """Field of view across, down and diagonal, degrees."""
    lens = nominal_lens(camera, width, height)
    w, h = width - 0.5, height - 0.5
    cx, cy = lens.K[:2, 2]
    edges = lens.unbend([[-0.5, cy], [w, cy], [cx, -0.5], [cx, h], [-0.5, -0.5], [w, h]])
    angles = np.rad2deg(np.arctan(np.linalg.norm(edges, axis=1)))
    return float(angles[:2].sum()), float(angles[2:4].sum()), float(angles[4:].sum())


@pytest.mark.parametrize(
    ("camera", "size", "across", "down"),
    [("v2", (3280, 2464), 62.2, 48.8), ("v3", (4608, 2592), 66, 41), ("v3-wide", (4608, 2592), 102, 67)],
)
def test_fields_of_view_are_the_stated_ones(
    camera: str, size: tuple[int, int], across: float, down: float
) -> None:
    """Sensor, pitch, focal length and field are four numbers of one datasheet; a slip in one shows in another."""
    found = field(camera, *size)
    assert found[0] == pytest.approx(across, rel=0.04)
    assert found[1] == pytest.approx(down, rel=0.04)


def test_the_wide_lens_agrees_with_its_stated_fields() -> None:
    """Its distortion is derived from two of them; to the diagonal it comes as near as the model allows."""
    across, down, diagonal = field("v3-wide", 4608, 2592)
    assert across == pytest.approx(102, abs=0.5)
    assert down == pytest.approx(67, abs=0.5)
    assert diagonal == pytest.approx(120, abs=7)


@pytest.mark.parametrize("camera", ["v3", "v3-wide"])
def test_the_sizes_used_are_one_field_of_view(camera: str) -> None:
    """The settled picture and the live stream of half its size must show the same, pixel for pixel."""
    large, small = nominal_lens(camera, 2304, 1296), nominal_lens(camera, 1152, 648)
    assert np.abs(large.scaled(1152, 648).K - small.K).max() < 1e-9
    assert field(camera, 2304, 1296) == pytest.approx(field(camera, 4608, 2592), rel=1e-6)


def test_cropped_modes_see_less() -> None:
    """1536 x 864 of the Camera Module 3 and 1920 x 1080 of the v2 are read from the sensor's middle only."""
    assert field("v3", 1536, 864)[0] == pytest.approx(47, abs=2)
    assert field("v2", 1920, 1080)[0] < 40
    assert nominal_lens("v2", 1920, 1080).K[0, 0] == pytest.approx(nominal_lens("v2", 3280, 2464).K[0, 0])


def test_another_shape_is_cut_from_the_sensors_middle() -> None:
    """16:9 from a 4:3 sensor keeps its whole width."""
    lens = nominal_lens("hq-6mm", 2304, 1296)
    assert field("hq-6mm", 2304, 1296)[0] == pytest.approx(field("hq-6mm", 4056, 3040)[0], rel=1e-6)
    assert lens.K[0, 2] == pytest.approx(2303 / 2)
    assert lens.K[1, 2] == pytest.approx(1295 / 2, abs=0.5)


def test_modes_lie_on_their_sensors() -> None:
    """A crop beyond the sensor, or of another shape than its picture, would be a slip of the pen."""
    for camera in CAMERAS.values():
        for mode in camera.modes:
            x, y, width, height = mode.crop
            assert x + width <= camera.width
            assert y + height <= camera.height
            assert width / height == pytest.approx(mode.width / mode.height, rel=0.002)


def test_unknown_cameras_and_sizes_are_refused() -> None:
    """The message lists what there is."""
    with pytest.raises(LensUnusable, match="v2, v3, v3-wide, hq-6mm"):
        nominal_lens("v4", 2304, 1296)
    with pytest.raises(LensUnusable, match="at most 3280 x 2464"):
        nominal_lens("v2", 4608, 2592)
    with pytest.raises(LensUnusable, match="at most"):
        nominal_lens("v3", 0, 0)
