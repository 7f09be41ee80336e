"""Player dice that nobody sees: where one could lie beside a camp die, a person is asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import pytest

from companion.sheet.assess import assess
from companion.sheet.assessment import Assessment
from companion.sheet.layout import Layout
from vision.seen import Seen, SeenDie

FACES = ("bear", "tent", "runner", "gun", "sleeper")
TWO = Layout((180.0, 0.0))
Make = Callable[..., SeenDie]


@dataclass
class Things:
    """A table's top of which all shows but the places given."""

    places: list[tuple[float, float]]
    asked: list[tuple[float, float]] = field(default_factory=list)
    given: list[tuple[float, float, float]] = field(default_factory=list)
    sides: list[tuple[float, float]] = field(default_factory=list)
    looked_at: list[tuple[float, float]] = field(default_factory=list)

    def hiding_places(
        self,
        x: float,
        y: float,
        dice: Sequence[tuple[float, float, float]],
        matters: Callable[[tuple[float, float]], bool],
    ) -> list[tuple[float, float]]:
        """The places given, whatever lies near, if one of them matters."""
        self.asked.append((x, y))
        self.given = list(dice)
        return self.places if any(map(matters, self.places)) else []

    def stands(self, die: tuple[float, float, float], dice: Sequence[tuple[float, float, float]]) -> bool:
        """All do but those that are said to be sides."""
        assert die in dice
        self.looked_at.append(die[:2])
        return die[:2] not in self.sides


@pytest.fixture
def table(die: Make) -> list[SeenDie]:
    """Seat 0, on the left: gun and bear, a lonely tent, three player dice. Seat 1: five pairs. Three tents left."""
    return [
        die("gun", -200.0, 0.0), die("bear", -182.0, 0.0),
        die("tent", -200.0, -80.0),
        die("runner", -260.0, 60.0), die("runner", -300.0, 60.0), die("gun", -260.0, 120.0),
        *(die("runner", 200.0, 50.0 * k) for k in range(-2, 3)),
        *(die("tent", 217.0, 50.0 * k) for k in range(-2, 3)),
        *(die("tent", 30.0 * k, 0.0) for k in range(3)),
    ]  # fmt: skip


def read(table: Sequence[SeenDie], things: Things, **more: Sequence[tuple[float, float]]) -> Assessment:
    return assess(Seen(tuple(table), (), (), 1.0), TWO, FACES, things, **more)


def test_a_thing_beside_a_lonely_camp_die_is_asked_about_with_its_place(table: list[SeenDie]) -> None:
    """A cup before a die, a cap on it: the tent may be a runner's, so -1 is not certain."""
    found = read(table, Things([(-182.0, -80.0), (-181.0, -80.0)]))
    assert [d.reason for d in found.doubts] == ["what lies beside this tent may hide a die: please look"]
    assert (found.doubts[0].x, found.doubts[0].y) == (-182.0, -80.0)
    assert found.doubts[0].dice == (2,)


def test_an_empty_place_is_no_doubt(table: list[SeenDie]) -> None:
    """Where the table's top shows nothing can lie."""
    assert read(table, Things([])).sure


def test_close_pairs_are_not_looked_at(table: list[SeenDie]) -> None:
    """Pictures are looked at only where something may be amiss: it takes time, and things lie about."""
    things = Things([])
    read(table, things)
    assert things.asked == [(-200.0, -80.0)]


def test_nothing_is_hidden_where_a_player_has_shown_all_dice(table: list[SeenDie], die: Make) -> None:
    """With five player dice in sight there is no sixth."""
    whole = [*table, die("sleeper", -320.0, -60.0)]
    assert read(whole, Things([(-182.0, -80.0)])).sure


def test_another_players_hidden_die_cannot_lie_there(table: list[SeenDie]) -> None:
    """A place in the area of a player whose dice are all in sight hides none, though another's are missing."""
    table = [*table[:-2], replace(table[-1], x=300.0, y=0.0), replace(table[-1], x=330.0, y=-70.0)]
    assert read(table, Things([(318.0, 0.0)])).sure


def test_a_thing_too_far_away_to_be_a_partner_is_no_doubt(table: list[SeenDie]) -> None:
    """A die's width away a die would be nobody's partner."""
    assert read(table, Things([(-164.0, -80.0)])).sure


