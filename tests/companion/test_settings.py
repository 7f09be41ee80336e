from __future__ import annotations

import re
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

import companion
from companion.errors import BadInput
from companion.games.bears.settings import read_header
from companion.games.fields import Fields
from companion.settings import KEYS, Settings, load_settings, usual_files

PAGE = (Path(companion.__file__).parents[1] / "docs" / "settings.md").read_text()


def load(tmp_path: Path, text: str) -> Settings:
    path = tmp_path / "settings.toml"
    path.write_text(text)
    return load_settings(path)


def complaint(tmp_path: Path, text: str) -> str:
    with pytest.raises(BadInput) as caught:
        load(tmp_path, text)
    message = str(caught.value)
    assert "\n" not in message
    assert "settings.toml" in message
    return message


def test_without_a_file_everything_has_its_default(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A device that was just unpacked plays."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setattr("companion.settings.reading.SYSTEM_FOLDER", tmp_path / "etc")
    assert load_settings() == Settings()
    assert load(tmp_path, "") == Settings(file=tmp_path / "settings.toml")


def test_the_users_own_file_comes_before_the_devices(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Trying something out must not need the right to change /etc."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "own"))
    monkeypatch.setattr("companion.settings.reading.SYSTEM_FOLDER", tmp_path / "etc")
    for place, target in zip(reversed(usual_files()), (70, 80), strict=True):
        place.parent.mkdir(parents=True)
        place.write_text(f"[match]\ntarget = {target}")
        assert load_settings().target == target


def test_what_is_set_is_taken(tmp_path: Path) -> None:
    """Every section once, with paths from the file's own folder."""
    found = load(
        tmp_path,
        """
        [match]
        players = ["Ana", "Zoë"]
        target = 50
        repeat_call_s = 2
        [round]
        end_announce = "shout"
        [table]
        profile = "profile"
        seats = [205, 335.5]
        mains_hz = 60
        [sound]
        mute = true
        [display]
        kind = "sh1106"
        bus = "spi"
        off_after_s = 0
        [pins]
        shouts = [17, 27]
        buzzer = false
        display_data = 23
        [data]
        folder = "/var/lib/somewhere"
        """,
    )
    assert found.players == ("Ana", "Zoë")
    assert found.header() == {
        "game": "bears",
        "players": ["Ana", "Zoë"],
        "target": 50,
        "variant": "classic",
        "both_gone_sleeper": 5,
        "tiebreak": "all",
        "repeat_call_s": 2.0,
        "max_players": 8,
    }
    assert found.header(("Cy", "Di"))["players"] == ["Cy", "Di"]
    assert (found.end_announce, found.mains_hz) == ("shout", 60)
    assert found.mute
    assert found.profile == tmp_path / "profile"
    assert found.data == Path("/var/lib/somewhere")
    assert list(found.seats or ()) == [205, 335.5]
    assert found.display == "sh1106"
    assert found.off_after_s == 0
    assert found.wiring.shouts == (17, 27)
    assert len(found.wiring.lamps) == 2
    assert (found.wiring.display.bus, found.wiring.display.data_pin) == ("spi", 23)
    assert found.wiring.buzzer is None


def test_a_track_is_wired_as_set(tmp_path: Path) -> None:
    """A strip needs two of the lamps' usual pins, so it takes them; what cannot be is refused with its section."""
    strip = load(tmp_path, '[track]\nkind = "lights"\nlights = 90').wiring
    assert (strip.track.kind, strip.track.lights) == ("lights", 90)
    assert not {10, 11} & set(strip.lamps)
    bar = load(tmp_path, '[pins]\nlamps = []\n[track]\nkind = "bar"\npins = [4, 18]').wiring
    assert bar.track.pins == (4, 18)
    said = complaint(tmp_path, '[track]\nkind = "bar"\npins = [17]')
    assert "light 1 of the track and the shout button of seat 1 are both on GPIO 17" in said


def test_the_default_header_is_one(tmp_path: Path) -> None:
    """What people may set, the game takes."""
    match = read_header(Fields(load(tmp_path, "").header(("Ana", "Ben"))))
    assert match.players == ("Ana", "Ben")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[match]\ntargt = 1", "line 2: match.targt is no setting; did you mean target?"),
        ("[match]\nmute = true", "line 2: match.mute is no setting; mute belongs in the section [sound]"),
        ("[mach]\ntarget = 3", "line 1: mach is no section; did you mean match?"),
        ("target = 3", "line 1: target is no section; target belongs in the section [match]"),
        ("match = 3", "line 1: match must be a section"),
        ("\n[match]\n\ntarget = 0", "line 4: match.target must be a whole number, 1 or more, not 0"),
        ("[match]\ntarget = true", "must be a whole number"),
        ("[match]\ntarget = 1e2", "must be a whole number"),
        ("[match]\ntarget = 2020-01-01", "match.target must not be a date"),
        ('[match]\nplayers = ["Ana"]', "line 2: match.players must be 2 to 8 names"),
        ('[match]\nplayers = ["Ana", "Ana"]', "must be distinct names"),
        ('[match]\nplayers = ["Ana", " "]', "without spaces around them"),
        ('[match]\nplayers = ["Ana", "A name that is much too long"]', "at most 20 letters"),
        ('[match]\nplayers = ["Ana", "Ben", "Cy"]\nmax_players = 2', "names 3 players"),
        ('[match]\ngame = "chess"', "must be one of"),
        ('[match]\nvariant = ["classic"]', "match.variant must be one of"),
        ("[match]\nrepeat_call_s = nan", "must be a number from 0 to 60"),
        ("[match]\nrepeat_call_s = -1", "must be a number from 0 to 60, not -1"),
        ('[round]\nend_announce = "whisper"', '"sound", "shout"'),
        ("[table]\nseats = [10]", "2 to 8 different angles"),
        ("[table]\nseats = [10, 400]", "table.seats[1] must be an angle from -360 to 360"),
        ("[table]\nmains_hz = 55", "must be 50 or 60"),
        ("[table]\nwatch_fps = 1000", "must be a whole number from 5 to 50"),
        ("[sound]\nmute = 1", "must be true or false, not 1"),
        ("[display]\ni2c_address = 200", "display.i2c_address must be a whole number from 3 to 119"),
        ("[pins]\nok = 16", "section [pins]: the button ok and the button back are both on GPIO 16"),
        ("[pins]\nok = 40", "pins.ok must be a whole number from 0 to 27"),
        ("[pins]\nok = 2", "which the display's bus needs"),
        ("[pins]\nshouts = [17]", "2 to 8 shout buttons"),
        ("[data]\nevidence_mb = -1", "0 to 1000000"),
        ("[match\n", "not valid TOML"),
        ("[match]\ntarget = 1\ntarget = 2", "not valid TOML"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(tmp_path: Path, text: str, said: str) -> None:
    """Whoever edits the file on the device, in a terminal, finds the place at once."""
    assert said in complaint(tmp_path, text)


def test_a_file_that_cannot_be_read_is_bad_input(tmp_path: Path) -> None:
    """A wrong path or a file that is no text: one line."""
    with pytest.raises(BadInput, match="no settings file"):
        load_settings(tmp_path / "nowhere.toml")
    with pytest.raises(BadInput, match="cannot be read"):
        load_settings(tmp_path)
    (tmp_path / "latin.toml").write_bytes(b'[match]\nplayers = ["Zo\xeb"]')
    with pytest.raises(BadInput, match="not UTF-8"):
        load_settings(tmp_path / "latin.toml")


values = st.recursive(
    st.booleans() | st.integers(-5, 300) | st.floats() | st.text(max_size=5).map(lambda text: f"{text!r}"),
    lambda inner: st.lists(inner, max_size=3),
    max_leaves=4,
)


@given(
    section=st.sampled_from(sorted(KEYS)) | st.just("other"),
    name=st.sampled_from(sorted({name for names in KEYS.values() for name in names})),
    value=values,
)
@hypothesis_settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_value_is_taken_or_complained_about(
    tmp_path: Path, section: str, name: str, value: object
) -> None:
    """Whatever somebody writes into the file, the answer is settings or one line, never a traceback."""
    text = f"[{section}]\n{name} = {str(value).lower() if not isinstance(value, str) else value}\n"
    said = ""
    try:
        load(tmp_path, text)
    except BadInput as error:
        said = str(error)
    assert "\n" not in said


def test_every_setting_is_documented() -> None:
    """A setting that is not in docs/settings.md is found by accident or not at all."""
    for section, names in KEYS.items():
        found = re.search(rf"^## `\[{section}\]`\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
        assert found, f"docs/settings.md has no heading [{section}]"
        documented = re.findall(r"^\| `(\w+)` \|", found[1], re.MULTILINE)
        assert documented == list(names), f"[{section}]"


def test_the_example_shows_every_setting_with_its_default(tmp_path: Path) -> None:
    """People copy it and change what they like; unchanged it must change nothing."""
    [example] = re.findall(r"^```toml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    given = tomllib.loads(re.sub(r"^# (?=\w+ = )", "", example, flags=re.MULTILINE))
    assert {section: set(names) for section, names in given.items()} == {
        section: set(names) for section, names in KEYS.items()
    }
    assert replace(load(tmp_path, example), file=None) == Settings()
