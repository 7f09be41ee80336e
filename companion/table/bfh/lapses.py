"""What people at the simulated board do wrongly or think better of, and whether the device noticed."""

from __future__ import annotations

from typing import Final

import numpy as np

from companion.games.bfh.pieces import Square, Stack
from companion.table.bfh.account import Account
from companion.table.bfh.mischief import forbidden
from companion.table.bfh.temper import Temper

CALM: Final = frozenset({"placeneutral", "turnchoice", "rolled", "aftermove", "winner"})
"""The screens at which the device waits for whoever's turn it is, and back opens the menu."""
PUT_WRONGLY = 5.0
"""Who takes back puts pieces back wrongly so many times as often as erring otherwise."""


class Lapses:
    """Errors, and what is taken back, each asked for once; of one evening."""

    def __init__(self, account: Account, rng: np.random.Generator) -> None:
        self._account, self._rng = account, rng
        self.takes_back = False
        """Whether somebody is about to take back what happened last."""
        self.puts_wrongly = False
        """Whether the pieces will not be put back as they were."""
        self._unnoticed = False
        self._erred: set[tuple[int, str]] = set()
        self._regretted: set[int] = set()

    def think_better(self, screen: str, temper: Temper) -> bool:
        """Whether somebody takes back what happened last, once the device took it for done."""
        events = len(self._account.past)
        if screen not in CALM or not events or self._account.pending:
            return False
        if not self.takes_back and temper.regret and events not in self._regretted:
            self._regretted.add(events)
            self.takes_back = bool(self._rng.random() < temper.regret)
        return self.takes_back

    def taken_back(self, temper: Temper, *, done: bool) -> None:
        """What happened last was taken back; the pieces are put back next, perhaps wrongly at first."""
        self.takes_back = self._unnoticed = False
        if not done:
            self._account.note_fault("nothing could be taken back")
        elif self._account.take_back():
            self.puts_wrongly = bool(self._rng.random() < PUT_WRONGLY * temper.wrong)

    def err(self, temper: Temper) -> dict[Square, Stack] | None:
        """The board as somebody leaves it against the rules; None if nobody errs at this moment."""
        state = self._account.state
        moment = (state.turn, state.phase)
        if moment in self._erred or self._rng.random() >= temper.wrong:
            return None
        self._erred.add(moment)
        return self._left(state.phase)

    def put_wrongly(self) -> dict[Square, Stack] | None:
        """The board as somebody leaves it who puts pieces back wrongly; None if nobody does."""
        if not self.puts_wrongly:
            return None
        self.puts_wrongly = False
        return self._left("taken back")

    def end(self) -> None:
        """Nobody errs any more at this moment."""
        self._erred.add((self._account.state.turn, self._account.state.phase))

    def noticed(self) -> None:
        """The device says that the board does not stand as it should."""
        self._account.diary.refused += self._unnoticed
        self._unnoticed = False

    def _left(self, when: str) -> dict[Square, Stack] | None:
        stacks = forbidden(self._account.state, self._rng)
        if stacks is not None:
            self._account.note_wrong(when)
            self._unnoticed = True
        return stacks
