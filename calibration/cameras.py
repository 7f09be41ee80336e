"""The lenses of the Raspberry Pi cameras as their makers describe them, for use until the lens is measured.

A focal length from a datasheet is right to about 3 % and distortion is given for none of these lenses. Taken as it is,
such a lens puts dice some millimetres off; `calibration.table` therefore adjusts it by the corner cards, which brings
that to half a millimetre. `bears calibrate lens` measures it properly.

Sources: Raspberry Pi documentation, "Camera hardware", hardware specification table (sensor, pixel size, focal length,
fields of view); the sensor modes with their crops as `rpicam-hello --list-cameras` prints them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from calibration.errors import LensUnusable
from vision.lens import Lens

NO_DISTORTION = (0.0, 0.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True)
class Mode:
    """A way to read out a sensor: pictures of `width` x `height` show this crop (x, y, width, height) of its pixels."""

    width: int
    height: int
    crop: tuple[int, int, int, int]


@dataclass(frozen=True)
class Camera:
    """A camera module: its sensor's size in pixels, pixel pitch, focal length, and distortion (k1, k2, p1, p2, k3)."""

    name: str
    sensor: str
    width: int
    height: int
    pixel_um: float
    focal_mm: float
    dist: tuple[float, float, float, float, float]
    modes: tuple[Mode, ...]


CAMERAS = {
    "v2": Camera(
        name="Camera Module 2",
        sensor="imx219",
        width=3280,
        height=2464,
        pixel_um=1.12,
        focal_mm=3.04,
        dist=NO_DISTORTION,
        modes=(
            Mode(640, 480, (1000, 752, 1280, 960)),
            Mode(1640, 1232, (0, 0, 3280, 2464)),
            Mode(1920, 1080, (680, 692, 1920, 1080)),
            Mode(3280, 2464, (0, 0, 3280, 2464)),
        ),
    ),
    "v3": Camera(
        name="Camera Module 3",
        sensor="imx708",
        width=4608,
        height=2592,
        pixel_um=1.4,
        focal_mm=4.74,
        dist=NO_DISTORTION,
        modes=(
            Mode(1536, 864, (768, 432, 3072, 1728)),
            Mode(2304, 1296, (0, 0, 4608, 2592)),
            Mode(4608, 2592, (0, 0, 4608, 2592)),
        ),
    ),
    # The distortion that agrees with the stated fields of view, 102 degrees across and 67 down. The stated diagonal of
    # 120 degrees is beyond what these five coefficients can bend; in the very corners this lens is 3 degrees short.
    "v3-wide": Camera(
        name="Camera Module 3 Wide",
        sensor="imx708_wide",
        width=4608,
        height=2592,
        pixel_um=1.4,
        focal_mm=2.75,
        dist=(0.0035, -0.0238, 0.0, 0.0, 0.0),
        modes=(
            Mode(1536, 864, (768, 432, 3072, 1728)),
            Mode(2304, 1296, (0, 0, 4608, 2592)),
            Mode(4608, 2592, (0, 0, 4608, 2592)),
        ),
    ),
    "hq-6mm": Camera(
        name="High Quality Camera with the 6 mm CS-mount lens",
        sensor="imx477",
        width=4056,
        height=3040,
        pixel_um=1.55,
        focal_mm=6.0,
        dist=NO_DISTORTION,
        modes=(
            Mode(1332, 990, (696, 528, 2664, 1980)),
            Mode(2028, 1080, (0, 440, 4056, 2160)),
            Mode(2028, 1520, (0, 0, 4056, 3040)),
            Mode(4056, 3040, (0, 0, 4056, 3040)),
        ),
    ),
}
"""The known cameras by the name that people type."""


def nominal_lens(camera: str, width: int, height: int) -> Lens:
    """The lens of a known camera for pictures of `width` x `height`, from its datasheet.

    A size that is one of the sensor's own modes has that mode's crop. Any other is taken to be the whole sensor, cut
    to the picture's shape about its middle and scaled, which is what libcamera does with a mode that covers the whole
    sensor; so a program that asks for such a size should ask for such a mode too. Raises LensUnusable for an unknown
    camera or a size the sensor cannot give.
    """
    if camera not in CAMERAS:
        raise LensUnusable(f"there is no camera called '{camera}': it is one of {', '.join(CAMERAS)}")
    known = CAMERAS[camera]
    if not (16 <= width <= known.width and 16 <= height <= known.height):
        raise LensUnusable(
            f"the {known.name} gives at most {known.width} x {known.height}, not {width} x {height}"
        )
    x0, y0, across, down = _crop(known, width, height)
    focal = known.focal_mm * 1000 / known.pixel_um
    K = np.array(
        [
            [focal, 0.0, (known.width - 1) / 2 - x0],
            [0.0, focal, (known.height - 1) / 2 - y0],
            [0.0, 0.0, 1.0],
        ]
    )
    cut = Lens(width=across, height=down, K=K, dist=np.array(known.dist))
    return cut.scaled(width, height)


def _crop(camera: Camera, width: int, height: int) -> tuple[int, int, int, int]:
    for mode in camera.modes:
        if (mode.width, mode.height) == (width, height):
            return mode.crop
    across = min(camera.width, round(camera.height * width / height))
    down = min(camera.height, round(camera.width * height / width))
    return (camera.width - across) // 2, (camera.height - down) // 2, across, down
