from pathlib import Path

from companion.games.bfh import Move, Special, State
from companion.table.bfh.on_board import BY_HAND, GO_ON
from hardware.buttons import Menu
from hardware.outputs import Light, Sound
from tests.companion.table.bfh.bfh_bench import BfhBench


def names(table: BfhBench) -> list[str]:
    return [str(entry.event["event"]) for entry in table.match.entries if entry.fate == "counts"]


def test_neutral_pieces_are_placed(tmp_path: Path) -> None:
    """The first three turns: each piece is seen, recorded and told, and the next player's lamp is lit."""
    table = BfhBench(tmp_path)
    assert (table.screen, table.said["player"], table.said["left"]) == ("placeneutral", "red", (1, 2, 3))
    assert table.shown.lights[0] is Light.ON
    table.stand(c4=["neutral-3"])
    table.wait(0.4)
    assert names(table) == []
    table.wait(0.3)
    assert names(table) == ["place"]
    assert (table.screen, table.said["what"]) == ("moveseen", "neutral bear on c4")
    assert "red: neutral bear on c4" in table.lines
    table.wait(2)
    assert (table.screen, table.said["player"], table.said["left"]) == ("placeneutral", "blue", (1, 2))
    assert (table.shown.lights[0], table.shown.lights[1]) == (Light.OFF, Light.ON)


def test_a_turn_with_a_roll(tmp_path: Path) -> None:
    """Choose, roll, move; with nothing beside it the turn ends by itself."""
    table = BfhBench(tmp_path)
    table.places()
    table.throws.next = [3]
    assert (table.screen, table.said["player"], table.said["options"]) == ("turnchoice", "blue", ("Roll",))
    table.ok()
    assert (table.screen, table.said["value"], table.said["own"]) == ("rolled", 3, (1, 2, 3))
    table.follow(Move(table.piece("blue-2"), "a1"))
    table.wait(1)
    assert table.stacks["c1"] == ["blue-2"]
    assert names(table)[-3:] == ["roll", "move", "end_turn"]
    table.wait(3)
    assert (table.screen, table.said["player"], table.said["turn"]) == ("turnchoice", "red", 5)
    move = table.match.entries[-2]
    assert table.match.why(move.seq) == {"by": "camera"}
    assert table.match.frame(move.seq) == b"jpeg"


def test_the_choice_comes_before_the_roll(tmp_path: Path) -> None:
    """Once the die is thrown nobody can make a special move instead."""
    table = BfhBench(tmp_path)
    table.places()
    table.stand(c4=["neutral-3"], c7=["neutral-2"], f2=["neutral-1"], c8=["blue-2"])
    table.throws.next = [1]
    table.ok()
    table.stand(c4=["neutral-3"], c7=["neutral-2"], f2=["neutral-1"], a1=["blue-2"])
    table.wait(3)
    table.throws.next = [4]
    table.ok()
    assert table.screen == "rolled"
    table.press(Menu.NEXT)
    table.press(Menu.BACK)
    assert (table.screen, table.said["title"]) == ("choose", "Menu")
    assert "special" not in str(table.said["options"]).lower()


def neighbours(table: BfhBench) -> State:
    """Red's fox next to the neutral one, red to move, nothing rolled."""
    table.places()
    for value, event in ((1, Move(table.piece("blue-2"), "a1")), (6, Move(table.piece("red-2"), "h8"))):
        table.throws.next = [value]
        table.ok()
        table.follow(event)
        table.wait(3)
        if table.screen == "aftermove":
            table.ok()
    table.throws.next = [1]
    table.ok()
    table.follow(Move(table.piece("blue-2")))
    table.wait(3)
    assert table.board.state.to_move == "red"
    return table.board.state


