"""A simulated table instead of the box: the same program, with people who are drawn and dice that are rendered.

Nothing but pictures and edges of pins comes from the simulated world into the table; the world hears of the table only
which screen it shows, as people see it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from calibration.building import build_profile
from calibration.profile import Profile, load_profile, save_profile
from companion.games.bears import State
from companion.settings import Settings
from companion.table.bears.counting import BEARS, CAMPSITE, QUESTIONS, ROLLED
from companion.table.bears.ending import BY_HAND
from companion.table.bears.game import BearsAtTable
from companion.table.bears.records import Counts, Dice, counts_of
from companion.table.opening import Opened, habits
from companion.table.session import Box, Session, Wishes
from companion.table.simulated import SimulatedFeed, open_records
from hardware.buttons import Button, Menu
from hardware.gpio_buttons import GpioButtons
from hardware.simulated.clock import SimulatedClock
from hardware.simulated.laying import lay
from hardware.simulated.looks import EDITION
from hardware.simulated.world import World
from hardware.terminal.console import Console
from hardware.wiring import Wiring

SECOND = 1_000_000_000
THINKING_S = 0.35
"""How long people take for a press of a menu button that they have in mind."""
LOOKING_S = 6.0
"""How long people look for what hides the dice, before they count."""


@dataclass
class SimulatedBears(Opened):
    """A session at a simulated table, and the world that it plays in."""

    world: World
    before: int = 0
    """How many rounds of the match had been played when the people of the simulated world sat down to it."""
    elsewhere: int = 0
    """How many rounds these people had played before that."""


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
) -> Iterator[SimulatedBears]:
    """A simulated table shown on a console, for those of a match that goes on, else those whom the wishes name.

    `speed` None: as fast as it can; `by_itself`: somebody at the table presses what has to be pressed.
    """
    with ExitStack() as stack:
        clock = SimulatedClock(speed=speed)
        records = stack.enter_context(
            open_records(settings, folder=folder, clock=clock, wishes=wishes, game=BearsAtTable.name)
        )
        going_on = records.going_on
        wiring = Wiring()
        names = wishes.players or () if going_on is None else tuple(going_on.header["players"])
        console.seat(names)
        world = World(seed, len(names), clock=clock, wires=wiring.buttons())
        profile: Profile = simulated_profile(world, folder, tell=console.tell)
        buttons = GpioButtons(world.pins, wiring.buttons())
        stack.callback(buttons.close)
        stack.callback(world.camera.close)
        feed = SimulatedFeed(world, buttons, keyboard=console.buttons)
        box = Box(console.display, console.lamps, console.buzzer, world.camera, clock, feed, buttons)
        session = Session(
            box=box,
            journal=records.journal,
            settings=settings,
            games={BearsAtTable.name: BearsAtTable()},
            profiles={BearsAtTable.name: profile},
            wishes=wishes,
            rules=records.rules,
            tell=console.tell,
            habits=habits(settings),
            observers=(world.notice,),
            seated=lambda match: sit_down(match.state),
        )
        opened = SimulatedBears(session, buttons, world)

        def sit_down(state: State) -> None:
            world.match.break_off()
            names = state.match.players
            world.match.seat([seat for seat, name in enumerate(names) if name in state.players])
            opened.before = len(state.rounds) + (state.phase == "ended")
            opened.elsewhere = len(world.truth.rounds)
            _lay(world, state)

        if by_itself:
            session.stage.observe(Helper(world, _names(session)).notice)
        yield opened


def _lay(world: World, state: State) -> None:
    """Lay the table as the match that is resumed says that it lies."""
    seen = state.round.sightings
    if seen and state.phase in ("ready", "playing", "ended"):
        rolled, left = seen[0].campsite, seen[-1].campsite
        taken = (rolled.bears - left.bears, rolled.tents - left.tents)
        lay(world, left=(left.bears, left.tents), taken=taken)


def _names(session: Session) -> Callable[[], tuple[str, ...]]:
    return lambda: () if session.match is None else tuple(session.match.header["players"])


class Helper:
    """Somebody at the simulated table who knows how the dice lie, and answers when the device asks.

    They answer as people do: by pressing the three buttons, screen by screen, after a moment.
    """

    def __init__(self, world: World, names: Callable[[], tuple[str, ...]]) -> None:
        self._world, self._names = world, names
        self._seen = 0
        self._asked_about: str = ""

    def notice(self, screen: str, says: Mapping[str, object]) -> None:
        """The device shows another screen."""
        self._seen += 1
        if screen == "verdict" and says["verdict"] == "ask":
            self._asked_about = str(says["player"])
        delay_s, button = self._reaction(screen, says)
        if button is not None:
            self._press(button, delay_s)

    def _reaction(self, screen: str, says: Mapping[str, object]) -> tuple[float, Button | None]:
        match screen:
            case "look":
                return LOOKING_S, Menu.OK
            case "winner":
                return 1.0, Menu.OK
            case "choose":
                options, chosen = says["options"], says["chosen"]
                assert isinstance(options, tuple)
                wanted = options.index(BY_HAND) if BY_HAND in options else 0
                return THINKING_S, Menu.OK if chosen == wanted else Menu.NEXT
            case "count":
                wanted, value = self._count(str(says["title"]), str(says["whose"])), says["value"]
                assert isinstance(value, int)
                return THINKING_S, Menu.OK if value == wanted else Menu.NEXT if value < wanted else Menu.BACK
            case "notice" if says["title"] == "That cannot be":
                return 2.0, Menu.OK
        return 0.0, None

    def _press(self, button: Button, delay_s: float) -> None:
        seen, world = self._seen, self._world

        def deed() -> None:
            if self._seen == seen:
                world.press_at(button, world.happening_ns)
                if button is Menu.OK and delay_s >= LOOKING_S:
                    return
                self._press(button, 3.0)  # a press that was not heard is made again

        world.at(world.happening_ns + round(delay_s * SECOND), deed)

    def _count(self, title: str, whose: str) -> int:
        if whose == ROLLED:
            return [die.face for die in self._world.top.campsite()].count("bear")
        if whose == CAMPSITE:
            bears, tents = self._campsite()
            return bears if title == BEARS else tents
        table = self._world.match.table_truth()
        seat = self._names().index(whose)
        counts: Counts = counts_of(Dice(table.pairs[seat], table.loose[seat]))
        number = (
            counts.gun_bear,
            counts.runner_tent,
            counts.sleeper_tent,
            counts.wrong_bears,
            counts.wrong_tents,
        )
        return number[QUESTIONS.index(title)]

    def _campsite(self) -> tuple[int, int]:
        """Bears and tents in the campsite: at the call that is asked about, else now."""
        record = self._world.truth.round
        if record is None or self._asked_about not in self._names():
            table = self._world.match.table_truth()
            return table.bears, table.tents
        seat = self._names().index(self._asked_about)
        pressed = [at for at, who in record.presses if who == seat]
        return record.counts_at(pressed[-1] if pressed else self._world.happening_ns)


def simulated_profile(world: World, folder: Path, *, tell: Callable[[str], None]) -> Profile:
    """The profile of a simulated table, built as anybody builds one: from pictures; kept in `folder` for next time."""
    place = folder / f"table-{EDITION}-{world.look.seed}-{len(world.seats)}"
    profile = place / "profile"
    if not profile.exists():
        tell("The table is set and its dice are learned; this takes some seconds, once.")
        world.write_photo_set(place / "photos")
        save_profile(build_profile(place / "photos").profile, profile)
    return load_profile(profile)
