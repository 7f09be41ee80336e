"""Opening the box, before anybody plays at it."""

from __future__ import annotations

from pathlib import Path

import pytest

from calibration.errors import ProfileUnreadable
from companion.settings import Settings
from companion.table.opening import open_box
from companion.table.session import Wishes

GONE = Path("gone")


@pytest.mark.parametrize("settings", [Settings(profile=GONE), Settings(bfh_profile=GONE)])
def test_a_profile_that_is_set_and_gone_stops_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    """Nobody should notice in the middle of an evening that a table is not watched that was meant to be."""
    monkeypatch.setattr("companion.table.opening.open_device", lambda *_, **__: pytest.fail("opened"))
    with (
        pytest.raises(ProfileUnreadable, match="gone"),
        open_box(settings, folder=tmp_path / "data", wishes=Wishes(), tell=print),
    ):
        pytest.fail("opened")
