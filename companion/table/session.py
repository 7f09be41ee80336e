"""A session at the device: from switching on to switching off, match after match."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from calibration.profile import Profile
from companion.games.log import AnyGame
from companion.journal import Journal, JournalError
from companion.match import FAREWELL, Match
from companion.screens.kinds import Boot, Notice, Screen
from companion.settings import Settings
from companion.table import thrift
from companion.table.asking import Dialog
from companion.table.feeds import Feed
from companion.table.game import Seating, TableGame
from companion.table.happenings import CameraBack, CameraGone, Happening, Tick
from companion.table.room import Habits, Teller
from companion.table.setting_up import names_for, set_up
from companion.table.stage import Observer, Stage
from companion.table.table import Table
from hardware.buttons import Button, Buttons, Menu, Press
from hardware.camera import Camera
from hardware.clock import Clock
from hardware.outputs import Buzzer, Display, Lamps

SECOND = 1_000_000_000

NO_CAMERA = "Play by buttons; or switch off, look at its cable, switch on"
"""What is shown where a table could be watched and no camera was found."""

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

    game: str | None = None
    """Which game; None: the one that was going on, else people are asked."""
    players: tuple[str, ...] | None = None
    fresh: bool = False
    """Whether a match that was not finished is left behind."""
    once: bool = False
    without_asking: bool = False
    """Whether every match begins with the settings as they are."""


class _Part(Protocol):
    """Something that takes what happens until it is over."""

    @property
    def over(self) -> bool: ...

    def take(self, happening: Happening) -> None: ...


class Session:
    """Plays match after match with a device, and keeps all of them in a journal.

    `games` are those that can be played here, by their names, the usual one first. `profiles` say how the table is
    read, by the game's name; without one, or without a camera, people do what the camera would. `rules` are those of
    the games, by default with the shipped boards. `seated` is told of each match that people sit down to, a new one or
    one that goes on.
    """

    def __init__(
        self,
        *,
        box: Box,
        journal: Journal,
        settings: Settings,
        games: Mapping[str, TableGame],
        profiles: Mapping[str, Profile],
        wishes: Wishes,
        rules: Mapping[str, AnyGame] | None = None,
        tell: Teller,
        habits: Habits | None = None,
        observers: Sequence[Observer] = (),
        seated: Callable[[Match], None] = lambda _: None,
    ) -> None:
        self._box, self._journal, self._settings = box, journal, settings
        self._games, self._profiles, self._rules = games, profiles, rules
        self._wishes, self._tell, self._habits = wishes, tell, habits or Habits()
        self.stage = Stage(display=box.display, lamps=box.lamps, buzzer=box.buzzer, observers=observers)
        self._seated = seated
        self.match: Match | None = None
        """The match being played, or the last one."""
        self.table: Table | None = None
        self._now_ns = 0
        self._looked_ns = 0
        self._chapter = 0
        self._stuck: tuple[Button, ...] = ()
        self._shows: bool | None = None
        self._camera_trouble = ""
        """Why the camera does not work; empty while it does."""

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
        chapter = 0 if self.table is None else self.table.room.chapter
        if chapter != self._chapter:
            self._chapter = chapter
            self._journal.tidy()
            thrift.tidy()

    def _look_after_parts(self) -> None:
        """Once a second: tell of buttons that stick and of a display that does not work; let the camera adapt."""
        if self._now_ns < self._looked_ns + SECOND:
            return
        self._looked_ns = self._now_ns
        if self._box.camera is not None and (self.table is None or self.table.room.at_rest):
            self._box.camera.adapt()
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

    def _saved(self, step: Callable[[], _Part]) -> _Part:
        """What `step` leads to, as soon as the disk takes what it has to write."""
        try:
            return step()
        except JournalError as error:
            return _Saving(step, error, self.stage, self._tell, self._now_ns)

    def _begin(self) -> _Part:
        self._now_ns = self._box.clock.now_ns()
        self.stage.tick(self._now_ns)
        if self._box.checks:
            self.stage.flash(Boot(self._box.checks), seconds=2)
        if self._box.camera is None and self._profiles:
            self.stage.flash(Notice("No camera", NO_CAMERA), seconds=4)
        if self._journal.recovery is not None:
            self._tell(self._journal.recovery.sentence)
            self.stage.flash(Notice("Journal mended", self._journal.recovery.sentence), seconds=6)
        return self._saved(self._first)

    def _first(self) -> _Part:
        match = None if self._wishes.fresh else self._going_on()
        if match is None:
            return self._new_match()
        self._tell(f"Match {match.number} goes on (--new begins another)")
        return self._sit_down(match, resumed=True)

    def _going_on(self) -> Match | None:
        """The match that was left, if it is of a game that is wanted."""
        left = Match.unfinished(self._journal, games=self._rules)
        wanted = tuple(self._games) if self._wishes.game is None else (self._wishes.game,)
        if left is None or left.header["game"] not in wanted:
            return None
        return Match.resume(self._journal, left.number, games=self._rules)

    def _new_match(self) -> _Part:
        players = self._wishes.players or self._settings.players
        if not players and not self._wishes.without_asking:
            return self._ask()
        usual = self._settings.game if self._settings.game in self._games else next(iter(self._games))
        game = self._games[self._wishes.game or usual]
        header = game.header(self._settings, players or names_for(3, ()))
        return self._sit_down(Match.begin(self._journal, header, games=self._rules))

    def _ask(self) -> _Part:
        dialog = set_up(self._games, self._settings, seats=len(self._angles(None)), game=self._wishes.game)
        return _Lead(dialog, self.stage)

    def _after(self, part: _Part) -> _Part | None:
        match part:
            case _Saving(following=following):
                return following
            case _Lead(answer=None):
                return self._saved(self._new_match)
            case _Lead(answer=dict() as header):
                return self._saved(
                    lambda: self._sit_down(Match.begin(self._journal, header, games=self._rules))
                )
        assert isinstance(part, Table)
        self._journal.tidy()
        if self._wishes.once:
            with suppress(JournalError):
                self._take_leave(given_up=part.given_up)
            return None
        return self._saved(partial(self._next_match, given_up=part.given_up))

    def _next_match(self, *, given_up: bool) -> _Part:
        self._take_leave(given_up=given_up)
        return self._new_match() if self._wishes.without_asking else self._ask()

    def _take_leave(self, *, given_up: bool) -> None:
        """Remember that people are done with the match."""
        match = self.match
        if match is None or match.closed or FAREWELL in match.notes:
            return
        if given_up:
            match.close("given up for a new one")
        else:
            match.note(FAREWELL, {})

    def _sit_down(self, match: Match, *, resumed: bool = False) -> Table:
        players = tuple(str(name) for name in match.header.get("players") or match.header["runners"])
        game = self._games[str(match.header["game"])]
        profile = self._profiles.get(game.name)
        angles = self._angles(profile)
        known = len(players) <= len(angles)
        if not known:
            angles = tuple(360.0 * k / len(players) for k in range(len(players)))
        self.match = match
        self._seated(match)
        self._tell(f"Match {match.number}: {', '.join(players)}")
        seating = Seating(
            match=match,
            stage=self.stage,
            seats=dict(zip(players, angles, strict=False)),
            seats_known=known,
            tell=self._tell,
            habits=self._habits,
            settings=self._settings,
            camera=self._box.camera,
            clock=self._box.clock,
            profile=profile,
            camera_trouble=self._camera_trouble,
            now_ns=self._now_ns,
        )
        self.table = game.sit_down(seating, resumed=resumed)
        return self.table

    def _angles(self, profile: Profile | None) -> tuple[float, ...]:
        if self._settings.seats is not None:
            return self._settings.seats
        return profile.seats if profile is not None and profile.seats else SEATS

    def _notice(self, happening: Happening) -> None:
        match happening:
            case Tick(now_ns=now):
                self._now_ns = now
            case CameraGone(reason=reason):
                self._camera_trouble = self._camera_trouble or reason
            case CameraBack():
                self._camera_trouble = ""


class _Saving:
    """Something that cannot go on before the disk takes it: people are told, and it is tried every second."""

    def __init__(
        self,
        step: Callable[[], _Part],
        error: JournalError,
        stage: Stage,
        tell: Teller,
        now_ns: int,
    ) -> None:
        self._step, self._stage, self._tell = step, stage, tell
        self._trouble = ""
        self.following: _Part | None = None
        self._failed(error, now_ns)

    @property
    def over(self) -> bool:
        """Whether it goes on."""
        return self.following is not None

    def take(self, happening: Happening) -> None:
        """Deal with what happened."""
        if not isinstance(happening, Tick) or self.following is not None:
            return
        self._stage.tick(happening.now_ns)
        if happening.now_ns >= self._retry_ns:
            try:
                self.following = self._step()
            except JournalError as error:
                self._failed(error, happening.now_ns)
            else:
                self._tell("Saved; going on")

    def _failed(self, error: JournalError, now_ns: int) -> None:
        self._retry_ns = now_ns + SECOND
        if str(error) != self._trouble:
            self._trouble = str(error)
            self._tell(f"Cannot save: {error}")
        self._stage.clear_flashes()
        self._stage.show(Notice("Can't save", str(error)))


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
