"""What a console offers, with a terminal or without."""

from __future__ import annotations

from collections.abc import Sequence
from types import TracebackType
from typing import Protocol, Self

from hardware.bear_track import BearTrack
from hardware.buttons import Buttons
from hardware.outputs import Buzzer, Display, Lamps


class Console(Protocol):
    """Stands in for the box: its parts, and a place where what happens is told in lines."""

    @property
    def display(self) -> Display:
        """The display of the box."""
        ...

    @property
    def lamps(self) -> Lamps:
        """The lamps in the shout buttons."""
        ...

    @property
    def buzzer(self) -> Buzzer:
        """The buzzer, as a word that is seen."""
        ...

    @property
    def track(self) -> BearTrack:
        """The track of the Bear, as a line of signs."""
        ...

    @property
    def buttons(self) -> Buttons:
        """The keyboard as the box's buttons."""
        ...

    def seat(self, names: Sequence[str]) -> None:
        """Say who sits where, in the order of the seats; a lamp is shown for each."""
        ...

    def tell(self, line: str) -> None:
        """Show one line of text below the ones before."""
        ...

    def leaving(self) -> bool:
        """Whether somebody asked to end the program by a key, or the terminal is gone."""
        ...

    def close(self) -> None:
        """Leave the terminal as it was; harmless a second time."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...
