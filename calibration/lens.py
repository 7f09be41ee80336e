"""Measuring a lens from pictures of the ChArUco board, and keeping it in a file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from calibration.board import CORNERS, charuco_board
from calibration.cameras import CAMERAS, nominal_lens
from calibration.checked import read_object
from calibration.errors import LensUnusable
from calibration.files import write_file
from vision.lens import Floats, Lens, Pose, View
from vision.markers import Grey

SCHEMA = 1

MIN_CORNERS = 12
"""Fewer of the board's corners do not hold a pose well."""

FEW, ENOUGH = 5, 10
"""Zhang's method needs three views; five leave something to check against, ten make the focal length good to 0.2 %."""

GOOD_PX, BAD_PX = 0.5, 1.5
"""At 2304 pixels a printed board on a clipboard gives 0.2 to 0.4 px rms. Beyond 1.5 px a sheet is wavy, pictures are
blurred, or they come from different cameras, focus or crops. The limits grow with pictures wider than 2304."""

ALIKE_DEG = 12.0
"""Views whose boards are all tilted alike cannot tell focal length from distance. Zhang's figures want 20 degrees or
more between them; below 12 the focal length wanders by percents."""

_WIDE_FIELD = 1.0
"""tan of half the field of view across beyond which a third radial term is worth having (90 degrees)."""


@dataclass(frozen=True, eq=False)
class MeasuredLens:
    """A lens and how it was measured: rms over all corners, the pictures used, and what was left out and why."""

    lens: Lens
    rms_px: float
    used: tuple[str, ...]
    dropped: Mapping[str, str]
    warnings: tuple[str, ...]


def measure_lens(pictures: Mapping[str, Grey]) -> MeasuredLens:
    """Measure the lens that took these pictures, name -> (H, W) uint8, all of one size.

    Raises LensUnusable with advice where too few show the board, they are too alike, or the result does not fit.
    Source: Zhang, "A flexible new technique for camera calibration", 2000, by way of OpenCV's calibrateCamera.
    """
    width, height = _one_size(pictures)
    seen, dropped = {}, {}
    for name, grey in pictures.items():
        corners = _board_corners(grey)
        if corners is None:
            dropped[name] = "the board is not seen well enough"
        else:
            seen[name] = corners
    _check_enough(seen, dropped)
    lens, poses, rms = _calibrated(seen, width, height)
    odd = [
        name for name, each in rms.items() if each > 1.0 and each > 3 * float(np.median(list(rms.values())))
    ]
    if odd and len(seen) - len(odd) >= FEW:
        dropped |= dict.fromkeys(odd, "it does not fit to the others; blurred or the board bent?")
        seen = {name: corners for name, corners in seen.items() if name not in odd}
        lens, poses, rms = _calibrated(seen, width, height)
    counts = np.array([len(places) for places, _ in seen.values()])
    overall = float(np.sqrt((np.array(list(rms.values())) ** 2 * counts).sum() / counts.sum()))
    _check_tilts(list(poses.values()))
    _check_fit(overall, max(1.0, width / 2304))
    return MeasuredLens(
        lens=lens,
        rms_px=overall,
        used=tuple(seen),
        dropped=dropped,
        warnings=tuple(_doubts(overall, seen, lens)),
    )


def _one_size(pictures: Mapping[str, Grey]) -> tuple[int, int]:
    sizes = {(grey.shape[1], grey.shape[0]) for grey in pictures.values()}
    if not sizes:
        raise LensUnusable("there are no pictures: take ten of the board from `bears print charuco`")
    if len(sizes) > 1:
        listed = ", ".join(f"{w} x {h}" for w, h in sorted(sizes))
        raise LensUnusable(f"the pictures are of different sizes ({listed}): a lens is measured at one")
    return sizes.pop()


def _board_corners(grey: Grey) -> tuple[Floats, Floats] | None:
    """(N, 3) mm on the board and (N, 2) px of its corners in the picture, or None if fewer than a dozen are seen."""
    board = charuco_board()
    answer: tuple[Any, ...] = cv2.aruco.CharucoDetector(board).detectBoard(grey)
    if answer[0] is None or answer[1] is None:
        return None
    pixels = np.asarray(answer[0], dtype=np.float64).reshape(-1, 2)
    ids = np.asarray(answer[1], dtype=np.int64).reshape(-1)
    if len(ids) < MIN_CORNERS:
        return None
    places = np.asarray(board.getChessboardCorners(), dtype=np.float64).reshape(-1, 3)[ids]
    if np.linalg.matrix_rank(places[:, :2] - places[:, :2].mean(axis=0)) < 2:
        return None
    return places, pixels


def _check_enough(seen: Mapping[str, object], dropped: Mapping[str, str]) -> None:
    if len(seen) < FEW:
        among = f" of {len(seen) + len(dropped)}" if dropped else ""
        raise LensUnusable(
            f"only {len(seen)}{among} pictures show the board well, at least {FEW} and better {ENOUGH} are needed:"
            " hold it flat and sharp, tilted to all sides, in the middle and in the corners of the picture"
        )


