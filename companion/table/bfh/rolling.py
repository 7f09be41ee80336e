"""People at the simulated board who roll a die of their own: before the camera, or they enter what it shows."""

from __future__ import annotations

import numpy as np

from companion.table.bfh.account import Account
from companion.table.bfh.handiwork import Doing
from hardware.simulated.board.hands import PyramidHand
from hardware.simulated.board.world import BoardWorld

MOST_THROWS = 3
"""Who was not understood so many times enters what the die shows."""


class Rolling:
    """One roll after the other, each at its place in the account of the match."""

    def __init__(self, world: BoardWorld, rng: np.random.Generator) -> None:
        self._world, self._rng = world, rng
        self._at = -1
        self._throws = 0
        self._shows = 0
        """What the die shows; 0 if it was not thrown yet."""

    def wanted(self, account: Account) -> bool:
        """Whether the die beside the board, if there is one, is to be thrown, or once more."""
        self._come_to(account)
        return self._world.top.die is not None and self._throws < MOST_THROWS

    def throwing(self, hand: PyramidHand) -> Doing:
        """Throw it."""
        self._throws += 1
        value = int(self._rng.integers(1, 7))
        yield from hand.throwing(value)
        self._shows = value

    def entered(self, account: Account) -> int:
        """What people enter: what the die shows."""
        self._come_to(account)
        self._shows = self._shows or int(self._rng.integers(1, 7))
        return self._shows

    def seen(self, value: int, account: Account) -> None:
        """The device takes the die to show a value; one that it rolled itself is as it says."""
        self._come_to(account)
        if self._shows not in (0, value):
            account.note_fault(f"took a {self._shows} of the die for a {value}")

    def _come_to(self, account: Account) -> None:
        if self._at != len(account.past):
            self._at, self._throws, self._shows = len(account.past), 0, 0
