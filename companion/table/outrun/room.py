"""What the parts of an evening of Outrun the Bear share."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import cast

from calibration.checked import Fields
from calibration.errors import RowsUnusable
from calibration.rows import TaughtRows, rows_of
from companion.games.outrun import State, allowed
from companion.games.outrun.trail import Trail
from companion.standees.reading import row_labels
from companion.table.happenings import Course, Happening
from companion.table.outrun.gaze import ParkGaze
from companion.table.room import Room
from hardware.bear_track import BearTrack, TrackView
from hardware.buttons import Menu, Press, Shout
from hardware.outputs import Light

SECOND = 1_000_000_000
FIGURES, ROWS = "figures", "rows"
"""The notes of who has which figure, and of where the rows of the park lie."""


@dataclass
class OutrunRoom(Room):
    """A table at which Outrun the Bear is played."""

    track: BearTrack | None = None
    known_rows: TaughtRows | None = None
    """Where rows lie that were taught before, of this park or another."""
    claims: deque[str] = field(default_factory=deque)
    """Who pressed their button to react, and was not asked yet how."""
    _noted: Mapping[str, object] | None = None

    @property
    def state(self) -> State:
        """The state of the match."""
        state: State = self.match.state
        return state

    @property
    def players(self) -> tuple[str, ...]:
        """Those on the trail, in the order of their seats."""
        return tuple(self.state.trail.places)

    @property
    def chapter(self) -> int:
        """The round."""
        return self.state.round

    @property
    def figures(self) -> Mapping[str, int]:
        """The number of each runner's figure; those who did not choose have that of their seat."""
        chosen = self.match.notes.get(FIGURES, {})
        return {name: int(chosen.get(name, k + 1)) for k, name in enumerate(self.state.match.runners)}

    @property
    def eyes(self) -> ParkGaze | None:
        """Eyes on the park, whether the camera works at this moment or not."""
        return cast("ParkGaze | None", self.gaze)

    @property
    def rows(self) -> TaughtRows | None:
        """Where the rows of the park as it lies now are; None where that was not taught."""
        note = self.match.notes.get(ROWS)
        if note is not self._noted:
            self._noted = note
            if note is not None:
                self.known_rows = rows_of(Fields(dict(note), "the rows in the journal", RowsUnusable))
        rows = self.known_rows
        return rows if rows is not None and rows.fits(row_labels(self.state.trail.park)) else None

    @property
    def reacting(self) -> tuple[str, ...]:
        """Who may play a reaction at this moment."""
        return allowed(self.state).reactions

    def hear(self, happening: Happening) -> Course[None]:
        """Remember who wants to react while a dialog is led."""
        match happening:
            case Press(button=Shout(seat=seat)):
                player = self.player(seat)
                if player is not None and player not in self.claims:
                    self.claims.append(player)
        yield from ()

    def next(self) -> Course[Happening]:
        """What happens next. A camera that nothing is read with may come and go."""
        if self.gaze is not None:
            return (yield from super().next())
        return self.waiting.popleft() if self.waiting else (yield)

    def press(self) -> Course[Press]:
        """The next press of any button."""
        while not isinstance(happening := (yield from self.next()), Press):
            pass
        return happening

    def light(self, *, moving: str | None, asked: tuple[str, ...] = ()) -> None:
        """The lamp of whose turn it is, and those of the people who are asked."""
        for seat, name in enumerate(self.state.match.runners):
            light = Light.ON if name == moving else Light.SLOW if name in asked else Light.OFF
            self.stage.light(seat, light)

    def show_track(self, trail: Trail | None = None) -> None:
        """Let the track show where everybody is, or would be on another `trail`."""
        if self.track is None:
            return
        trail = trail or self.state.trail
        figures = self.figures
        self.track.show(
            TrackView(
                grounds=tuple(row.terrain for row in trail.park.rows),
                bear=trail.bear,
                runners={figures[name]: row for name, row in trail.places.items()},
            )
        )

    def pause(self, seconds: float) -> Course[bool]:
        """Let time pass; False if somebody pressed ok and would rather go on."""
        until = self.now_ns + round(seconds * SECOND)
        while self.now_ns < until:
            happening = yield from self.next()
            if isinstance(happening, Press) and happening.button is Menu.OK:
                return False
        return True
