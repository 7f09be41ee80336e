"""A simulated board with opaque pyramids, drawn and taught once."""

from __future__ import annotations

import pytest

from calibration.profile import Profile
from companion.eyes import BoardEyes
from hardware.camera import READING
from hardware.simulated.board.drawing import Studio
from hardware.simulated.render import Renderer
from tests.vision.pyramids.simulated import OPAQUE, profile_of


@pytest.fixture(scope="session")
def opaque(tmp_path_factory: pytest.TempPathFactory) -> Profile:
    """The profile of its pyramids."""
    return profile_of(OPAQUE, tmp_path_factory.mktemp("opaque"))


@pytest.fixture(scope="session")
def eyes(opaque: Profile) -> BoardEyes:
    """Eyes that have learned them."""
    return BoardEyes(opaque)


@pytest.fixture(scope="session")
def renderer() -> Renderer:
    """What takes its pictures."""
    return Studio(OPAQUE).renderer(READING)
