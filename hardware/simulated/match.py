"""The people as a company: they follow the device's screens through a match, round by round."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from hardware.buttons import Button, Shout
from hardware.simulated import host
from hardware.simulated.clock import SECOND
from hardware.simulated.handling import Doing
from hardware.simulated.players import Player
from hardware.simulated.spots import Spot
from hardware.simulated.temper import Temper
from hardware.simulated.truth import RoundTruth, TableTruth

if TYPE_CHECKING:
    from hardware.simulated.tabletop import Tabletop
    from hardware.simulated.world import World

OKS = frozenset({"ready", "sum", "totals", "tiebreak", "paused"})
"""Screens at which somebody presses ok after having read them."""
PATIENCE_S = 6.0
"""After so long with no other screen people try again."""

Answer = Callable[[str, Mapping[str, object]], Sequence[tuple[float, Button]]]
"""What people press when the device asks: seconds from then, and the button."""


class Match:
    """Rolls, plays and goes on as the device says."""

    def __init__(self, world: World, tempers: Sequence[Temper], *, human_seat: int | None) -> None:
        self._world = world
        self.human_seat = human_seat
        self.oks = OKS
        self.answer: Answer | None = None
        self.claims: dict[int, int] = {}
        self.bound: dict[int, Spot] = {}
        self._rng = np.random.default_rng([world.seed, 22])
        self.players = [
            Player(self, seat, temper, np.random.default_rng([world.seed, 23, seat]))
            for seat, temper in enumerate(tempers)
        ]
        self._seated = tuple(range(len(self.players)))
        """The seats of those who are still in."""
        self._tasks = [0] * len(self.players)
        self._screen = ""
        self._noticed = 0
        self._rolled = False
        """Whether the dice were thrown for the round that comes."""
        self._throwing = False
        self._laid: dict[int, list[tuple[int, int]]] = {}
        self._still_record = RoundTruth(0, 0, 0)

    # -- what players need

    @property
    def top(self) -> Tabletop:
        """The table."""
        return self._world.top

    @property
    def now_ns(self) -> int:
        """The time of what happens."""
        return self._world.happening_ns

    @property
    def record(self) -> RoundTruth:
        """Where what happens is written down."""
        return self._world.truth.round or self._still_record

    def shout(self, seat: int, at_ns: int) -> None:
        """Press a seat's button at a time; a human presses it themself."""
        if seat != self.human_seat:
            self._world.press_at(Shout(seat), at_ns)

    def shouted(self, seat: int) -> None:
        """A shout button went down; one where nobody plays means nothing."""
        if seat in self._seated:
            self.record.presses.append((self.now_ns, seat))

    def seat(self, seats: Sequence[int]) -> None:
        """Those who are still in; they play with their own dice only."""
        self._seated = tuple(seats)
        self.top.play_with(self._seated)

    def laid(self, pairs: Mapping[int, Sequence[tuple[int, int]]]) -> None:
        """The dice lie as after a roll, with these pairs (Player Die, Camp Die) before people."""
        self._rolled = True
        self._laid = {seat: list(made) for seat, made in pairs.items()}

    def break_off(self) -> None:
        """A round that has not been read is played no more: everybody stops, and it never was."""
        record = self._world.truth.round
        if record is not None and record.table is None:
            self._stop()
            self._world.truth.rounds.pop()
            self._rolled = False

    # -- what the device shows

    def notice(self, screen: str, facts: Mapping[str, object]) -> None:
        """Act on another screen."""
        before, self._screen = self._screen, screen
        self._noticed += 1
        if screen in self.oks:
            self._press_ok_soon()
        if screen == "totals":
            self._see_who_is_out(facts)
        if screen == "roll":
            self.break_off()
            self._roll_soon()
        elif screen == "reroll":
            self._reroll_soon()
        elif screen == "running":
            self._begin()
        elif screen == "clearhands" or (screen == "verdict" and facts.get("verdict") == "ended"):
            self._stop()
        elif screen in {"sum", "totals", "winner"}:
            self._round_is_read()
        elif screen in {"look", "ask", "choose", "count"} and before != screen:
            self._clear_the_table()
        if self.answer is not None:
            for delay_s, button in self.answer(screen, facts):
                self._press_soon(button, delay_s)

    def _see_who_is_out(self, facts: Mapping[str, object]) -> None:
        """The display says where everybody stands, in the order of the seats, and who is out."""
        rows, out = facts.get("rows"), facts.get("out")
        if isinstance(rows, Sequence) and isinstance(out, Sequence):
            self._seated = tuple(seat for seat, row in enumerate(rows) if row[0] not in out)

    def _press_ok_soon(self) -> None:
        noticed = self._noticed
        self._world.press_ok(self._rng.uniform(0.5, 1.3), lambda: self._noticed == noticed)
        self._later(PATIENCE_S, self._press_ok_soon, noticed)

    def _press_soon(self, button: Button, delay_s: float) -> None:
        self._world.press_at(button, self.now_ns + round(delay_s * SECOND))

    def _later(self, seconds: float, deed: Callable[[], None], noticed: int) -> None:
        """Do something later if the screen is still the same."""
        self._world.at(
            self.now_ns + round(seconds * SECOND), lambda: deed() if self._noticed == noticed else None
        )

    # -- rolling

    def _roll_soon(self) -> None:
        if self._throwing:
            return
        if self._rolled:
            self._later(PATIENCE_S, self._roll_anew, self._noticed)
            return
        self._rolled = self._throwing = True
        self.top.play_with(self._seated)
        for seat in self._seated:
            self._do(seat, self._roll(seat))

    def _roll(self, seat: int) -> Doing:
        rng = np.random.default_rng([self._world.seed, 24, len(self._world.truth.rounds), seat])
        yield float(rng.uniform(0.2, 0.6))
        yield from host.gather(self, seat, seat, rng)
        if seat == self._seated[0]:
            for zone in (None, *(set(range(len(self.players))) - set(self._seated))):
                yield from host.gather(self, seat, zone, rng)
            yield from self._throw_camp(rng)
        else:
            yield from host.throw_own(self, seat, rng, apart=self._apart(seat, rng))

    def _apart(self, seat: int, rng: np.random.Generator) -> float:
        """How far somebody spreads their dice, mm."""
        return 22.0 if rng.random() < 2 * self.players[seat].temper.tight else 44.0

    def _throw_camp(self, rng: np.random.Generator) -> Doing:
        """The first person waits for everybody's dice, throws the Camp Dice, then their own."""
        first = self._seated[0]
        while any(arm.palm for k, arm in enumerate(self.top.arms) if k != first) or any(
            body.kind == "camp" for n, body in self.top.bodies.items() if n in self.top.lying
        ):
            yield 0.2
        yield from host.throw_camp(self, first, rng)
        yield from host.throw_own(self, first, rng, apart=self._apart(first, rng))
        self._thrown()

    def _thrown(self) -> None:
        self._throwing = False
        self._later(PATIENCE_S, self._roll_anew, self._noticed)

    def _roll_anew(self) -> None:
        """The device does not go on: throw the Camp Dice again."""
        if self._screen in {"roll", "reroll"} and not self._throwing:
            self._reroll_soon()

    def _reroll_soon(self) -> None:
        if self._throwing:
            return
        self._throwing = True
        self._do(self._seated[0], self._reroll())

    def _reroll(self) -> Doing:
        yield self._rng.uniform(0.4, 0.9)
        yield from host.gather(self, self._seated[0], None, self._rng)
        yield from host.throw_camp(self, self._seated[0], self._rng)
        self._thrown()

    # -- playing

    def _begin(self) -> None:
        """People begin when the device says so, once a round, and when all dice are thrown."""
        record = self._world.truth.round
        if self._throwing or (record is not None and record.table is None):
            return
        faces = [die.face for die in self.top.campsite()]
        number = len(self._world.truth.rounds) + 1
        self._world.truth.rounds.append(
            RoundTruth(number, faces.count("bear"), faces.count("tent"), began_ns=self.now_ns)
        )
        self.claims.clear()
        self.bound.clear()
        for player in (self.players[seat] for seat in self._seated):
            player.begin(np.random.default_rng([self._world.seed, 25, number, player.seat]))
            player.pairs.extend(self._laid.pop(player.seat, ()))
            self._do(player.seat, player.play())

    def _stop(self) -> None:
        """The round is over: everybody stops after a moment, and takes their hands away."""
        record = self._world.truth.round
        if record is None or record.closed_ns is not None:
            return
        record.closed_ns = self.now_ns
        for player in self.players:
            delay = self._rng.uniform(0.15, 0.5)
            self._world.at(self.now_ns + round(delay * SECOND), self._told(player))

    def _told(self, player: Player) -> Callable[[], None]:
        def deed() -> None:
            player.stopped = True

        return deed

    def _round_is_read(self) -> None:
        self._rolled = False
        record = self._world.truth.round
        if record is not None and record.table is None:
            record.table = self.table_truth()

    def table_truth(self) -> TableTruth:
        """How the dice lie now."""
        lying, seats = self.top.lying, range(len(self.players))
        camp = [d for d in lying.values() if d.body.kind == "camp"]
        inside = [d.face for d in camp if self.top.zone(d.x, d.y) is None]
        pairs = [[(p, c) for p, c in player.pairs if p in lying and c in lying] for player in self.players]
        paired = {c for each in pairs for _, c in each}
        loose = [
            tuple(d.face for d in camp if d.body.number not in paired and self.top.zone(d.x, d.y) == seat)
            for seat in seats
        ]
        return TableTruth(
            inside.count("bear"),
            inside.count("tent"),
            tuple(tuple((lying[p].face, lying[c].face) for p, c in each) for each in pairs),
            tuple(loose),
        )

    def _clear_the_table(self) -> None:
        """The device can't see: take away what is in the way."""
        self._world.at(self.now_ns + round(self._rng.uniform(0.8, 1.6) * SECOND), self._cleared)

    def _cleared(self) -> None:
        self._world.faults.take_cups()
        for player in self.players:
            if player.stopped and not self._throwing:
                self._do(player.seat, host.home(self, player.seat))

    def _do(self, seat: int, doing: Doing) -> None:
        """Let somebody do something instead of what they were doing."""
        self._tasks[seat] += 1
        task = self._tasks[seat]
        self._world.go_through(doing, lambda: self._tasks[seat] == task)
