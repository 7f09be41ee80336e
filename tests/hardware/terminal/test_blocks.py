import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from hardware.terminal.blocks import CELL, Style, as_characters

HALVES = {" ": (0, 0), "▀": (1, 0), "▄": (0, 1), "█": (1, 1)}


def decoded(lines: list[str], style: Style) -> np.ndarray:
    """The pixels that the characters show, (rows, columns) of 0 and 1."""
    across, down = CELL[style]
    pixels = np.zeros((len(lines) * down, len(lines[0]) * across), np.uint8)
    for y, line in enumerate(lines):
        for x, character in enumerate(line):
            if style == "half":
                pixels[2 * y : 2 * y + 2, x] = HALVES[character]
            else:
                bits = 0 if character == " " else ord(character) - 0x2800
                for k, (column, row) in enumerate(
                    [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3)]
                ):
                    pixels[4 * y + row, 2 * x + column] = bits >> k & 1
    return pixels


@pytest.mark.parametrize("style", ["half", "braille"])
@given(st.binary(min_size=1024, max_size=1024))
def test_characters_show_exactly_the_pixels(style: Style, raw: bytes) -> None:
    """A pixel that is lost on the way turns a 3 into something else."""
    picture = Image.frombytes("1", (128, 64), raw)
    lines = as_characters(picture, style)
    across, down = CELL[style]
    assert [len(line) for line in lines] == [128 // across] * (64 // down)
    assert (decoded(lines, style) == np.asarray(picture, np.uint8)).all()


def test_pictures_of_odd_sizes_are_filled_up_with_dark_pixels() -> None:
    """What does not fill its last cell must not be cut off."""
    picture = Image.new("1", (3, 5), 1)
    assert as_characters(picture, "half") == ["███", "███", "▀▀▀"]
    assert decoded(as_characters(picture, "braille"), "braille").sum() == 15
