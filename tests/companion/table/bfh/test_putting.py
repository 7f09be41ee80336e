from collections.abc import Mapping

from hypothesis import given
from hypothesis import strategies as st

from companion.boards import load_boards
from companion.games.bfh import EndTurn, Match, Move, Place, Roll, Special, State, apply, legal_moves, start
from companion.table.bfh.putting import Cell, Stack, puts
from companion.table.bfh.squares import Squares

BOARD = load_boards()["two-arm"]
SQUARES = Squares(BOARD)


def _cells(state: State) -> dict[Cell, Stack]:
    return {
        SQUARES.cell(square): tuple((p.colour, p.size) for p in stack)
        for square, stack in state.stacks.items()
    }


def _put(now: Mapping[Cell | int, Stack], aim: Mapping[Cell, Stack]) -> tuple[dict[Cell, Stack], int]:
    """The board after all that is put, as hands would do it, and how often something was taken."""
    stacks = {place: list(stack) for place, stack in now.items()}
    free, taken = 1000, 0
    for put in puts(now, aim):
        taken += 1
        place = next(place for place, stack in stacks.items() if put.piece in stack)
        level = stacks[place].index(put.piece)
        unit = stacks[place][level:]
        del stacks[place][level:]
        free += 1
        stacks.setdefault(free if put.to is None else put.to, []).extend(unit)
    left = {place: tuple(stack) for place, stack in stacks.items() if stack and not isinstance(place, int)}
    return left, taken


@given(st.data())
def test_hands_bring_about_what_any_legal_event_does(data: st.DataObject) -> None:
    """Moves, hops, swaps and shoves with all their displacements must come out on the board as the rules have them."""
    state = start(Match(("red", "blue"), BOARD))
    aside = {k: (key,) for k, key in enumerate((piece.colour, piece.size) for piece in state.off)}
    for _ in range(data.draw(st.integers(1, 30))):
        events = [
            event
            for event in legal_moves(state)
            if isinstance(event, Place | Move | Special | Roll | EndTurn)
        ]
        if not events:
            break
        before = _cells(state)
        state = apply(state, data.draw(st.sampled_from(events)))
        after = _cells(state)
        on_board = {key for stack in before.values() for key in stack}
        now: dict[Cell | int, Stack] = dict(before.items())
        now |= {k: stack for k, stack in aside.items() if stack[0] not in on_board}
        left, taken = _put(now, after)
        assert left == after
        assert taken <= 12
        assert bool(taken) == (before != after)


def test_what_is_under_a_piece_is_freed_first() -> None:
    """Nobody can pull a piece out from under a stack; what is on it is set aside, then put back."""
    now: dict[Cell | int, Stack] = {(0, 0): (("red", 1), ("blue", 3), ("red", 2))}
    aim: dict[Cell, Stack] = {(0, 0): (("blue", 3), ("red", 2)), (5, 5): (("red", 1),)}
    assert _put(now, aim) == (aim, 3)


def test_nothing_is_touched_where_all_stands_right() -> None:
    """People who put a board right must leave alone what is right."""
    stack: Stack = (("red", 1), ("blue", 3))
    assert list(puts({(0, 0): stack, 0: (("red", 2),)}, {(0, 0): stack})) == []
