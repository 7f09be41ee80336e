from collections.abc import Callable
from typing import Any

import pytest

from companion.games.fields import LogError

Json = dict[str, Any]
Replayed = Callable[..., Json]

HEADER: Json = {"game": "bears", "players": ["Ana", "Ben", "Cy"]}
UNDO: Json = {"event": "undo"}


def played(start: float, guns: dict[str, int], *, runners: bool = False) -> list[Json]:
    """A whole round in which everyone gets some gun + bear pairs (or runner + tent), and every other die stays."""
    taken, dice = sum(guns.values()), 5 * len(guns)
    left = {"bears": dice - taken, "tents": 0} if runners else {"bears": 0, "tents": dice - taken}
    rolled = {"bears": left["bears"], "tents": taken} if runners else {"bears": taken, "tents": left["tents"]}
    pair = ["runner", "tent"] if runners else ["gun", "bear"]
    return [
        {"event": "camp_rolled", **rolled},
        {"event": "round_started", "t": start},
        {"event": "camp", "t": start + 1, **left},
        {"event": "round_ended", "t": start + 1},
        {
            "event": "round_read",
            "campsite": left,
            "players": {name: {"pairs": [pair] * n, "loose": []} for name, n in guns.items()},
        },
    ]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"players": ["Ana"]}, "players"),
        ({"players": ["Ana", "Ben"] * 2}, "players"),
        ({"players": ["Ana", ""]}, "players[1]"),
        ({"players": ["Ana", 7]}, "players[1]"),
        ({"players": "Ana"}, "players"),
        ({"players": [f"P{i}" for i in range(9)]}, "players"),
        ({"max_players": 2}, "players"),
        ({"max_players": 9}, "max_players"),
        ({"max_players": 1}, "max_players"),
        ({"max_players": 4.0}, "max_players"),
        ({"max_players": None}, "max_players"),
        ({"target": 0}, "target"),
        ({"target": True}, "target"),
        ({"target": 50.0}, "target"),
        ({"target": None}, "target"),
        ({"variant": "Classic"}, "variant"),
        ({"variant": None}, "variant"),
        ({"tiebreak": "none"}, "tiebreak"),
        ({"tiebreak": ["all"]}, "tiebreak"),
        ({"both_gone_sleeper": 5.0}, "both_gone_sleeper"),
        ({"both_gone_sleeper": False}, "both_gone_sleeper"),
        ({"repeat_call_s": -1}, "repeat_call_s"),
        ({"repeat_call_s": "1"}, "repeat_call_s"),
        ({"repeat_call_s": True}, "repeat_call_s"),
    ],
)
def test_a_wrong_setting_is_named(replayed: Replayed, change: Json, field: str) -> None:
    """A setting is what the rules page allows, or the match does not begin."""
    with pytest.raises(LogError) as caught:
        replayed({**HEADER, **change})
    assert (caught.value.line, caught.value.field) == (1, field)


def test_eight_may_play_and_order_of_the_header_holds(replayed: Replayed) -> None:
    """Sets are combined for 8; everybody appears in the order of the header."""
    names = list("hgfedcba")
    state = replayed({**HEADER, "players": names}, {"event": "camp_rolled", "bears": 20, "tents": 20})
    assert (state["in"], list(state["totals"]), state["phase"]) == (names, names, "ready")


def test_the_read_is_believed(replayed: Replayed) -> None:
    """Faces and campsite of the read are not compared with what was seen before, only counted."""
    *before, read = played(0, {"Ana": 1, "Ben": 2, "Cy": 0})
    believed = {
        "event": "round_read",
        "campsite": {"bears": 3, "tents": 9},
        "players": {
            "Ana": {"pairs": [["tent", "sleeper"]], "loose": []},
            "Ben": {"pairs": [], "loose": ["bear"]},
            "Cy": {"pairs": [["runner", "tent"]], "loose": []},
        },
    }
    state = replayed(HEADER, *before, believed)
    assert (state["refused"], state["totals"]) == ([], {"Ana": -2, "Ben": -1, "Cy": 2})
    assert read["campsite"] != believed["campsite"]


def test_scores_are_told_in_the_order_of_the_players(replayed: Replayed) -> None:
    """Whatever order the seats were read in."""
    *before, read = played(0, {"Cy": 0, "Ben": 2, "Ana": 1})
    state = replayed(HEADER, *before, read)
    assert list(state["rounds"][0]["scores"].items()) == [("Ana", 1), ("Ben", 2), ("Cy", 0)]


