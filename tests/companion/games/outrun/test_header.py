from collections.abc import Callable
from typing import Any

import pytest

from companion.games.fields import LogError

Json = dict[str, Any]
Replayed = Callable[..., Json]

ROW: Json = {"terrain": "path", "paws": 1}
CAMPSITE: Json = {"tile": "campsite", "rows": [{"terrain": "campsite", "paws": 1}]}
PARKING: Json = {"tile": "parking", "rows": [{"terrain": "parking", "paws": 1}]}
TILE: Json = {"tile": "tile-1", "rows": [ROW, ROW], "back": [ROW]}
PARK = [CAMPSITE, TILE, PARKING]
ENDLESS = [CAMPSITE, TILE, TILE]
HEADER: Json = {"game": "outrun", "runners": ["Ana", "Ben"], "token": "Ben", "park": PARK}
STANDING: Json = {"variants": ["last_one_standing"], "park": ENDLESS}


def without(name: str) -> Json:
    return {key: value for key, value in HEADER.items() if key != name}


def with_row(tile: Json, **row: object) -> Json:
    return {**tile, "rows": [{**tile["rows"][0], **row}, *tile["rows"][1:]]}


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"runners": ["Ana"]}, "runners"),
        ({"runners": list("abcdefghi"), "token": "a"}, "runners"),
        ({"runners": ["Ana", "Ana"], "token": "Ana"}, "runners"),
        ({"runners": ["Ben", "bear"]}, "runners"),
        ({"runners": ["Ben", ""]}, "runners[1]"),
        ({"runners": ["Ben", None]}, "runners[1]"),
        ({"runners": "Ben"}, "runners"),
        ({"token": "ben"}, "token"),
        ({"token": None}, "token"),
        ({"token": "bear"}, "token"),
        ({"deck": 3}, "deck"),
        ({"deck": 5, "variants": ["everybody_gets_equipment"]}, "deck"),
        ({"deck": True}, "deck"),
        ({"deck": 74.0}, "deck"),
        ({"deck": None}, "deck"),
        ({"variants": None}, "variants"),
        ({"variants": "coop"}, "variants"),
        ({"variants": ["co-op"]}, "variants[0]"),
        ({"variants": ["park_pass", None]}, "variants[1]"),
        ({"variants": ["normal_play", "first_play"]}, "variants"),
        ({"variants": ["normal_play"]}, "park"),
        ({"variants": ["hard_play"]}, "park"),
        ({"variants": ["last_one_standing"]}, "park[2].back"),
        ({"park": []}, "park"),
        ({"park": None}, "park"),
        ({"park": {}}, "park"),
        ({"park": [TILE, PARKING]}, "park[0].rows[0].terrain"),
        ({"park": [PARKING, TILE, CAMPSITE]}, "park[0].rows[0].terrain"),
        ({"park": [CAMPSITE, TILE]}, "park[1].rows[1].terrain"),
        ({"park": [CAMPSITE, PARKING, TILE, PARKING]}, "park[1].rows[0].terrain"),
        ({"park": [CAMPSITE, {**TILE, "rows": [*PARKING["rows"], ROW]}, PARKING]}, "park[1].rows[0].terrain"),
        ({"park": [{**CAMPSITE, "rows": [*CAMPSITE["rows"], *PARKING["rows"]]}]}, "park"),
        ({"park": [CAMPSITE, None, PARKING]}, "park[1]"),
        ({"park": [CAMPSITE, {"rows": [ROW]}, PARKING]}, "park[1].tile"),
        ({"park": [CAMPSITE, {"tile": 1, "rows": [ROW]}, PARKING]}, "park[1].tile"),
        ({"park": [CAMPSITE, {"tile": "t"}, PARKING]}, "park[1].rows"),
        ({"park": [CAMPSITE, {"tile": "t", "rows": []}, PARKING]}, "park[1].rows"),
        ({"park": [CAMPSITE, {"tile": "t", "rows": ["path"]}, PARKING]}, "park[1].rows[0]"),
        ({"park": [CAMPSITE, {**TILE, "back": None}, PARKING]}, "park[1].back"),
        ({"park": [CAMPSITE, {**TILE, "back": [{"terrain": "path"}]}, PARKING]}, "park[1].back[0].paws"),
        ({"park": [CAMPSITE, with_row(TILE, terrain="rest area"), PARKING]}, "park[1].rows[0].terrain"),
        ({"park": [CAMPSITE, with_row(TILE, paws=-1), PARKING]}, "park[1].rows[0].paws"),
        ({"park": [CAMPSITE, with_row(TILE, paws=True), PARKING]}, "park[1].rows[0].paws"),
        ({"park": [CAMPSITE, with_row(TILE, paws=1.0), PARKING]}, "park[1].rows[0].paws"),
        ({"park": [CAMPSITE, with_row(TILE, capacity=0), PARKING]}, "park[1].rows[0].capacity"),
        ({"park": [CAMPSITE, with_row(TILE, capacity=None), PARKING]}, "park[1].rows[0].capacity"),
        ({"park": [with_row(CAMPSITE, capacity="8"), TILE, PARKING]}, "park[0].rows[0].capacity"),
    ],
)
def test_a_wrong_header_is_named(replayed: Replayed, change: Json, field: str) -> None:
    """A trail that cannot be run, a level that the paw prints do not show, runners nobody can tell apart."""
    with pytest.raises(LogError) as caught:
        replayed({**HEADER, **change})
    assert (caught.value.line, caught.value.field) == (1, field)


