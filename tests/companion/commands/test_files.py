"""What is no file in a file's place: a pipe that nobody writes to, a device, a socket, a folder."""

from __future__ import annotations

import os
import shutil
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.cli import main
from companion.evaluation.truth import load_truth
from vision.files import NotAFile

Place = Callable[[Path], None]


def pipe(path: Path) -> None:
    """Whoever opens it to read waits until somebody opens it to write."""
    os.mkfifo(path)


def device(path: Path) -> None:
    """One that has no end."""
    path.symlink_to("/dev/zero")


def listening(path: Path) -> None:
    """A socket; its name has to be short."""
    here = Path.cwd()
    os.chdir(path.parent)
    try:
        with socket.socket(socket.AF_UNIX) as opened:
            opened.bind(path.name)
    finally:
        os.chdir(here)


def folder(path: Path) -> None:
    """An empty one."""
    path.mkdir()


COMMANDS: dict[str, tuple[str, list[str]]] = {
    "read": ("x.jpg", ["read", "one.jpg", "x.jpg", "--profile", "profile"]),
    "score": ("x.jpg", ["score", "x.jpg", "--profile", "profile"]),
    "judge, description": ("burst/set.json", ["judge", "burst", "--profile", "profile", "--calls", "0.1"]),
    "replay": ("x.jsonl", ["replay", "x.jsonl"]),
    "replay, boards": ("boards/x.toml", ["replay", "one.jsonl", "--boards", "boards"]),
    "calibrate lens": ("x.jpg", ["calibrate", "lens", "x.jpg", "-o", "lens.json"]),
    "calibrate table": ("x.jpg", ["calibrate", "table", "x.jpg", "--lens", "v3"]),
    "calibrate table, lens": ("x.json", ["calibrate", "table", "one.jpg", "--lens", "x.json"]),
    "calibrate rows, log": (
        "x.jsonl",
        ["calibrate", "rows", "one.jpg", "--profile", "profile", "--log", "x.jsonl", "-o", "rows.json"],
    ),
    "park check": ("x.toml", ["park", "check", "x.toml"]),
    "park show": ("x.toml", ["park", "show", "x.toml"]),
    "park read, rows": (
        "x.json",
        ["park", "read", "one.jpg", "--profile", "profile", "--rows", "x.json"],
    ),
    "profile build": ("set/set.json", ["profile", "build", "set", "--out", "new"]),
    "profile show": ("made/profile.json", ["profile", "show", "made"]),
    "profile show, face": ("profile/faces/bear.png", ["profile", "show", "profile"]),
    "evaluate": ("set/set.json", ["evaluate", "set"]),
    "play, settings": ("x.toml", ["play", "--simulate", "--settings", "x.toml"]),
    "export, settings": ("x.toml", ["export", "1", "--settings", "x.toml"]),
    "history, settings": ("x.toml", ["history", "--settings", "x.toml"]),
}


@pytest.mark.parametrize("place", [pipe, device, listening, folder])
@pytest.mark.parametrize("command", COMMANDS)
def test_no_command_waits_for_what_is_no_file(
    command: str,
    place: Place,
    tmp_path: Path,
    profile: Path,
    picture: Path,
    reader: object,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A wrong path must not hang the command or fill the memory: it is bad input, said in a line that names it."""
    monkeypatch.chdir(tmp_path)
    where, words = COMMANDS[command]
    target = tmp_path / where
    target.parent.mkdir(parents=True, exist_ok=True)
    (target.parent / "teach").mkdir(exist_ok=True)
    (tmp_path / "set" / "table").mkdir(parents=True, exist_ok=True)
    shutil.copy(picture, tmp_path / "set" / "table" / "000.jpg")
    (tmp_path / "one.jsonl").write_text('{"game": "bears", "players": ["Ana", "Ben"]}\n')
    target.unlink(missing_ok=True)
    place(target)
    assert main(words) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert target.name in told


def test_neither_does_what_compares_with_the_truth(tmp_path: Path) -> None:
    """`bears evaluate` builds a profile first; its truth files are looked at as everything else is."""
    pipe(tmp_path / "000.json")
    with pytest.raises(NotAFile, match="a pipe"):
        load_truth(tmp_path / "000.json", loose=False)
