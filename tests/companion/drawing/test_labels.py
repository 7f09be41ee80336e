"""Where labels go."""

from __future__ import annotations

from companion.drawing.labels import place_label

PICTURE = (400.0, 300.0)
THING = (100.0, 100.0, 140.0, 130.0)
SIZE = (60.0, 20.0)


def test_a_label_goes_above_where_nothing_is_in_the_way() -> None:
    """The usual place, in the middle above the die."""
    assert place_label(SIZE, THING, [], PICTURE) == (90, 80, 150, 100)


def test_a_label_makes_way() -> None:
    """In a tight group it goes where it hides least."""
    above, below = (90.0, 60.0, 150.0, 100.0), (90.0, 130.0, 150.0, 160.0)
    assert place_label(SIZE, THING, [above], PICTURE) == (90, 130, 150, 150)
    assert place_label(SIZE, THING, [above, below], PICTURE) == (140, 105, 200, 125)


def test_a_label_stays_in_the_picture() -> None:
    """Half a word at the edge helps nobody."""
    assert place_label(SIZE, (100.0, 5.0, 140.0, 35.0), [], PICTURE)[1] == 35
    assert place_label(SIZE, (0.0, 100.0, 40.0, 130.0), [], PICTURE)[0] == 40
