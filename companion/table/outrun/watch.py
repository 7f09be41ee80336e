"""The camera watches the park: whenever it has come to rest, the figures are compared with the match."""

from __future__ import annotations

from dataclasses import dataclass

from calibration.errors import CalibrationError
from companion.standees import Mismatch, Proposal, Stray, proposal
from companion.standees.reading import seen_rows
from companion.table.happenings import Course, Happening
from companion.table.outrun.room import OutrunRoom
from companion.table.outrun.views import name_of, place
from hardware.buttons import Press
from hardware.camera import Frame
from hardware.errors import HardwareError
from vision.errors import VisionError

SECOND = 1_000_000_000


@dataclass(frozen=True)
class Sighting:
    """The figures were read: what they tell, None where they stand as the match says or nobody is surely seen."""

    found: Proposal | Mismatch | None


class ParkWatch:
    """Reads the figures once after each time that something has moved, and nothing does any more."""

    def __init__(self, room: OutrunRoom) -> None:
        self._room = room
        self._read_ns: int | None = None
        """Since when the table had been at rest that was read last."""
        self._trouble = ""
        self.warned: tuple[str, ...] = ()
        """What people were told last of figures that stand elsewhere."""
        self.declined: tuple[str, int] | None = None
        """The proposal that people did not want, and the number that the next entry had."""

    def deed(self) -> Course[Press | Sighting]:
        """The next press, or what is seen before it."""
        while True:
            happening = yield from self._room.next()
            if isinstance(happening, Press):
                return happening
            sighting = self.look(happening)
            if sighting is not None:
                return sighting

    def look(self, happening: Happening) -> Sighting | None:
        """What is seen, if this is the moment to look."""
        room = self._room
        if not isinstance(happening, Frame) or room.eyes is None or room.camera_trouble or room.rows is None:
            return None
        rested_ns = happening.time_ns - room.eyes.still_ns
        if room.eyes.still_ns < room.habits.settle_s * SECOND or rested_ns == self._read_ns:
            return None
        self._read_ns = rested_ns
        try:
            seen = seen_rows(room.eyes.read(), room.rows, room.figures)
        except (VisionError, HardwareError, CalibrationError) as error:
            if str(error) != self._trouble:
                room.tell(f"The figures could not be read: {error}")
            self._trouble = str(error)
            return None
        self._trouble = ""
        return Sighting(proposal(room.state, seen))


def told(room: OutrunRoom, stray: Stray) -> str:
    """Who stands where, and where the match says they are, in the words of the park."""
    return f"{name_of(stray.who)} at {_at(room, stray.seen)}, not {_at(room, stray.meant)}"


def _at(room: OutrunRoom, row: int | None) -> str:
    return "off the trail" if row is None else place(room.state.trail, row)
