"""What really happened at the simulated board, for benchmarks and tests: nothing that reads pixels may look here."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Touch:
    """Something that a hand did to pieces."""

    time_ns: int
    seat: int
    deed: str
    """"lift", "down" or "push"."""
    pieces: tuple[tuple[str, int], ...]
    """Colour and size: those that were lifted or pushed; after setting down, the whole pile there."""
    place: tuple[int, int] | int
    """A square, or the number of a spot beside the board."""


@dataclass
class BoardTruth:
    """All that hands did so far, and the presses of buttons, in order."""

    touches: list[Touch] = field(default_factory=list)
    presses: list[tuple[int, str]] = field(default_factory=list)
    """Times, and the name of the button: "back", "next", "ok" or the seat's number."""
