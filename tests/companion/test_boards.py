from pathlib import Path

import pytest

from companion.boards import load_boards
from companion.cli import main
from companion.errors import BadInput

SMALL = 'name = "small"\nfiles = 2\nranks = 2\npath = [{squares = ["a1", "b1", "b2", "a2"]}]'


def test_boards_of_a_folder_come_on_top(tmp_path: Path) -> None:
    """Users add boards without touching the program; other files there do not matter."""
    (tmp_path / "mine.toml").write_text(SMALL)
    (tmp_path / "notes.txt").write_text("no board")
    assert list(load_boards(tmp_path)) == ["four-arm", "one-spiral", "two-arm", "small"]


@pytest.mark.parametrize(
    "toml",
    [
        b"name = 3",
        b"\xff",
        SMALL.replace("small", "two-arm").encode(),
        b"name = 1979-05-27",
        b"name = 07:32:00",
        SMALL.replace('"a2"', "1979-05-27T07:32:00Z").encode(),
        b'name = "x"\nfiles = ' + b"9" * 5000,
        b'name = "x"\nfiles = 0x' + b"f" * 5000,
        b"name = " + b"[" * 100_000,
        b'name = "\xff"',
    ],
    ids=lambda toml: repr(toml[:24]),
)
def test_a_broken_board_is_bad_input(tmp_path: Path, toml: bytes) -> None:
    """The message names the file."""
    (tmp_path / "mine.toml").write_bytes(toml)
    with pytest.raises(BadInput, match=r"mine\.toml cannot be used"):
        load_boards(tmp_path)


def test_a_match_is_replayed_on_a_board_of_ones_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`bears replay --boards` reads logs that name such a board."""
    (tmp_path / "mine.toml").write_text(SMALL)
    log = tmp_path / "log.jsonl"
    log.write_text(
        '{"game":"bfh","players":["red","blue"],"board":"small"}\n{"event":"place","piece":"neutral-3","at":"a2"}'
    )
    assert main(["replay", str(log), "--boards", str(tmp_path)]) == 0
    assert "a2: neutral-3" in capsys.readouterr().out


def test_the_park_in_the_docs_can_be_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """docs/boards.md shows a header over several lines; as one line it starts a match."""
    page = (Path(__file__).parents[2] / "docs" / "boards.md").read_text(encoding="utf-8")
    header = page.split("```json\n")[1].split("```")[0]
    (tmp_path / "log.jsonl").write_text(" ".join(header.split()))
    assert main(["replay", str(tmp_path / "log.jsonl")]) == 0
    assert "Ana: row 0 (campsite)" in capsys.readouterr().out
