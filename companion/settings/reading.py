"""The settings file read: what is wrong with it is said with its line."""

import difflib
import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, Final

from companion.errors import BadInput
from companion.games.fields import LogError, Value, show
from companion.settings.checks import KEYS
from companion.settings.values import Settings
from hardware.wiring import LIGHTS_TRACK, SPI_DISPLAY, Wiring
from vision.files import read_file

NAME: Final = "settings.toml"
FOLDER: Final = "bears-companion"
SYSTEM_FOLDER: Final = Path("/etc") / FOLDER

LARGEST_FILE: Final = 1_000_000


def load_settings(path: Path | None = None) -> Settings:
    """Read the settings in `path`, or else in the first of the usual files that exists, or else all by default.

    Raises `BadInput` with the file, the line and the setting.
    """
    if path is None:
        path = next((place for place in usual_files() if place.is_file()), None)
        if path is None:
            return Settings()
    try:
        text = read_file(path, LARGEST_FILE).decode("utf-8")
        return _Reading(path, text).settings(tomllib.loads(text))
    except FileNotFoundError:
        raise BadInput(f"there is no settings file '{path}'; check the path") from None
    except OSError as error:
        raise BadInput(f"the settings file '{path}' cannot be read: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise BadInput(f"the settings file '{path}' is not UTF-8 at byte {error.start + 1}") from error
    except tomllib.TOMLDecodeError as error:
        raise BadInput(
            f"the settings file '{path}' is not valid TOML: {_decapitalised(str(error))}"
        ) from error
    except RecursionError:
        raise BadInput(f"the settings file '{path}' is nested too deeply") from None


def usual_files() -> tuple[Path, ...]:
    """Where settings are looked for, in order: the user's own, then the device's."""
    home = os.environ.get("XDG_CONFIG_HOME") or "~/.config"
    return Path(home).expanduser() / FOLDER / NAME, SYSTEM_FOLDER / NAME


class _Reading:
    """One file being read."""

    def __init__(self, path: Path, text: str) -> None:
        self._path = path
        self._text = text

    def settings(self, found: Mapping[str, object]) -> Settings:
        given = {section: self._section(section, said) for section, said in found.items()}
        match, table, display, data = (given.get(name, {}) for name in ("match", "table", "display", "data"))
        plain = {**match, **table, **given.get("round", {}), **given.get("sound", {})}
        if "kind" in display:
            plain["display"] = display["kind"]
        plain |= {name: display[name] for name in ("dim_after_s", "off_after_s") if name in display}
        if "folder" in data:
            plain["data"] = self._beside(data["folder"])
        if "evidence_mb" in data:
            plain["evidence_mb"] = data["evidence_mb"]
        bfh = given.get("bfh", {})
        plain |= {f"bfh_{name}": said for name, said in bfh.items()}
        plain |= {
            f"bfh_{name}": self._beside(bfh[name]) for name in ("profile", "die_profile") if name in bfh
        }
        if "boards" in bfh:
            plain["boards"] = self._beside(bfh["boards"])
        outrun = given.get("outrun", {})
        plain["outrun_variants"] = outrun.get("variants", ())
        plain |= {name: self._beside(outrun[name]) for name in ("park", "parks", "rows") if name in outrun}
        if "profile" in plain:
            plain["profile"] = self._beside(plain["profile"])
        wiring = self._wiring(display, given.get("pins", {}), given.get("track", {}))
        known = {known.name for known in fields(Settings)}
        settings = Settings(
            **{name: value for name, value in plain.items() if name in known}, wiring=wiring, file=self._path
        )
        if len(settings.players) > settings.max_players:
            raise self._wrong(
                "match", "players", f"names {len(settings.players)} players, but max_players is less"
            )
        return settings

    def _section(self, section: str, said: object) -> dict[str, Any]:
        if section not in KEYS:
            raise self._unknown(section)
        if not isinstance(said, dict):
            raise self._wrong(
                section, None, f"must be a section, written as [{section}] in a line of its own"
            )
        values = {}
        for name, value in said.items():
            if name not in KEYS[section]:
                raise self._unknown(name, section)
            if not _sayable(value):
                raise self._wrong(section, name, "must not be a date or a time")
            try:
                values[name] = KEYS[section][name](Value(value, name))
            except LogError as error:
                raise self._wrong(section, name, error.problem, place=error.field) from None
        return values

    def _wiring(
        self, display: Mapping[str, Any], pins: Mapping[str, Any], track: Mapping[str, Any]
    ) -> Wiring:
        usual = Wiring()
        if display.get("bus") == "spi":
            usual = SPI_DISPLAY
        elif track.get("kind") == "lights":
            usual = LIGHTS_TRACK
        screen = {_OF_DISPLAY[name]: value for name, value in display.items() if name in _OF_DISPLAY}
        screen |= {_OF_DISPLAY[name]: value for name, value in pins.items() if name in _OF_DISPLAY}
        if screen.get("chip") == "none":
            del screen["chip"]
        parts = {name: value for name, value in pins.items() if name not in _OF_DISPLAY}
        if "shouts" in parts:
            parts.setdefault("lamps", usual.lamps[: len(parts["shouts"])])
        try:
            return replace(
                usual,
                display=replace(usual.display, **screen),
                track=replace(usual.track, **track),
                **parts,
            )
        except ValueError as error:
            where = "sections [pins] and [track]" if track else "section [pins]"
            raise BadInput(f"the settings file '{self._path}', {where}: {error}") from None

    def _beside(self, path: Path) -> Path:
        """A path as meant by whoever wrote the file: from the file's own folder."""
        return self._path.parent / path

    def _wrong(self, section: str, name: str | None, problem: str, *, place: str | None = None) -> BadInput:
        line = _line_of(self._text, section, name)
        at = f", line {line}" if line else ""
        what = section if name is None else f"{section}.{place or name}"
        return BadInput(f"the settings file '{self._path}'{at}: {what} {problem}")

    def _unknown(self, name: str, section: str | None = None) -> BadInput:
        line = _line_of(self._text, section or name, name if section else None) or _line_of(
            self._text, "", name
        )
        at = f", line {line}" if line else ""
        known = KEYS if section is None else KEYS[section]
        homes = [home for home in KEYS if home != section and name in KEYS[home]]
        near = difflib.get_close_matches(name, known, n=1, cutoff=0.5)
        if homes:
            advice = f"{name} belongs in the section [{homes[0]}]"
        elif near:
            advice = f"did you mean {near[0]}?"
        else:
            advice = f"known are {', '.join(known)}"
        what = f"{section}.{_plain(name)} is no setting" if section else f"{_plain(name)} is no section"
        return BadInput(f"the settings file '{self._path}'{at}: {what}; {advice}")


_OF_DISPLAY: Final = {
    "kind": "chip",
    "bus": "bus",
    "i2c_port": "i2c_port",
    "i2c_address": "i2c_address",
    "spi_port": "spi_port",
    "spi_device": "spi_device",
    "column": "column",
    "display_data": "data_pin",
    "display_reset": "reset_pin",
}
"""What the settings of the display's wiring are called in `DisplayWiring`."""


def _line_of(text: str, section: str, name: str | None) -> int | None:
    """The line in which a setting, or without `name` a section, stands, as far as a look at the lines can tell."""
    within = ""
    for number, line in enumerate(text.splitlines(), start=1):
        if head := re.match(r"\s*\[\s*([^\]\s]*)\s*\]", line):
            within = head[1].strip("\"'")
            if name is None and within == section:
                return number
        elif key := re.match(r"""\s*["']?([^"'=\s]+)["']?\s*=""", line):
            if within == section and key[1] == name:
                return number
            if not within and key[1] in (section, f"{section}.{name}"):
                return number
    return None


def _sayable(value: object) -> bool:
    if isinstance(value, dict):
        return all(map(_sayable, value.values()))
    if isinstance(value, list):
        return all(map(_sayable, value))
    return isinstance(value, str | int | float)


def _plain(name: str) -> str:
    return name if name.isprintable() and len(name) <= 40 else show(name)


def _decapitalised(text: str) -> str:
    return text[:1].lower() + text[1:]
