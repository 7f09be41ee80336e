"""The progress bar."""

from __future__ import annotations

import gc
import io

import pytest

from companion.progress import bar, with_progress


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        """Always."""
        return True


def test_the_bar_fills_and_is_wiped() -> None:
    """People see how far it is, and afterwards only the table."""
    terminal = Terminal()
    assert list(with_progress([1, 2, 3], stream=terminal, label="reading")) == [1, 2, 3]
    shown = terminal.getvalue().split("\r")
    assert "0/3" in shown[1]
    assert "2/3" in shown[3]
    assert shown[-2].strip() == ""


def test_nothing_is_drawn_into_files_and_pipes() -> None:
    """Logs and other programs get no control characters."""
    pipe = io.StringIO()
    assert list(with_progress([1, 2], stream=pipe, label="reading")) == [1, 2]
    assert pipe.getvalue() == ""


def test_the_bar_is_wiped_when_the_work_fails() -> None:
    """An error message stands on a line of its own."""
    terminal = Terminal()

    def work() -> None:
        for item in with_progress([1, 0, 2], stream=terminal, label="reading"):
            assert 1 / item

    with pytest.raises(ZeroDivisionError):
        work()
    gc.collect()
    assert terminal.getvalue().endswith("\r")


def test_the_bar_fits_the_terminal() -> None:
    """A bar that wraps cannot be wiped."""
    for columns in (30, 80, 200):
        for done in (0, 5, 10):
            assert len(bar(done, 10, "reading", columns=columns)) < columns
