"""A progress bar for people who wait; nothing where nobody looks."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from typing import TextIO, TypeVar

Item = TypeVar("Item")


def with_progress(items: Sequence[Item], *, stream: TextIO, label: str) -> Iterator[Item]:
    """Go through the items while a bar on `stream` fills; the bar is drawn on a terminal only, and wiped at the end."""
    shown = stream.isatty() and len(items) > 0
    try:
        for done, item in enumerate(items):
            if shown:
                stream.write(f"\r{bar(done, len(items), label)}")
                stream.flush()
            yield item
    finally:
        if shown:
            stream.write(f"\r{' ' * len(bar(0, len(items), label))}\r")
            stream.flush()


def bar(done: int, of: int, label: str, *, columns: int | None = None) -> str:
    """One line: `label [####----] 4/8`, no wider than the terminal."""
    columns = columns or shutil.get_terminal_size().columns
    counted = f" {done:>{len(str(of))}}/{of}"
    room = max(4, min(40, columns - len(label) - len(counted) - 4))
    full = room * done // of
    return f"{label} [{'#' * full}{'-' * (room - full)}]{counted}"