@pytest.mark.parametrize("name", ["runners", "token", "park"])
def test_what_a_header_must_have(replayed: Replayed, name: str) -> None:
    """Only `variants` and `deck` may be left out."""
    with pytest.raises(LogError) as caught:
        replayed(without(name))
    assert (caught.value.line, caught.value.field) == (1, name)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"variants": ["last_one_standing", "coop"]}, "variants"),
        ({"park": [CAMPSITE, TILE, TILE, PARKING]}, "park[3].back"),
        ({"park": [CAMPSITE, TILE]}, "park"),
        ({"park": [CAMPSITE, TILE, PARKING]}, "park[2].back"),
        ({"park": [CAMPSITE, TILE, {**PARKING, "back": [ROW]}]}, "park[2]"),
        ({"park": [CAMPSITE, TILE, {**TILE, "back": PARKING["rows"]}]}, "park[2]"),
        ({"park": [CAMPSITE, TILE, {"tile": "t", "rows": [ROW]}]}, "park[2].back"),
        ({"park": [CAMPSITE, TILE, {**TILE, "back": []}]}, "park[2].back"),
        ({"park": [TILE, TILE, TILE]}, "park[0].rows[0].terrain"),
        ({"variants": ["last_one_standing", "first_play"]}, "park"),
    ],
)
def test_a_park_without_end_has_no_parking_and_tiles_to_turn(
    replayed: Replayed, change: Json, field: str
) -> None:
    """Last One Standing needs two tiles with known backs, and counts the campsite's paw prints alone."""
    with pytest.raises(LogError) as caught:
        replayed({**HEADER, **STANDING, **change})
    assert (caught.value.line, caught.value.field) == (1, field)


@pytest.mark.parametrize(
    "change",
    [
        {"variants": []},
        {"variants": ["first_play", "coop", "park_pass", "everybody_gets_equipment"], "deck": 6},
        {"deck": 4},
        {"deck": 10**900},
        {"runners": ["Ben", "Bear", "BEAR", "tile", "campsite", "end", " ", "ben"]},
        {"park": [CAMPSITE, PARKING]},
        {"park": [CAMPSITE, {**TILE, "rows": [*CAMPSITE["rows"], ROW]}, PARKING]},
        {"park": [CAMPSITE, {**TILE, "rows": [ROW, *PARKING["rows"]]}]},
        {"park": [CAMPSITE, {**TILE, "back": PARKING["rows"]}, {**PARKING, "back": [ROW]}]},
        {"park": [with_row(CAMPSITE, capacity=1), with_row(TILE, paws=99, capacity=99), PARKING]},
        {"variants": ["normal_play"], "park": [with_row(CAMPSITE, paws=0), TILE, with_row(PARKING, paws=3)]},
        STANDING,
        {**STANDING, "variants": ["last_one_standing", "park_pass", "everybody_gets_equipment"]},
        {
            "variants": ["last_one_standing", "hard_play"],
            "park": [with_row(CAMPSITE, paws=4), *ENDLESS[1:]],
        },
    ],
)
def test_headers_that_are_right(replayed: Replayed, change: Json) -> None:
    """Whatever a copy of the game may look like within the rules."""
    assert replayed({**HEADER, **change})["phase"] == "terrain"


def test_the_setup_deals_two_each(replayed: Replayed) -> None:
    """And one more in front of each in Everybody Gets Equipment!."""
    state = replayed({**HEADER, "deck": 9})
    assert (state["hands"], state["deck"], state["discard"]) == ({"Ana": 2, "Ben": 2}, 5, 0)
    state = replayed({**HEADER, "deck": 9, "variants": ["everybody_gets_equipment"]})
    assert (state["hands"], state["deck"]) == ({"Ana": 2, "Ben": 2}, 3)
    assert state["equipped"] == {"Ana": True, "Ben": True}


