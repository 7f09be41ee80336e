"""Windows to open a console in."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.hardware.terminal.window import Window


@pytest.fixture
def open_window() -> Iterator[Callable[..., Window]]:
    """Open windows of any size; closed at the end."""
    windows: list[Window] = []

    def opened(columns: int = 80, rows: int = 24, *, reading: bool = True) -> Window:
        windows.append(Window(columns, rows, reading=reading))
        return windows[-1]

    yield opened
    for window in windows:
        window.close()
