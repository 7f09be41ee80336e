"""From a profile and the frames of a stream to glimpses for the referee."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from calibration.profile import LOOSE, Profile, load_profile
from companion.errors import BadInput
from companion.referee import CampDie
from companion.sheet.assessment import Die
from companion.watching import Watcher
from vision.pictures import Picture, load_picture

BURST = Path(__file__).parents[1] / "data" / "burst"
SET = json.loads((BURST / "set.json").read_text())
TIMES_NS = [round(t * 1e9) for t in SET["times_s"]]


@pytest.fixture(scope="module")
def profile() -> Profile:
    """The profile of the recorded table."""
    return load_profile(BURST / "profile")


@pytest.fixture(scope="module")
def frames() -> list[Picture]:
    """A hand takes the last bear."""
    return [load_picture(BURST / name) for name in SET["pictures"]]


def test_a_round_begins_with_the_camp_dice_in_the_campsite(profile: Profile, frames: list[Picture]) -> None:
    """Player dice and dice in front of people are not watched."""
    dice = Watcher(profile).begin(frames[0], time_ns=0)
    assert sorted(die.face for die in dice) == ["bear", "tent", "tent", "tent", "tent", "tent"]
    assert all(die.x**2 + die.y**2 <= 110**2 for die in dice)


def test_the_glimpses_tell_what_the_frames_show(profile: Profile, frames: list[Picture]) -> None:
    """First all dice are there, then the bear is out of sight, then it is gone and nothing else is."""
    watcher = Watcher(profile)
    dice = watcher.begin(frames[0], time_ns=0)
    bear = next(die.die for die in dice if die.face == "bear")
    told = []
    glimpse = None
    for picture, time_ns in zip(frames[1:], TIMES_NS[1:], strict=True):
        glimpse = watcher.watch(picture, time_ns=time_ns, exposure_ns=10)
        assert (glimpse.time_ns, glimpse.exposure_ns) == (time_ns, 10)
        sights = {sight.die: sight for sight in glimpse.sights}
        assert all(sights[die.die].seen != "gone" for die in dice if die.die != bear)
        told.append(sights[bear].seen)
    assert told[0] == "there"
    assert "hidden" in told
    first_gone = told.index("gone")
    assert set(told[first_gone:]) == {"gone"}
    assert glimpse is not None
    assert glimpse.clear
    since_ns = glimpse.sights[bear].since_ns
    assert since_ns is not None
    assert since_ns <= TIMES_NS[1 + first_gone]


def test_dice_of_a_better_picture_are_watched_as_they_are(profile: Profile, frames: list[Picture]) -> None:
    """The still was read in full size; the stream must not read it worse once more."""
    read = Watcher(profile).begin(frames[0], time_ns=0)

    def lying(die: CampDie, **changes: object) -> Die:
        as_read = Die(die.face, "camp", die.x, die.y, 0.0, "campsite", 1.0, True, "", (), (0, 0, 0, 0))
        return replace(as_read, **changes)  # type: ignore[arg-type]

    given = [lying(die) for die in read]
    others = [
        lying(read[0], face="gun", kind="player"),
        lying(read[0], x=200.0),
        lying(read[0], counts=False),
    ]
    dice = Watcher(profile).begin(frames[0], time_ns=0, dice=[*given, *others])
    assert [(die.face, die.x, die.y) for die in dice] == [(die.face, die.x, die.y) for die in read]


def test_a_new_round_forgets_the_last(profile: Profile, frames: list[Picture]) -> None:
    """The same watcher serves a whole match."""
    watcher = Watcher(profile)
    watcher.begin(frames[0], time_ns=0)
    watcher.watch(frames[-1], time_ns=TIMES_NS[1])
    dice = watcher.begin(frames[-1], time_ns=TIMES_NS[2])
    assert [die.face for die in dice] == ["tent"] * 5
    glimpse = watcher.watch(frames[-1], time_ns=TIMES_NS[3])
    assert [sight.seen for sight in glimpse.sights] == ["there"] * 5


def test_a_profile_without_a_table_cannot_watch(profile: Profile) -> None:
    """Loose profiles know faces only."""
    with pytest.raises(BadInput, match="corner cards"):
        Watcher(Profile(kind=LOOSE, faces=profile.faces))