def test_a_read_that_does_not_add_up_says_by_how_much(replayed: Replayed) -> None:
    """Whoever recounts the table needs to know what to look for."""
    *before, read = played(0, {"Ana": 1, "Ben": 2, "Cy": 0})
    seats = read["players"]
    missing = {**read, "campsite": {"bears": 0, "tents": 10}}
    surplus = {**read, "players": {**seats, "Ana": {"pairs": [], "loose": ["bear"] * 3}}}
    handful = {**read, "players": {**seats, "Ben": {"pairs": [["gun", "bear"]] * 2, "loose": ["gun"] * 5}}}
    state = replayed(HEADER, *before, missing, surplus, handful)
    reasons = [refusal["reason"] for refusal in state["refused"]]
    assert "2 missing" in reasons[0]
    assert "2 surplus" in reasons[1]
    assert "Ben has 7 Player Dice, 2 surplus" in reasons[2]
    assert state["phase"] == "ended"


def test_a_read_needs_everyone_still_in_and_nobody_else(replayed: Replayed) -> None:
    """Who is out has no dice to be read, and who is in may not be forgotten."""
    header = {**HEADER, "variant": "survival"}
    first = played(0, {"Ana": 2, "Ben": 1, "Cy": 3}, runners=True)
    *before, read = played(10, {"Ana": 2, "Cy": 3}, runners=True)
    with_ben = {**read, "players": {**read["players"], "Ben": {"pairs": [], "loose": []}}}
    without_cy = {**read, "players": {"Ana": read["players"]["Ana"]}}
    state = replayed(header, *first, *before, with_ben, without_cy, {**read, "players": {}}, read)
    assert [refusal["line"] for refusal in state["refused"]] == [11, 12, 13]
    assert (state["winner"], state["in"], state["phase"]) == ("Cy", ["Cy"], "over")


def test_a_wrong_number_of_camp_dice_cites_what_sets_it(replayed: Replayed) -> None:
    """Five a player by the setup, and five fewer for each who is out by the variant."""
    wrong = {"event": "camp_rolled", "bears": 5, "tents": 6}
    header = {**HEADER, "variant": "survival"}
    state = replayed(header, wrong, *played(0, {"Ana": 2, "Ben": 1, "Cy": 3}, runners=True), wrong)
    assert "(rulebook: Setting Up the Game)" in state["refused"][0]["reason"]
    assert "(rulebook: Alternate Rules" in state["refused"][1]["reason"]


def test_survival_removes_only_a_single_slowest(replayed: Replayed) -> None:
    """Ties for fewest keep everyone in, in a first round and in a last one."""
    header = {**HEADER, "variant": "survival", "target": 1}
    rounds = [
        *played(0, {"Ana": 2, "Ben": 2, "Cy": 2}, runners=True),
        *played(10, {"Ana": 0, "Ben": 0, "Cy": 5}, runners=True)[:-1],
    ]
    state = replayed(header, *rounds, played(10, {"Ana": 0, "Ben": 0, "Cy": 5}, runners=True)[-1])
    assert (state["in"], state["phase"], state["round"]) == (["Ana", "Ben", "Cy"], "setup", 3)


def test_survival_with_no_pairs_at_all_is_a_tie(replayed: Replayed) -> None:
    """Gun + bear pairs do not count, so all have none and nobody is out."""
    state = replayed({**HEADER, "variant": "survival"}, *played(0, {"Ana": 2, "Ben": 1, "Cy": 0}))
    assert state["rounds"][0]["scores"] == {"Ana": 0, "Ben": 0, "Cy": 0}
    assert (state["in"], state["totals"]) == (["Ana", "Ben", "Cy"], {})


def test_an_undone_last_round_brings_the_loser_back(replayed: Replayed) -> None:
    """Undo of a deciding read gives the seat and the five Camp Dice back."""
    header = {**HEADER, "players": ["Ana", "Ben"], "variant": "survival"}
    first = played(0, {"Ana": 2, "Ben": 1}, runners=True)
    assert replayed(header, *first)["winner"] == "Ana"
    state = replayed(header, *first, UNDO)
    assert (state["winner"], state["in"], state["phase"], state["round"]) == (
        None,
        ["Ana", "Ben"],
        "ended",
        1,
    )


