from hypothesis import given
from hypothesis import strategies as st

from hardware.terminal.grid import Grid, changes
from hardware.terminal.text import cut, width, wrap
from tests.hardware.terminal.emulator import Emulator

Writings = list[tuple[int, int, str, str]]

TEXTS = st.text(alphabet="ab é́李雷🐻 \x1b\x07\n\t\u200d", max_size=12)
WRITINGS = st.lists(
    st.tuples(st.integers(-2, 12), st.integers(-1, 4), TEXTS, st.sampled_from(["", "1", "2;31"])), max_size=8
)


def written(writings: Writings) -> Grid:
    grid = Grid(12, 4)
    for writing in writings:
        grid.write(*writing)
    return grid


def shown(grid: Grid) -> list[str]:
    return ["".join(character for character, _ in line).rstrip() for line in grid.lines]


@given(WRITINGS, WRITINGS)
def test_changes_lead_from_any_page_to_any_other(before: Writings, after: Writings) -> None:
    """What is left of an old page, or half a wide character, would stay there until the window is resized."""
    old, new = written(before), written(after)
    emulator = Emulator(12, 4)
    emulator.feed(changes(None, old))
    assert emulator.lines() == shown(old)
    emulator.feed(changes(old, new))
    assert emulator.lines() == shown(new)


def test_only_what_changed_is_sent() -> None:
    """A slow line must keep up with a clock that runs."""
    old, new = Grid(80, 24), Grid(80, 24)
    for grid, time in ((old, "0:59"), (new, "1:00")):
        grid.write(0, 0, "everything else stays as it is " * 3)
        grid.write(70, 20, time)
    assert changes(new, new) == ""
    assert changes(old, new) == "\x1b[21;71H1:00"
    new.write(0, 20, "8:15")
    assert changes(old, new) == "\x1b[21;1H8:15\x1b[21;71H1:00"


def test_styles_begin_and_end_with_their_text() -> None:
    """A lamp that is lit must not light the rest of the page."""
    new = Grid(10, 2)
    new.write(0, 0, "ab", "1;93")
    new.write(2, 0, "cd")
    new.write(0, 1, "e", "2")
    wanted = "\x1b[0m\x1b[2J\x1b[1;1H\x1b[0;1;93mab\x1b[0mcd\x1b[2;1H\x1b[0;2me\x1b[0m"
    assert changes(None, new) == wanted


def test_nothing_in_a_text_steers_the_terminal() -> None:
    """Names are typed by people, and an escape sequence in one could do anything to the terminal."""
    grid = Grid(40, 1)
    grid.write(0, 0, "a\x1b[2Jb\x07\x9b31mc\r\n")
    assert shown(grid) == ["a[2Jb31mc"]


@given(st.text(max_size=60), st.integers(0, 30))
def test_cut_texts_fit(text: str, columns: int) -> None:
    """A name of any script stays in its column."""
    assert width(cut(text, columns)) <= columns


@given(st.text(max_size=120), st.integers(4, 40))
def test_wrapped_texts_fit(text: str, columns: int) -> None:
    """Lines of any script stay in their box."""
    assert all(width(line) <= columns for line in wrap(text, columns))


def test_wrapped_lines_are_indented_and_lose_no_word() -> None:
    """The reader sees where a line begins, and reads all of it."""
    assert wrap("Ana takes a bear from the campsite", 12) == [
        "Ana takes a",
        "  bear from",
        "  the",
        "  campsite",
    ]
