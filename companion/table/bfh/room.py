"""What the parts of an evening of Bears, Foxes & Hares share."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, Protocol, cast

from companion.games.bfh import State
from companion.games.bfh.pieces import Square
from companion.screens.bfh_kinds import BoardMap
from companion.table.bfh.die import LyingDie
from companion.table.bfh.sighting import Looked
from companion.table.bfh.squares import Squares
from companion.table.room import Room

if TYPE_CHECKING:
    from companion.table.bfh.watch import BoardWatch

Die = Literal["device", "buttons", "camera"]
"""Who rolls: the device, or people with a die of their own, who enter what it shows or let the camera read it."""


class Watching(Protocol):
    """Eyes on the board, as far as the evening needs them."""

    @property
    def still_ns(self) -> int:
        """For how long nothing has moved, as of the last frame."""
        ...

    @property
    def rests_since_ns(self) -> int:
        """When something moved last, as of the last frame."""
        ...

    def read(self) -> Looked:
        """The board as it stands now; raises CameraTimedOut, CameraLost or VisionError."""
        ...

    def read_die(self) -> LyingDie | str:
        """The die beside the board, or why it cannot be told what it shows; raises as `read` does."""
        ...

    def evidence(self, time_ns: int | None) -> bytes | None:
        """The frame of that time as JPEG, if it was kept."""
        ...


def thrown() -> int:
    """A die thrown by the device: 1 to 6, unpredictable and fair."""
    return secrets.randbelow(6) + 1


@dataclass
class BfhRoom(Room):
    """A table at which Bears, Foxes & Hares is played."""

    die: Die = "device"
    throw: Callable[[], int] = thrown
    squares: Squares = field(default=cast("Squares", None))
    watch: BoardWatch = field(default=cast("BoardWatch", None))

    @property
    def state(self) -> State:
        """The state of the match."""
        state: State = self.match.state
        return state

    @property
    def sighted(self) -> Watching | None:
        """The camera, while it works."""
        return None if self.camera_trouble else cast("Watching | None", self.gaze)

    @property
    def chapter(self) -> int:
        """The number of the turn."""
        return self.state.turn

    def drawn(self, marked: Iterable[Square] = ()) -> BoardMap:
        """The little board as the match has it, with squares to look at."""
        return self.squares.drawn(self.state.stacks, marked)
