import json
from pathlib import Path

import pytest

from calibration import building
from calibration.building import Built
from calibration.errors import CardsUnusable
from calibration.profile import load_profile
from companion.cli import main


@pytest.fixture
def built(profile: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, object]:
    """Building gives the fixture's profile with a warning; what it was asked for is noted."""
    asked: dict[str, object] = {}

    def build(folder: Path, **options: object) -> Built:
        asked.update(options, folder=folder)
        if folder.name == "bad":
            raise CardsUnusable("background.jpg: card 2 (far right) is not seen: uncover it")
        return Built(load_profile(profile), ("bear and tent look alike",))

    monkeypatch.setattr(building, "build_profile", build)
    return asked


def test_build_writes_the_profile_and_says_what_is_in_it(
    built: dict[str, object], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Warnings go to standard error, the summary to standard output."""
    assert main(["profile", "build", "set", "--out", str(tmp_path / "out" / "p")]) == 0
    told = capsys.readouterr()
    assert told.err == "bears: bear and tent look alike\n"
    assert "bear (1), tent (1), runner (1), gun (1), sleeper (1)" in told.out
    assert load_profile(tmp_path / "out" / "p").edge_mm == 16.0
    assert built == {"folder": Path("set"), "lens_name": None, "edge_mm": None, "seats": None}


def test_build_takes_what_the_set_does_not_say(built: dict[str, object], tmp_path: Path) -> None:
    """Lens, edge and seats can be typed."""
    options = ["--lens", "v3", "--edge", "14.5", "--seats", "205,335,40,-20"]
    assert main(["profile", "build", "set", "--out", str(tmp_path / "p"), *options]) == 0
    assert built["lens_name"] == "v3"
    assert built["edge_mm"] == 14.5
    assert built["seats"] == (205.0, 335.0, 40.0, -20.0)


@pytest.mark.parametrize(
    ("arguments", "match"),
    [
        (["build", "bad", "--out", "new"], "card 2 (far right) is not seen"),
        (["build", "set", "--out", "photos"], "is no profile"),
        (["build", "set", "--out", "file/p"], "lies below something that is none"),
        (["build", "set", "--out", "new", "--edge", "0"], "--edge"),
        (["build", "set", "--out", "new", "--edge", "nan"], "--edge"),
        (["build", "set", "--out", "new", "--seats", "left"], "--seats"),
        (["build", "set", "--out", "new", "--seats", "1,1"], "cannot be told apart"),
        (["build", "set", "--out", "new", "--seats", "inf"], "angle in degrees"),
        (["build", "set"], "--out"),
        (["show", "nowhere"], "does not exist"),
        (["show", "photos"], "there is no profile"),
        ([], "ACTION"),
    ],
)
def test_bad_input_is_one_line_and_writes_nothing(
    built: dict[str, object],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    match: str,
) -> None:
    """Exit status 2, and the photographs that lie at `--out` by mistake are still there."""
    (tmp_path / "photos").mkdir()
    (tmp_path / "photos" / "background.jpg").write_bytes(b"x")
    (tmp_path / "file").write_bytes(b"x")
    monkeypatch.chdir(tmp_path)
    before = sorted(tmp_path.rglob("*"))
    assert main(["profile", *arguments]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("bears: ")
    assert told.err.count("\n") == 1
    assert match in told.err
    assert sorted(tmp_path.rglob("*")) == before


def test_show_tells_what_is_in_a_profile(profile: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Enough to see that it is the right one."""
    assert main(["profile", "show", str(profile)]) == 0
    told = capsys.readouterr().out
    for part in (
        "16 mm dice",
        "640 x 360",
        "bear (1)",
        "700 mm above the table",
        "seats (degrees): 180, 0",
        "card 3",
    ):
        assert part in told


def test_show_as_json(profile: Path, loose_profile: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One object, for other programs; a loose profile has no table to tell of."""
    assert main(["profile", "show", str(profile), "--json"]) == 0
    value = json.loads(capsys.readouterr().out)
    assert value["kind"] == "dice"
    assert value["size"] == [640, 360]
    assert value["faces"] == {"bear": 1, "tent": 1, "runner": 1, "gun": 1, "sleeper": 1}
    assert main(["profile", "show", str(loose_profile), "--json"]) == 0
    assert "cards" not in json.loads(capsys.readouterr().out)
    assert main(["profile", "show", str(loose_profile)]) == 0
    assert "faces only" in capsys.readouterr().out
