"""From pixels to points with the example profile: what a thing on the table does to them."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.eyes import Eyes, open_eyes
from companion.sheet.assessment import Assessment, Die
from companion.sheet.told import Answer
from vision.lens import View
from vision.pictures import Picture, load_picture

EXAMPLES = Path(__file__).parents[2] / "examples"
NAME = "005"


@pytest.fixture(scope="module")
def eyes() -> Eyes:
    """Eyes with the example profile, for the seats of one picture."""
    truth = json.loads((EXAMPLES / "truth" / f"{NAME}.json").read_text(encoding="utf-8"))
    return open_eyes(EXAMPLES / "profile", seats=tuple(truth["seats"]))


@pytest.fixture(scope="module")
def picture() -> Picture:
    """Pairs close together, all in sight."""
    return load_picture(EXAMPLES / "table" / f"{NAME}.jpg")


@pytest.fixture(scope="module")
def plain(eyes: Eyes, picture: Picture) -> Assessment:
    """What is read of it."""
    return eyes.read(picture)


def under_a_cap(picture: Picture, view: View, die: Die, grey: int) -> Picture:
    """With a bottle's cap over one of the dice."""
    a = np.linspace(0, 2 * np.pi, 40)
    ring = np.stack([die.x + 14 * np.cos(a), die.y + 14 * np.sin(a)], axis=1)
    solid = np.concatenate([np.c_[ring, np.zeros(40)], np.c_[ring, np.full(40, 21.0)]])
    out = picture.copy()
    hull = cv2.convexHull(view.project(solid).astype(np.float32))
    cv2.fillConvexPoly(out, np.round(hull).astype(np.int32), (grey, grey, grey))
    return out


@pytest.mark.parametrize("grey", [25, 120, 225])
def test_a_hidden_player_die_never_costs_points_unasked(
    eyes: Eyes, picture: Picture, plain: Assessment, grey: int
) -> None:
    """Somebody put a cap over a die of a pair: its camp die looks alone, and that must be asked about."""
    assert plain.sure
    assert plain.round is not None
    assert plain.view is not None
    asked = 0
    for player, _ in plain.pairs[::4]:
        found = eyes.read(under_a_cap(picture, plain.view, plain.dice[player], grey))
        assert found.round is not None
        assert not found.sure or found.round.points == plain.round.points, plain.dice[player]
        asked += any("may hide a die" in doubt.reason for doubt in found.doubts)
    assert asked >= len(plain.pairs[::4]) / 2


def test_people_may_say_what_is_under_a_thing(eyes: Eyes, picture: Picture, plain: Assessment) -> None:
    """Whoever lifts the cap names the die there, or says that there is none: then nobody is asked again."""
    assert plain.view is not None
    assert plain.round is not None
    for player, _ in plain.pairs:
        hidden = under_a_cap(picture, plain.view, plain.dice[player], 60)
        found = eyes.read(hidden)
        if [d.reason for d in found.doubts if "may hide a die" not in d.reason] or not found.doubts:
            continue
        (doubt,) = found.doubts
        assert doubt.x is not None
        assert doubt.y is not None
        there = Answer(doubt.x, doubt.y, plain.dice[player].face)
        named = eyes.read(hidden, answers=(there,))
        assert named.round is not None
        assert named.round.points == plain.round.points
        nothing = eyes.read(hidden, answers=(Answer(doubt.x, doubt.y, None),))
        assert nothing.sure
        assert nothing.round is not None
        assert nothing.round.points != plain.round.points
        return
    pytest.fail("no pair could be hidden so that only that is asked")
