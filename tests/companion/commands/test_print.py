from pathlib import Path

import pytest

from companion.cli import main
from tests.printed import written


@pytest.mark.parametrize("sheet", ["cards", "charuco", "board", "standees"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_sheets_are_written(sheet: str, paper: str, tmp_path: Path) -> None:
    """The first thing that anybody does with the program."""
    assert main(["print", sheet, "-o", str(tmp_path / "sheet.pdf"), "--paper", paper]) == 0
    assert (tmp_path / "sheet.pdf").read_bytes().startswith(b"%PDF-")


def test_a_place_that_cannot_be_written_is_one_clear_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """And nothing is left behind."""
    (tmp_path / "file").write_text("x")
    for place in ("nowhere/cards.pdf", "file/cards.pdf", "."):
        assert main(["print", "cards", "-o", str(tmp_path / place)]) == 2
        error = capsys.readouterr().err
        assert error.startswith("bears: ")
        assert error.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_an_unknown_sheet_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The message lists what can be printed."""
    assert main(["print", "banknotes", "-o", str(tmp_path / "x.pdf")]) == 2
    assert "charuco" in capsys.readouterr().err


def test_a_board_of_ones_own_is_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Boards are data; whoever wrote one wants to play on it."""
    (tmp_path / "small.toml").write_text(
        'name = "small"\nfiles = 2\nranks = 2\n[[path]]\nsquares = ["a1", "b1", "b2", "a2"]\n'
    )
    out = tmp_path / "board.pdf"
    asked = [
        "print",
        "board",
        "--board",
        "small",
        "--boards",
        str(tmp_path),
        "--square",
        "30",
        "-o",
        str(out),
    ]
    assert main(asked) == 0
    assert {"b2", "start", "home"} <= written(out, page=0)
    assert main(["print", "board", "--board", "large", "-o", str(out)]) == 2
    assert "two-arm" in capsys.readouterr().err


def test_the_runners_names_are_printed(tmp_path: Path) -> None:
    """On the stickers that they get in the match."""
    out = tmp_path / "standees.pdf"
    assert main(["print", "standees", "--names", "Ana, Ben", "-o", str(out)]) == 0
    assert {"Ana", "Ben", "runner 3"} <= written(out, page=0)


@pytest.mark.parametrize(
    "asked",
    [
        ["cards", "--board", "two-arm"],
        ["board", "--names", "Ana"],
        ["standees", "--names", "Ana,,Ben"],
        ["standees", "--names", "Ana,Ana"],
        ["standees", "--square", "40"],
        ["cards", "--paper", "a3"],
        ["board", "--square", "5"],
        ["board", "--boards", "nowhere"],
    ],
)
def test_what_does_not_belong_together_is_refused(
    asked: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """An option without effect would be taken for done."""
    assert main(["print", *asked, "-o", str(tmp_path / "x.pdf")]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert not list(tmp_path.iterdir())