def _calibrated(
    seen: Mapping[str, tuple[Floats, Floats]], width: int, height: int
) -> tuple[Lens, dict[str, Pose], dict[str, float]]:
    """The lens, the board's pose in each picture and each picture's rms in px."""
    places = [board.astype(np.float32).reshape(-1, 1, 3) for board, _ in seen.values()]
    pixels = [shown.astype(np.float32).reshape(-1, 1, 2) for _, shown in seen.values()]
    size = (width, height)
    answer: tuple[Any, ...] = cv2.calibrateCamera(
        places, pixels, size, np.eye(3), np.zeros(5), flags=cv2.CALIB_FIX_K3
    )
    if width / 2 / answer[1][0, 0] > _WIDE_FIELD:
        answer = cv2.calibrateCamera(places, pixels, size, np.eye(3), np.zeros(5))
    _, K, dist, turns, shifts = answer
    lens = Lens(width=width, height=height, K=np.asarray(K), dist=np.asarray(dist).ravel()[:5])
    poses, rms = {}, {}
    for name, turn, shift in zip(seen, turns, shifts, strict=True):
        turned = np.asarray(cv2.Rodrigues(np.ravel(turn))[0], dtype=np.float64)
        poses[name] = Pose(R=turned.reshape(3, 3), t=np.ravel(shift))
        off = View(lens, poses[name]).project(seen[name][0]) - seen[name][1]
        rms[name] = float(np.sqrt((off**2).sum(axis=1).mean()))
    return lens, poses, rms


def _check_tilts(poses: list[Pose]) -> None:
    normals = np.stack([pose.R[:, 2] for pose in poses])
    widest = float(np.rad2deg(np.arccos(np.clip(normals @ normals.T, -1, 1))).max())
    if widest < ALIKE_DEG:
        raise LensUnusable(
            f"the pictures are too alike, the board is tilted by at most {widest:.0f} degrees between them:"
            " tilt it by 20 to 40 degrees to the left, right, front and back"
        )


def _check_fit(rms: float, larger: float) -> None:
    if not rms <= BAD_PX * larger:
        raise LensUnusable(
            f"the lens fits only to {rms:.1f} px (good is below {GOOD_PX * larger:.1f} px): glue the board to something"
            " flat, keep focus and size the same in all pictures, and let nothing move"
        )


def _doubts(rms: float, seen: Mapping[str, tuple[Floats, Floats]], lens: Lens) -> list[str]:
    warnings = []
    if rms > GOOD_PX * max(1.0, lens.width / 2304):
        warnings.append(f"the lens fits to {rms:.2f} px only: is the board flat and are all pictures sharp?")
    if len(seen) < ENOUGH:
        warnings.append(f"only {len(seen)} pictures were of use; {ENOUGH} or more make the lens surer")
    pixels = np.concatenate([shown for _, shown in seen.values()])
    cells = {(int(3 * x // lens.width), int(3 * y // lens.height)) for x, y in pixels}
    if len(cells) < 7:
        warnings.append("the board was never in some corners of the picture; the distortion there is a guess")
    if sum(len(shown) for _, shown in seen.values()) < 0.5 * CORNERS * len(seen):
        warnings.append("most pictures show only a part of the board")
    return warnings


def save_lens(measured: MeasuredLens, path: Path) -> None:
    """Write the lens to a JSON file, atomically."""
    lens = measured.lens
    value = {
        "kind": "lens",
        "schema": SCHEMA,
        "width": lens.width,
        "height": lens.height,
        "K": lens.K.tolist(),
        "dist": lens.dist.tolist(),
        "rms_px": round(measured.rms_px, 4),
        "pictures": list(measured.used),
    }
    write_file(path, (json.dumps(value, indent=1) + "\n").encode())


def load_lens(path: Path) -> Lens:
    """Read a lens that `save_lens` wrote; raises LensUnusable if that cannot be done."""
    fields = read_object(path, LensUnusable, what="lens file")
    if fields.values.get("kind") != "lens":
        raise fields.refuse("it is no lens file; make one with `bears calibrate lens`")
    schema = fields.whole("schema", 0, 1_000_000)
    if schema > SCHEMA:
        raise fields.refuse("it was written by a newer version of this program; update the program")
    return fields.lens()


def is_nominal(name: str) -> bool:
    """Whether `choose_lens` would give a lens from a datasheet, which is to be adjusted, and no measured one."""
    return name in CAMERAS


def choose_lens(name: str, width: int, height: int) -> Lens:
    """The lens called `name`, for pictures of this size: a known camera's nominal one, or a lens file's.

    Raises LensUnusable if there is no such camera or file, or if the file's lens is for pictures of another shape.
    """
    if is_nominal(name):
        return nominal_lens(name, width, height)
    path = Path(name)
    if path.suffix != ".json" and not path.exists():
        raise LensUnusable(f"'{name}' is neither a lens file nor one of the cameras {', '.join(CAMERAS)}")
    lens = load_lens(path)
    if abs(width * lens.height - height * lens.width) > 0.005 * lens.width * lens.height:
        raise LensUnusable(
            f"the lens '{name}' was measured with {lens.width} x {lens.height} pixels, which is another shape than"
            f" {width} x {height}: measure it with pictures of the size used"
        )
    return lens.scaled(width, height)