@pytest.mark.parametrize("turned", [False, True])
def test_a_thing_across_the_border_of_two_seats_is_asked_about(
    table: list[SeenDie], die: Make, *, turned: bool
) -> None:
    """Whose die is hidden is told by where it may lie, not where the Camp Die does, whichever way the border runs."""
    dice, thing, layout = [*table[:-1], die("tent", 8.0, 150.0)], (-9.0, 150.0), TWO
    if turned:
        dice, thing = [replace(d, x=-d.y, y=d.x) for d in dice], (-150.0, -9.0)
        layout = Layout((270.0, 90.0))
    found = assess(Seen(tuple(dice), (), (), 1.0), layout, FACES, Things([thing]))
    assert (len(dice) - 1,) in [doubt.dice for doubt in found.doubts]


def test_a_nearer_partner_may_be_hidden(table: list[SeenDie]) -> None:
    """A gun some way off may be nobody's, and the bear's true partner under a cap on its other side."""
    apart = [replace(table[0], x=-204.0), *table[1:]]
    assert read(apart, Things([])).sure
    found = read(apart, Things([(-166.0, 0.0)]))
    assert "beside this bear" in found.doubts[0].reason


def test_a_hidden_partner_may_free_another(table: list[SeenDie], die: Make) -> None:
    """A row of dice is read anew with the die that may be hidden: not only the lonely one's own sides matter."""
    row = [
        *table[:2],
        die("tent", -200.0, -80.0), die("runner", -221.5, -80.0), die("tent", -242.5, -80.0),
        *table[3:5],
        *table[6:-1],
    ]  # fmt: skip
    assert not read(row, Things([(-260.0, -80.0)])).sure


def test_what_people_have_looked_at_is_asked_no_more(table: list[SeenDie]) -> None:
    """Somebody who said that there is no die has looked under the cap, and all of it."""
    things = Things([(-182.0, -80.0), (-178.0, -78.0)])
    assert read(table, things, empty=[(-182.0, -80.0)]).sure
    assert not read(table, things, empty=[(-260.0, -80.0)]).sure


def test_a_die_that_may_be_a_side_keeps_no_place_free(table: list[SeenDie]) -> None:
    """A die with a cap on its top shows a side, which may be read as a top that lies before the die."""
    weak = replace(table[3], confidence=0.5)
    things = Things([])
    read([*table[:3], weak, *table[4:]], things)
    assert (weak.x, weak.y, weak.yaw_deg) not in things.given
    assert len(things.given) == len(table) - 1


def test_a_partner_that_is_only_a_side_is_asked_about(table: list[SeenDie]) -> None:
    """With a card on its top a die shows a side, which may pass for another face beside the camp die."""
    weak = replace(table[0], confidence=0.7)
    found = read([weak, *table[1:]], Things([], sides=[(weak.x, weak.y)]))
    assert [d.reason for d in found.doubts] == [
        "this gun may be the side of a die whose top is covered: please look"
    ]
    assert found.doubts[0].dice == (0,)
    assert read([weak, *table[1:]], Things([])).sure


def test_a_loose_side_beside_a_lonely_camp_die_keeps_no_place_free(table: list[SeenDie]) -> None:
    """What seems to be a loose die before the lonely one may be all that is seen of its partner."""
    side = replace(table[3], x=-176.0, y=-104.0, confidence=0.85)
    things = Things([(-182.0, -80.0)], sides=[(side.x, side.y)])
    assert not read([*table[:3], side, *table[4:]], things).sure
    assert (side.x, side.y, side.yaw_deg) not in things.given


def test_only_what_matters_and_is_not_clear_is_looked_at(table: list[SeenDie]) -> None:
    """Looking takes time: clear dice, loose ones far from any lonely camp die, and camp dice are not looked at."""
    things = Things([])
    weak = [replace(die, confidence=0.7) if k in (0, 1, 3) else die for k, die in enumerate(table)]
    read([*weak[:6], replace(weak[6], confidence=0.8), *weak[7:]], things)
    assert things.looked_at == [(table[0].x, table[0].y)]


def test_a_side_is_not_counted_among_a_players_dice(table: list[SeenDie]) -> None:
    """Five are in sight if the side is one of them; but then one is hidden, and it may be the lonely one's partner."""
    side = replace(table[3], x=-200.0, y=-118.0, confidence=0.85)
    whole = [*table[:3], side, *table[4:6], replace(table[4], x=-320.0, y=-10.0), *table[6:]]
    assert read(whole, Things([(-200.0, -98.0)])).sure
    assert not read(whole, Things([(-200.0, -98.0)], sides=[(side.x, side.y)])).sure
