"""A session at the device: from switching on to switching off, match after match."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from calibration.profile import Profile
from companion.journal import Journal
from companion.match import Match
from companion.screens.kinds import Boot, Notice, Screen
from companion.settings import Settings
from companion.table import thrift
from companion.table.asking import Dialog
from companion.table.feeds import Feed
from companion.table.gaze import Gaze
from companion.table.happenings import CameraBack, CameraGone, Happening, Tick
from companion.table.room import Habits, Room, Teller
from companion.table.setting_up import names_for, set_up
from companion.table.stage import Observer, Stage
from companion.table.table import Table
from hardware.buttons import Button, Buttons, Menu, Press
from hardware.camera import Camera
from hardware.clock import Clock
from hardware.outputs import Buzzer, Display, Lamps

SECOND = 1_000_000_000

SEATS = (270.0, 0.0, 90.0, 180.0, 315.0, 45.0, 135.0, 225.0)
"""Where people sit as long as no profile says so; without a camera it does not matter."""


@dataclass(frozen=True)
class Box:
    """The parts of the box, or what stands in for them; `checks` is what the self-test found of each."""

    display: Display
    lamps: Lamps
    buzzer: Buzzer
    camera: Camera | None
    clock: Clock
    feed: Feed
    buttons: Buttons | None = None
    """To see whether one is stuck; presses come through the feed."""
    checks: tuple[tuple[str, bool | None], ...] = ()


@dataclass(frozen=True)
class Wishes:
    """How people want to play this time. `players` None: as set, else they are asked. `once`: one match, then done."""

    players: tuple[str, ...] | None = None
    fresh: bool = False
    """Whether a match that was not finished is left behind."""
    once: bool = False
    without_asking: bool = False
    """Whether every match begins with the settings as they are."""


class _Part(Protocol):
    """Something that takes what happens until it is over."""

    over: bool

    def take(self, happening: Happening) -> None: ...


class Session:
    """Plays match after match with a device, and keeps all of them in a journal.

    `profile` is how the table is read; without it, or without a camera, people count. `seated` is told of each match
    that people sit down to, a new one or one that goes on.
    """

    def __init__(
        self,
        *,
        box: Box,
        journal: Journal,
        settings: Settings,
        profile: Profile | None,
        wishes: Wishes,
        tell: Teller,
        habits: Habits | None = None,
        observers: Sequence[Observer] = (),
        seated: Callable[[Match], None] = lambda _: None,
    ) -> None:
        self._box, self._journal, self._settings, self._profile = box, journal, settings, profile
        self._wishes, self._tell, self._habits = wishes, tell, habits or Habits()
        self.stage = Stage(display=box.display, lamps=box.lamps, buzzer=box.buzzer, observers=observers)
        self._seated = seated
        self.match: Match | None = None
        """The match being played, or the last one."""
        self.table: Table | None = None
        self._now_ns = 0
        self._looked_ns = 0
        self._scored = 0
        self._stuck: tuple[Button, ...] = ()
        self._shows: bool | None = None
        self._camera_trouble = _no_camera(box, profile)

    def run(
        self, *, leaving: Callable[[], bool] = lambda: False, beat: Callable[[], None] = lambda: None
    ) -> None:
        """Play until it is over or somebody is leaving; `beat` is called whenever all that happened is dealt with."""
        part = self._begin()
        for happenings in self._box.feed.happenings():
            for happening in happenings:
                self._notice(happening)
                part.take(happening)
            self._look_after_parts()
            self._tidy()
            beat()
            if leaving():
                return
            if part.over:
                following = self._after(part)
                if following is None:
                    return
                part = following

    def _tidy(self) -> None:
        """Between rounds the journal may take a moment."""
        scored = 0 if self.match is None or self.table is None else len(self.table.room.state.rounds)
        if scored != self._scored:
            self._scored = scored
            self._journal.tidy()
            thrift.give_back()

    def _look_after_parts(self) -> None:
        """Tell of buttons that stick and of a display that does not work, once each, once a second."""
        if self._now_ns < self._looked_ns + SECOND:
            return
        self._looked_ns = self._now_ns
        stuck = self._box.buttons.stuck() if self._box.buttons is not None else ()
        for button in stuck:
            if button not in self._stuck:
                name = button.value if isinstance(button, Menu) else f"of seat {button.seat + 1}"
                self._tell(f"The button {name} is stuck; it is ignored until it is let go")
                self.stage.flash(Notice("Button stuck", f"the button {name}"), seconds=3)
        self._stuck = stuck
        shows = self._box.display.working()
        if self._shows not in (None, shows):
            self._tell("The display works again" if shows else "The display does not work; it is tried again")
        self._shows = shows

    def _begin(self) -> _Part:
        self._now_ns = self._box.clock.now_ns()
        self.stage.tick(self._now_ns)
        if self._box.checks:
            self.stage.flash(Boot(self._box.checks), seconds=2)
        if self._journal.recovery is not None:
            self._tell(self._journal.recovery.sentence)
            self.stage.flash(Notice("Journal mended", self._journal.recovery.sentence), seconds=6)
        match = None if self._wishes.fresh else Match.resume(self._journal)
        if match is not None and match.header.get("game") == "bears":
            self._tell(f"Match {match.number} goes on (--new begins another)")
            return self._sit_down(match, resumed=True)
        return self._new_match()

    def _new_match(self) -> _Part:
        players = self._wishes.players or self._settings.players
        if players or self._wishes.without_asking:
            return self._sit_down(
                Match.begin(self._journal, self._settings.header(players or names_for(3, ())))
            )
        return _Lead(set_up(self._settings, seats=len(self._angles)), self.stage)

    def _after(self, part: _Part) -> _Part | None:
        if isinstance(part, _Lead):
            if part.answer is None:
                return self._new_match()
            return self._sit_down(Match.begin(self._journal, part.answer))
        assert isinstance(part, Table)
        self._journal.tidy()
        if part.given_up and self.match is not None:
            self.match.close("given up for a new one")
        if self._wishes.once:
            return None
        if self._wishes.without_asking:
            return self._new_match()
        return _Lead(set_up(self._settings, seats=len(self._angles)), self.stage)

    def _sit_down(self, match: Match, *, resumed: bool = False) -> Table:
        players = tuple(str(name) for name in match.header["players"])
        angles = self._angles
        if len(players) > len(angles):
            angles = tuple(360.0 * k / len(players) for k in range(len(players)))
            self._camera_trouble = f"the profile has fewer seats than {len(players)}"
        gaze = None
        if self._box.camera is not None and self._profile is not None:
            gaze = Gaze(
                camera=self._box.camera,
                clock=self._box.clock,
                profile=self._profile,
                seats=angles[: len(players)],
            )
        room = Room(
            match,
            self.stage,
            dict(zip(players, angles, strict=False)),
            self._tell,
            self._habits,
            gaze,
            self._camera_trouble,
            self._now_ns,
        )
        self.match = match
        self._seated(match)
        self._tell(f"Match {match.number}: {', '.join(players)}")
        self.table = Table(room, resumed=resumed)
        return self.table

    @property
    def _angles(self) -> tuple[float, ...]:
        if self._settings.seats is not None:
            return self._settings.seats
        if self._profile is not None and self._profile.seats:
            return self._profile.seats
        return SEATS

    def _notice(self, happening: Happening) -> None:
        match happening:
            case Tick(now_ns=now):
                self._now_ns = now
            case CameraGone(reason=reason):
                self._camera_trouble = self._camera_trouble or reason
            case CameraBack() if self._profile is not None:
                self._camera_trouble = ""


class _Lead:
    """Leads through a dialog outside of any match."""

    def __init__(self, dialog: Dialog[dict[str, object] | None], stage: Stage) -> None:
        self._dialog, self._stage = dialog, stage
        self.answer: dict[str, object] | None = None
        self.over = False
        self._show(next(dialog))

    def take(self, happening: Happening) -> None:
        """Deal with what happened."""
        match happening:
            case Tick(now_ns=now):
                self._stage.tick(now)
            case Press(button=Menu() as button) if not self._stage.skip():
                try:
                    self._show(self._dialog.send(button))
                except StopIteration as end:
                    self.answer, self.over = end.value, True

    def _show(self, screen: Screen) -> None:
        self._stage.show(screen)


def _no_camera(box: Box, profile: Profile | None) -> str:
    """Why nothing is watched; empty if the camera may be relied on."""
    if box.camera is None:
        return "there is no camera"
    return "" if profile is not None else "there is no profile of this table"
