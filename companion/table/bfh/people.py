"""The people at a simulated board of Bears, Foxes & Hares: they follow what the device shows, and move pieces.

They choose legal moves, and now and then do something else; they put right what the device refuses, and answer its
questions by the buttons. They know of the device its screens, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from companion.games.bfh import Event, Move, Place, Special, State, legal_moves
from companion.table.bfh.account import Account
from companion.table.bfh.answers import doubted, offered, one_of, to_number, which_move
from companion.table.bfh.diary import Diary
from companion.table.bfh.handiwork import Doing, Handiwork
from companion.table.bfh.lapses import Lapses
from companion.table.bfh.liking import liked
from companion.table.bfh.putting import Cell
from companion.table.bfh.rolling import Rolling
from companion.table.bfh.squares import Squares
from companion.table.bfh.temper import Temper, make_temper
from companion.table.bfh.turns import ROLL, SPECIAL
from companion.table.mending import MENDED, TAKEN_BACK
from hardware.buttons import Button, Menu
from hardware.simulated.board.hands import PyramidHand
from hardware.simulated.board.world import BoardWorld

SECOND = 1_000_000_000
AGAIN_S = 3.0
"""A press that was not heard is made again after this."""
PATIENCE_S = 9.0
"""So long people wait for the device to see what they did."""


class BfhPeople:
    """Everybody at the board; `state` is the match as it stands, `neutral` the colour of the neutral pieces.

    Unless `presses`, somebody else presses the buttons.
    """

    def __init__(
        self,
        world: BoardWorld,
        state: State,
        squares: Squares,
        *,
        neutral: str,
        tempers: Sequence[Temper] | None = None,
        presses: bool = True,
    ) -> None:
        self._world, self._presses = world, presses
        self._rng = np.random.default_rng([world.seed, 60])
        self._tempers = list(tempers or [make_temper(self._rng) for _ in world.seats])
        self._work = Handiwork(world, squares, neutral=neutral, rng=self._rng)
        self._account = Account(state)
        self._rolling = Rolling(world, np.random.default_rng([world.seed, 61]))
        self._screen: tuple[str, Mapping[str, object]] = ("", {})
        self._shown = 0
        self._evenings = 0
        self._seat_everybody()

    def sit_down(self, state: State) -> None:
        """The board is laid as the match stands; what hands were doing is broken off."""
        self._account.begin(state)
        self._seat_everybody()

    def follow(self, state: State) -> None:
        """Somebody else told the device otherwise: the match stands so, and the pieces are put there."""
        self._account.begin(state)
        self._start_afresh()

    def surprised(self, screen: str, says: Mapping[str, object]) -> bool:
        """Whether a screen tells of what nobody here did: a move entered, or something taken back or mended."""
        if screen == "moveseen":
            return not self._account.knows(str(says["what"]))
        return screen == "notice" and says["title"] in (TAKEN_BACK, MENDED) and not self._lapses.takes_back

    def _seat_everybody(self) -> None:
        self._evenings += 1
        self._busy = False
        self._start_afresh()
        self._work.lay(self.state.stacks)

    def _start_afresh(self) -> None:
        self._lapses = Lapses(self._account, self._rng)
        self._wish: tuple[int, str] = (0, "")
        self._nudged: set[tuple[Cell, int]] = set()

    @property
    def state(self) -> State:
        """How the match really stands, as people played it."""
        return self._account.state

    @property
    def diary(self) -> Diary:
        """What they did, and what they thought of the device."""
        return self._account.diary

    @property
    def waiting(self) -> bool:
        """Whether something was done that the device has not taken for done yet."""
        return bool(self._account.pending)

    def notice(self, screen: str, says: Mapping[str, object]) -> None:
        """The device shows another screen."""
        self._shown += 1
        self._screen = (screen, says)
        self._follow(screen, says)
        if not self._busy:
            self._soon(self._temper.think_s)

    @property
    def _seat(self) -> int:
        return self.state.match.players.index(self.state.to_move)

    @property
    def _temper(self) -> Temper:
        return self._tempers[self._seat]

    def _chance(self, chance: float) -> bool:
        return bool(self._rng.random() < chance)

    # what the device says

    def _follow(self, screen: str, says: Mapping[str, object]) -> None:
        """Keep up with the device: the roll, turns that end, what it saw."""
        match screen:
            case "rolled" if self.state.phase == "choose" and says["player"] == self.state.to_move:
                value = says["value"]
                assert isinstance(value, int)
                self._rolling.seen(value, self._account)
                self._account.rolled(value)
            case "turnchoice" | "placeneutral" if says["turn"] == self.state.turn + 1:
                self._account.turn_ended()
            case "moveseen" if self._presses or not self.surprised(screen, says):
                self._account.seen(str(says["what"]))
            case "notice" if self._lapses.takes_back:
                self._wish = (0, "")
                self._lapses.taken_back(self._temper, done=says["title"] == TAKEN_BACK)
            case "notallowed" | "putdown" | "putback" if not self._busy and self._mess():
                self._lapses.noticed()
            case "whichmove" | "boarddoubt":
                self._account.note_help()

    # what people do about it

    def _later(self, seconds: float, doing: Callable[[], None]) -> None:
        """Do something after a while, if the same is still shown."""
        shown = self._shown

        def deed() -> None:
            if self._shown == shown:
                doing()

        self._world.at(self._world.happening_ns + round(seconds * SECOND), deed)

    def _soon(self, seconds: float) -> None:
        self._later(seconds, lambda: None if self._busy else self._react())

    def _react(self) -> None:
        screen, says = self._screen
        if self._mess() and not (self._lapses.puts_wrongly and screen in ("choose", "notice")):
            if screen in ("notallowed", "putback", "putdown"):
                self._lapses.noticed()
            aim = self._lapses.put_wrongly() or self.state.stacks
            self._do(self._work.arranging(self._hand, aim))
        elif self._presses and not self._work.across and self._lapses.think_better(screen, self._temper):
            self._press(Menu.BACK)
        elif screen in ("placeneutral", "rolled", "specialmove", "aftermove"):
            self._take_turn(screen)
        elif screen in ("notallowed", "putback", "putdown", "boarddoubt"):
            self._look_after(screen)
        elif screen == "rolldie" and self._rolling.wanted(self._account):
            self._do(self._rolling.throwing(self._hand))
        else:
            self._press(self._answer(screen, says))

    def _answer(self, screen: str, says: Mapping[str, object]) -> Button | None:
        """What to press where the device asks something."""
        match screen:
            case "turnchoice":
                return self._choice(says)
            case "whichmove":
                return which_move(says, self._account.pending)
            case "choose":
                return one_of(says, self._account.pending, takes_back=self._lapses.takes_back)
            case "count":
                return to_number(says, self._rolling.entered(self._account))
            case "winner" | "look" | "rolldie":
                return Menu.OK
            case "notice" if says.get("waits"):
                return Menu.OK
        return None

    def _take_turn(self, screen: str) -> None:
        """Move, or help the device to see what was moved."""
        if self._work.across and not self.waiting:
            self._do(self._work.straightening(self._hand))
        elif self.waiting:
            self._account.note_help()
            self._press(Menu.NEXT if screen == "aftermove" else Menu.OK)
        else:
            self._play(screen)

    def _press(self, button: Button | None) -> None:
        if button is not None and self._presses:
            self._world.press_at(button, self._world.happening_ns)
            self._soon(AGAIN_S)

    def _choice(self, says: Mapping[str, object]) -> Button:
        """Roll or special: decided once a turn."""
        options, chosen = offered(says)
        if self._wish[0] != self.state.turn:
            special = SPECIAL in options and self._chance(self._temper.special)
            self._wish = self.state.turn, SPECIAL if special else ROLL
        wish = SPECIAL if self.waiting and SPECIAL in options else self._wish[1]
        return Menu.OK if options[chosen] == wish else Menu.NEXT

    def _play(self, screen: str) -> None:
        """Do what is wanted now, or what is not."""
        wrong = self._lapses.err(self._temper)
        if wrong is not None:
            self._do(self._work.arranging(self._hand, wrong))
            return
        events = [event for event in legal_moves(self.state) if isinstance(event, Place | Move | Special)]
        if screen == "aftermove" and not (events and self._chance(self._temper.after)):
            self._lapses.end()
            delay = 5.0 if self._chance(self._temper.forgetful) else 0.1
            self._later(delay, lambda: self._press(Menu.OK))
            return
        if screen == "specialmove" and not any(isinstance(event, Special) for event in events):
            self._press(Menu.BACK)
            return
        if events:
            self._do(self._making(liked(events, self._rng)))

    def _look_after(self, screen: str) -> None:
        """Something is wrong: put it right, or say that it is not."""
        cell = doubted(self._screen[1]) if screen == "boarddoubt" else None
        if self._work.across:
            self._do(self._work.straightening(self._hand))
        elif (
            cell is not None
            and cell in self._world.top.standing
            and (cell, self.state.turn) not in self._nudged
        ):
            self._nudged.add((cell, self.state.turn))
            self._do(self._work.nudging(self._hand, cell))
        else:
            if screen == "notallowed":
                done = "; ".join(deed.told for deed in self._account.pending) or "nothing"
                self._account.note_fault(f"forbade '{done}': {self._screen[1]['reason']}")
            self._account.note_help()
            self._press(Menu.OK)

    def _mess(self) -> bool:
        """Whether the board does not stand as the match does."""
        return not self._work.stands(self.state.stacks)

    # hands

    def _do(self, doing: Doing) -> None:
        """Do something with the hand of whoever's turn it is; afterwards wait whether the device sees it."""
        self._busy = True
        hand, evening = self._hand, self._evenings

        def whole() -> Doing:
            yield from doing
            if self._chance(self._temper.linger):
                cell = (int(self._rng.integers(1, 7)), int(self._rng.integers(1, 7)))
                yield from hand.lingering(cell, float(self._rng.uniform(0.5, 3.0)))
            yield from hand.leaving()
            self._busy = False
            waits = self.waiting or self._mess() or bool(self._work.across) or self._screen[0] == "rolldie"
            self._soon(PATIENCE_S if waits else self._temper.think_s)

        self._world.go_through(whole(), lambda: self._evenings == evening)

    @property
    def _hand(self) -> PyramidHand:
        return self._world.hand(self._seat)

    def _making(self, event: Event) -> Doing:
        """Make a move or a special, and now and then the special after the move at once."""
        hand, temper = self._hand, self._temper
        yield from self._carried_out(event, hand, temper)
        if isinstance(event, Move) and self.state.phase == "after_move" and self._chance(temper.at_once):
            specials = [option for option in legal_moves(self.state) if isinstance(option, Special)]
            if specials:
                yield 0.2
                yield from self._carried_out(liked(specials, self._rng), hand, temper)

    def _carried_out(self, event: Event, hand: PyramidHand, temper: Temper) -> Doing:
        deed = self._account.did(event, sloppy=self._chance(temper.sloppy))
        yield from self._work.doing(hand, deed, sloppy=deed.sloppy)
