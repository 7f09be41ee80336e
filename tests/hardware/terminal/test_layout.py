from hypothesis import given
from hypothesis import strategies as st

from hardware.terminal.layout import Box, arrange


def cells(box: Box) -> set[tuple[int, int]]:
    return {(x, y) for x in range(box.x, box.x + box.columns) for y in range(box.y, box.y + box.rows)}


@given(st.integers(1, 240), st.integers(1, 70), st.integers(0, 8))
def test_nothing_overlaps_and_nothing_lies_outside(columns: int, rows: int, seats: int) -> None:
    """Every window that people may have gets a page that can be read."""
    layout = arrange(columns, rows, seats)
    taken: set[tuple[int, int]] = set()
    for box in (layout.display, layout.seats, layout.lines, layout.keys):
        assert not cells(box) & taken, layout
        taken |= cells(box)
    assert all(0 <= x < columns and 0 <= y < rows for x, y in taken)


def test_an_ordinary_window_shows_all_of_it() -> None:
    """80x24 is what one gets without asking: display, seats beside it, lines below."""
    layout = arrange(80, 24, 8)
    assert layout.style == "braille"
    assert layout.seats.x > layout.display.columns
    assert layout.seats.rows >= 8
    assert layout.lines.rows >= 4


def test_a_large_window_shows_square_pixels() -> None:
    """Half blocks are the clearest picture of the display, wherever they fit."""
    assert arrange(130, 40, 4).style == "half"
    assert arrange(129, 40, 4).style == "braille"


def test_a_tiny_window_still_tells_what_happens() -> None:
    """Without room for the display the lines remain."""
    layout = arrange(40, 10, 4)
    assert layout.style is None
    assert layout.lines.rows == 8
