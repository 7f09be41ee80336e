"""What happens at a simulated table, by its camera and its contacts in place of real ones, and by its own time."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from companion.games.log import AnyGame
from companion.journal import Journal, stamps
from companion.match import Match
from companion.match.live import known_games
from companion.settings import Settings
from companion.table.feeds import Presence, in_order
from companion.table.happenings import Happening, Tick
from companion.table.opening import MIB
from companion.table.session import Wishes
from hardware.buttons import Button, Buttons
from hardware.camera import Camera, Frame
from hardware.clock import Clock
from hardware.errors import CameraLost, HardwareError

SECOND = 1_000_000_000
WAIT_S = 0.2
"""How long a frame is waited for before the buttons are looked after."""


@dataclass(frozen=True)
class Records:
    """The journal of a simulated table, the rules of the games in it, and the match of this game that goes on."""

    journal: Journal
    rules: Mapping[str, AnyGame]
    going_on: Match | None


@contextmanager
def open_records(
    settings: Settings, *, folder: Path, clock: Clock, wishes: Wishes, game: str
) -> Iterator[Records]:
    """The journal in `folder`, stamped by the simulated clock as if the device had just been started."""
    now = stamps(clock.now_ns, boot=f"simulated {uuid.uuid4()}")
    with Journal.open(folder, now=now, evidence_bytes=settings.evidence_mb * MIB) as journal:
        rules = known_games(settings.boards)
        found = None if wishes.fresh else Match.unfinished(journal, games=rules)
        yield Records(journal, rules, found if found is not None and found.header["game"] == game else None)


class SimulatedTable(Protocol):
    """A world of people and things, as far as the feed has to do with it."""

    @property
    def camera(self) -> Camera:
        """Looks at it."""
        ...

    def now_ns(self) -> int:
        """Its time."""
        ...

    def wait_until(self, time_ns: int) -> None:
        """Let it go on until then."""
        ...

    def press(self, button: Button) -> None:
        """Press one of its buttons now."""
        ...


class SimulatedFeed:
    """What happens at a simulated table; `keyboard` are real buttons that press the simulated ones."""

    def __init__(self, world: SimulatedTable, buttons: Buttons, *, keyboard: Buttons | None = None) -> None:
        self._world, self._buttons, self._keyboard = world, buttons, keyboard
        self._presence = Presence(world.now_ns())

    def happenings(self) -> Iterator[tuple[Happening, ...]]:
        """What happened up to the next frame, in order."""
        while True:
            frame: Frame | None = None
            news: Happening | None
            try:
                frame = self._world.camera.frame(timeout_s=WAIT_S)
                news = self._presence.came(self._world.now_ns())
            except HardwareError as error:
                news = self._presence.failed(error, self._world.now_ns())
                if isinstance(error, CameraLost):
                    self._world.wait_until(self._world.now_ns() + round(WAIT_S * SECOND))
            if self._keyboard is not None:
                for press in self._keyboard.presses():
                    self._world.press(press.button)
            now_ns = self._world.now_ns()
            first: tuple[Happening, ...] = (Tick(now_ns),) if news is None else (news,)
            yield (*first, *in_order(self._buttons.presses(), frame, now_ns))
