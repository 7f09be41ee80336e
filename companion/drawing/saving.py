"""A drawing into a file, whole or not at all."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from calibration.files import write_file
from companion.errors import BadInput
from vision.pictures import Picture

_SUFFIXES = (".jpg", ".jpeg", ".png")
_QUALITY = 92


def check_target(path: Path, *, pictures: Sequence[Path], profile: Path) -> None:
    """Raise `BadInput` unless a drawing can be saved under this name; to be asked before the work is done.

    It must not replace one of the `pictures` it is drawn from, nor anything in the `profile`.
    """
    if any(path.exists() and picture.exists() and path.samefile(picture) for picture in pictures):
        raise BadInput(f"'{path}' is the picture itself; choose another name for the drawing")
    if profile.resolve() in path.resolve().parents:
        raise BadInput(f"'{path}' lies in the profile; choose another place for the drawing")
    if path.suffix.lower() not in _SUFFIXES:
        raise BadInput(f"'{path}' should end in .jpg or .png; choose another name for the drawing")
    if path.is_dir():
        raise BadInput(f"'{path}' is a folder; give the drawing's file name")
    if not path.parent.is_dir():
        raise BadInput(f"there is no folder '{path.parent}' to save the drawing in; make it first")


def save_drawing(drawing: Picture, path: Path) -> None:
    """Write a picture as JPEG or PNG, whole or not at all; raises OSError if it cannot be written."""
    options = [] if path.suffix.lower() == ".png" else [cv2.IMWRITE_JPEG_QUALITY, _QUALITY]
    done, raw = cv2.imencode(path.suffix.lower(), drawing, options)
    if not done:
        raise BadInput(
            f"a drawing of {drawing.shape[1]} x {drawing.shape[0]} pixels cannot be saved as '{path}'"
        )
    write_file(path, np.asarray(raw, dtype=np.uint8).tobytes())
