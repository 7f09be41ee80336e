import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import main
from tests.drawn import draw, four_cards, lens_like_v3, looking
from vision.lens import View

CARDS = four_cards()
LENS = lens_like_v3(1152, 648)
GREY = draw(View(LENS, looking((10, -420, 560), (0, -45, 0), 1)), CARDS)


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """A picture of the four cards, and its lens in a file beside it."""
    cv2.imwrite(str(tmp_path / "table.png"), GREY)
    value = {
        "kind": "lens",
        "schema": 1,
        "width": 1152,
        "height": 648,
        "K": LENS.K.tolist(),
        "dist": LENS.dist.tolist(),
    }
    (tmp_path / "lens.json").write_text(json.dumps(value))
    return tmp_path


def test_table_tells_camera_cards_and_fit(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What a person can check with a ruler, and how well it fits."""
    assert main(["calibrate", "table", str(table / "table.png"), "--lens", str(table / "lens.json")]) == 0
    told = capsys.readouterr().out
    assert "fit to 0.0" in told
    assert "camera: 560 mm above the table, 420 mm before its middle" in told
    assert told.count("card ") == 4
    assert "ruler" in told


def test_table_as_json(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One object, for other programs."""
    assert (
        main(["calibrate", "table", str(table / "table.png"), "--lens", str(table / "lens.json"), "--json"])
        == 0
    )
    value = json.loads(capsys.readouterr().out)
    assert value["rms_px"] < 0.1
    assert [card["id"] for card in value["cards"]] == [0, 1, 2, 3]
    assert value["cards"][2]["x"] == pytest.approx(CARDS[2].x, abs=0.2)
    assert value["eye_mm"] == pytest.approx([10, -420, 560], abs=1)


def test_a_cameras_name_does_for_a_lens(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """And it is said that its numbers were adjusted."""
    assert main(["calibrate", "table", str(table / "table.png"), "--lens", "v3"]) == 0
    assert "nominal lens was adjusted" in capsys.readouterr().out


def test_bad_input_is_one_line(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """No picture, no cards, no lens, too few pictures: each is named, and nothing is written."""
    cv2.imwrite(str(table / "empty.png"), np.full((648, 1152), 99, np.uint8))
    lens = str(table / "lens.json")
    before = sorted(path.name for path in table.iterdir())
    for arguments, match in (
        (["table", str(table / "nothing.jpg"), "--lens", lens], "nothing.jpg"),
        (["table", lens, "--lens", lens], "lens.json"),
        (["table", str(table / "empty.png"), "--lens", lens], "card 0 (near left) is not seen"),
        (["table", str(table / "table.png"), "--lens", "v7"], "v2, v3, v3-wide, hq-6mm"),
        (["table", str(table / "table.png"), "--lens", lens, "--marker", "0"], "--marker"),
        (["lens", str(table / "empty.png"), "-o", str(table / "new.json")], "only 0 of 1 pictures"),
        (["lens", str(table / "nothing.jpg"), "-o", str(table / "new.json")], "nothing.jpg"),
        (["lens", str(table / "nothing.jpg"), "-o", str(table)], "is a folder"),
        (["lens", str(table / "nothing.jpg"), "-o", str(table / "no" / "new.json")], "there is no folder"),
        (["lens", str(table / "table.png"), "-o", str(table / "table.png")], "is one of the pictures"),
    ):
        assert main(["calibrate", *arguments]) == 2
        told = capsys.readouterr()
        assert told.out == ""
        assert told.err.startswith("bears: ")
        assert told.err.count("\n") == 1
        assert match in told.err
    assert sorted(path.name for path in table.iterdir()) == before