def test_a_special_instead_of_a_roll(tmp_path: Path) -> None:
    """It is chosen by a button, then made on the board."""
    table = BfhBench(tmp_path)
    neighbours(table)
    assert table.stacks["c8"] == ["red-2"]
    assert table.said["options"] == ("Roll", "Special")
    table.press(Menu.NEXT, Menu.OK)
    assert (table.screen, table.said["own"], table.said["neutral"]) == ("specialmove", (2,), (2,))
    table.press(Menu.BACK)
    assert table.screen == "turnchoice"
    table.press(Menu.NEXT, Menu.OK)
    table.stand(c4=["neutral-3"], c8=["neutral-2"], f2=["neutral-1"], b1=["blue-2"], c7=["red-2"])
    table.wait(1)
    # Both foxes may be moved by red, so nobody can see which of them made it.
    assert (table.screen, len(table.said["options"])) == ("whichmove", 2)
    table.press(Menu.NEXT, Menu.OK)
    assert names(table)[-1] == "special"
    assert table.match.entries[-1].event["piece"] == "neutral-2"
    assert table.match.why(table.match.entries[-1].seq) == {"by": "people and camera"}
    assert table.room.asked[-1][0] == 7


def test_a_special_that_is_made_without_choosing_is_a_choice(tmp_path: Path) -> None:
    """Who swaps before rolling has chosen, button or not."""
    table = BfhBench(tmp_path)
    state = neighbours(table)
    table.follow(Special(table.piece("neutral-2"), "north"))
    table.wait(1)
    assert table.screen == "whichmove"
    table.ok()
    assert (table.board.state.turn, names(table)[-1]) == (state.turn + 1, "special")


def beside_the_fox(table: BfhBench) -> None:
    """Red has rolled 6: its fox can come in beside the neutral one."""
    table.places()
    table.ok()
    table.follow(Move(table.piece("blue-2"), "a1"))
    table.wait(3)
    table.throws.next = [6]
    table.ok()


def test_a_special_after_the_move(tmp_path: Path) -> None:
    """The piece that moved may make its special move, and no other; or ok ends the turn."""
    table = BfhBench(tmp_path)
    beside_the_fox(table)
    table.follow(Move(table.piece("red-2"), "h8"))
    table.wait(3)
    assert (table.screen, table.said["piece"], table.said["deed"]) == ("aftermove", "red fox", "Swap")
    assert table.shown.lights[0] is Light.SLOW
    table.follow(Special(table.piece("red-2"), "south"))
    table.wait(1)
    assert names(table)[-2:] == ["move", "special"]
    assert table.stacks["c7"] == ["red-2"]
    assert table.state["to_move"] == "blue"


def test_the_turn_is_ended_by_a_button(tmp_path: Path) -> None:
    """Nobody has to make a special move."""
    table = BfhBench(tmp_path)
    beside_the_fox(table)
    table.follow(Move(table.piece("red-2"), "h8"))
    table.wait(3)
    table.ok()
    assert names(table)[-2:] == ["move", "end_turn"]
    assert (table.screen, table.said["player"]) == ("turnchoice", "blue")


def test_a_move_and_its_special_in_one_go(tmp_path: Path) -> None:
    """Quick players do not wait for the device; both are recorded, and told."""
    table = BfhBench(tmp_path)
    beside_the_fox(table)
    table.follow(Move(table.piece("red-2"), "h8"), Special(table.piece("red-2"), "south"))
    table.wait(1)
    assert names(table)[-2:] == ["move", "special"]
    assert "red: red fox enters c8; red fox swaps south, neutral fox to c8" in table.lines


def test_what_is_not_allowed_is_told_and_waited_for(tmp_path: Path) -> None:
    """With the reason, the rule, and where; once it is put back and done right, the match goes on."""
    table = BfhBench(tmp_path)
    table.places()
    table.throws.next = [3]
    table.ok()
    before = dict(table.eyes.stacks)
    table.stand(c4=["neutral-3"], c7=["neutral-2"], f2=["neutral-1"], d1=["blue-2"])
    table.wait(2)
    assert (table.screen, table.said["reason"]) == (
        "notallowed",
        "the blue fox came in 4 squares, the roll was 3",
    )
    assert table.said["put_back"] == ("take the blue fox off d1",)
    assert table.shown.sounds[-1] is Sound.FALSE_CALL
    assert sum("not allowed" in line for line in table.lines) == 1
    assert table.match.notes["refused"]["reason"] == table.said["reason"]
    table.wait(5)
    assert table.screen == "notallowed"
    table.eyes.stacks = before
    table.eyes.moved_ns = table.now_ns
    table.wait(1)
    assert table.screen == "rolled"
    table.follow(Move(table.piece("blue-2"), "a1"))
    table.wait(1)
    assert table.stacks["c1"] == ["blue-2"]


