"""The track beside the table, lights or a pointer, that shows how far the Bear has come. It never stops a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

START = -1
"""The Bear's row before the first one."""


@dataclass(frozen=True)
class TrackView:
    """Who is where at one moment: `bear` a row from -1 on, `runners` the row of each figure, by its number from 1.

    `grounds` names the ground of each row (`path`, `river`, ...), as far as it is to be seen. Raises ValueError for a
    trail without rows, or somebody beside it.
    """

    grounds: tuple[str, ...]
    bear: int = START
    runners: Mapping[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        rows = len(self.grounds)
        if not rows:
            raise ValueError("a trail has a row at least")
        if not START <= self.bear < rows or any(not 0 <= row < rows for row in self.runners.values()):
            raise ValueError(f"somebody is not in one of the {rows} rows")

    @property
    def first_prey(self) -> int | None:
        """The row of the runner whom the Bear reaches first; None if there is none."""
        return min(self.runners.values(), default=None)


class BearTrack(Protocol):
    """Shows the trail, the runners and the Bear, as well as it can."""

    def show(self, view: TrackView) -> None:
        """Show where everybody is; returns at once. A track that fails is tried again by itself."""
        ...

    def working(self) -> bool:
        """Whether what was shown last arrived."""
        ...

    def close(self) -> None:
        """Go dark or let the pointer rest; harmless a second time."""
        ...
