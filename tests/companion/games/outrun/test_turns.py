from collections.abc import Callable
from typing import Any

import pytest

Json = dict[str, Any]
Replayed = Callable[..., Json]

PATHS = "C | P P P P P P P P | K"
TURN = "none; card; end"
FOUR = "Ana Ben Cy Dee"


def refused(state: Json) -> list[int]:
    return [refusal["line"] for refusal in state["refused"]]


def whose(state: Json) -> tuple[int, str, str]:
    return state["round"], state["token"], state["to_move"]


@pytest.mark.parametrize(
    ("token", "order"),
    [
        ("Ana", "Ben Cy Dee Ana"),
        ("Ben", "Cy Dee Ana Ben"),
        ("Cy", "Dee Ana Ben Cy"),
        ("Dee", "Ana Ben Cy Dee"),
    ],
)
def test_a_round_goes_from_the_left_of_the_token_to_the_token(
    outrun: Replayed, token: str, order: str
) -> None:
    """Then comes the Bear, and the token passes to the right: the last runner is the first of the next round."""
    for turns, runner in enumerate(order.split()):
        state = outrun(PATHS, "; ".join([TURN] * turns), runners=FOUR, token=token)
        assert whose(state) == (1, token, runner)
    state = outrun(PATHS, "; ".join([TURN] * 4), runners=FOUR, token=token)
    assert (whose(state), state["phase"], state["bear_draw"]) == ((1, token, "bear"), "bear", 0)
    state = outrun(PATHS, "; ".join([TURN] * 4) + "; bear", runners=FOUR, token=token)
    assert whose(state) == (2, order.split()[-2], token)


def test_the_steps_of_a_turn_come_in_order(outrun: Replayed) -> None:
    """Terrain, action, end; each once, and nothing else."""
    state = outrun(
        PATHS, "crawl; sprint; card; gear; end; bear; none; none; end; bear; crawl; none; crawl; card; bear"
    )
    assert refused(state) == [2, 3, 4, 5, 6, 7, 9, 10, 11, 13, 14, 15, 16]
    assert (state["phase"], whose(state)) == ("end_turn", (1, "Ben", "Ana"))


def test_the_bears_turn_takes_nothing_else(outrun: Replayed) -> None:
    """Nor another number of cards than it draws."""
    state = outrun(PATHS, f"{TURN}; {TURN}; none; terrain; crawl; sprint; card; end; bear 1; bear; bear")
    assert (refused(state), whose(state)) == ([8, 9, 10, 11, 12, 13, 14, 16], (2, "Ana", "Ben"))


def test_who_gets_home_before_the_own_turn_is_skipped(outrun: Replayed) -> None:
    """The token's holder too: then the round ends before, and the token passes on from there to the right."""
    state = outrun(PATHS, "none; card: Ben +9; end", runners="Ana Ben Cy")
    assert whose(state) == (1, "Cy", "Cy")
    state = outrun(PATHS, f"none; card: Cy +9; end; {TURN}", runners="Ana Ben Cy")
    assert whose(state) == (1, "Cy", "bear")
    state = outrun(PATHS, f"none; card: Cy +9; end; {TURN}; bear", runners="Ana Ben Cy")
    assert whose(state) == (2, "Ben", "Ana")


def test_the_token_skips_everyone_who_is_out(outrun: Replayed) -> None:
    """To the right of Dee are Cy and Ben, who are home, and then Ana, after whom Dee begins."""
    state = outrun(PATHS, f"none; card: Cy +9, Ben +9; end; {TURN}; bear", runners=FOUR)
    assert whose(state) == (2, "Ana", "Dee")
    state = outrun(
        PATHS, "none; card: Cy +9, Ben +9, Dee +9; end; bear; none; crawl; end; bear", runners=FOUR
    )
    assert whose(state) == (3, "Ana", "Ana")


def test_the_token_of_the_eaten_passes_to_their_right(outrun: Replayed) -> None:
    """Cy and Dee are caught together; the token goes from Dee past Cy to Ben."""
    turns = "none; crawl; end; none; crawl; end; none; card; end; none; card; end; bear 5"
    state = outrun("C1 | P0 P0 P0 P0 | K", turns, runners=FOUR)
    assert (state["eaten"], state["bear"], whose(state)) == (["Cy", "Dee"], 0, (2, "Ben", "Ana"))


def test_the_bear_draws_from_the_discard_pile_first(outrun: Replayed) -> None:
    """Then from the deck; all of it goes under the deck, and runners draw it again."""
    park = "C2 | P1 P0 P P | K"
    turns = "none; card: Ana +2; end; none; card: Ben +1; end"
    state = outrun(park, turns)
    assert (state["bear_draw"], state["discard"], state["deck"]) == (3, 2, 66)
    state = outrun(park, f"{turns}; bear 0 1 0")
    assert (state["bear"], state["discard"], state["deck"]) == (0, 0, 68)
    assert (state["bear_draw"], whose(state)) == (None, (2, "Ana", "Ben"))


@pytest.mark.parametrize(("deck", "draw"), [(74, 9), (14, 7), (11, 4), (9, 2)])
def test_the_bear_draws_what_there_is(outrun: Replayed, deck: int, draw: int) -> None:
    """Nine paw prints, and fewer cards in the two piles together; all return under the deck."""
    turns = "none; crawl; end; none; card; end"
    state = outrun("C9 | P P P P | K", turns, deck=deck)
    assert state["bear_draw"] == draw == min(9, state["discard"] + state["deck"])
    piles = state["discard"] + state["deck"]
    after = outrun("C9 | P P P P | K", f"{turns}; bear" + " 0" * draw, deck=deck)
    assert (after["refused"], after["discard"], after["deck"]) == ([], 0, piles)