def test_a_piece_in_the_hand(tmp_path: Path) -> None:
    """Who thinks with a piece in the hand is reminded after a while, not scolded."""
    table = BfhBench(tmp_path)
    table.places()
    table.throws.next = [2]
    table.ok()
    table.stand(c4=["neutral-3"], f2=["neutral-1"])
    table.wait(1)
    assert table.screen == "rolled"
    table.wait(2)
    assert (table.screen, table.said["piece"], table.said["square"]) == ("putdown", "neutral fox", "c7")
    table.stand(c4=["neutral-3"], f2=["neutral-1"], a7=["neutral-2"])
    table.wait(2)
    assert table.screen == "notallowed"
    assert not any("not allowed: the neutral fox is" in line for line in table.lines)


def test_hands_over_the_board_are_waited_for(tmp_path: Path) -> None:
    """Nothing is found while something reaches over the board; after some seconds people are asked."""
    table = BfhBench(tmp_path)
    table.places()
    table.throws.next = [2]
    table.ok()
    table.eyes.covered = True
    table.eyes.doubtful = frozenset({"a1", "b1", "c1"})
    table.follow(Move(table.piece("blue-2"), "a1"))
    table.wait(3)
    assert table.screen == "rolled"
    table.wait(4)
    assert table.screen == "boarddoubt"
    table.eyes.covered, table.eyes.doubtful = False, frozenset()
    table.wait(3)
    assert table.stacks["b1"] == ["blue-2"]


def test_a_piece_that_left_the_board_is_looked_for_twice(tmp_path: Path) -> None:
    """It may be in a hand: only a second look makes it home."""
    table = BfhBench(tmp_path, ("red", "blue"))
    table.stand(e4=["neutral-3"])
    table.wait(3)
    table.stand(e4=["neutral-3"], c7=["neutral-2"])
    table.wait(3)
    table.stand(e4=["neutral-3"], c7=["neutral-2"], f2=["neutral-1"])
    table.wait(3)
    table.ok()
    table.stand(c7=["neutral-2"], f2=["neutral-1"])
    table.wait(0.8)
    assert table.screen == "rolled"
    reads = table.eyes.reads
    table.wait(1)
    assert table.eyes.reads == reads + 1
    assert table.piece("neutral-3") in table.board.state.off
    assert table.state["turn"] == 5


def test_what_cannot_be_seen_is_asked(tmp_path: Path) -> None:
    """The only legal move would fit, but nobody saw the piece arrive: one press of ok confirms it."""
    table = BfhBench(tmp_path)
    table.places()
    table.throws.next = [1]
    table.ok()
    table.eyes.hidden = frozenset({"b7"})
    table.follow(Move(table.piece("neutral-2")))
    table.wait(1)
    assert (table.screen, table.said["options"]) == ("whichmove", ("neutral fox c7 to b7",))
    assert any("b7 cannot be seen well" in line for line in table.lines)
    table.ok()
    assert table.stacks["b7"] == ["neutral-2"]
    table.wait(3)
    assert table.screen == "turnchoice"


def test_a_second_look_comes_before_a_question(tmp_path: Path) -> None:
    """What one picture does not show well the next one may; nobody is asked about what it settles."""
    table = BfhBench(tmp_path)
    table.places()
    table.throws.next = [1]
    table.ok()
    table.eyes.hidden = frozenset({"b7"})
    table.follow(Move(table.piece("neutral-2")))
    reads = table.eyes.reads
    while table.eyes.reads == reads:
        table.wait(0.1)
    table.eyes.hidden = frozenset()
    table.wait(1)
    assert table.stacks["b7"] == ["neutral-2"]
    assert "whichmove" not in [screen for screen, _ in table.screens]


