"""In which rows of the trail the figures of Outrun the Bear are seen to stand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Standing:
    """Where one figure stands. If it is sure (`why` is empty), `row` is its row, or None where it is off the trail."""

    row: int | None
    why: str = ""
    """Why it is in doubt, in words that go on after the figure's name; empty if it is sure."""
    maybe: tuple[int, ...] = ()
    """In doubt, the rows that may be meant."""

    @property
    def sure(self) -> bool:
        """Whether this can be relied on."""
        return not self.why


@dataclass(frozen=True)
class SeenRows:
    """The figures that are seen, by the runners' names and `bear`; who is not in it was not seen at all."""

    standing: Mapping[str, Standing]
    doubts: tuple[str, ...] = field(default=())
    """What else is in doubt, about no figure in particular, one line each."""

    @property
    def sure(self) -> dict[str, int | None]:
        """The rows of those who are surely seen, None for off the trail."""
        return {who: standing.row for who, standing in self.standing.items() if standing.sure}

    def told(self, figures: tuple[str, ...]) -> tuple[str, ...]:
        """What is in doubt about these figures, and about the table, one line each."""
        lines = [
            f"{who}: {self.standing[who].why}"
            if who in self.standing and not self.standing[who].sure
            else f"{who}: not seen"
            for who in figures
            if who not in self.standing or not self.standing[who].sure
        ]
        return (*lines, *self.doubts)
