from __future__ import annotations

import contextlib
import io
import os
import pty
import sys
from collections.abc import Iterator

import pytest

from companion.cli import main


@contextlib.contextmanager
def terminal(monkeypatch: pytest.MonkeyPatch, *, name: str, encoding: str) -> Iterator[None]:
    """Standard input and output are a terminal of this kind."""
    outside, inside = pty.openpty()
    with (
        open(inside, encoding=encoding, closefd=False) as keys,
        io.TextIOWrapper(io.FileIO(inside, "w"), encoding) as page,
        monkeypatch.context() as patched,
    ):
        patched.setenv("TERM", name)
        patched.setattr(sys, "stdin", keys)
        patched.setattr(sys, "stdout", page)
        yield
    os.close(outside)


@pytest.mark.parametrize(
    ("name", "encoding", "by_itself"),
    [("xterm", "utf-8", False), ("dumb", "utf-8", True), ("xterm", "latin-1", True)],
)
@pytest.mark.parametrize("game", ["bears", "bfh", "outrun"])
def test_a_terminal_without_pictures_gets_a_match_that_plays_by_itself(
    monkeypatch: pytest.MonkeyPatch, name: str, encoding: str, game: str, *, by_itself: bool
) -> None:
    """Where no keys are read nobody could press a button, and the match would wait for ever."""
    opened: dict[str, object] = {}

    def open_simulated(*_: object, **options: object) -> object:
        opened.update(options)
        raise KeyboardInterrupt

    monkeypatch.setattr(f"companion.table.{game}.simulated.open_simulated", open_simulated)
    with terminal(monkeypatch, name=name, encoding=encoding):
        assert main(["play", "--simulate", "--game", game]) == 130
    assert opened["by_itself"] is by_itself