def test_a_second_look_comes_before_something_is_forbidden(tmp_path: Path) -> None:
    """A rider that one picture does not show was not taken away; nobody is told to put it back."""
    table = BfhBench(tmp_path)
    table.places()
    table.throws.next = [1]
    table.ok()
    move = Move(table.piece("neutral-2"))
    table.follow(move)
    table.eyes.stacks.pop("c4")
    reads = table.eyes.reads
    while table.eyes.reads == reads:
        table.wait(0.1)
    table.wait(0.4)
    moved_ns = table.eyes.moved_ns
    table.follow(move)
    table.eyes.moved_ns = moved_ns
    table.wait(1)
    assert table.stacks["b7"] == ["neutral-2"]
    assert not {"notallowed", "putback"}.intersection(screen for screen, _ in table.screens)


def test_a_doubt_is_shown_once_somebody_has_touched_the_board(tmp_path: Path) -> None:
    """A square that is always hard to see bothers nobody; one that may hide a move does, until people say otherwise."""
    table = BfhBench(tmp_path)
    table.places()
    table.throws.next = [1]
    table.eyes.hidden = frozenset({"b7", "c7"})
    table.ok()
    table.wait(5)
    assert table.screen == "rolled"
    table.eyes.moved_ns = table.now_ns
    table.wait(1)
    assert (table.screen, table.said["of"]) == ("boarddoubt", 2)
    table.ok()
    table.choose(GO_ON)
    table.wait(1)
    assert table.screen == "rolled"
    table.eyes.moved_ns = table.now_ns
    table.wait(1)
    assert table.screen == "rolled"


def test_people_may_insist(tmp_path: Path) -> None:
    """Where the camera is surely wrong, people say so once, and play on until the square changes."""
    table = BfhBench(tmp_path)
    table.places()
    table.stand(c4=["neutral-3"], c7=["red-2"], f2=["neutral-1"])
    table.wait(2)
    assert table.screen == "notallowed"
    table.ok()
    table.choose(GO_ON)
    assert table.screen == "turnchoice"
    table.throws.next = [2]
    table.ok()
    table.stand(c4=["neutral-3"], c7=["red-2"], f2=["neutral-1"], b1=["blue-1"])
    table.wait(1)
    assert table.stacks["b1"] == ["blue-1"]


def test_help_by_hand_while_the_board_is_refused(tmp_path: Path) -> None:
    """People have the last word about what was moved, within the rules."""
    table = BfhBench(tmp_path)
    table.places()
    table.throws.next = [3]
    table.ok()
    table.stand(c4=["neutral-3"], c7=["neutral-2"], f2=["neutral-1"], d1=["blue-2"])
    table.wait(2)
    table.ok()
    table.choose(BY_HAND)
    table.choose("blue fox enters c1")
    assert table.stacks["c1"] == ["blue-2"]
    assert table.match.why(table.match.entries[-2].seq) == {"by": "people"}
    table.wait(3)
    assert table.screen == "turnchoice"


def test_taking_back(tmp_path: Path) -> None:
    """What was taken back is not found again as it stands; the board has to be put back first."""
    table = BfhBench(tmp_path)
    table.places()
    table.throws.next = [3]
    table.ok()
    table.follow(Move(table.piece("blue-2"), "a1"))
    table.wait(3)
    for what in ("end of turn", "the move"):
        table.press(Menu.BACK)
        table.choose("Take back last")
        assert table.said["title"] == f"Take back: {what}"
        table.choose("Yes")
        table.choose("Go on")
        table.wait(3)
    assert table.state["phase"] == "move"
    assert (table.screen, table.said["what"]) == ("putback", "take the blue fox off c1")
    table.stand(c4=["neutral-3"], c7=["neutral-2"], f2=["neutral-1"])
    table.wait(1)
    assert table.screen == "rolled"
    table.follow(Move(table.piece("blue-1"), "a1"))
    table.wait(1)
    assert table.stacks["c1"] == ["blue-1"]


def test_placing_by_hand(tmp_path: Path) -> None:
    """Without a camera everything is entered by buttons, and only what is legal can be."""
    table = BfhBench(tmp_path, watched=False)
    assert table.said["watched"] is False
    table.ok()
    table.choose("neutral fox")
    table.choose("d")
    table.choose("d4")
    assert table.stacks == {"d4": ["neutral-2"]}
    table.read_all()
    table.ok()
    table.choose("neutral bear")
    table.choose("d")
    assert "d4" not in table.said["options"]
