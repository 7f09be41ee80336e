"""From a picture of the park to the rows in which the figures stand."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from calibration.errors import CalibrationError
from calibration.profile import LOOSE, Profile, load_profile
from calibration.rows import TaughtRows
from companion.errors import BadInput
from companion.games.outrun import BEAR, Park
from companion.standees.seen import SeenRows, Standing
from vision.standees import BEAR as BEARS_NUMBER
from vision.standees import SeenStandee, SeenStandees, StandeeReader


def row_labels(park: Park) -> tuple[str, ...]:
    """What is in each row of a park, so that rows taught for one are not taken for those of another."""
    return tuple(f"{tile.name}: {row.terrain}" for tile in park.tiles for row in tile.rows)


def open_reader(folder: Path) -> StandeeReader:
    """A reader of figures at the table of the profile in a folder; raises CalibrationError, or `BadInput` if loose."""
    return standee_reader(load_profile(folder))


def standee_reader(profile: Profile) -> StandeeReader:
    """A reader of figures at the table of a profile; raises `BadInput` for one without a table."""
    if profile.kind == LOOSE or profile.view is None or profile.marker_mm is None:
        raise BadInput("a loose profile knows no table; figures are read with the profile of one")
    return StandeeReader(view=profile.view, cards=profile.cards, card_mm=profile.marker_mm)


def seen_rows(reading: SeenStandees, rows: TaughtRows, figures: Mapping[str, int]) -> SeenRows:
    """In which of the `rows` the bear and these figures, by the runners' names, stand."""
    standing = {}
    for who, number in {BEAR: BEARS_NUMBER, **figures}.items():
        found = [standee for standee in reading.standees if standee.number == number]
        if found:
            standing[who] = _standing(found[0], rows)
    return SeenRows(standing, reading.warnings)


def taught_place(reading: SeenStandees) -> tuple[float, float]:
    """Where the bear's marker lies that was put onto a row to teach it; raises CalibrationError if that is in doubt."""
    found = [standee for standee in reading.standees if standee.number == BEARS_NUMBER]
    if not found:
        raise CalibrationError(
            "the bear's marker is not seen: lay it flat on the row, uncovered, and take your hand away"
        )
    if not found[0].sure:
        raise CalibrationError(f"the bear's marker is in doubt, {found[0].why}: lay it flat and uncovered")
    return found[0].x, found[0].y


def _standing(standee: SeenStandee, rows: TaughtRows) -> Standing:
    if not standee.sure:
        return Standing(None, standee.why)
    at = rows.at(standee.x, standee.y)
    return Standing(at.row, at.why, at.maybe)
