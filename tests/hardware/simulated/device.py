"""A stand-in for the device that looks behind the scenes: somebody to follow for people at the simulated table."""

from __future__ import annotations

from collections.abc import Callable

from hardware.buttons import Menu, Press, Shout
from hardware.gpio_buttons import GpioButtons
from hardware.simulated.clock import SECOND
from hardware.simulated.world import World
from hardware.wiring import Wiring


class KnowingDevice:
    """Leads people through rounds at times that depend on what happens, not on how often it is asked."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.buttons = GpioButtons(world.pins, Wiring().buttons())
        self.presses: list[Press] = []
        self.screens: list[tuple[int, str]] = []
        self.rounds = 0
        self.out: tuple[int, ...] = ()
        """The seats of those who are out after the round that is played."""
        self._in = len(world.seats)
        self._show("roll")
        world.at(world.happening_ns + SECOND // 10, self._look)

    def play(
        self, rounds: int, *, step_ns: int = SECOND // 10, each: Callable[[], None] = lambda: None
    ) -> None:
        """Let time go by in steps until so many rounds are over."""
        most_ns = self.world.now_ns() + rounds * 120 * SECOND
        while self.rounds < rounds:
            assert self.world.now_ns() < most_ns, f"stuck at {self.screens[-1]}"
            self.world.advance_to(self.world.now_ns() + step_ns)
            self.presses += self.buttons.presses()
            each()

    def _show(self, screen: str, **facts: object) -> None:
        self.screens.append((self.world.happening_ns, screen))
        self.world.match.notice(screen, facts)

    def _look(self) -> None:
        """Ten times a second of simulated time."""
        world, screen, since = self.world, self.screens[-1][1], self.screens[-1][0]
        now, top, record = world.happening_ns, world.top, world.truth.round
        quiet = all(arm.away for arm in top.arms) and not top.flying
        faces = [die.face for die in top.campsite()]
        if screen in {"roll", "reroll"} and quiet and len(faces) == 5 * self._in:
            self._show("ready" if len(set(faces)) == 2 else "reroll")
        elif screen == "ready" and now - since > 2 * SECOND:
            self._show("running")
        elif screen == "running":
            assert record is not None
            ended = record.ended_ns
            if ended is not None and any(at >= ended for at, _ in record.presses):
                self._show("verdict", verdict="ended")
            elif ended is not None and now - ended > 3 * SECOND // 2:
                self._show("clearhands")
        elif screen in {"verdict", "clearhands"} and quiet:
            self._show("sum")
        elif screen == "sum" and now - since > 2 * SECOND:
            self.rounds += 1
            self._in = len(world.seats) - len(self.out)
            rows = tuple((f"seat {seat}", 0) for seat in range(len(world.seats)))
            self._show("totals", rows=rows, out=tuple(f"seat {seat}" for seat in self.out))
            self._show("roll")
        world.at(now + SECOND // 10, self._look)


def shouts(presses: list[Press]) -> list[tuple[int, int]]:
    """Times and seats of the shouts among presses."""
    return [(press.time_ns, press.button.seat) for press in presses if isinstance(press.button, Shout)]


def oks(presses: list[Press]) -> int:
    """How often ok was pressed."""
    return sum(press.button is Menu.OK for press in presses)
