"""A picture file is read whatever it is called, and refused in one line whatever is wrong with it."""

import io
import struct
import warnings
import zlib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image

from vision.pictures import MOST_PIXELS, PictureUnreadable, StoredPicture, let_go, load_picture, pixels_of


def encoded(kind: str, size: tuple[int, int] = (120, 80)) -> bytes:
    colours = np.zeros((size[1], size[0], 3), np.uint8)
    colours[:, : size[0] // 2] = (200, 30, 10)
    out = io.BytesIO()
    Image.fromarray(colours).save(out, kind)
    return out.getvalue()


@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
@pytest.mark.parametrize("name", ["a.jpg", "a.png", "a.txt", "noending"])
def test_read_whatever_the_name(tmp_path: Path, kind: str, name: str) -> None:
    """A JPEG named .png, or without an ending, is still a picture; its colours arrive as BGR."""
    path = tmp_path / name
    path.write_bytes(encoded(kind))
    picture = load_picture(path)
    assert picture.shape == (80, 120, 3)
    assert picture.dtype == np.uint8
    assert np.abs(picture[40, 10].astype(int) - (10, 30, 200)).max() < 12


def test_turned_as_the_phone_was_held(tmp_path: Path) -> None:
    """A phone writes a tag instead of turning the pixels; a die must not be read lying on its side."""
    image = Image.open(io.BytesIO(encoded("JPEG")))
    exif = Image.Exif()
    exif[0x0112] = 6
    image.save(tmp_path / "a.jpg", exif=exif)
    assert load_picture(tmp_path / "a.jpg").shape == (120, 80, 3)


@pytest.mark.parametrize("form", ["L", "RGBA", "P", "LA", "1", "CMYK", "I;16"])
def test_every_colour_form_becomes_bgr(tmp_path: Path, form: str) -> None:
    """Grey, transparent, palette, print and 16-bit pictures do not break the reader."""
    kind = "JPEG" if form == "CMYK" else "PNG"
    Image.new(form, (90, 70)).save(tmp_path / "a", kind)
    assert load_picture(tmp_path / "a").shape == (70, 90, 3)


def test_sixteen_bits_of_grey_are_grey(tmp_path: Path) -> None:
    """Scanners and cameras write them; what is cut off at 255 of 65535 is a white picture."""
    grey = np.arange(90 * 70, dtype=np.uint16).reshape(70, 90) * 10
    Image.fromarray(grey).save(tmp_path / "a.png")
    assert np.array_equal(load_picture(tmp_path / "a.png"), np.repeat((grey // 256)[:, :, None], 3, axis=2))


def test_odd_exif_says_nothing(tmp_path: Path) -> None:
    """Pillow warns of it on standard error, where one line of ours belongs; as an error it would end the reading."""
    jpeg = encoded("JPEG")
    exif = b"\xff\xe1\x00\x10Exif\0\0MM\0*\0\0\0\x08"
    (tmp_path / "a.jpg").write_bytes(jpeg[:2] + exif + jpeg[2:])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert load_picture(tmp_path / "a.jpg").shape == (80, 120, 3)


def test_every_row_of_a_tall_picture(tmp_path: Path) -> None:
    """Pixels are taken over in strips; none is lost or shifted, not in the last and narrower strip either."""
    pixels = np.random.default_rng(1).integers(0, 256, (301, 70, 3), np.uint8)
    Image.fromarray(pixels).save(tmp_path / "a.png")
    assert np.array_equal(load_picture(tmp_path / "a.png"), pixels[:, :, ::-1])


def huge_png(side: int = 10_000) -> bytes:
    """Black, with all its rows, so that it would decode."""

    def chunk(name: bytes, content: bytes) -> bytes:
        return (
            struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))
        )

    header = struct.pack(">IIBBBBB", side, side, 1, 0, 0, 0, 0)
    rows = zlib.compress(bytes(side * (side // 8 + 1)), 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "not a JPEG or PNG"),
        (b"bears!", "not a JPEG or PNG"),
        (encoded("GIF"), "not a JPEG or PNG"),
        (encoded("JPEG")[:400], "damaged"),
        (encoded("JPEG", (900, 700))[:-900], "damaged"),
        (encoded("PNG")[:120], "damaged"),
        (encoded("PNG", (1, 1)), "too small"),
        (huge_png(), "too large"),
        (huge_png(20_000), "far too large"),
    ],
    ids=[
        "empty",
        "text",
        "gif",
        "cut short",
        "end missing",
        "cut png",
        "one pixel",
        "100 megapixels",
        "400 megapixels",
    ],
)
def test_refused_in_one_line(tmp_path: Path, content: bytes, says: str) -> None:
    """Each way to be no picture gets a line that names the file and says what is wrong."""
    path = tmp_path / "table.jpg"
    path.write_bytes(content)
    with pytest.raises(PictureUnreadable, match=says) as caught:
        load_picture(path)
    assert "table.jpg" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_missing_and_folder(tmp_path: Path) -> None:
    """A mistyped path and a folder are told apart."""
    with pytest.raises(PictureUnreadable, match="no such file"):
        load_picture(tmp_path / "nothing.jpg")
    with pytest.raises(PictureUnreadable, match="is a folder"):
        load_picture(tmp_path)


def test_a_large_picture_is_refused_before_it_is_decoded(tmp_path: Path) -> None:
    """A 100-megapixel header alone is enough: the pixels would not fit into a small Pi's memory."""
    (tmp_path / "a.png").write_bytes(huge_png())
    with pytest.raises(PictureUnreadable, match=f"at most {MOST_PIXELS // 1_000_000}"):
        load_picture(tmp_path / "a.png")


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(data=st.data())
def test_a_damaged_file_is_a_picture_or_an_error(tmp_path: Path, data: st.DataObject) -> None:
    """No damage to a file, wherever it strikes, gives anything but a picture or one clear line."""
    content = bytearray(encoded(data.draw(st.sampled_from(["JPEG", "PNG"]))))
    for _ in range(data.draw(st.integers(1, 6))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    path = tmp_path / "a.jpg"
    path.write_bytes(content[: data.draw(st.integers(1, len(content)))])
    said = ""
    try:
        assert load_picture(path).ndim == 3
    except PictureUnreadable as error:
        said = str(error)
    assert "\n" not in said


@pytest.mark.parametrize("turned", [1, 6])
@pytest.mark.parametrize("form", ["RGB", "CMYK", "L"])
def test_a_stored_picture_is_the_same_after_it_was_let_go(tmp_path: Path, form: str, turned: int) -> None:
    """The empty table is needed seldom; whoever looks at it again sees the same, though its file is gone."""
    path = tmp_path / "empty.jpg"
    exif = Image.Exif()
    exif[0x0112] = turned
    Image.open(io.BytesIO(encoded("JPEG"))).convert(form).save(path, "JPEG", exif=exif)
    stored, loaded = StoredPicture(path), load_picture(path)
    assert stored.shape == loaded.shape
    first = stored.pixels()
    assert stored.pixels() is first
    path.unlink()
    let_go()
    again = pixels_of(stored)
    assert again is not first
    assert np.array_equal(again, loaded)
    assert pixels_of(loaded) is loaded
    assert pixels_of(None) is None


@pytest.mark.parametrize("content", [None, b"", b"no picture", encoded("JPEG")[:-200]])
def test_what_is_no_picture_is_not_stored(tmp_path: Path, content: bytes | None) -> None:
    """A picture that could not be decoded later must be refused at once."""
    path = tmp_path / "empty.jpg"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(PictureUnreadable, match=r"empty\.jpg: "):
        StoredPicture(path)