@pytest.mark.parametrize(
    ("event", "field"),
    [
        ({"event": "jump"}, "event"),
        ({"event": "terrain", "choice": None}, "choice"),
        ({"event": "terrain", "choice": "Equip"}, "choice"),
        ({"event": "terrain", "choice": ["none"]}, "choice"),
        ({"event": "card", "effects": []}, "kind"),
        ({"event": "card", "kind": "reaction", "effects": []}, "kind"),
        ({"event": "card", "kind": "action"}, "effects"),
        ({"event": "card", "kind": "action", "effects": None}, "effects"),
        ({"event": "card", "kind": "action", "effects": {"draw": "Ana", "cards": 1}}, "effects"),
        ({"event": "card", "kind": "action", "effects": ["draw"]}, "effects[0]"),
        ({"event": "card", "kind": "action", "effects": [{}]}, "effects[0]"),
        ({"event": "card", "kind": "action", "effects": [{"rows": 1}]}, "effects[0]"),
        (
            {
                "event": "card",
                "kind": "action",
                "effects": [{"move": "Ana", "draw": "Ana", "rows": 1, "cards": 1}],
            },
            "effects[0]",
        ),
        ({"event": "card", "kind": "action", "effects": [{"move": "Cy", "rows": 1}]}, "effects[0].move"),
        ({"event": "card", "kind": "action", "effects": [{"move": "bear", "rows": 1}]}, "effects[0].move"),
        ({"event": "card", "kind": "action", "effects": [{"move": "Ana"}]}, "effects[0].rows"),
        ({"event": "card", "kind": "action", "effects": [{"move": "Ana", "rows": 0}]}, "effects[0].rows"),
        ({"event": "card", "kind": "action", "effects": [{"move": "Ana", "rows": 1.0}]}, "effects[0].rows"),
        ({"event": "card", "kind": "action", "effects": [{"move": "Ana", "rows": True}]}, "effects[0].rows"),
        ({"event": "card", "kind": "action", "effects": [{"draw": "Ana"}]}, "effects[0].cards"),
        ({"event": "card", "kind": "action", "effects": [{"draw": "Ana", "cards": 0}]}, "effects[0].cards"),
        (
            {"event": "card", "kind": "action", "effects": [{"discard": "Ana", "cards": -1}]},
            "effects[0].cards",
        ),
        ({"event": "card", "kind": "action", "effects": [{"remove_card": True}]}, "effects[0].remove_card"),
        ({"event": "card", "kind": "action", "effects": [{"remove_card": None}]}, "effects[0].remove_card"),
        ({"event": "reaction", "effects": []}, "player"),
        ({"event": "reaction", "player": "Cy", "effects": []}, "player"),
        ({"event": "reaction", "player": "Ben"}, "effects"),
        (
            {"event": "reaction", "player": "Ben", "effects": [{"draw": "Ben", "cards": "1"}]},
            "effects[0].cards",
        ),
        ({"event": "bear"}, "values"),
        ({"event": "bear", "values": 1}, "values"),
        ({"event": "bear", "values": [0, None]}, "values[1]"),
        ({"event": "bear", "values": [0, 1.0]}, "values[1]"),
        ({"event": "bear", "values": [False]}, "values[0]"),
    ],
)
@pytest.mark.parametrize("park", [PARK, [CAMPSITE, PARKING]])
def test_a_wrong_field_is_named_in_any_phase(
    replayed: Replayed, event: Json, field: str, park: list[Json]
) -> None:
    """At the first turn, where most would be refused, and after the end of the game, where all would."""
    turn: list[Json] = [{"event": "terrain", "choice": "none"}, {"event": "crawl"}, {"event": "end_turn"}]
    before = [*turn, *turn[:2]] if len(park) == 2 else []
    header = {**HEADER, "park": park}
    assert replayed(header, *before)["phase"] == ("over" if before else "terrain")
    with pytest.raises(LogError) as caught:
        replayed(header, *before, event)
    assert (caught.value.line, caught.value.field) == (len(before) + 2, field)


def test_ignored_fields_may_be_anything(replayed: Replayed) -> None:
    """Also those that mean something elsewhere."""
    events: list[Json] = [
        {"event": "terrain", "choice": "none", "t": None, "effects": 1},
        {
            "event": "card",
            "kind": "action",
            "player": 7,
            "effects": [{"move": "Ana", "rows": 1, "cards": "x"}],
        },
        {"event": "end_turn", "choice": None},
    ]
    state = replayed({**HEADER, "target": None}, *events)
    assert (state["refused"], state["positions"]) == ([], {"Ana": 1, "Ben": 0})
