from __future__ import annotations

import contextlib
import io
import os
import pty
import sys
from collections.abc import Iterator
from pathlib import Path

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


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (["--players", "Ana"], "2 to 8 can play, not 1"),
        (["--players", "Ana,Ana"], "--players should be different names"),
        (["--players", "Ana,"], "--players should be different names"),
        (["--players", f"Ana,{'B' * 21}"], "a name has at most 20 letters, not 21"),
        (["--players", "Ana,B\x1b[2J"], "can be printed"),
        (["--game", "bfh", "--players", "red,red"], "--players should be different colours"),
        (["--game", "bfh", "--players", "red,neutral"], "nobody can play it"),
        (["--target", "0"], "--target should be 1 or more"),
        (["--seed", "-1"], "--seed should be 0 or more"),
        (["--board", "two-arm"], "--board goes with --game bfh"),
    ],
)
def test_wishes_that_cannot_be_met_are_one_line(
    asked: list[str], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Said before anything is opened, and nothing is made."""
    assert main(["play", "--simulate", "--data", str(tmp_path / "data"), *asked]) == 2
    err = capsys.readouterr().err
    assert told in err
    assert err.count("\n") == 1
    assert not (tmp_path / "data").exists()
