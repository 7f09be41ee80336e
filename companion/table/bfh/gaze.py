"""Eyes on the board: frames watched for stillness, stills read."""

from __future__ import annotations

import threading

from calibration.profile import Profile
from companion.eyes import BoardEyes
from companion.games.bfh import Match
from companion.table import thrift
from companion.table.bfh.die import DieEyes, LyingDie
from companion.table.bfh.sighting import Looked, looked
from companion.table.bfh.squares import Squares
from companion.table.gaze import Gaze
from hardware.camera import Camera
from hardware.clock import Clock
from vision.errors import VisionError

READY_S, READY_AGAIN_S = 8.0, 0.2
"""For so long eyes that are not ready yet are waited for at first, and then: buttons want to be heard meanwhile, and
the watchdog to be fed every 20 seconds."""


class BoardGaze(Gaze):
    """Reads the board of one match with a profile of pyramids, and a `die` beside it with one of dice.

    Raises `BadInput` for other profiles.
    """

    def __init__(
        self,
        *,
        camera: Camera,
        clock: Clock,
        profile: Profile,
        match: Match,
        squares: Squares,
        neutral: str,
        die: Profile | None = None,
    ) -> None:
        self._eyes = BoardEyes(profile)
        self._is_ready, self._patience_s = threading.Event(), READY_S
        threading.Thread(target=self._get_ready, name="rehearsal", daemon=True).start()
        super().__init__(camera=camera, clock=clock, view=profile.view, outline=self._eyes.board.corners())
        self._match, self._squares, self._neutral = match, squares, neutral
        self._die = None if die is None else DieEyes(die, self._eyes.board)

    def _get_ready(self) -> None:
        try:
            self._eyes.rehearse()
        except VisionError:
            pass  # the table may be seen all the same, and if not, that is told when it is read
        finally:
            thrift.give_back()
            self._is_ready.set()

    def read(self) -> Looked:
        """The board as it stands now.

        Raises CameraTimedOut, CameraLost, or VisionError if the picture is not of this table, or if it is the first
        time ever that boards are read here and what is needed is still being compiled.
        """
        patience_s, self._patience_s = self._patience_s, READY_AGAIN_S
        if not self._is_ready.wait(patience_s):
            raise VisionError("the eyes are getting ready; the first time this takes a minute or so")
        seen = self._eyes.read(self.still())
        thrift.give_back()
        return looked(
            seen,
            match=self._match,
            squares=self._squares,
            grid=self._eyes.board,
            neutral=self._neutral,
        )

    def read_die(self) -> LyingDie | str:
        """The die beside the board, or why it cannot be told what it shows; raises as `read` does."""
        if self._die is None:
            return "there is no profile of the die"
        value = self._die.read(self.still())
        thrift.give_back()
        return value
