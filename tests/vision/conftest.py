"""The example set as the tests read it: one profile for all of them."""

import json
from pathlib import Path
from typing import Any

import pytest

from calibration.building import build_profile
from calibration.profile import Profile
from vision.reading import Reader

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(scope="session")
def profile() -> Profile:
    """The profile of the example set."""
    return build_profile(EXAMPLES).profile


@pytest.fixture(scope="session")
def reader(profile: Profile) -> Reader:
    """A reader of the example set's pictures."""
    assert profile.view is not None
    assert profile.marker_mm is not None
    assert profile.edge_mm is not None
    return Reader(
        view=profile.view,
        cards=profile.cards,
        marker_mm=profile.marker_mm,
        edge_mm=profile.edge_mm,
        faces=profile.faces,
        background=profile.background,
        kinds={f: "camp" if f in ("bear", "tent") else "player" for f in profile.faces.names},
    )


@pytest.fixture(scope="session")
def truths() -> dict[str, dict[str, Any]]:
    """What each example picture shows."""
    return {p.stem: json.loads(p.read_text(encoding="utf-8")) for p in (EXAMPLES / "truth").glob("0*.json")}


@pytest.fixture(scope="session")
def examples() -> Path:
    """The example set's folder."""
    return EXAMPLES
