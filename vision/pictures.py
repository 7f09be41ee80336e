"""A picture file into pixels, or one line that says why not."""

from __future__ import annotations

import warnings
from io import BytesIO
from pathlib import Path
from typing import overload
from weakref import WeakSet

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image, ImageOps, UnidentifiedImageError

from vision import networks
from vision.errors import VisionError
from vision.files import NotAFile, check_file, read_file

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
    return _decoded(path, Path(path))


class StoredPicture:
    """A picture that is looked at now and then: its pixels can be let go, and are made again from its file's bytes."""

    def __init__(self, path: Path) -> None:
        """Read it; raises PictureUnreadable as `load_picture` does."""
        self._name = path
        try:
            self._file = read_file(path)
        except OSError as error:
            raise PictureUnreadable(f"{path}: {error.strerror or error}") from error
        self._pixels: Picture | None = _decoded(BytesIO(self._file), path)
        self._plain: bool | None = None
        """Whether OpenCV, which needs half the memory, makes the same pixels of it as Pillow; None if not tried yet."""
        self.shape = self._pixels.shape
        """Height, width and 3."""
        _stored.add(self)

    def pixels(self) -> Picture:
        """(H, W, 3) uint8, BGR; not to be kept for long."""
        if self._pixels is None:
            networks.let_go()  # for a moment this takes as much as the networks keep
            self._pixels = self._by_opencv() if self._plain else _decoded(BytesIO(self._file), self._name)
        return self._pixels

    def let_go(self) -> None:
        """Let the pixels go until somebody asks for them again."""
        if self._plain is None and self._pixels is not None:
            self._plain = np.array_equal(self._by_opencv(), self._pixels)
        self._pixels = None

    def _by_opencv(self) -> Picture:
        return np.asarray(cv2.imdecode(np.frombuffer(self._file, np.uint8), cv2.IMREAD_COLOR), np.uint8)


_stored: WeakSet[StoredPicture] = WeakSet()


def let_go() -> None:
    """Let the pixels of all stored pictures go."""
    for picture in tuple(_stored):
        picture.let_go()


@overload
def pixels_of(picture: Picture | StoredPicture) -> Picture: ...
@overload
def pixels_of(picture: None) -> None: ...
@overload
def pixels_of(picture: Picture | StoredPicture | None) -> Picture | None: ...
def pixels_of(picture: Picture | StoredPicture | None) -> Picture | None:
    """The pixels of a picture, wherever they are; None of none."""
    return picture.pixels() if isinstance(picture, StoredPicture) else picture


def _decoded(file: str | Path | BytesIO, path: Path) -> Picture:
    try:
        if not isinstance(file, BytesIO):
            check_file(path)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Pillow's: what is wrong with a picture is told here
            with Image.open(file, formats=("JPEG", "PNG")) as image:
                _check_size(image, path)
                return _pixels(image)
    except PictureUnreadable:
        raise
    except FileNotFoundError:
        raise PictureUnreadable(f"{path}: no such file") from None
    except IsADirectoryError:
        raise PictureUnreadable(f"{path}: is a folder, not a picture") from None
    except PermissionError:
        raise PictureUnreadable(f"{path}: may not be read; check its permissions") from None
    except NotAFile as error:
        raise PictureUnreadable(f"{path}: {error.strerror}") from None
    except Image.DecompressionBombError:
        raise PictureUnreadable(f"{path}: is far too large for a picture; make it smaller") from None
    except UnidentifiedImageError:
        raise PictureUnreadable(f"{path}: not a JPEG or PNG picture") from None
    except (OSError, SyntaxError, ValueError, EOFError, MemoryError) as error:
        reason = str(error).splitlines()[0][:80] if str(error) else type(error).__name__
        raise PictureUnreadable(f"{path}: the picture is damaged ({reason}); take it again") from None


def _check_size(image: Image.Image, path: Path) -> None:
    width, height = image.size
    if width * height > MOST_PIXELS:
        raise PictureUnreadable(
            f"{path}: {width}x{height} is too large ({width * height / 1e6:.0f} megapixels, at most "
            f"{MOST_PIXELS // 1_000_000}); make it smaller"
        )
    if min(width, height) < LEAST_SIDE:
        raise PictureUnreadable(f"{path}: {width}x{height} is too small to show any dice")


def _pixels(image: Image.Image) -> Picture:
    """All pixels, upright; strip by strip, for a whole picture more at a time is much on a small Pi."""
    ImageOps.exif_transpose(image, in_place=True)
    width, height = image.size
    out = np.empty((height, width, 3), np.uint8)
    for top in range(0, height, _STRIP):
        bottom = min(top + _STRIP, height)
        strip = image.crop((0, top, width, bottom))
        if image.mode.startswith("I"):  # 16 bits of grey, which Pillow would cut off at 255
            out[top:bottom] = (np.asarray(strip) >> 8)[:, :, None]
        else:
            out[top:bottom] = np.asarray(strip.convert("RGB"))[:, :, ::-1]
    return out
