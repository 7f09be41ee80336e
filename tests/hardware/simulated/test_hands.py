"""How the limbs of a simulated hand cover each other."""

from __future__ import annotations

import numpy as np
import pytest

from hardware.simulated.hands import _Relief
from hardware.simulated.limbs import SKIN, SLEEVE

ALONG, ACROSS = (
    (np.array([10.0, 50.0]), np.array([90.0, 50.0])),
    (np.array([50.0, 10.0]), np.array([50.0, 90.0])),
)
RADII = (10.0, 10.0)


@pytest.mark.parametrize("first", [SKIN, SLEEVE])
def test_of_two_limbs_that_cross_the_nearer_surface_is_seen(first: int) -> None:
    """Limbs are round: the upper one's back covers the lower one, its flanks lie deeper; whichever is drawn first."""
    relief = _Relief((0, 0, 100, 100))
    limbs = {SKIN: (*ALONG, RADII, (0.0, 0.0), SKIN), SLEEVE: (*ACROSS, RADII, (5.0, 5.0), SLEEVE)}
    for cloth in (first, SKIN + SLEEVE - first):
        relief.add(*limbs[cloth])
    assert relief.sleeve[50, 50]
    assert relief.sleeve[50, 57]
    assert not relief.sleeve[50, 60]
    assert relief.near[50, 50] == pytest.approx(15, abs=0.1)
    assert relief.near[50, 20] == pytest.approx(10, abs=0.1)


def test_a_limb_that_rises_is_below_at_one_end_and_above_at_the_other() -> None:
    """A forearm goes up from the table; what lies in its way is under it only farther on."""
    relief = _Relief((0, 0, 100, 100))
    relief.add(*ALONG, RADII, (0.0, 40.0), SKIN)
    for x in (25.0, 75.0):
        relief.add(np.array([x, 10.0]), np.array([x, 90.0]), RADII, (20.0, 20.0), SLEEVE)
    assert relief.sleeve[50, 25]
    assert not relief.sleeve[50, 75]
