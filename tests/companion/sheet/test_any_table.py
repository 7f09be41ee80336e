"""Any table at all: never surely wrong, whatever was missed, mistaken or lying about."""

from __future__ import annotations

import json
import math
import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from hypothesis import given
from hypothesis import strategies as st

from companion.sheet.assess import assess
from companion.sheet.assessment import Assessment
from companion.sheet.layout import Layout
from companion.sheet.lines import as_line
from companion.sheet.pairs import Square, gap
from companion.sheet.words import doubt_lines, seat_names
from vision.seen import Oddity, Seen, SeenDie

FACES = ("bear", "tent", "runner", "gun", "sleeper")
EDGE = 16.0
SEATS = {2: (180.0, 0.0), 3: (210.0, 330.0, 90.0), 4: (225.0, 315.0, 45.0, 135.0)}
CELLS = [(along, across) for along in (160.0, 225.0, 290.0, 355.0) for across in (-65.0, 0.0, 65.0)]
WORTH: dict[tuple[str, ...], int] = {("gun", "bear"): 1, ("runner", "tent"): 2}


@dataclass(frozen=True)
class LaidTable:
    """A table as it was laid, with the points that come of it by the rule in one line."""

    layout: Layout
    dice: tuple[SeenDie, ...]
    pairs: frozenset[tuple[int, int]]
    points: tuple[int, ...]


