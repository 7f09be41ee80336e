"""What the parts of an evening share: the match, the stage, the camera, and the way to record what happened."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from companion.errors import CompanionError
from companion.journal import JournalError
from companion.match import Match, Outcome
from companion.screens.kinds import CameraLost, Notice, Screen
from companion.table.asking import Dialog, T
from companion.table.gaze import Gaze
from companion.table.happenings import CameraBack, CameraGone, Course, Happening
from companion.table.stage import Stage
from hardware.buttons import Menu, Press
from hardware.outputs import Sound

Event = Mapping[str, object]
"""An event of the match, as its log says it."""

Teller = Callable[[str], None]
"""Takes a line about what happened, for a log or a terminal."""

RETRY_NS = 1_000_000_000

R = TypeVar("R")


@dataclass(frozen=True)
class Habits:
    """How this table likes to play: the settings that the running table needs."""

    grace_s: float | None = 1.5
    """How long after its end a round is announced that nobody called; None: wait for a shout."""
    settle_s: float = 0.5
    """How long nothing may have moved before the table is read."""
    countdown_s: int = 3
    sum_s: float = 3.0
    """How long each player's sum stands before the next comes by itself."""
    verdict_s: float = 3.0


class RulesDisagree(CompanionError):
    """An event that the table was sure of was refused by the rules."""


class GivenUp(CompanionError):
    """People want to begin a new match."""


@dataclass
class Room:
    """One table in play, whatever the game; each game adds what it needs.

    `seats` are the angles of all players of the match, degrees, in their order.
    """

    match: Match
    stage: Stage
    seats: Mapping[str, float]
    tell: Teller
    habits: Habits = Habits()
    gaze: Gaze | None = None
    camera_trouble: str = "there is no camera"
    """Why nothing is watched; empty while the camera works."""
    now_ns: int = 0
    asked: list[tuple[int, str]] = field(default_factory=list)
    """What people were asked, with the number of the round, for whoever counts it."""
    meanwhile: Callable[[Happening], Course[None]] | None = None
    """Deals with everything that happens during a dialog, but for the buttons that answer it."""
    watching: Callable[[Happening], None] | None = None
    """Takes notice of shouts, frames and time at once, even while the journal cannot write."""
    waiting: deque[Happening] = field(default_factory=deque)
    """What happened while the journal could not write, still to be dealt with."""

    @property
    def players(self) -> tuple[str, ...]:
        """Those still in, in the order of their seats."""
        return tuple(self.seats)

    @property
    def chapter(self) -> int:
        """A number that grows when there is a moment to tidy up, as between two rounds."""
        return 0

    @property
    def at_rest(self) -> bool:
        """Whether pictures are compared with none from before, so that the camera may adapt to another light."""
        return True

    def mono_ns(self, t: float) -> int:
        """The monotonic time of a moment of the match."""
        return self.now_ns - round((self.match.seconds(self.now_ns) - t) * 1e9)

    def seat(self, player: str) -> int:
        """The number of a player's seat and button."""
        return tuple(self.seats).index(player)

    def player(self, seat: int) -> str | None:
        """Who sits at a button; None if nobody of this match does, or who sits there is out."""
        names = tuple(self.seats)
        return names[seat] if seat < len(names) and names[seat] in self.players else None

    def next(self) -> Course[Happening]:
        """What happens next; time and the camera's coming and going are taken notice of already."""
        happening = self.waiting.popleft() if self.waiting else (yield)
        match happening:
            case CameraGone(reason=reason):
                self.camera_trouble = reason or "the camera does not answer"
                self.tell(f"The camera is gone: {self.camera_trouble}")
                self.stage.play(Sound.LOOK)
                self.stage.flash(CameraLost(self.camera_trouble), seconds=3)
            case CameraBack():
                self.camera_trouble = ""
                self.tell("The camera is back")
        return happening

    def record(
        self, event: Event, *, why: Mapping[str, object] | None = None, frame: bytes | None = None
    ) -> Course[Outcome]:
        """Put an event into the match; it is on the disk when this returns."""
        return (yield from self.saved(lambda: self.match.take(event, why=why, frame=frame)))

    def must_record(
        self, event: Event, *, why: Mapping[str, object] | None = None, frame: bytes | None = None
    ) -> Course[Outcome]:
        """As `record`, for what the rules cannot refuse; raises RulesDisagree if they do."""
        outcome = yield from self.record(event, why=why, frame=frame)
        if not outcome.accepted:
            raise RulesDisagree(f"{event['event']} was refused: {outcome.reason} ({outcome.rule})")
        return outcome

    def note(self, name: str, body: Mapping[str, object]) -> Course[None]:
        """Remember something that is no event of the game."""
        yield from self.saved(lambda: self.match.note(name, body))

    def saved(self, write: Callable[[], R]) -> Course[R]:
        """Let something be written into the journal.

        While that cannot be, people are told and it is tried again; presses wait, none is lost.
        """
        trouble = ""
        while True:
            try:
                written = write()
            except JournalError as error:
                if str(error) != trouble:
                    trouble = str(error)
                    self.tell(f"Cannot save: {error}")
                yield from self._wait_for_disk(error)
            else:
                if trouble:
                    self.tell("Saved; going on")
                return written

    @property
    def undone(self) -> bool:
        """Whether the last thing that happened was that something was taken back: what lies there is known already."""
        entries = self.match.entries
        return bool(entries) and entries[-1].fate == "undoes"

    def ask(self, dialog: Dialog[T | None], *, wanted: Callable[[], bool] = lambda: True) -> Course[T | None]:
        """Lead people through a dialog; None also once it is not `wanted` any more.

        A press that leaves a flash in front of the dialog is no answer to it.
        """
        try:
            screen: Screen = next(dialog)
            while True:
                if not wanted():
                    return None
                self.stage.show(screen)
                happening = yield from self.next()
                if isinstance(happening, Press) and isinstance(happening.button, Menu):
                    if not self.stage.skip():
                        screen = dialog.send(happening.button)
                elif self.meanwhile is not None:
                    yield from self.meanwhile(happening)
        except StopIteration as end:
            answer: T | None = end.value
            return answer

    def _wait_for_disk(self, error: JournalError) -> Course[None]:
        self.stage.clear_flashes()
        self.stage.show(Notice("Can't save", str(error)))
        until = self.now_ns + RETRY_NS
        while self.now_ns < until:
            happening = yield
            match happening:
                case CameraGone() | CameraBack():
                    self.waiting.append(happening)
                case Press(button=Menu()):
                    pass
                case _ if self.watching is not None:
                    self.watching(happening)
                case Press():
                    self.waiting.append(happening)
