"""A table for Bears, Foxes & Hares on the test bench: people who move pieces, and eyes that see where they stand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import numpy as np

from companion.boards import load_boards
from companion.games.bfh import Event, Piece, apply
from companion.games.bfh.pieces import Square, Stack
from companion.moves import Sighting
from companion.settings import Settings
from companion.table.bfh.die import LyingDie
from companion.table.bfh.game import BfhAtTable
from companion.table.bfh.room import BfhRoom
from companion.table.bfh.sighting import Looked
from companion.table.game import Seating
from companion.table.happenings import CameraBack, CameraGone
from companion.table.table import Table
from hardware.camera import Frame
from hardware.errors import CameraLost
from tests.companion.moves.rendering import rendered
from tests.companion.table.table_bench import SECOND, Bench

BOARDS = load_boards()


class Throws:
    """A die that falls as it was told to, then always 1."""

    def __init__(self) -> None:
        self.next: list[int] = []

    def __call__(self) -> int:
        """The next throw."""
        return self.next.pop(0) if self.next else 1


class Eyes:
    """Eyes on a board of which everything is known, but for what a test says cannot be seen."""

    def __init__(self) -> None:
        self.stacks: dict[Square, Stack] = {}
        self.hidden: frozenset[Square] = frozenset()
        self.doubtful: frozenset[Square] = frozenset()
        self.covered = False
        self.broken = False
        self.die: LyingDie | str = "no die is seen beside the board"
        self.still_ns = 0
        self.moved_ns = self.rests_since_ns = 0
        self.reads = 0

    def look(self, frame: Frame) -> None:
        """Take notice of a frame."""
        self.still_ns = frame.time_ns - self.moved_ns
        self.rests_since_ns = self.moved_ns

    def read(self) -> Looked:
        """What stands there, without the pieces on hidden and doubtful squares."""
        self.reads += 1
        if self.broken:
            raise CameraLost("the camera does not answer")
        pieces = {
            square: seen
            for square, seen in rendered(self.stacks).pieces.items()
            if square not in self.hidden | self.doubtful
        }
        reasons = {square: f"something lies on {square}" for square in self.doubtful}
        return Looked(Sighting(pieces, self.hidden, self.doubtful), reasons, self.covered)

    def read_die(self) -> LyingDie | str:
        """The die that was put beside the board."""
        return self.die

    def evidence(self, time_ns: int | None) -> bytes | None:
        """A picture, or nearly."""
        return None if time_ns is None else b"jpeg"


class AtTable(BfhAtTable):
    """The game with the settings of a test."""

    settings = Settings()

    def sit_down(self, seating: Seating, *, resumed: bool) -> Table:
        """Sit down with these settings."""
        return super().sit_down(replace(seating, settings=self.settings), resumed=resumed)


class BfhBench(Bench):
    """Red and blue at a board; `watched`: with a camera."""

    def __init__(
        self,
        folder: Path,
        players: tuple[str, ...] = ("red", "blue"),
        *,
        watched: bool = True,
        die: Literal["device", "buttons", "camera"] = "device",
    ) -> None:
        self.lay_out(watched=watched, die=die)
        super().__init__(folder, players)

    def lay_out(self, *, watched: bool, die: Literal["device", "buttons", "camera"] = "device") -> None:
        """Put down the board and the die."""
        self.eyes, self.throws, self.watched = Eyes(), Throws(), watched
        game = AtTable(BOARDS, throw=self.throws)
        game.settings = replace(Settings(), bfh_die=die)
        self.game = game

    def switch_on(self, header: object = None) -> None:
        """Switch the table on, its eyes open if it has any."""
        super().switch_on(header)  # type: ignore[arg-type]
        self.board: BfhRoom = self.room
        if self.watched:
            self.eyes.moved_ns = self.now_ns
            self.room.gaze, self.room.camera_trouble = self.eyes, ""

    @property
    def said(self) -> Mapping[str, Any]:
        """What is shown says, by field."""
        return self.says

    @property
    def stacks(self) -> dict[str, list[str]]:
        """The board as the match has it."""
        board: dict[str, list[str]] = self.match.play.report()["board"]  # type: ignore[assignment]
        return board

    def piece(self, name: str) -> Piece:
        """A piece of the match."""
        return self.board.state.match.pieces[name]

    def stand(self, **stacks: Iterable[str]) -> None:
        """Put these stacks on the board, named as in a match log, and nothing else."""
        self.eyes.stacks = {square: tuple(map(self.piece, names)) for square, names in stacks.items()}
        self.eyes.moved_ns = self.now_ns

    def follow(self, *events: Event) -> None:
        """Move on the board as these events would."""
        state = self.board.state
        for event in events:
            state = apply(state, event)
        self.eyes.stacks = dict(state.stacks)
        self.eyes.moved_ns = self.now_ns

    def wait(self, seconds: float) -> None:
        """Let time pass, with ten frames a second."""
        until = self.now_ns + round(seconds * SECOND)
        while self.now_ns < until:
            super().wait(min(0.1, (until - self.now_ns) / SECOND))
            if self.watched and not self.board.camera_trouble:
                self.take(Frame(self.now_ns, np.zeros((4, 4, 3), np.uint8)))

    def lose_camera(self) -> None:
        """The camera's cable is pulled."""
        self.take(CameraGone("the cable is out"))

    def find_camera(self) -> None:
        """And put in again."""
        self.take(CameraBack())

    def places(self) -> None:
        """The neutral pieces are placed: bear c4, fox c7, hare f2; blue is to move."""
        self.stand(c4=["neutral-3"])
        self.wait(3)
        self.stand(c4=["neutral-3"], c7=["neutral-2"])
        self.wait(3)
        self.stand(c4=["neutral-3"], c7=["neutral-2"], f2=["neutral-1"])
        self.wait(3)
        assert self.state["phase"] == "choose", self.screens[-1]
