from collections.abc import Callable
from typing import Any

import pytest

Json = dict[str, Any]
Replayed = Callable[..., Json]

PATHS = "C | P P P P P P P P | K"
BLANK_TURN = "none; card; end"


def refused(state: Json) -> list[int]:
    return [refusal["line"] for refusal in state["refused"]]


def counts(state: Json) -> tuple[Json, int, int]:
    return state["hands"], state["discard"], state["deck"]


@pytest.mark.parametrize(
    ("effects", "hands", "discard", "deck"),
    [
        ("Ana draws 5", [6, 2], 1, 65),
        ("Ana draws 6", [7, 2], 1, 64),
        ("Ana draws 7", [7, 2], 2, 63),
        ("Ben draws 7", [1, 7], 3, 63),
        ("Ana draws 2, Ana discards 3", [0, 2], 4, 68),
        ("Ben discards 2, Ben draws 1, Ben discards 1", [1, 0], 4, 69),
        ("Ben draws 70", [1, 7], 66, 0),
        ("Ben draws 99999999999999999999", [1, 7], 66, 0),
        ("Ana draws 70, Ben draws 1", [7, 2], 65, 0),
        ("Ana removes", [1, 2], 0, 70),
        ("Ana removes, Ana discards 1", [0, 2], 1, 70),
        ("", [1, 2], 1, 70),
    ],
)
def test_effects_happen_in_order(
    outrun: Replayed, effects: str, hands: list[int], discard: int, deck: int
) -> None:
    """Every draw obeys the limit of seven; what does not fit, or was played, is discarded."""
    state = outrun(PATHS, f"none; card: {effects}")
    assert (refused(state), state["phase"]) == ([], "end_turn")
    assert counts(state) == (dict(zip(["Ana", "Ben"], hands, strict=True)), discard, deck)


@pytest.mark.parametrize(
    "effects",
    [
        "Ana discards 2",
        "Ben discards 3",
        "Ana discards 3, Ana draws 2",
        "Ben draws 5, Cy +3, Cy -1, Ben discards 8",
        "Ben +9, Ben +1",
        "Ben +9, Ben -1",
        "Ben +9, Ben draws 1",
        "Ben +9, Ben discards 1",
        "Ana +9, Ana removes",
        "Ben removes",
        "Ana removes, Ana removes",
        "Ana draws 3, Ben removes",
    ],
)
@pytest.mark.parametrize("player", ["Ana", "Cy"])
def test_all_of_a_card_or_nothing(outrun: Replayed, effects: str, player: str) -> None:
    """If one effect is impossible at its turn, the event is refused and leaves everything as it was."""
    names = {"Ana": player, "Cy": "Ana" if player == "Cy" else "Cy"}
    for_player = " ".join(names.get(word, word) for word in effects.replace(",", " ,").split())
    play = "card" if player == "Ana" else "Cy reacts"
    state = outrun(PATHS, f"none; {play}: {for_player}", runners="Ana Ben Cy")
    assert (refused(state), state["phase"]) == ([3], "action")
    assert counts(state) == ({"Ana": 2, "Ben": 2, "Cy": 2}, 0, 68)
    assert state["positions"] == {"Ana": 0, "Ben": 0, "Cy": 0}
    before = outrun(PATHS, "none", runners="Ana Ben Cy")
    assert {**state, "refused": []} == before


def test_equipment_cannot_leave_the_game(outrun: Replayed) -> None:
    """Only an action or reaction just played is removed (Delicious Ham is one)."""
    state = outrun(PATHS, "none; gear: Ana removes; gear: Ana +2")
    assert refused(state) == [3]
    assert (state["equipped"], state["positions"]["Ana"]) == ({"Ana": True, "Ben": False}, 2)
    assert counts(state) == ({"Ana": 1, "Ben": 2}, 0, 70)


def test_new_equipment_sends_the_old_to_the_discard_pile(outrun: Replayed) -> None:
    """Be it played or put on in the terrain step."""
    state = outrun(PATHS, "equip; gear; end; none; gear; end; bear; none; gear: Ben draws 1")
    assert state["equipped"] == {"Ana": True, "Ben": True}
    assert counts(state) == ({"Ana": 2, "Ben": 3}, 1, 66)


def test_a_reaction_may_leave_the_game_in_any_variant(outrun: Replayed) -> None:
    """And it is the player of the reaction who names it, not the one whose turn it is."""
    state = outrun(PATHS, "Ben reacts: Ana removes; Ben reacts: Ben removes; Ben reacts")
    assert (refused(state), *counts(state)) == ([2], {"Ana": 2, "Ben": 0}, 1, 70)


def test_reactions_come_in_every_phase_of_anothers_turn(outrun: Replayed) -> None:
    """Before the terrain, before the action and before the end; never of the one whose turn it is, nor from nothing."""
    events = "Ben reacts; Ana reacts; none; Cy reacts; crawl; Cy reacts: Cy draws 1; Ben reacts; Ben reacts"
    state = outrun(PATHS, f"{events}; end; Ana reacts", runners="Ana Ben Cy")
    assert (refused(state), state["phase"], state["to_move"]) == ([3, 9], "terrain", "Ben")
    assert counts(state) == ({"Ana": 3, "Ben": 0, "Cy": 1}, 5, 65)


def test_nobody_reacts_in_the_bears_turn(outrun: Replayed) -> None:
    """Nor once home; the game over takes nothing at all."""
    state = outrun(PATHS, f"{BLANK_TURN}; {BLANK_TURN}; Ana reacts; Ben reacts")
    assert (refused(state), state["phase"]) == ([8, 9], "bear")
    state = outrun(PATHS, "none; card: Ben +9; Ben reacts; end", runners="Ana Ben Cy")
    assert (refused(state), state["to_move"]) == ([4], "Cy")


