"""A picture file into pixels, or one line that says why not."""

from __future__ import annotations

import warnings
from pathlib import Path

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageOps, UnidentifiedImageError

from vision.errors import VisionError

Picture = npt.NDArray[np.uint8]
"""(H, W, 3) uint8, BGR."""

MOST_PIXELS = 40_000_000
"""A 32-megapixel still is the largest that a Pi camera or a common phone makes; more would fill a small Pi's memory."""

_STRIP = 128
"""Rows that are turned from Pillow's pixels into ours at a time."""

LEAST_SIDE = 64
"""Less than this holds no die that could be read."""


class PictureUnreadable(VisionError):
    """The file is no picture that can be used; the message names it and says why."""


def load_picture(path: str | Path) -> Picture:
    """The picture in a JPEG or PNG file, whatever its name, turned as its EXIF tag says.

    Returns (H, W, 3) uint8, BGR. Raises PictureUnreadable for anything else: no file, a folder, no picture, a damaged
    or truncated one, one under 64 or over 40 million pixels.
    """
    path = Path(path)
    try:
        with _opened(path) as image:
            width, height = image.size
            if width * height > MOST_PIXELS:
                raise PictureUnreadable(
                    f"{path}: {width}x{height} is too large ({width * height / 1e6:.0f} megapixels, at most "
                    f"{MOST_PIXELS // 1_000_000}); make it smaller"
                )
            if min(width, height) < LEAST_SIDE:
                raise PictureUnreadable(f"{path}: {width}x{height} is too small to show any dice")
            return _pixels(image)
    except PictureUnreadable:
        raise
    except FileNotFoundError:
        raise PictureUnreadable(f"{path}: no such file") from None
    except IsADirectoryError:
        raise PictureUnreadable(f"{path}: is a folder, not a picture") from None
    except PermissionError:
        raise PictureUnreadable(f"{path}: may not be read; check its permissions") from None
    except Image.DecompressionBombError:
        raise PictureUnreadable(f"{path}: is far too large for a picture; make it smaller") from None
    except UnidentifiedImageError:
        raise PictureUnreadable(f"{path}: not a JPEG or PNG picture") from None
    except (OSError, SyntaxError, ValueError, EOFError, MemoryError) as error:
        reason = str(error).splitlines()[0][:80] if str(error) else type(error).__name__
        raise PictureUnreadable(f"{path}: the picture is damaged ({reason}); take it again") from None


def _pixels(image: Image.Image) -> Picture:
    """All pixels, upright; strip by strip, for a whole picture more at a time is much on a small Pi."""
    ImageOps.exif_transpose(image, in_place=True)
    width, height = image.size
    out = np.empty((height, width, 3), np.uint8)
    for top in range(0, height, _STRIP):
        bottom = min(top + _STRIP, height)
        strip = np.asarray(image.crop((0, top, width, bottom)).convert("RGB"))
        out[top:bottom] = strip[:, :, ::-1]
    return out


def _opened(path: Path) -> Image.Image:
    """The file's header; Pillow's own warning of large pictures is silent, for they are refused here."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Image.DecompressionBombWarning)
        return Image.open(path, formats=("JPEG", "PNG"))
