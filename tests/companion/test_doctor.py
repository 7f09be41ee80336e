import json
import sys
from pathlib import Path

import pytest

from calibration.building import build_profile
from calibration.profile import save_profile
from companion.cli import main
from companion.commands import doctor
from companion.eyes import BoardEyes
from hardware.simulated.board.look import make_board_look
from hardware.simulated.board.photoset import write_board_photo_set
from vision.errors import CardsNotVisible
from vision.pyramids.seen import SeenBoard

PARTS = ["computer", "groups", "pins", "buttons", "display", "lamps", "buzzer", "camera", "power", "clock"]
REST = ["profile", "disk", "settings"]


@pytest.fixture(autouse=True)
def away_from_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No settings of whoever runs the tests, and no parts of a Pi they may run on."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    monkeypatch.setitem(sys.modules, "lgpio", None)
    monkeypatch.setitem(sys.modules, "picamera2", None)


def test_without_the_box_it_tells_what_is_missing_and_fails_so(capsys: pytest.CaptureFixture[str]) -> None:
    """Exit status 3 tells a script what a person reads: a part of the device is missing."""
    assert main(["doctor", "--json"]) == 3
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["part"] for line in told] == PARTS + REST
    state = {line["part"]: line["state"] for line in told}
    assert state["buttons"] == state["camera"] == "missing"
    assert state["profile"] == "look"
    assert state["disk"] == "ok"


def test_for_people_each_part_is_a_line_with_its_remedy_below(capsys: pytest.CaptureFixture[str]) -> None:
    """It must be readable on a phone through ssh, and say what to type."""
    main(["doctor"])
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[1] for line in lines if not line.startswith(" ")] == PARTS + REST
    at = next(k for k, line in enumerate(lines) if line.split()[1] == "pins")
    assert lines[at].startswith("missing ")
    assert "python3-lgpio" in lines[at + 1]


def test_a_box_without_a_display_is_not_asked_for_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The settings say what belongs to this box."""
    settings = tmp_path / "settings.toml"
    settings.write_text('[display]\nkind = "none"\n')
    main(["doctor", "--json", "--settings", str(settings)])
    told = {
        json.loads(line)["part"]: json.loads(line)["told"] for line in capsys.readouterr().out.splitlines()
    }
    assert "display" not in told
    assert told["settings"] == str(settings)


def test_bad_settings_are_bad_input(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The doctor reads them as the game does."""
    settings = tmp_path / "settings.toml"
    settings.write_text("[pins]\nok = 17\n")
    assert main(["doctor", "--settings", str(settings)]) == 2
    assert "GPIO 17" in capsys.readouterr().err


def test_a_profile_that_cannot_be_used_is_told(tmp_path: Path) -> None:
    """With the loader's own reason; and one that is not set is no fault."""
    assert doctor.profile(None).state.value == "look"
    finding = doctor.profile(tmp_path / "nowhere")
    assert finding.state.value == "look"
    assert "does not exist" in finding.told


def test_a_full_disk_and_a_closed_folder_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing can be kept then, and a match that is not kept cannot be resumed."""
    deep = tmp_path / "not" / "made" / "yet"
    assert doctor.disk(deep).state.value == "ok"
    monkeypatch.setattr(doctor, "NEEDED_MB", 10**9)
    assert "MB are free" in doctor.disk(deep).told
    assert doctor.disk(deep).state.value == "look"
    monkeypatch.setattr("os.access", lambda *_: False)
    assert "cannot be written to" in doctor.disk(deep).told


def test_a_profile_of_a_board_is_tried(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """So that all is compiled before anybody plays; beside that of the dice, if both are set."""
    look = make_board_look(1011, ("red", "black"))
    write_board_photo_set(look, tmp_path / "set")
    save_profile(build_profile(tmp_path / "set").profile, tmp_path / "board")
    settings = tmp_path / "settings.toml"
    settings.write_text(f'[bfh]\nprofile = "{tmp_path / "board"}"\n')
    main(["doctor", "--json", "--settings", str(settings)])
    told = {line["part"]: line for line in map(json.loads, capsys.readouterr().out.splitlines())}
    assert told["profile"]["state"] == "look"
    assert told["board profile"]["state"] == "ok"
    assert told["board profile"]["told"].startswith(f"{tmp_path / 'board'}, a drawn board is read in ")


def test_a_board_that_cannot_be_read_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Although the profile's files are all there."""

    def unseen(_eyes: BoardEyes) -> SeenBoard:
        raise CardsNotVisible("no corner card is seen")

    write_board_photo_set(make_board_look(1011, ("red", "black")), tmp_path / "set")
    save_profile(build_profile(tmp_path / "set").profile, tmp_path / "board")
    monkeypatch.setattr(BoardEyes, "rehearse", unseen)
    finding = doctor.profile(tmp_path / "board")
    assert finding.state.value == "look"
    assert finding.told == "no corner card is seen"
