"""The board whenever it has come to rest and hands are away; and what people said of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.games.bfh import State
from companion.games.bfh.pieces import Square
from companion.moves import Finding, Found, SeenPiece, Sighting, Unchanged, Which, Wrong, find
from companion.moves.sights import misfits
from companion.table.bfh.die import LyingDie
from companion.table.bfh.sighting import Looked
from companion.table.happenings import Happening
from hardware.camera import Frame
from hardware.errors import HardwareError
from vision.errors import VisionError

if TYPE_CHECKING:
    from companion.table.bfh.room import BfhRoom

SECOND = 1_000_000_000
RETRY_NS = 2 * SECOND
"""A board that could not be read, or over which something reaches, is read again after this."""
PATIENCE_NS = 4 * SECOND
"""Hands may stay over the board for so long before anybody is asked to look."""
CONFIRM_NS = SECOND // 2
"""What may be otherwise is looked at once more after this: a piece that has gone from the board may be in a hand."""


class BoardWatch:
    """What was seen of the board last, from phase to phase; nothing of it outlives the program."""

    def __init__(self, room: BfhRoom) -> None:
        self._room = room
        self.looked: Looked | None = None
        """What was seen when the board last came to rest; None if that is not known."""
        self.trouble = ""
        """Why the board could not be read; empty if it could."""
        self.resting_since_ns: int | None = None
        self.which = 0
        """Which of several doubts or answers is shown."""
        self.matched = False
        """Whether the board has been seen to stand as the match says, since the program began."""
        self._read_ns: int | None = None
        """When it was read since it came to rest; None: not yet."""
        self._reads = 0
        """How often it was read since it came to rest."""
        self.die: LyingDie | None = None
        """How the die beside the board lay when it was read last."""
        self.motions = 0
        """How often something has begun to move."""
        self._insisted: dict[Square, tuple[SeenPiece, ...]] = {}
        self._accepted: dict[Square, tuple[SeenPiece, ...]] = {}
        """Squares that cannot be seen well, as they looked when people said that all is right."""
        self._found: tuple[State, Looked, Finding] | None = None
        self._gone: tuple[Looked, Found] | None = None
        """What was found once, and takes a piece off the board; and in which look at it."""

    def look(self, happening: Happening) -> bool:
        """Read if this is a frame of a board at rest that was not read since; whether it was read."""
        room = self._room
        if room.sighted is None:
            self.forget()
            return False
        if not isinstance(happening, Frame):
            return False
        if room.sighted.still_ns < round(room.habits.settle_s * SECOND):
            self._moved()
            return False
        if self._outdated:
            self._moved()
        if self.resting_since_ns is None:
            self.resting_since_ns = room.now_ns
        if self._read_ns is None or room.now_ns - self._read_ns >= self._again_ns:
            return self.read()
        return False

    @property
    def _outdated(self) -> bool:
        """Whether something has moved since while nobody looked, as when people are in the menu."""
        if self._read_ns is None or self._room.sighted is None:
            return False
        return self._room.sighted.rests_since_ns > self._read_ns

    def _moved(self) -> None:
        """Something moves, or did."""
        self.motions += self.resting_since_ns is not None
        self.resting_since_ns, self._read_ns, self.which, self._reads = None, None, 0, 0

    @property
    def _again_ns(self) -> int:
        """After how long a board that did not move is read again."""
        if self._gone is not None or self.hesitates:
            return CONFIRM_NS
        return RETRY_NS if self.trouble or self.covered else 1 << 62

    def read(self) -> bool:
        """Read now; False, with the trouble told, if that is not possible."""
        room = self._room
        self._read_ns = room.now_ns
        self._reads += 1
        if room.sighted is None:
            return False
        try:
            looked = room.sighted.read()
        except (VisionError, HardwareError) as error:
            self.looked = None
            if str(error) != self.trouble:
                self.trouble = str(error)
                room.tell(f"The board could not be read: {error}")
            return False
        self.trouble = ""
        self.looked = self._as_people_said(looked)
        return True

    def read_die(self) -> LyingDie | str:
        """The die beside the board as it lies now, or why it cannot be told what it shows."""
        if self._room.sighted is None:
            return "the camera does not answer"
        try:
            shows = self._room.sighted.read_die()
        except (VisionError, HardwareError) as error:
            return str(error)
        if isinstance(shows, LyingDie):
            self.die = shows
        return shows

    def forget(self) -> None:
        """Nothing is known of the board any more."""
        self.looked, self.trouble, self._gone = None, "", None
        self.resting_since_ns = self._read_ns = None

    @property
    def covered(self) -> bool:
        """Whether something reaches over the board."""
        return self.looked is not None and self.looked.covered

    @property
    def waits(self) -> bool:
        """Whether there is still hope that hands will go away, or that what is read next is clearer."""
        if self.looked is None or self.resting_since_ns is None or self._outdated:
            return True
        return self.covered and self._room.now_ns - self.resting_since_ns < PATIENCE_NS

    @property
    def hesitates(self) -> bool:
        """Whether a second look may settle what was not seen well enough to be sure of a move, or fits none."""
        found = None if self._found is None or self._found[1] is not self.looked else self._found[2]
        doubted = isinstance(found, Wrong) or (isinstance(found, Which) and bool(found.squares))
        return self._reads < 2 and doubted

    @property
    def sighting(self) -> Sighting | None:
        """What is seen of the board; None if that is not known."""
        return None if self.looked is None else self.looked.sighting

    def finding(self, state: State) -> Finding | None:
        """What was moved since `state`; None while that cannot be known."""
        if self.sighting is None or self.looked is None:
            return None
        if self._found is None or self._found[0] is not state or self._found[1] is not self.looked:
            self._found = (state, self.looked, find(state, self.sighting))
            self.matched = self.matched or isinstance(self._found[2], Unchanged)
        return self._found[2]

    def settled(self, state: State) -> Found | None:
        """A move that is sure; one that takes a piece off the board only when it was found a second time."""
        finding = self.finding(state)
        if not isinstance(finding, Found) or self.looked is None:
            self._gone = None
            return None
        if finding.explanation.vanished and self._gone is None:
            self._gone = self.looked, finding
        if self._gone is None:
            return finding
        first, found = self._gone
        if first is self.looked:
            return None
        self._gone = None if found == finding else (self.looked, finding)
        return finding if self._gone is None else None

    def insist(self, state: State) -> None:
        """People say that the board stands as in `state`: what looks otherwise is not believed until it changes."""
        if self.looked is None:
            return
        seen = self.looked.sighting.pieces
        self._accepted = {square: seen.get(square, ()) for square in self.looked.sighting.unclear_squares}
        for square in misfits(state.stacks, self.looked.sighting):
            self._insisted[square] = self.looked.sighting.pieces.get(square, ())
        self.looked = self._as_people_said(self.looked)

    def in_doubt(self, squares: Iterable[Square]) -> list[Square]:
        """Those of the squares of which people have not said that they are right as they look."""
        seen = {} if self.looked is None else self.looked.sighting.pieces
        return sorted(square for square in squares if self._accepted.get(square) != seen.get(square, ()))

    def _as_people_said(self, looked: Looked) -> Looked:
        sighting = looked.sighting
        self._insisted = {
            square: seen for square, seen in self._insisted.items() if sighting.pieces.get(square, ()) == seen
        }
        if not self._insisted:
            return looked
        doubtful = sighting.doubtful | self._insisted.keys()
        pieces = {square: seen for square, seen in sighting.pieces.items() if square not in self._insisted}
        return replace(looked, sighting=replace(sighting, pieces=pieces, doubtful=frozenset(doubtful)))
