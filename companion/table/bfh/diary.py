"""What people at a simulated board really did, for benchmarks and tests, and what they thought of the device."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.games.bfh import Event, State
from companion.moves import told


@dataclass(frozen=True)
class Deed:
    """Something of the game that people did, and the match before and after it."""

    event: Event
    before: State
    after: State
    sloppy: bool = False
    """Whether a piece was set down across a line at first."""

    @property
    def told(self) -> str:
        """What was done, in the words of the device."""
        return told(self.event, self.before, self.after)


@dataclass
class Diary:
    """Everything since people sat down."""

    deeds: list[Deed] = field(default_factory=list)
    """Everything that moved pieces by the rules, in order."""
    taken_back: list[Deed] = field(default_factory=list)
    """What was taken back of what moved pieces by the rules; it is not among the deeds any more."""
    wrongs: list[str] = field(default_factory=list)
    """What was done against the rules, on purpose of whoever wrote this."""
    refused: int = 0
    """How many of the wrongs the device refused."""
    faults: list[str] = field(default_factory=list)
    """Where the device was wrong: it took for done what was not, or forbade what was allowed."""
    asked: list[str] = field(default_factory=list)
    """The deeds that people had to help the device with."""