@st.composite
def tables(draw: st.DrawFn) -> LaidTable:
    """Tables whose pairs lie as people lay them: gaps up to a quarter of a die, strangers a die or more away."""
    rng = random.Random(draw(st.integers(0, 2**32)))
    seats = SEATS[draw(st.integers(2, 4))]
    camp = [rng.choice(("bear", "tent")) for _ in range(5 * len(seats))]
    dice: list[SeenDie] = []
    pairs: set[tuple[int, int]] = set()
    groups: list[tuple[int, tuple[str, ...]]] = []
    for seat in range(len(seats)):
        cells = rng.sample(CELLS, len(CELLS))
        for player in [rng.choice(("runner", "gun", "sleeper")) for _ in range(rng.randint(0, 5))]:
            partner = (camp.pop(),) if camp and rng.random() < 0.6 else ()
            groups.append((seat, (player, *partner)))
            _lay(cells.pop(), seats[seat], groups[-1][1], rng, dice, pairs)
        for _ in range(min(len(camp), rng.choice((0, 0, 1, 2)))):
            groups.append((seat, (camp.pop(),)))
            _lay(cells.pop(), seats[seat], groups[-1][1], rng, dice, pairs)
    for k, face in enumerate(camp):
        dice.append(made(face, -66 + 33.0 * (k % 5), -60 + 33.0 * (k // 5), rng.uniform(0, 360)))
    points = tuple(
        sum(_worth(faces, "bear" in camp) for owner, faces in groups if owner == seat)
        for seat in range(len(seats))
    )
    return LaidTable(Layout(seats, edge_mm=EDGE), tuple(dice), frozenset(pairs), points)


def _worth(faces: tuple[str, ...], bears: bool) -> int:
    sleeper = -2 if bears else 5
    camp = [f for f in faces if f in {"bear", "tent"}]
    return WORTH.get(faces, sleeper if faces == ("sleeper", "tent") else -len(camp))


def _lay(
    cell: tuple[float, float],
    angle: float,
    faces: tuple[str, ...],
    rng: random.Random,
    dice: list[SeenDie],
    pairs: set[tuple[int, int]],
) -> None:
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    x, y = c * cell[0] - s * cell[1], s * cell[0] + c * cell[1]
    turn = rng.uniform(0, 360)
    dice.append(made(faces[0], x, y, turn))
    if len(faces) == 2:
        bearing, yaw, wanted = (
            math.radians(turn + rng.uniform(-30, 30)),
            rng.uniform(0, 360),
            rng.uniform(0, 4),
        )
        away = EDGE
        while gap(Square(x, y, turn, EDGE), Square(*_from(x, y, bearing, away), yaw, EDGE)) < wanted:
            away += 0.1
        pairs.add((len(dice) - 1, len(dice)))
        dice.append(made(faces[1], *_from(x, y, bearing, away), yaw))


def _from(x: float, y: float, bearing: float, away: float) -> tuple[float, float]:
    return x + away * math.cos(bearing), y + away * math.sin(bearing)


def made(face: str, x: float, y: float, yaw_deg: float, *, sure: bool = True) -> SeenDie:
    return SeenDie(
        face=face,
        x=x,
        y=y,
        yaw_deg=yaw_deg,
        confidence=0.9,
        sure=sure,
        why="" if sure else "glare",
        outline=(),
        box=(0.0, 0.0, 1.0, 1.0),
    )


def read(layout: Layout, dice: tuple[SeenDie, ...], oddities: tuple[Oddity, ...] = ()) -> Assessment:
    return assess(Seen(dice=dice, oddities=oddities, warnings=(), ms=1.0), layout, FACES)


@given(tables())
def test_a_table_seen_whole_is_scored_as_it_was_laid(table: LaidTable) -> None:
    """Nothing is asked about a table that can be seen, and the points agree with an independent formula."""
    found = read(table.layout, table.dice)
    assert found.sure, found.doubts
    assert set(found.pairs) == table.pairs
    assert found.round is not None
    assert found.round.points == table.points


@given(tables(), st.randoms(use_true_random=False))
def test_a_jolt_never_makes_a_sure_reading_wrong(table: LaidTable, rng: random.Random) -> None:
    """A reader that is off by up to 1.5 mm and 5 degrees may make the product ask, never err."""
    dice = tuple(
        replace(
            die,
            x=die.x + rng.uniform(-1.5, 1.5),
            y=die.y + rng.uniform(-1.5, 1.5),
            yaw_deg=die.yaw_deg + rng.uniform(-5, 5),
        )
        for die in table.dice
    )
    found = read(table.layout, dice)
    assert found.round is not None
    assert not found.sure or (found.round.points == table.points and set(found.pairs) == table.pairs)


@given(tables(), st.randoms(use_true_random=False), st.integers(1, 4))
def test_a_table_seen_in_part_is_never_sure_of_other_points(
    table: LaidTable, rng: random.Random, spoilt: int
) -> None:
    """Dice hidden, faint or in doubt, and strangers' dice: the product asks, or what it says is true all the same."""
    dice = list(table.dice)
    oddities = []
    for _ in range(spoilt):
        k = rng.randrange(len(dice))
        match rng.choice(("missed", "faint", "unsure", "unknown", "stranger")):
            case "missed":
                gone = dice.pop(k)
                oddities.append(Oddity("cover", "a hand", gone.x, gone.y))
            case "faint":
                gone = dice.pop(k)
                oddities.append(Oddity("faint", "perhaps a die", gone.x, gone.y))
            case "unsure":
                dice[k] = replace(dice[k], face=rng.choice(FACES), sure=False, why="glare")
            case "unknown":
                gone = dice.pop(k)
                oddities.append(Oddity("unknown die", "unlike every face", gone.x, gone.y))
            case _:
                dice.append(
                    made(rng.choice(FACES), rng.uniform(-350, 350), rng.uniform(-350, 350), 0, sure=False)
                )
    found = read(table.layout, tuple(dice), tuple(oddities))
    assert found.round is not None
    assert not found.sure or found.round.points == table.points


@given(tables(), st.randoms(use_true_random=False), st.integers(1, 3))
def test_a_hidden_player_die_is_never_forgotten(table: LaidTable, rng: random.Random, hidden: int) -> None:
    """Under a cap or behind a cup, alone or with others: where the ground does not show, no other points are sure."""
    players = [k for k, die in enumerate(table.dice) if die.face not in {"bear", "tent"}]
    gone = set(rng.sample(players, min(hidden, len(players))))
    places = [
        (table.dice[k].x + rng.uniform(-1, 1), table.dice[k].y + rng.uniform(-1, 1)) for k in sorted(gone)
    ]
    dice = tuple(die for k, die in enumerate(table.dice) if k not in gone)
    found = assess(Seen(dice, (), (), 1.0), table.layout, FACES, Covered(places))
    assert found.round is not None
    assert not found.sure or found.round.points == table.points


@dataclass(frozen=True)
class Covered:
    """Ground of which all shows but these places."""

    places: list[tuple[float, float]]

    def hiding_places(
        self,
        x: float,
        y: float,
        dice: Sequence[tuple[float, float, float]],
        matters: Callable[[tuple[float, float]], bool],
    ) -> list[tuple[float, float]]:
        """Those places that are near, where no die was seen, and that matter."""
        return [
            place
            for place in self.places
            if matters(place)
            and math.dist(place, (x, y)) < 40
            and all(math.dist(place, die[:2]) > EDGE / 2 for die in dice)
        ]

    def stands(self, die: tuple[float, float, float], dice: Sequence[tuple[float, float, float]]) -> bool:
        """All dice are dice."""
        return die in dice


@given(tables(), st.randoms(use_true_random=False))
def test_a_hidden_camp_die_is_always_asked_for(table: LaidTable, rng: random.Random) -> None:
    """Conservation: camp dice never leave the table, so even without a hand in sight one must be somewhere."""
    camp = [k for k, die in enumerate(table.dice) if die.face in {"bear", "tent"}]
    gone = set(rng.sample(camp, rng.randint(1, 3)))
    found = read(table.layout, tuple(die for k, die in enumerate(table.dice) if k not in gone))
    assert any(f"{len(gone)} of" in doubt.reason for doubt in found.doubts)


@st.composite
def heaps(draw: st.DrawFn) -> tuple[Layout, tuple[SeenDie, ...], tuple[Oddity, ...]]:
    """Anything a confused reader might hand on."""
    place = st.floats(-400, 400)
    seats = draw(st.lists(st.integers(0, 359), min_size=0, max_size=8, unique=True))
    dice = st.builds(
        made,
        st.sampled_from([*FACES, "6", "pips-1"]),
        place,
        place,
        st.one_of(st.floats(-360, 360), st.just(math.nan)),
        sure=st.booleans(),
    )
    odd = st.builds(Oddity, st.sampled_from(["cover", "unknown die", "faint"]), st.just("odd"), place, place)
    return (
        Layout(tuple(map(float, seats)), edge_mm=draw(st.floats(14, 19))),
        tuple(draw(st.lists(dice, max_size=50))),
        tuple(draw(st.lists(odd, max_size=3))),
    )


def _told(found: Assessment) -> tuple[object, ...]:
    dice = [(d.face, d.x, d.y, d.zone, d.sure, d.counts) for d in found.dice]
    return (
        found.sure,
        Counter(dice),
        Counter((dice[a], dice[b]) for a, b in found.pairs),
        found.round and found.round.points,
        Counter((d.x and round(d.x, 6), d.y and round(d.y, 6), len(d.dice)) for d in found.doubts),
    )


@given(heaps(), st.randoms(use_true_random=False))
def test_the_order_of_the_dice_does_not_matter(
    heap: tuple[Layout, tuple[SeenDie, ...], tuple[Oddity, ...]], rng: random.Random
) -> None:
    """The same table must give the same points however the reader lists its dice."""
    layout, dice, oddities = heap
    if len({(die.x, die.y) for die in dice}) < len(dice):
        return  # two dice in one place: which of them has a partner is a matter of taste, and a doubt either way
    shuffled = list(dice)
    rng.shuffle(shuffled)
    assert _told(read(layout, dice, oddities)) == _told(read(layout, tuple(shuffled), oddities))


@given(heaps())
def test_whatever_was_seen_is_told_in_order(
    heap: tuple[Layout, tuple[SeenDie, ...], tuple[Oddity, ...]],
) -> None:
    """No reading may break what comes after it: valid JSON, pairs of one camp and one player die, placed doubts."""
    layout, dice, oddities = heap
    found = read(layout, dice, oddities)
    line = json.loads(as_line("any.jpg", found))
    assert line["sure"] == (not line["doubts"])
    paired = [k for pair in found.pairs for k in pair]
    assert len(paired) == len(set(paired))
    for player, camp in found.pairs:
        assert (found.dice[player].kind, found.dice[camp].kind) == ("player", "camp")
        assert found.dice[player].zone == found.dice[camp].zone != "campsite"
    for doubt in found.doubts:
        about_all = "camp dice" in doubt.reason or "in play" in doubt.reason or "seat" in doubt.reason
        assert doubt.x is not None or about_all, doubt
        assert (doubt.x is None) == (doubt.y is None)
    assert len(doubt_lines(found, seat_names(len(layout.seats)))) == len(found.doubts)