def test_a_reaction_may_send_the_runner_home(outrun: Replayed) -> None:
    """Then the turn goes straight to its end, and no cards are drawn."""
    for before, left in (("", 2), ("none; ", 2), ("none; card; ", 1)):
        state = outrun(PATHS, f"{before}Ben reacts: Ana +9", runners="Ana Ben Cy")
        assert (state["phase"], state["to_move"], state["home"]) == ("end_turn", "Ana", ["Ana"])
        state = outrun(PATHS, f"{before}Ben reacts: Ana +9; none; crawl; card; end", runners="Ana Ben Cy")
        assert (len(state["refused"]), state["phase"], state["to_move"]) == (3, "terrain", "Ben")
        assert state["hands"] == {"Ana": left, "Ben": 1, "Cy": 2}


def test_sprinting_costs_four_cards(outrun: Replayed) -> None:
    """Three are not enough, and a refused sprint costs nothing."""
    state = outrun(PATHS, "none; sprint; Ben reacts: Ana draws 1; sprint; Ben reacts: Ana draws 1; sprint")
    assert refused(state) == [3, 5]
    assert (state["positions"], *counts(state)) == ({"Ana": 5, "Ben": 0}, {"Ana": 0, "Ben": 0}, 6, 68)


def test_the_terrain_of_the_start_of_the_turn_is_what_counts(outrun: Replayed) -> None:
    """In bramble: no sprint all turn, wherever one is moved; later into bramble: no matter."""
    park = "C | P B P P P P P P P P | K"
    to_bramble = "none; card: Ana +2, Ana draws 3; end; none; card: Ben draws 1; end; bear; none; card; end; "
    state = outrun(park, f"{to_bramble}terrain; Ben reacts: Ana +2; sprint; crawl")
    assert (refused(state), state["positions"]["Ana"]) == ([14], 6)
    state = outrun(park, f"{to_bramble}Ben reacts: Ana +1; terrain; Ben reacts: Ana -1; sprint")
    assert (refused(state), state["positions"]["Ana"]) == ([], 7)


def test_a_terrain_is_resolved_where_one_is_when_it_comes(outrun: Replayed) -> None:
    """A reaction before the terrain step moves it to another terrain, with or without a choice."""
    state = outrun("C | P A R P P P | K", "Ben reacts: Ana +2; terrain; exchange")
    assert (refused(state), state["positions"]["Ana"], state["phase"]) == ([3], 2, "action")
    state = outrun("C | P A R P P P | K", "Ben reacts: Ana +3; none; terrain")
    assert (refused(state), state["positions"]["Ana"], state["phase"]) == ([3], 4, "action")


@pytest.mark.parametrize(
    ("park", "place"), [("C | P R S P P | K", 3), ("C | P R R P P | K", 3), ("C | P R B P P | K", 3)]
)
def test_a_river_leads_into_no_second_terrain(outrun: Replayed, park: str, place: int) -> None:
    """Only one terrain is resolved a turn, and bramble reached in that step forbids nothing."""
    state = outrun(park, "Ben reacts: Ana +2, Ana draws 2; terrain; sprint")
    assert (refused(state), state["home"]) == ([], ["Ana"])
    state = outrun(park, "Ben reacts: Ana +2; terrain; terrain")
    assert (refused(state), state["positions"]["Ana"]) == ([4], place)


def test_a_refused_choice_resolves_nothing(outrun: Replayed) -> None:
    """Without a card one may only leave it; with one in hand and none in the deck an exchange is one card less."""
    state = outrun(PATHS, "Ben reacts: Ana discards 2; equip; exchange; none")
    assert (refused(state), state["phase"]) == ([3, 4], "action")
    state = outrun(PATHS, "exchange", deck=4)
    assert (state["phase"], *counts(state)) == ("action", {"Ana": 1, "Ben": 2}, 1, 0)


def test_an_empty_deck_deals_nothing(outrun: Replayed) -> None:
    """Players never draw from the discard pile."""
    state = outrun(PATHS, f"{BLANK_TURN}; {BLANK_TURN}", deck=5)
    assert (state["phase"], *counts(state), state["bear_draw"]) == ("bear", {"Ana": 2, "Ben": 1}, 2, 0, 0)


def test_the_end_of_a_turn_draws_up_to_seven(outrun: Replayed) -> None:
    """The second card of a hand of six is discarded, both of a hand of seven."""
    state = outrun(PATHS, "none; card: Ana draws 5; end")
    assert counts(state) == ({"Ana": 7, "Ben": 2}, 2, 63)
    state = outrun(PATHS, "none; crawl; Ben reacts: Ana draws 5; end")
    assert counts(state) == ({"Ana": 7, "Ben": 1}, 3, 63)


def test_the_hand_and_equipment_of_the_eaten_are_out_of_the_game(outrun: Replayed) -> None:
    """They go neither to the discard pile nor under the deck."""
    turns = "none; gear; end; none; card: Ben +1; end; none; card: Cy +2; end; bear 1"
    state = outrun("C1 | P0 P P P | K", turns, runners="Ana Ben Cy")
    assert (state["eaten"], state["equipped"]) == (["Ana"], {"Ana": False, "Ben": False, "Cy": False})
    assert counts(state) == ({"Ana": 0, "Ben": 3, "Cy": 3}, 0, 74 - 6 - 4)
