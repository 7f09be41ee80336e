"""People at the simulated board who take back what happened last, and may put the pieces back wrongly at first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

CALM: Final = frozenset({"placeneutral", "turnchoice", "rolled", "aftermove", "winner"})
"""The screens at which the device waits for whoever's turn it is, and back opens the menu."""


@dataclass
class Regret:
    """Whether somebody is taking back; asked once after each event."""

    takes_back: bool = False
    puts_wrongly: bool = False
    """Whether the pieces will not be put back as they were."""
    _asked: set[int] = field(default_factory=set)

    def comes_up(self, events: int, chance: float, drawn: Callable[[float], bool]) -> bool:
        """Whether the last of so many events is taken back; `drawn` tells whether a chance comes true."""
        if not self.takes_back and chance and events not in self._asked:
            self._asked.add(events)
            self.takes_back = drawn(chance)
        return self.takes_back
