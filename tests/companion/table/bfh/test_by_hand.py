"""A match without a camera: everything by three buttons, and nothing that the rules forbid."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from companion.games.bfh import Move, legal_moves
from hardware.buttons import Menu
from tests.companion.table.bfh.bfh_bench import BfhBench


def test_placing(tmp_path: Path) -> None:
    """Piece, file, square; a square that is taken is not offered, and back leads one step back."""
    table = BfhBench(tmp_path, watched=False)
    assert table.said["watched"] is False
    table.ok()
    table.choose("neutral fox")
    table.choose("d")
    table.press(Menu.BACK)
    table.choose("d")
    table.choose("d4")
    assert table.stacks == {"d4": ["neutral-2"]}
    table.read_all()
    table.ok()
    table.choose("neutral bear")
    table.choose("d")
    assert "d4" not in table.said["options"]


def test_a_die_of_ones_own(tmp_path: Path) -> None:
    """What was chosen stays chosen, over a power cut too; what the die shows is entered."""
    table = BfhBench(tmp_path, die="buttons")
    table.places()
    table.ok()
    assert (table.screen, table.said["title"]) == ("count", "The die shows")
    table.press(Menu.BACK)
    table.choose("Go on")
    assert table.screen == "count"
    table.pull_the_plug()
    table.switch_on()
    table.wait(3)
    assert table.screen == "count"
    table.enter(4)
    assert (table.screen, table.said["value"]) == ("rolled", 4)


def test_pieces_that_push_each_other_are_told_apart(tmp_path: Path) -> None:
    """Where a displaced piece goes is asked, each answer in full."""
    table = BfhBench(tmp_path)
    table.places()
    for piece in ("blue-2", "red-2"):
        table.throws.next = [3]
        table.ok()
        event = next(
            e for e in legal_moves(table.board.state) if isinstance(e, Move) and str(e.piece) == piece
        )
        table.follow(event)
        table.wait(3)
        if table.screen == "aftermove":
            table.ok()
    assert table.board.state.to_move == "blue"
    table.throws.next = [3]
    table.ok()
    table.ok()
    table.choose("blue bear enters c1")
    assert table.stacks["c1"][-1] == "blue-3"


@pytest.mark.parametrize("seed", range(2))
def test_a_whole_match(tmp_path: Path, seed: int) -> None:
    """Two colours race by buttons alone until one has all three home, and ok ends the match."""
    rng = random.Random(seed)
    table = BfhBench(tmp_path, watched=False)
    for _ in range(3000):
        table.read_all()
        if table.screen == "winner":
            break
        match table.screen:
            case "choose":
                table.choose(rng.choice(_inward(table.said["options"])))
            case "turnchoice":
                table.throws.next = [rng.randint(4, 6)]
                table.ok()
            case _:
                table.ok()
    assert table.screen == "winner"
    assert table.said["player"] == table.state["winner"]
    assert any(line.endswith(" wins") for line in table.lines)
    assert not table.table.over
    table.press(Menu.BACK)
    table.choose("Take back last")
    table.choose("Yes")
    table.choose("Go on")
    assert table.state["phase"] == "move"
    table.read_all()
    table.ok()
    while table.screen == "choose":
        table.choose(_inward(table.said["options"])[0])
    if table.screen != "winner":
        table.read_all()


def _inward(options: tuple[str, ...]) -> list[str]:
    """Moves of coloured pieces, homeward first, so that a match ends."""
    home = [option for option in options if option.endswith(" home")]
    own = [option for option in options if "neutral" not in option]
    return home or own or list(options)
