from collections.abc import Callable
from typing import Any

import pytest

from companion.games.fields import LogError

Json = dict[str, Any]
Replayed = Callable[..., Json]

HEADER: Json = {"game": "bfh", "players": ["red", "blue"]}
UNDO: Json = {"event": "undo"}


def placed(hare: str, fox: str, bear: str) -> list[Json]:
    """The neutral pieces on their squares; the next turn is the fourth."""
    squares = {"neutral-1": hare, "neutral-2": fox, "neutral-3": bear}
    return [{"event": "place", "piece": piece, "at": at} for piece, at in squares.items()]


def refused(state: Json) -> list[int]:
    return [refusal["line"] for refusal in state["refused"]]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"players": ["red"]}, "players"),
        ({"players": list("abcde")}, "players"),
        ({"players": ["red", "red"]}, "players"),
        ({"players": ["red", "neutral"]}, "players"),
        ({"players": ["red", ""]}, "players[1]"),
        ({"board": None}, "board"),
        ({"board": "Two-arm"}, "board"),
        ({"board": 2}, "board"),
    ],
)
def test_a_wrong_header_is_named(replayed: Replayed, change: Json, field: str) -> None:
    """Colours are distinct, not `neutral`, and 2 to 4; the board is one that there is."""
    with pytest.raises(LogError) as caught:
        replayed({**HEADER, **change})
    assert (caught.value.line, caught.value.field) == (1, field)


@pytest.mark.parametrize(
    ("event", "field"),
    [
        ({"event": "place", "piece": "neutral-1"}, "at"),
        ({"event": "place", "piece": "neutral-4", "at": "a1"}, "piece"),
        ({"event": "place", "piece": "neutral-1", "at": "a9"}, "at"),
        ({"event": "place", "piece": "neutral-1", "at": "A1"}, "at"),
        ({"event": "place", "piece": "neutral-1", "at": ["a1"]}, "at"),
        ({"event": "roll"}, "value"),
        ({"event": "roll", "value": 0}, "value"),
        ({"event": "roll", "value": 3.0}, "value"),
        ({"event": "roll", "value": True}, "value"),
        ({"event": "move", "piece": "red", "start": "a1"}, "piece"),
        ({"event": "move", "piece": "red-1", "start": None}, "start"),
        ({"event": "move", "piece": "red-1", "start": "i1"}, "start"),
        ({"event": "move", "piece": "red-1", "displace": None}, "displace"),
        ({"event": "move", "piece": "red-1", "displace": "north"}, "displace"),
        ({"event": "move", "piece": "red-1", "displace": ["north", "up"]}, "displace[1]"),
        ({"event": "special", "piece": "red-1"}, "direction"),
        ({"event": "special", "piece": "red-1", "direction": "North"}, "direction"),
        ({"event": "special", "piece": "red-1", "direction": "north", "displace": [None]}, "displace[0]"),
    ],
)
def test_a_wrong_field_is_named_in_any_phase(replayed: Replayed, event: Json, field: str) -> None:
    """Also in the placing, where most of these events would be refused."""
    with pytest.raises(LogError) as caught:
        replayed(HEADER, event)
    assert (caught.value.line, caught.value.field) == (2, field)


def test_colours_may_be_any_names(replayed: Replayed) -> None:
    """Even names that look like pieces."""
    events = [*placed("a8", "a5", "h3"), {"event": "roll", "value": 2}]
    events += [{"event": "move", "piece": "red-1-3", "start": "a1"}]
    state = replayed({**HEADER, "players": ["red", "red-1"]}, *events)
    assert (state["refused"], state["board"]["b1"]) == ([], ["red-1-3"])


def test_the_turn_needs_a_roll_or_a_special(replayed: Replayed) -> None:
    """No passing, no ending a turn in which nothing happened."""
    end, skip, roll = {"event": "end_turn"}, {"event": "pass"}, {"event": "roll", "value": 1}
    state = replayed(HEADER, *placed("a8", "a5", "h3"), end, skip, roll, skip, end)
    assert (refused(state), state["phase"], state["turn"]) == ([5, 6, 8, 9], "move", 4)


def test_undo_gives_the_roll_back(replayed: Replayed) -> None:
    """After the undo of a move the same roll is to be moved, by another piece if one likes."""
    roll = {"event": "roll", "value": 4}
    moves = [{"event": "move", "piece": piece, "start": "h8"} for piece in ("blue-1", "blue-3")]
    state = replayed(HEADER, *placed("d1", "e1", "a5"), roll, moves[0], UNDO, moves[1])
    assert (state["board"]["e8"], state["phase"], state["refused"]) == (["blue-3"], "after_move", [])


def test_undo_brings_the_last_special_back_too(replayed: Replayed) -> None:
    """What the next turn may not do depends on the specials that stand."""
    swap, back = ({"event": "special", "piece": "neutral-2", "direction": d} for d in ("west", "east"))
    state = replayed(HEADER, *placed("d1", "e1", "a5"), swap, UNDO, swap, back)
    assert (refused(state), state["board"]["d1"]) == ([8], ["neutral-2"])
    assert "rulebook: Special Movement" in state["refused"][0]["reason"]
