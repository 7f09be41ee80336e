"""The people at a simulated board of Bears, Foxes & Hares: they follow what the device shows, and move pieces.

They choose legal moves, and now and then do something else; they put right what the device refuses, and answer its
questions by the buttons. They know of the device its screens, and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from companion.games.bfh import EndTurn, Event, Move, Pass, Place, Roll, Special, State, apply, legal_moves
from companion.games.bfh.pieces import NEUTRAL
from companion.moves import brief, named
from companion.table.bfh.diary import Deed, Diary
from companion.table.bfh.handiwork import Doing, Handiwork
from companion.table.bfh.mischief import forbidden
from companion.table.bfh.on_board import BY_HAND, GO_ON
from companion.table.bfh.putting import Cell
from companion.table.bfh.squares import Squares
from companion.table.bfh.temper import Temper, make_temper
from companion.table.bfh.turns import ROLL, SPECIAL
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
        self.diary = Diary()
        self._screen: tuple[str, Mapping[str, object]] = ("", {})
        self._shown = 0
        self._evenings = 0
        self.sit_down(state)

    def sit_down(self, state: State) -> None:
        """The board is laid as the match stands; what hands were doing is broken off."""
        self._evenings += 1
        self._busy = False
        self.diary.deeds.clear()
        self.state = state
        """How the match really stands, as people played it."""
        self._pending: list[Deed] = []
        self._wish: tuple[int, str] = (0, "")
        self._erred: set[tuple[int, str]] = set()
        self._nudged: set[tuple[Cell, int]] = set()
        self._told_off = False
        self._work.lay(state.stacks)

    @property
    def waiting(self) -> bool:
        """Whether something was done that the device has not taken for done yet."""
        return bool(self._pending)

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
            case "rolled" if self.state.phase == "choose":
                value = says["value"]
                assert isinstance(value, int)
                self.state = apply(self.state, Roll(value))
            case "turnchoice" | "placeneutral" if says["turn"] == self.state.turn + 1:
                ends = {"after_move": EndTurn(), "move": Pass()}
                ending = ends.get(self.state.phase)
                if ending is not None and ending in legal_moves(self.state):
                    self.state = apply(self.state, ending)
            case "moveseen":
                self._seen(str(says["what"]))
            case "notallowed" | "putdown" if not self._busy and self._mess() and not self._told_off:
                self.diary.refused += 1
                self._told_off = True
            case "whichmove" | "boarddoubt":
                self._note_help()

    def _seen(self, what: str) -> None:
        """The device takes something for done."""
        for number in range(1, len(self._pending) + 1):
            if what == "; ".join(deed.told for deed in self._pending[:number]):
                del self._pending[:number]
                return
        really = "; ".join(deed.told for deed in self._pending) or "nothing"
        self.diary.faults.append(f"turn {self.state.turn}: took it for '{what}', done was '{really}'")

    def _note_help(self) -> None:
        if self._pending and (not self.diary.asked or self.diary.asked[-1] != self._pending[0].told):
            self.diary.asked.append(self._pending[0].told)

    # what people do about it

    def _soon(self, seconds: float) -> None:
        shown = self._shown

        def deed() -> None:
            if self._shown == shown and not self._busy:
                self._react()

        self._world.at(self._world.happening_ns + round(seconds * SECOND), deed)

    def _react(self) -> None:
        screen, says = self._screen
        if self._mess():
            self._do(self._work.arranging(self._hand, self.state.stacks))
            return
        match screen:
            case "turnchoice":
                self._press(self._choice(says))
            case "placeneutral" | "rolled" | "specialmove" | "aftermove":
                if self._work.across and not self._pending:
                    self._do(self._work.straightening(self._hand))
                elif self._pending:
                    self._note_help()
                    self._press(Menu.NEXT if screen == "aftermove" else Menu.OK)
                else:
                    self._play(screen)
            case "notallowed" | "putback" | "putdown" | "boarddoubt":
                self._look_after(screen)
            case "whichmove":
                self._press(self._which(says))
            case "choose":
                self._press(self._pick(says))
            case "count":
                self._press(self._thrown(says))
            case "winner" | "look":
                self._press(Menu.OK)
            case "notice" if says.get("waits"):
                self._press(Menu.OK)

    def _press(self, button: Button | None) -> None:
        if button is not None and self._presses:
            self._world.press_at(button, self._world.happening_ns)
            self._soon(AGAIN_S)

    def _choice(self, says: Mapping[str, object]) -> Button:
        """Roll or special: decided once a turn."""
        options, chosen = _offered(says)
        if self._wish[0] != self.state.turn:
            special = SPECIAL in options and self._chance(self._temper.special)
            self._wish = self.state.turn, SPECIAL if special else ROLL
        wish = SPECIAL if self._pending and SPECIAL in options else self._wish[1]
        return Menu.OK if options[chosen] == wish else Menu.NEXT

    def _play(self, screen: str) -> None:
        """Do what is wanted now, or what is not."""
        erring = (self.state.turn, self.state.phase)
        if erring not in self._erred and self._chance(self._temper.wrong):
            self._erred.add(erring)
            stacks = forbidden(self.state, self._rng)
            if stacks is not None:
                self.diary.wrongs.append(f"turn {self.state.turn}, {self.state.phase}")
                self._told_off = False
                self._do(self._work.arranging(self._hand, stacks))
                return
        events = [event for event in legal_moves(self.state) if isinstance(event, Place | Move | Special)]
        if screen == "aftermove" and not (events and self._chance(self._temper.after)):
            self._erred.add(erring)
            delay = 5.0 if self._chance(self._temper.forgetful) else 0.1
            self._later_press(Menu.OK, delay)
            return
        if screen == "specialmove" and not any(isinstance(event, Special) for event in events):
            self._press(Menu.BACK)
            return
        if events:
            self._do(self._making(self._best(events)))

    def _later_press(self, button: Button, delay_s: float) -> None:
        shown = self._shown

        def deed() -> None:
            if self._shown == shown:
                self._press(button)

        self._world.at(self._world.happening_ns + round(delay_s * SECOND), deed)

    def _best(self, events: Sequence[Event]) -> Event:
        """One of the events, mostly of the own pieces and without many displacements."""
        weights = np.array([self._weight(event) for event in events])
        return events[int(self._rng.choice(len(events), p=weights / weights.sum()))]

    def _weight(self, event: Event) -> float:
        if isinstance(event, Place):
            return 1.0
        assert isinstance(event, Move | Special)
        own = 1.0 if event.piece.colour == NEUTRAL else 3.0
        return own * 0.3 ** len(event.displace)

    def _look_after(self, screen: str) -> None:
        """Something is wrong: put it right, or say that it is not."""
        cell = _doubted(self._screen[1]) if screen == "boarddoubt" else None
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
                done = "; ".join(deed.told for deed in self._pending) or "nothing"
                self.diary.faults.append(
                    f"turn {self.state.turn}: forbade '{done}': {self._screen[1]['reason']}"
                )
            self._note_help()
            self._press(Menu.OK)

    def _mess(self) -> bool:
        """Whether the board does not stand as the match does."""
        return not self._work.stands(self.state.stacks)

    def _which(self, says: Mapping[str, object]) -> Button:
        options, chosen = _offered(says)
        wanted = [
            "; ".join(deed.told for deed in self._pending[:number])
            for number in range(len(self._pending), 0, -1)
        ]
        if options[chosen] in wanted:
            return Menu.OK
        return Menu.NEXT if any(option in wanted for option in options) else Menu.BACK

    def _pick(self, says: Mapping[str, object]) -> Button:
        """Answer a question with several answers."""
        (options, chosen), title = _offered(says), says["title"]
        deed = self._pending[0] if self._pending else None
        wanted = ""
        if title == "Help me":
            wanted = BY_HAND if deed is not None else GO_ON
        elif deed is not None and isinstance(deed.event, Place):
            at = deed.event.at
            wanted = {"Which piece?": named(deed.event.piece), "Which file?": at[0]}.get(str(title), at)
        elif deed is not None:
            wanted = brief(deed.event, deed.before, deed.after)
        if wanted not in options:
            return Menu.BACK
        return Menu.OK if options[chosen] == wanted else Menu.NEXT

    def _thrown(self, says: Mapping[str, object]) -> Button:
        """People roll a die of their own and enter what it shows."""
        if self._wish[1] == ROLL:
            self._wish = self.state.turn, str(int(self._rng.integers(1, 7)))
        value = says["value"]
        assert isinstance(value, int)
        wanted = int(self._wish[1])
        return Menu.OK if value == wanted else Menu.NEXT if value < wanted else Menu.BACK

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
            waits = bool(self._pending) or self._mess() or bool(self._work.across)
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
                yield from self._carried_out(self._best(specials), hand, temper)

    def _carried_out(self, event: Event, hand: PyramidHand, temper: Temper) -> Doing:
        before = self.state
        sloppy = self._chance(temper.sloppy)
        deed = Deed(event, before, apply(before, event), sloppy)
        self.state = deed.after
        self.diary.deeds.append(deed)
        self._pending.append(deed)
        yield from self._work.doing(hand, deed, sloppy=sloppy)


def _doubted(says: Mapping[str, object]) -> Cell | None:
    """The square that the device cannot make out."""
    board = says["board"]
    assert isinstance(board, Mapping)
    marked: tuple[Cell, ...] = board["marked"]
    return marked[0] if marked else None


def _offered(says: Mapping[str, object]) -> tuple[tuple[str, ...], int]:
    """The answers that a screen offers, and which of them is chosen at the moment."""
    options, chosen = says["options"], says["chosen"]
    assert isinstance(options, tuple)
    assert isinstance(chosen, int)
    return options, chosen
