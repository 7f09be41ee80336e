"""A simulated table of Outrun the Bear: the same program, with people who press its buttons by themselves.

There is no camera; the people know of the device what it shows, and nothing else. What their cards do, and the values
in their corners, are made up as they play: the published cards are not public.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, cast

from companion.settings import Settings
from companion.table.happenings import Happening, Tick
from companion.table.mending import GO_ON, TAKE_BACK
from companion.table.opening import Opened, habits
from companion.table.outrun.cards import BACK, DISCARD, DRAW, FORWARD, LEAVE, PLAY
from companion.table.outrun.game import OutrunAtTable
from companion.table.session import Box, Session, Wishes
from companion.table.simulated import open_records
from hardware.buttons import Button, Buttons, Menu, Press, Shout
from hardware.simulated.clock import SimulatedClock
from hardware.terminal.console import Console

SECOND: Final = 1_000_000_000
BEAT_NS: Final = SECOND // 5
"""How often time is told where nothing happens."""
THINKING_S: Final = 0.4
READING_S: Final = 1.5
AGAIN_NS: Final = 4 * SECOND
"""After so long without a press they press again."""
VALUES: Final = (0, 0, 1, 1, 1, 2)
"""What the made-up cards have in their corners, each as often as it stands here."""
MOST: Final = 3
"""More rows or cards the effects of made-up cards never are."""
WAYS: Final = {
    "Crawl": 6,
    "Sprint": 5,
    "Action card": 4,
    "Equipment card": 1,
    "Equip a card": 1,
    "Swap a card": 1,
}
"""How much people like what they may do."""
EFFECTS: Final = {FORWARD: 5, BACK: 1, DRAW: 2, DISCARD: 1, LEAVE: 1}
"""How often made-up cards do what."""


@dataclass
class SimulatedOutrun(Opened):
    """A session at a simulated table, and the people at it."""

    people: People


@contextmanager
def open_simulated(
    settings: Settings,
    *,
    folder: Path,
    wishes: Wishes,
    console: Console,
    seed: int,
    speed: float | None,
    by_itself: bool,
) -> Iterator[SimulatedOutrun]:
    """A simulated table shown on a console, for those of a match that goes on, else those whom the wishes name.

    `speed` None: as fast as it can; `by_itself`: the people at the table press what has to be pressed.
    """
    with ExitStack() as stack:
        clock = SimulatedClock(speed=speed)
        records = stack.enter_context(
            open_records(settings, folder=folder, clock=clock, wishes=wishes, game=OutrunAtTable.name)
        )
        going_on = records.going_on
        console.seat(wishes.players or () if going_on is None else tuple(going_on.header["runners"]))
        people = People(seed)
        game = OutrunAtTable(rng=random.Random(seed), track=console.track)  # noqa: S311 - a game that can be played again
        session = Session(
            box=Box(
                console.display,
                console.lamps,
                console.buzzer,
                None,
                clock,
                PeopleFeed(people, clock, keyboard=console.buttons),
            ),
            journal=records.journal,
            settings=settings,
            games={game.name: game},
            profiles={},
            wishes=wishes,
            rules=records.rules,
            tell=console.tell,
            habits=habits(settings),
            observers=(people.notice,) if by_itself else (),
        )
        yield SimulatedOutrun(session, console.buttons, people)


class PeopleFeed:
    """Time, and the presses of people and of a keyboard, in order."""

    def __init__(self, people: People, clock: SimulatedClock, *, keyboard: Buttons) -> None:
        self._people, self._clock, self._keyboard = people, clock, keyboard

    def happenings(self) -> Iterator[tuple[Happening, ...]]:
        """What happened in the next moment."""
        while True:
            if self._clock.speed is None:
                self._clock.advance(BEAT_NS)
            else:
                self._keyboard.wait(0.05)
            now_ns = self._clock.now_ns()
            presses = (*self._people.presses(now_ns), *self._keyboard.presses())
            yield (*(Press(min(press.time_ns, now_ns), press.button) for press in presses), Tick(now_ns))


class People:
    """Those at the table, by seed: they look at the display and press, after a moment, what they have decided."""

    def __init__(self, seed: int, *, mistakes: float = 0.02, reactions: float = 0.15) -> None:
        self._rng = random.Random(seed)  # noqa: S311 - a game that can be played again
        self._mistakes, self._reactions = mistakes, reactions
        self._now_ns = 0
        self._pressing: deque[tuple[int, Button]] = deque()
        self._question: object = None
        self._answer = 0
        self._seen: tuple[str, Mapping[str, object]] = ("", {})
        self._pressed_ns = 0
        self.pressed = 0
        """How often they have pressed a button."""

    def presses(self, now_ns: int) -> tuple[Press, ...]:
        """What they have pressed up to now."""
        self._now_ns = now_ns
        if not self._pressing and now_ns - self._pressed_ns > AGAIN_NS:
            self.notice(*self._seen)  # what they pressed was not heard
        done = []
        while self._pressing and self._pressing[0][0] <= now_ns:
            at_ns, button = self._pressing.popleft()
            done.append(Press(at_ns, button))
            self.pressed += 1
            self._pressed_ns = at_ns
        return tuple(done)

    def notice(self, screen: str, says: Mapping[str, object]) -> None:
        """The device shows another screen."""
        self._pressing.clear()
        self._seen = screen, says
        answer = self._reaction(screen, says)
        if answer is not None:
            delay_s, button = answer
            self._pressing.append((self._now_ns + round(delay_s * SECOND), button))

    def _reaction(self, screen: str, says: Mapping[str, object]) -> tuple[float, Button] | None:
        match screen:
            case "runnerturn" | "choose" | "cardeffects":
                return THINKING_S, self._choose(screen, says)
            case "count":
                return THINKING_S, self._count(says, lowest=cast(int, says["lowest"]))
            case "bearcard":
                return THINKING_S, self._count(says, lowest=0)
            case "runnerdone":
                return READING_S, self._done(says)
            case "beardraws" | "parklaid" | "runnerfate" | "runwinners" | "hands":
                return READING_S, Menu.OK
            case "notice" if says["waits"]:
                return READING_S, Menu.OK
        return None

    def _done(self, says: Mapping[str, object]) -> Button:
        """Usually done; sometimes somebody reacts, or they find that something is to be taken back."""
        chance = self._rng.random()
        if chance < self._mistakes:
            return Menu.BACK
        if says["reacting"] and chance < self._mistakes + self._reactions:
            return Menu.NEXT if self._rng.random() < 0.5 else Shout(self._rng.randrange(8))
        return Menu.OK

    def _choose(self, screen: str, says: Mapping[str, object]) -> Button:
        options, chosen = says["options"], says["chosen"]
        assert isinstance(options, tuple)
        question = (screen, says.get("title"), options)
        if question != self._question:
            self._question = question
            self._answer = self._decide(screen, says, options)
        if chosen == self._answer:
            self._question = None
            return Menu.OK
        return Menu.NEXT

    def _decide(self, screen: str, says: Mapping[str, object], options: tuple[str, ...]) -> int:
        title = str(says.get("title", ""))
        if screen == "runnerturn":
            liked = [
                next((like for name, like in WAYS.items() if way.startswith(name)), 1) for way in options
            ]
            return self._rng.choices(range(len(options)), liked)[0]
        if screen == "cardeffects":
            effects = says["effects"]
            assert isinstance(effects, tuple)
            if len(effects) < self._rng.choice((0, 1, 1, 2)):
                liked = [EFFECTS.get(effect, 0) for effect in options]
                return self._rng.choices(range(len(options)), liked)[0]
            return options.index(PLAY)
        if title == "Menu":
            return options.index(TAKE_BACK if self._rng.random() < 0.5 else GO_ON)
        if title.startswith("Take back:"):
            return 1
        if title.startswith((FORWARD, DRAW)):
            return 0  # whoever plays a card is thought of first
        if "figure" in title:
            return self._rng.randrange(min(3, len(options)))
        return self._rng.randrange(len(options))

    def _count(self, says: Mapping[str, object], *, lowest: int) -> Button:
        value = says["value"]
        assert isinstance(value, int)
        question = tuple(said for name, said in says.items() if name != "value")
        if question != self._question:
            self._question = question
            most = 1 if says.get("title") == DISCARD else MOST
            self._answer = self._rng.choice(VALUES) if lowest == 0 else self._rng.randint(lowest, most)
        if value == self._answer:
            self._question = None
            return Menu.OK
        return Menu.NEXT if value < self._answer else Menu.BACK
