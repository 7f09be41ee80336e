"""What the parts of an evening of Bears! share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

from companion.games.bears import State
from companion.table.bears.gaze import CampGaze
from companion.table.happenings import Happening
from companion.table.room import Room
from hardware.outputs import Light, Sound


@dataclass
class BearsRoom(Room):
    """A table at which Bears! is played."""

    aftermath: Callable[[Happening], None] | None = None
    """Is told what happens after a round until the table has been read: somebody may still take dice."""

    @property
    def state(self) -> State:
        """The state of the match."""
        state: State = self.match.state
        return state

    @property
    def camp(self) -> CampGaze | None:
        """Eyes on the table, whether the camera works at this moment or not."""
        return cast("CampGaze | None", self.gaze)

    @property
    def sighted(self) -> CampGaze | None:
        """The camera, while it works."""
        return None if self.camera_trouble else self.camp

    @property
    def players(self) -> tuple[str, ...]:
        """Those still in, in the order of their seats."""
        return self.state.players

    @property
    def angles(self) -> tuple[float, ...]:
        """The seats of those still in."""
        return tuple(self.seats[name] for name in self.players)

    @property
    def chapter(self) -> int:
        """How many rounds have been scored."""
        return len(self.state.rounds)

    @property
    def at_rest(self) -> bool:
        """Whether no round is being played or read: the campsite is watched, and every change counts."""
        return self.state.phase in ("setup", "reroll", "over")

    def celebrate_call(self, player: str) -> None:
        """Lamp and sound for the call that ended the round."""
        self.stage.light(self.seat(player), Light.ON)
        self.stage.play(Sound.ROUND_OVER)

    def scold(self, player: str) -> None:
        """Lamp and sound for a false call."""
        self.stage.light(self.seat(player), Light.FAST, seconds=self.habits.verdict_s)
        self.stage.play(Sound.FALSE_CALL)
