"""Teaching notices what does not belong and what cannot be told apart."""

from pathlib import Path

import numpy as np
import pytest

from calibration.building import build_profile
from calibration.profile import Profile
from calibration.teaching import FEWEST, FacesUnusable, alike, learn, teach_table
from vision.faces import TaughtFaces, likenesses, vectors

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(scope="module")
def taught() -> Profile:
    return build_profile(EXAMPLES).profile


def test_every_face_of_the_examples_is_learned(taught: Profile) -> None:
    """Five to eight dice lie in each teaching picture; nearly all of them become shots."""
    assert set(taught.faces.names) == {"bear", "tent", "runner", "gun", "sleeper"}
    for name in taught.faces.names:
        assert len(taught.faces.shots[name]) >= 5


def test_shots_lie_alike(taught: Profile) -> None:
    """The shots of a face are turned so that all show it the same way up; else the vote of three would fail."""
    for name in taught.faces.names:
        shots = taught.faces.shots[name]
        for k in range(len(shots)):
            rest = np.delete(shots, k, axis=0)
            like = likenesses(vectors([shots[k]]), TaughtFaces((name,), {name: rest}))[0]
            assert like.quarter == 0


def test_an_odd_one_out_is_left_out_and_named(taught: Profile) -> None:
    """One die was not turned over: it must not teach the wrong face, and people must hear of it."""
    bears, guns = taught.faces.shots["bear"], taught.faces.shots["gun"]
    shots = [*bears[:5], guns[0]]
    lesson = learn("bear", "bear.jpg", shots, [f"place {k}" for k in range(6)])
    assert len(lesson.shots) == 5
    assert len(lesson.warnings) == 1
    assert "place 5" in lesson.warnings[0]
    assert "bear.jpg" in lesson.warnings[0]


def test_a_picture_of_two_faces_is_refused(taught: Profile) -> None:
    """Half bears, half guns: nobody can say which of them was meant."""
    shots = [*taught.faces.shots["bear"][:3], *taught.faces.shots["gun"][:3]]
    with pytest.raises(FacesUnusable, match="do not look like the others"):
        learn("bear", "bear.jpg", shots, [f"place {k}" for k in range(6)])


@pytest.mark.parametrize(("tents", "bears"), [(4, 3), (5, 3), (5, 4)])
def test_odd_ones_are_noticed_however_like_each_other_they_are(
    taught: Profile, tents: int, bears: int
) -> None:
    """Three bears among the tents are like each other: they must not pass for tents because of that."""
    shots = [*taught.faces.shots["tent"][:tents], *taught.faces.shots["bear"][:bears]]
    with pytest.raises(FacesUnusable, match=f"{bears} of {tents + bears} dice do not look like the others"):
        learn("tent", "tent.jpg", shots, [f"place {k}" for k in range(len(shots))])


def test_several_odd_ones_among_many_are_left_out(taught: Profile) -> None:
    """Three of ten were not turned over: the seven others teach, and each of the three is named."""
    shots = [*taught.faces.shots["tent"][:7], *taught.faces.shots["gun"][:3]]
    lesson = learn("tent", "tent.jpg", shots, [f"place {k}" for k in range(10)])
    assert len(lesson.shots) == 7
    assert [f"place {k}" in warning for k, warning in zip((7, 8, 9), lesson.warnings, strict=True)] == [
        True
    ] * 3


def test_dice_may_lie_any_way_round(taught: Profile) -> None:
    """The shots come out alike however the dice lay."""
    shots = [np.rot90(s, k) for k, s in enumerate(taught.faces.shots["runner"][:5])]
    lesson = learn("runner", "runner.jpg", shots, ["" for _ in shots])
    assert lesson.warnings == ()
    first = TaughtFaces(("runner",), {"runner": lesson.shots[:1]})
    for like in likenesses(vectors(list(lesson.shots[1:])), first):
        assert like.quarter == 0


def test_faces_that_look_alike_are_named(taught: Profile) -> None:
    """Two names for one picture: every reading would be a guess, so teaching says which two."""
    shots = taught.faces.shots["tent"]
    twins = TaughtFaces(("tent", "hut"), {"tent": shots[:4], "hut": shots[3:]})
    warnings = alike(twins)
    assert len(warnings) == 1
    assert "tent and hut look too alike" in warnings[0]
    assert alike(taught.faces) == ()


def test_a_picture_without_dice_teaches_nothing(taught: Profile) -> None:
    """The picture of the empty table in place of the bears': too few dice, and what to do."""
    assert taught.view is not None
    assert taught.marker_mm is not None
    assert taught.edge_mm is not None
    with pytest.raises(FacesUnusable, match=f"at least {FEWEST} are needed"):
        teach_table(
            {"bear": EXAMPLES / "background.jpg"},
            view=taught.view,
            cards=taught.cards,
            marker_mm=taught.marker_mm,
            edge_mm=taught.edge_mm,
        )
