"""Tops that turn up where no die was known: two dice cannot be in one place, so some of them are no tops."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.camp import Camp, Watching
from vision.finder import Found
from vision.watch.arrivals import overlap
from vision.watch.blobs import Blobs
from vision.watch.look import Placed
from vision.watch.search import Named, Spot

EDGE = 16.0
TENT = (20.0, 80.0)

places = st.builds(
    Placed,
    st.just("bear"),
    st.floats(-40, 40),
    st.floats(-40, 40),
    st.floats(0, 360),
)


@given(a=places, b=places)
def test_dice_overlap_as_squares_do(a: Placed, b: Placed) -> None:
    """Compared with points inside: where the corner of one is in the other, they overlap."""
    depth = overlap(a, b, EDGE)
    assert depth == pytest.approx(overlap(b, a, EDGE))
    turn = math.radians(a.yaw_deg)
    for u in (-1, 1):
        for v in (-1, 1):
            x = a.x + EDGE / 2 * (u * math.cos(turn) - v * math.sin(turn))
            y = a.y + EDGE / 2 * (u * math.sin(turn) + v * math.cos(turn))
            back = math.radians(b.yaw_deg)
            dx, dy = x - b.x, y - b.y
            inside = EDGE / 2 - max(
                abs(dx * math.cos(back) + dy * math.sin(back)), abs(dy * math.cos(back) - dx * math.sin(back))
            )
            assert inside <= 0 or depth > 0
    assert (depth < 0) or math.hypot(a.x - b.x, a.y - b.y) <= EDGE * math.sqrt(2)


@dataclass
class Shown:
    """A frame in which every spot looks surely like a bear."""

    def name(self, tops: Sequence[Spot]) -> list[Named]:
        """A bear each, as sure as can be."""
        return [Named(Placed("bear", s.x, s.y, 170.0), sure=True, confidence=0.9) for s in tops]


@pytest.mark.parametrize(("away", "met"), [(13.3, False), (17.5, True)])
def test_the_side_of_a_hidden_die_is_no_die_before_it(away: float, *, met: bool) -> None:
    """It may look like a bear as surely as it wants: nothing can lie where a die lies, even one under a hand."""
    camp = Camp()
    camp.lay("tent", "tent", *TENT, yaw=math.radians(170))
    watching = Watching(camp)
    watch = watching.watch
    [tent] = watch._dice
    tent.state = "hidden"
    no_hands = Blobs.of(np.zeros_like(tent.whole), zones=np.zeros_like(tent.whole), crumbs=1)
    spot = Spot(TENT[0], TENT[1] - away, Found(0.0, 0.0, math.radians(170), 0.9, 1.0))
    ready: list[Placed] = []
    for still in range(6):
        ready += watch._arrivals.meet([spot], Shown(), known=[tent], hands=no_hands, still=still)  # type: ignore[arg-type]
    assert bool(ready) is met
