from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.games.fields import Fields
from companion.games.log import Play
from companion.games.outrun import GAME, BearDraw, allowed
from companion.games.outrun.events import Crawl, EndTurn, ResolveTerrain

CASES = Path(__file__).parents[3] / "data" / "rules" / "outrun"
Json = dict[str, Any]


@pytest.fixture
def park() -> list[Json]:
    """A campsite, a bramble and a parking lot."""
    terrains = ("campsite", "bramble", "parking")
    return [{"tile": name, "rows": [{"terrain": name, "paws": 1}]} for name in terrains]


@pytest.fixture
def play(park: list[Json]) -> Callable[..., Play[Any, Any, Any]]:
    """Take events, by their names and choices, in a match of Ana, who begins, and Ben."""

    def run(*events: str) -> Play[Any, Any, Any]:
        header = {"game": "outrun", "runners": ["Ana", "Ben"], "token": "Ben", "park": park}
        taken = Play.begin(GAME, Fields(header))
        for line, text in enumerate(events, start=2):
            name, *choice = text.split()
            event: Json = {"event": name, **({"choice": choice[0]} if choice else {})}
            if name == "card":
                event |= {"kind": "action", "effects": [{"move": "Ana", "rows": 1}]}
            if name == "bear":
                event |= {"values": [0] * 2}
            taken = taken.take(Fields(event), line=line)
        assert not taken.refused
        return taken

    return run


def test_every_phase_says_what_is_allowed(play: Callable[..., Play[Any, Any, Any]]) -> None:
    """The screens lead through a turn by it: terrain, action, end, and the Bear's cards with where they come from."""
    may = allowed(play().state)
    assert may.events == (ResolveTerrain("equip"), ResolveTerrain("exchange"), ResolveTerrain("none"))
    assert (may.to_move, may.phase, may.cards, may.reactions) == ("Ana", "terrain", (), ("Ben",))
    may = allowed(play("terrain none").state)
    assert (may.events, may.cards) == ((Crawl(),), ("action", "equipment"))
    may = allowed(play("terrain none", "card").state)
    assert (may.events, may.cards, may.reactions) == ((EndTurn(),), (), ("Ben",))
    to_bear = ("terrain none", "card", "end_turn", "terrain none", "card", "end_turn")
    may = allowed(play(*to_bear).state)
    assert (may.to_move, may.phase, may.events, may.cards, may.reactions) == ("bear", "bear", (), (), ())


def test_the_bears_cards_come_from_the_discard_pile_first(
    play: Callable[..., Play[Any, Any, Any]], park: list[Json]
) -> None:
    """Two cards for three paw prints there, and one from the deck."""
    park[0]["rows"][0]["paws"] = 3
    to_bear = ("terrain none", "card", "end_turn", "terrain exchange", "crawl", "end_turn")
    assert allowed(play(*to_bear).state).bear_draw == BearDraw(from_discard_pile=2, from_deck=1)


def test_nothing_is_allowed_once_the_game_is_over(play: Callable[..., Play[Any, Any, Any]]) -> None:
    """But for undo, which is not a rule of the game."""
    may = allowed(play("terrain none", "crawl", "end_turn", "terrain none", "crawl").state)
    assert (may.phase, may.events, may.cards, may.reactions, may.bear_draw) == ("over", (), (), (), None)


TOLD = {
    "the-round-starts-left-of-the-token": (
        "Ana: row 0 (campsite), 2 in hand",
        "the Bear: before the first row",
    ),
    "the-bear-draws-one-card-a-paw-print": (
        "the Bear: row 1",
        "round 2, token with Ben: the Bear draws 7: 0 from the bottom of the discard pile, 7 from the top of the deck",
    ),
    "everybody-gets-equipment": (
        "round 1, token with Cy: Ana is to crawl or play a card; a reaction may come from Ben, Cy",
    ),
    "second-equipment-discards-the-first": ("Ana: row 0 (campsite), 2 in hand, equipped",),
    "one-home-the-others-eaten": ("Ana: home, 1 in hand", "Ben: eaten", "Ana wins"),
    "coop-lost-with-the-first-eaten": ("Outrun the Bear, coop: Ana, Ben, Cy", "the Bear wins"),
    "coop-won-when-all-are-home": ("Ana, Ben win",),
    "ham-leaves-the-game": ("deck 68, discard pile 0, out of the game 1",),
}


@pytest.mark.parametrize("case", TOLD)
def test_the_summary_is_for_people(case: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Without --json the same command says where everyone is and what is to be done."""
    assert main(["replay", str(CASES / f"{case}.jsonl")]) == 0
    assert set(TOLD[case]) <= set(capsys.readouterr().out.splitlines())
