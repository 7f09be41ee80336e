from pathlib import Path

import pytest

from companion.cli import main


@pytest.mark.parametrize("sheet", ["cards", "charuco"])
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
