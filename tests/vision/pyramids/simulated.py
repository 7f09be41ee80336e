"""Simulated boards, and profiles for their eyes."""

from __future__ import annotations

from pathlib import Path

from calibration.building import build_profile
from calibration.profile import Profile
from hardware.simulated.board.look import BoardLook, make_board_look
from hardware.simulated.board.photoset import write_board_photo_set

OPAQUE = make_board_look(1011, ("red", "yellow", "green", "blue", "black"))


def profile_of(look: BoardLook, folder: Path) -> Profile:
    """The profile of a board and its pyramids, from pictures that are written below a folder."""
    write_board_photo_set(look, folder / "set")
    return build_profile(folder / "set").profile
