"""What people say of a die goes before what the camera made of it."""

from __future__ import annotations

import pytest

from companion.sheet.told import Answer, told
from vision.seen import UNKNOWN_DIE, Oddity, Seen, SeenDie

UNSURE = SeenDie("gun", 10.0, 20.0, 30.0, 0.3, sure=False, why="glare", outline=(), box=(0, 0, 1, 1))
OTHER = SeenDie("bear", 60.0, 20.0, 30.0, 0.9, sure=True, why="", outline=(), box=(0, 0, 1, 1))
ODD = Oddity(UNKNOWN_DIE, "a die that shows none of the taught faces", -40.0, 5.0)
SEEN = Seen((UNSURE, OTHER), (ODD,), (), 1.0)


def test_a_named_die_is_sure_and_shows_what_people_say() -> None:
    """Nobody is asked about it again; it stays where it was seen, and the others stay as they were."""
    answered = told(SEEN, [Answer(12.0, 20.0, "sleeper")])
    [named] = [die for die in answered.dice if die != OTHER]
    assert (named.face, named.sure, named.why, named.x) == ("sleeper", True, "", UNSURE.x)
    assert OTHER in answered.dice
    assert answered.oddities == (ODD,)


def test_no_die_takes_it_away() -> None:
    """A spot on the table that looks like a die is nobody's."""
    assert told(SEEN, [Answer(10.0, 20.0, None)]).dice == (OTHER,)


@pytest.mark.parametrize(("face", "dice"), [("tent", 3), (None, 2)])
def test_what_was_odd_is_settled(face: str | None, dice: int) -> None:
    """An unknown die gets a face, or is no die; in either case it is no oddity any more."""
    answered = told(SEEN, [Answer(-40.0, 5.0, face)])
    assert answered.oddities == ()
    assert len(answered.dice) == dice