def test_a_tie_below_the_target_is_no_tie_break(replayed: Replayed) -> None:
    """Only a tie that would have decided the game starts a tie-break."""
    header = {**HEADER, "target": 6, "tiebreak": "tied"}
    rounds = played(0, {"Ana": 5, "Ben": 5, "Cy": 0}) + played(10, {"Ana": 0, "Ben": 0, "Cy": 5})
    state = replayed(header, *rounds)
    assert (state["in"], state["winner"], state["phase"]) == (["Ana", "Ben", "Cy"], None, "setup")


def test_a_tied_player_who_drops_back_still_plays_against_the_tied_only(replayed: Replayed) -> None:
    """Who is out cannot win, even with a total above those that broke the tie."""
    header = {**HEADER, "target": 5, "tiebreak": "tied"}
    *before, read = played(10, {"Ana": 2, "Ben": 2})
    losses = {"pairs": [], "loose": ["bear", "bear"]}
    sunk = {**read, "players": {"Ana": losses, "Ben": {"pairs": [["runner", "bear"]], "loose": ["bear"]}}}
    rounds = [*played(0, {"Ana": 5, "Ben": 5, "Cy": 4}), *before, sunk]
    state = replayed(header, *rounds, *played(20, {"Ana": 0, "Ben": 1})[:-1])
    assert (state["totals"], state["in"]) == ({"Ana": 3, "Ben": 3, "Cy": 4}, ["Ana", "Ben"])
    last = played(20, {"Ana": 0, "Ben": 1})[-1]
    penalty = {
        **last,
        "players": {"Ana": {"pairs": [], "loose": ["bear"]}, "Ben": {"pairs": [], "loose": []}},
    }
    state = replayed(header, *rounds, *played(20, {"Ana": 0, "Ben": 1})[:-1], penalty)
    assert (state["winner"], state["totals"]) == ("Ben", {"Ana": 2, "Ben": 3, "Cy": 4})


def test_a_tie_of_three_may_shrink_to_two(replayed: Replayed) -> None:
    """With `tied`, each round of the tie-break leaves only those who are still level."""
    header = {**HEADER, "target": 3, "tiebreak": "tied"}
    state = replayed(
        header,
        *played(0, {"Ana": 3, "Ben": 3, "Cy": 3}),
        *played(10, {"Ana": 2, "Ben": 1, "Cy": 2}),
        *played(20, {"Ana": 1, "Cy": 2}),
    )
    assert (state["in"], state["winner"], state["refused"]) == (["Ana", "Cy"], "Cy", [])


def test_undo_of_a_tie_brings_everyone_back_in(replayed: Replayed) -> None:
    """Undo takes back who was out, too, and the tie-break with it."""
    header = {**HEADER, "target": 5, "tiebreak": "tied"}
    first = played(0, {"Ana": 5, "Ben": 5, "Cy": 0})
    state = replayed(header, *first, UNDO, played(0, {"Ana": 4, "Ben": 4, "Cy": 0})[-1])
    assert (state["phase"], state["in"], state["round"]) == ("setup", ["Ana", "Ben", "Cy"], 2)


def test_when_the_game_is_over_only_undo_is_taken(replayed: Replayed) -> None:
    """Nothing happens any more; but a mistyped field is an error of the log even then."""
    header = {**HEADER, "target": 5}
    over = played(0, {"Ana": 5, "Ben": 1, "Cy": 0})
    others = [*played(10, {"Ana": 1, "Ben": 1, "Cy": 0}), {"event": "call", "t": 20, "player": "Ana"}]
    state = replayed(header, *over, *others)
    assert (state["phase"], state["round"], [r["line"] for r in state["refused"]]) == (
        "over",
        1,
        list(range(7, 13)),
    )
    with pytest.raises(LogError):
        replayed(header, *over, {"event": "call", "t": 20, "player": "Zoe"})
    assert replayed(header, *over, *others, UNDO)["phase"] == "ended"


def test_several_undos_pass_over_what_was_refused(replayed: Replayed) -> None:
    """Refused events between do not count as something to take back, and their entries stay."""
    refused = {"event": "round_ended", "t": 0}
    log = [line for event in played(1, {"Ana": 5, "Ben": 1, "Cy": 0}) for line in (event, refused)]
    state = replayed(HEADER, *log, *[UNDO] * 7)
    assert state["phase"] == "setup"
    assert [refusal["line"] for refusal in state["refused"]] == [3, 5, 7, 9, 11, 17, 18]
