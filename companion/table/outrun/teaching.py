"""Teaching the camera where the rows of the park lie: the Bear's sticker is laid on some of them in turn."""

from __future__ import annotations

from calibration.errors import CalibrationError
from calibration.rows import Place, as_json, taught_rows
from companion.games.outrun import Park
from companion.games.outrun.trail import BEARS_START
from companion.screens.kinds import Notice
from companion.standees.reading import row_labels, taught_place
from companion.table.asking import acknowledge
from companion.table.happenings import Course
from companion.table.outrun.room import ROWS, OutrunRoom
from companion.table.outrun.views import place
from hardware.buttons import Menu
from hardware.errors import HardwareError
from vision.errors import VisionError

ENDS = ("Bear's side", "far side")


def taught_numbers(park: Park) -> list[int]:
    """The rows that are taught: the Bear's start, and the first and the last of each tile; the others lie between."""
    numbers, first = [BEARS_START], 0
    for tile in park.tiles:
        numbers += sorted({first, first + len(tile.rows) - 1})
        first += len(tile.rows)
    return numbers


def taught_places(park: Park) -> list[tuple[int, str]]:
    """Where the sticker is laid: a row, and at which of its ends.

    The Bear walks along the edge of the tiles, the runners inside, so a row is taught as the line between both ends.
    """
    return [
        (number, end)
        for number in taught_numbers(park)
        for end in (ENDS if number != BEARS_START else ENDS[:1])
    ]


def teach(room: OutrunRoom) -> Course[None]:
    """Until the rows are taught, or somebody goes back before the first; what was taught before stands until then."""
    park = room.state.trail.park
    asked = taught_places(park)
    places: list[Place] = []
    while len(places) < len(asked):
        number, end = asked[len(places)]
        where = f"Bear's sticker: {place(room.state.trail, number)}, {end}"
        room.stage.show(Notice(f"Teach {len(places) + 1}/{len(asked)}", where, waits=True))
        press = yield from room.press()
        if press.button is Menu.BACK:
            if not places:
                return
            places.pop()
        elif press.button is Menu.OK:
            found = _looked(room)
            if found is not None:
                places.append(found)
    of_rows: dict[int, list[Place]] = {}
    for (number, _), there in zip(asked, places, strict=True):
        of_rows.setdefault(number, []).append(there)
    try:
        rows = taught_rows(of_rows, row_labels(park))
    except CalibrationError as error:
        room.tell(f"The rows were not taught: {error}")
        yield from room.ask(acknowledge(Notice("Not taught", str(error))))
        return
    yield from room.note(ROWS, as_json(rows))
    room.tell("The rows are taught; the camera watches the figures")


def _looked(room: OutrunRoom) -> Place | None:
    """Where the Bear's sticker lies, if it is surely seen; else people are told."""
    assert room.eyes is not None
    try:
        return taught_place(room.eyes.read())
    except (CalibrationError, VisionError, HardwareError) as error:
        room.tell(f"Not seen: {error}")
        room.stage.flash(Notice("Not seen", str(error)), seconds=4)
        return None