def test_the_end_is_looked_for_after_every_event(outrun: Replayed) -> None:
    """All home by a reaction, in the middle of a turn: it ends at once, and whose turn it was stays."""
    state = outrun(PATHS, "Ben reacts: Ben +9, Ana +9; none; undo")
    assert (refused(state), state["phase"]) == ([3], "terrain")
    state = outrun(PATHS, "Ben reacts: Ben +9, Ana +9; Ana reacts; end")
    assert (refused(state), state["phase"], state["home"]) == ([3, 4], "over", ["Ben", "Ana"])
    assert (state["winners"], whose(state)) == (["Ana", "Ben"], (1, "Ben", "Ana"))


def test_the_game_goes_on_with_one_home_and_one_eaten_of_three(outrun: Replayed) -> None:
    """Not all but one are eaten; later the last one is caught, and who is home wins."""
    turns = f"none; card: Ana +9; end; {TURN}; none; crawl; end; bear 1"
    state = outrun("C1 | P0 P0 P | K", turns, runners="Ana Ben Cy")
    assert (state["phase"], state["winners"], state["eaten"]) == ("terrain", [], ["Ben"])
    state = outrun("C1 | P0 P0 P | K", f"{turns}; terrain; card; end; bear 2", runners="Ana Ben Cy")
    assert (state["phase"], state["winners"], state["eaten"]) == ("over", ["Ana"], ["Ben", "Cy"])
    assert whose(state) == (2, "Cy", "bear")


def test_two_runners_end_with_the_first_eaten(outrun: Replayed) -> None:
    """The other is the last one standing and wins, though still on the trail."""
    turns = "none; crawl; end; none; card; end; bear 9"
    state = outrun("C1 | P0 P0 P | K", turns)
    assert (state["phase"], state["winners"], state["positions"]) == ("over", ["Ana"], {"Ana": 2})
    assert (state["discard"], state["deck"], whose(state)) == (0, 67, (1, "Ben", "bear"))
    state = outrun("C1 | P0 P0 P | K", turns, variants=["coop"])
    assert (state["phase"], state["winners"]) == ("over", ["bear"])


def test_coop_needs_all_of_them_home(outrun: Replayed) -> None:
    """One at home is no victory yet, and one eaten after that is a defeat for all."""
    turns = f"none; card: Ana +9; end; {TURN}; none; card: Cy +1; end"
    state = outrun("C1 | P0 P0 P | K", turns, runners="Ana Ben Cy", variants=["coop"])
    assert (state["phase"], state["winners"]) == ("bear", [])
    state = outrun("C1 | P0 P0 P | K", f"{turns}; bear 1", runners="Ana Ben Cy", variants=["coop"])
    assert (state["phase"], state["winners"], state["home"]) == ("over", ["bear"], ["Ana"])


def test_nobody_gets_home_in_last_one_standing(outrun: Replayed) -> None:
    """The trail goes on until the Bear has got all but one; moved rows are numbered anew for the Bear too."""
    park = "C1 | P0 P0 // R0 R0 R0 | P0 P0 // S0 S0"
    state = outrun(park, "none; card: Ana +5; end; none; card; end; bear 9", variants=["last_one_standing"])
    assert (state["phase"], state["winners"], state["eaten"]) == ("over", ["Ana"], ["Ben"])
    assert (state["positions"], state["bear"]) == ({"Ana": 3}, 0)


def test_a_river_at_the_end_of_an_endless_trail(outrun: Replayed) -> None:
    """The terrain step turns a tile as any move does, and the next runner is where it was put."""
    park = "C0 | P P // B | P R // S"
    events = "none; card: Ana +4; end; none; card: Ben +1; end; bear; terrain; card; end; terrain"
    state = outrun(park, events, variants=["last_one_standing"])
    assert (state["refused"], state["positions"]) == ([], {"Ana": 3, "Ben": 0})
    state = outrun(park, f"{events}; crawl; end; bear; terrain; crawl", variants=["last_one_standing"])
    assert refused(state) == []


def test_undo_brings_back_round_token_tiles_and_cards(outrun: Replayed) -> None:
    """Event by event to the start, and then there is nothing left."""
    park = "C1 | P0 P0 // R0 R0 R0 | P0 P0 // S0 S0"
    events = ["equip", "card: Ana +5", "end", "none", "card: Ben +1, Ben removes", "end", "bear 0"]
    events += ["terrain", "gear"]
    states = [
        outrun(park, "; ".join(events[:n]), variants=["last_one_standing"]) for n in range(len(events) + 1)
    ]
    for n in range(len(events) + 1):
        undone = outrun(park, "; ".join(events + ["undo"] * n), variants=["last_one_standing"])
        assert undone == states[len(events) - n]
    state = outrun(park, "; ".join(events + ["undo"] * (len(events) + 2)), variants=["last_one_standing"])
    assert refused(state) == [len(events) * 2 + 2, len(events) * 2 + 3]


def test_a_game_that_is_over_takes_only_undo(outrun: Replayed) -> None:
    """And goes on from before its last event."""
    end = "none; crawl; end; none; card; end; bear 9"
    events = "; terrain; none; crawl; sprint; card; gear; Ana reacts; end; bear; undo; bear 0"
    state = outrun("C1 | P0 P0 P | K", end + events)
    assert (refused(state), state["phase"]) == (list(range(9, 18)), "terrain")
