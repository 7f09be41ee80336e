"""Eyes for simulated boards."""

from __future__ import annotations

from pathlib import Path

from calibration.building import build_profile
from calibration.profile import Profile
from hardware.simulated.board.look import BoardLook
from hardware.simulated.board.photoset import write_board_photo_set


def profile_of(look: BoardLook, folder: Path) -> Profile:
    """The profile of a board and its pyramids, from pictures that are written below a folder."""
    write_board_photo_set(look, folder / "set")
    return build_profile(folder / "set").profile
