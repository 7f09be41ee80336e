"""A table on the test bench: a match in a journal, buttons to press, a clock to let run, and what was shown."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, ClassVar

from PIL import Image

from companion.journal import Journal, stamps
from companion.match import Match
from companion.settings import Settings
from companion.table.bears.game import BearsAtTable
from companion.table.game import Seating, TableGame
from companion.table.happenings import Happening, Tick
from companion.table.room import Habits
from companion.table.stage import Stage
from hardware.buttons import Button, Menu, Press, Shout
from hardware.clock import MonotonicClock
from hardware.outputs import Light, Sound

SECOND = 1_000_000_000


class Shown:
    """A display, lamps and a buzzer that remember."""

    def __init__(self) -> None:
        self.pictures: list[Image.Image] = []
        self.lights: dict[int, Light] = {}
        self.sounds: list[Sound] = []

    def show(self, picture: Image.Image) -> None:
        """Remember a picture."""
        self.pictures.append(picture)

    def working(self) -> bool:
        """It always works."""
        return True

    def light(self, seat: int, light: Light) -> None:
        """Remember a lamp."""
        self.lights[seat] = light

    def play(self, sound: Sound) -> None:
        """Remember a sound."""
        self.sounds.append(sound)

    def close(self) -> None:
        """Nothing to let go."""


class Bench:
    """One table without a camera; times in seconds since it was switched on."""

    game: TableGame = BearsAtTable()
    _in_use: ClassVar[list[Journal]] = []

    def __init__(self, folder: Path, players: tuple[str, ...] = ("Ana", "Ben"), **header: object) -> None:
        self.prepare(folder, players)
        self.header |= header
        self.switch_on(self.header)

    def prepare(self, folder: Path, players: tuple[str, ...]) -> None:
        """Everything but switching it on."""
        self.folder, self.players = folder, players
        self.header = self.game.header(Settings(), players)
        self.now_ns = 0
        self.lines: list[str] = []
        self.screens: list[tuple[str, Mapping[str, object]]] = []
        self.on_screen: Callable[[str, Mapping[str, object]], None] = lambda *_: None
        self.shown = Shown()

    def switch_on(self, header: Mapping[str, object] | None = None) -> None:
        """Switch the table on: a new match, or the one that was going on."""
        self.now_ns = 5 * SECOND
        self.journal = Journal.open(self.folder, now=stamps(lambda: self.now_ns, boot=str(uuid.uuid4())))
        self._in_use.append(self.journal)
        going_on = Match.resume(self.journal) if header is None else None
        resumed = going_on is not None
        self.match = going_on or Match.begin(self.journal, header or self.header)
        stage = Stage(display=self.shown, lamps=self.shown, buzzer=self.shown, observers=(self._observe,))
        seats = {name: 90.0 * k for k, name in enumerate(self.players)}
        self.table = self.game.sit_down(
            Seating(
                match=self.match,
                stage=stage,
                seats=seats,
                seats_known=True,
                tell=self.lines.append,
                habits=Habits(),
                settings=Settings(),
                camera=None,
                clock=MonotonicClock(),
                profile=None,
                camera_trouble="there is no camera",
                now_ns=self.now_ns,
            ),
            resumed=resumed,
        )
        self.room: Any = self.table.room

    def _observe(self, screen: str, says: Mapping[str, object]) -> None:
        self.screens.append((screen, says))
        self.on_screen(screen, says)

    @classmethod
    def clear_all(cls) -> None:
        """Switch off whatever is still on."""
        while cls._in_use:
            cls._in_use.pop().close()

    def pull_the_plug(self) -> None:
        """Everything that is not on the disk is gone."""
        self.journal.close()

    @property
    def screen(self) -> str:
        """The name of what is shown."""
        return self.screens[-1][0]

    @property
    def says(self) -> Mapping[str, object]:
        """What is shown says, by field."""
        return self.screens[-1][1]

    @property
    def state(self) -> Mapping[str, object]:
        """The state of the match as its log's page describes it."""
        return self.match.play.report()

    def take(self, happening: Happening) -> None:
        """Let something happen."""
        self.table.take(happening)

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        until = self.now_ns + round(seconds * SECOND)
        while self.now_ns < until:
            self.now_ns = min(until, self.now_ns + SECOND // 10)
            self.take(Tick(self.now_ns))

    def press(self, *buttons: Button) -> None:
        """Press buttons one after the other."""
        for button in buttons:
            self.now_ns += SECOND // 50
            self.take(Press(self.now_ns, button))

    def shout(self, player: str) -> None:
        """Press a player's shout button."""
        self.press(Shout(self.players.index(player)))

    def ok(self, times: int = 1) -> None:
        """Press ok."""
        self.press(*[Menu.OK] * times)

    def read_all(self) -> None:
        """Leave everything that passes by itself."""
        while self.room.stage.flashing:
            self.ok()

    def enter(self, number: int) -> None:
        """Set the number that is asked for, and take it; what is shown in front of it was read."""
        self.read_all()
        assert self.screen == "count", self.screens[-1]
        for _ in range(100):
            if self.says["value"] != number:
                self.press(Menu.NEXT)
        assert self.says["value"] == number, self.screens[-1]
        self.ok()

    def choose(self, option: str) -> None:
        """Choose one of the options that are shown; what is shown in front of them was read."""
        self.read_all()
        assert self.screen == "choose", self.screens[-1]
        options = self.says["options"]
        assert isinstance(options, tuple)
        while options[self.says["chosen"]] != option:  # type: ignore[call-overload]
            self.press(Menu.NEXT)
        self.ok()

    def start_round(self, bears: int = 4) -> None:
        """Enter a roll and start the round."""
        self.ok()
        self.enter(bears)
        self.ok()
        self.wait(4)
