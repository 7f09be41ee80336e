"""Eyes on a board that get ready while the table goes on."""

from __future__ import annotations

import threading

import pytest

from calibration.profile import Profile
from companion.eyes import BoardEyes
from companion.moves import Sighting
from companion.table.bfh import gaze
from companion.table.bfh.gaze import BoardGaze
from companion.table.bfh.squares import Squares
from hardware.camera import Frame
from hardware.clock import MonotonicClock
from tests.companion.moves.rendering import match_of
from tests.vision.pyramids.simulated import OPAQUE, profile_of
from vision.errors import VisionError
from vision.pictures import pixels_of
from vision.pyramids.seen import SeenBoard

MATCH = match_of()


@pytest.fixture(scope="module")
def profile(tmp_path_factory: pytest.TempPathFactory) -> Profile:
    return profile_of(OPAQUE, tmp_path_factory.mktemp("opaque"))


class Still:
    """A camera before the empty board."""

    def __init__(self, profile: Profile) -> None:
        assert profile.background is not None
        self._picture = pixels_of(profile.background)

    def frame(self, *, timeout_s: float) -> Frame:
        """Nobody watches here."""
        pytest.fail(f"somebody waits {timeout_s} s for a frame")

    def still(self, *, after_ns: int, timeout_s: float) -> Frame:
        """The same whenever."""
        assert timeout_s > 0
        return Frame(after_ns + 1, self._picture)

    def adapt(self) -> None:
        """There is no light."""

    def close(self) -> None:
        """Nothing is open."""


def gaze_at(profile: Profile) -> BoardGaze:
    return BoardGaze(
        camera=Still(profile),
        clock=MonotonicClock(),
        profile=profile,
        match=MATCH,
        squares=Squares(MATCH.board, "near left"),
        neutral="black",
    )


def test_a_board_is_read_as_soon_as_the_eyes_are_ready(
    profile: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until then that is said, and nobody waits for long: the loop that asks feeds the watchdog."""
    compiled = threading.Event()
    rehearse = BoardEyes.rehearse

    def slowly(eyes: BoardEyes) -> SeenBoard:
        compiled.wait(60)
        return rehearse(eyes)

    monkeypatch.setattr(BoardEyes, "rehearse", slowly)
    monkeypatch.setattr(gaze, "READY_S", 0.05)
    monkeypatch.setattr(gaze, "READY_AGAIN_S", 60)
    eyes = gaze_at(profile)
    with pytest.raises(VisionError, match="getting ready"):
        eyes.read()
    compiled.set()
    assert eyes.read().sighting == Sighting()


def test_a_rehearsal_that_fails_keeps_nobody_from_reading(
    profile: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its picture is old; the table may be seen well now."""

    def unseen(_eyes: BoardEyes) -> SeenBoard:
        raise VisionError("no corner card is seen")

    monkeypatch.setattr(BoardEyes, "rehearse", unseen)
    assert gaze_at(profile).read().sighting == Sighting()
