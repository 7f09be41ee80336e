"""A simulated table instead of the box: the same program, with people who are drawn and dice that are rendered.

Nothing but pictures and edges of pins comes from the simulated world into the table; the world hears of the table only
which screen it shows, as people see it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from calibration.building import build_profile
from calibration.profile import Profile, load_profile, save_profile
from companion.table.counting import BEARS, CAMPSITE, QUESTIONS, ROLLED
from companion.table.ending import BY_HAND
from companion.table.feeds import Presence, in_order
from companion.table.happenings import Happening, Tick
from companion.table.records import Counts, Dice, counts_of
from hardware.buttons import Button, Buttons, Menu
from hardware.camera import Frame
from hardware.errors import CameraLost, HardwareError
from hardware.simulated.looks import EDITION
from hardware.simulated.world import World

SECOND = 1_000_000_000
WAIT_S = 0.2
"""How long a frame is waited for before the buttons are looked after."""
THINKING_S = 0.35
"""How long people take for a press of a menu button that they have in mind."""
LOOKING_S = 6.0
"""How long people look for what hides the dice, before they count."""


class SimulatedFeed:
    """What happens at a simulated table; `keyboard` are real buttons that press the simulated ones."""

    def __init__(self, world: World, buttons: Buttons, *, keyboard: Buttons | None = None) -> None:
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
