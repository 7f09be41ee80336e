import contextlib
import json
import random
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import asdict, replace
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.boards import load_boards
from companion.games.bfh import (
    EndTurn,
    Event,
    Match,
    Move,
    Pass,
    Place,
    Roll,
    Special,
    State,
    apply,
    game,
    legal_moves,
)
from companion.games.bfh.board import DIRECTIONS, Direction
from companion.games.bfh.pieces import NEUTRAL
from companion.games.fields import LogError
from companion.games.log import Refused, replay

Json = dict[str, Any]

BOARDS = load_boards()
GAME = game(BOARDS)
CASES = Path(__file__).parents[3] / "data" / "rules" / "bfh"
QUICK = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
COLOURS = ("red", "blue", "green", "white")
NAMES = {Place: "place", Roll: "roll", Move: "move", Special: "special", EndTurn: "end_turn", Pass: "pass"}
CHOICES: list[tuple[Direction, ...]] = [
    displace for n in range(5) for displace in product(DIRECTIONS, repeat=n)
]


def a_game(seed: int, events: int, *, crowd: float = 0.5) -> list[tuple[Event, State]]:
    """A random game of legal events with the state after each; `crowd` likes specials and long displacements."""
    chance = random.Random(seed)
    players = COLOURS[: chance.randrange(2, 5)]
    state = GAME.start(Match(players, chance.choice(list(BOARDS.values()))))
    played: list[tuple[Event, State]] = []
    while len(played) < events and state.phase != "over":
        legal = legal_moves(state)
        close = [e for e in legal if isinstance(e, Special) or (isinstance(e, Move) and e.displace)]
        event = chance.choice(close if close and chance.random() < crowd else legal)
        state = GAME.apply(state, event)
        played.append((event, state))
    return played


GAMES = st.builds(a_game, st.integers(0, 2**32), st.integers(1, 150), crowd=st.sampled_from([0, 0.5, 0.9]))


def written(event: Event) -> Json:
    """The event as a line of a log."""
    fields = {name: value for name, value in asdict(event).items() if value not in (None, ())}
    if "piece" in fields:
        fields["piece"] = str(getattr(event, "piece"))  # noqa: B009 - some events have none
    return {"event": NAMES[type(event)], **fields}


def displacements(event: Event) -> int:
    return len(event.displace) if isinstance(event, Move | Special) else 0


def with_displace(event: Move | Special, displace: tuple[Direction, ...]) -> Move | Special:
    match event:
        case Move():
            return replace(event, displace=displace)
        case Special():
            return replace(event, displace=displace)


def board_after(state: State, event: Event) -> object:
    return frozenset(apply(state, event).stacks.items())


def accepts(state: State, event: Event) -> bool:
    try:
        apply(state, event)
    except Refused:
        return False
    return True


def everything(state: State) -> Iterator[Event]:
    """Every event that there is in this phase or that may be refused in it, with up to two displacements."""
    pieces = state.match.pieces.values()
    short = [displace for displace in CHOICES if len(displace) <= 2]
    yield EndTurn()
    yield Pass()
    yield from (Roll(value) for value in range(1, 7))
    yield from (Place(piece, at) for piece in pieces for at in state.match.board.squares)
    starts = (None, "c3", *state.match.board.starts)
    yield from (Move(piece, start, displace) for piece in pieces for start in starts for displace in short)
    yield from (Special(piece, way, displace) for piece in pieces for way in DIRECTIONS for displace in short)


@settings(QUICK, max_examples=40)
@given(GAMES)
def test_legal_moves_are_what_is_accepted(played: list[tuple[Event, State]]) -> None:
    """Whoever looks for the move that was made must find it there, and nothing that would be refused."""
    state = played[-1][1]
    legal = set(legal_moves(state))
    assert all(accepts(state, event) for event in legal)
    for event in everything(state):
        assert (event in legal) == accepts(state, event), event


@settings(QUICK, max_examples=15)
@given(GAMES)
def test_longer_displacements_lead_nowhere_else(played: list[tuple[Event, State]]) -> None:
    """Of the endless ways to push pieces round, legal moves have every board that can come out."""
    state = next(
        (s for _, s in reversed(played) if any(displacements(e) > 1 for e in legal_moves(s))), played[-1][1]
    )
    found: dict[Move | Special, set[object]] = defaultdict(set)
    for event in legal_moves(state):
        if isinstance(event, Move | Special):
            found[with_displace(event, ())].add(board_after(state, event))
    for plain, boards in found.items():
        for displace in CHOICES:
            event = with_displace(plain, displace)
            if accepts(state, event):
                assert board_after(state, event) in boards


@QUICK
@given(GAMES)
def test_pieces_are_conserved(played: list[tuple[Event, State]]) -> None:
    """Each piece is in one place; pieces that touch differ in size; what is home stays there."""
    home: frozenset[object] = frozenset()
    for _, state in played:
        standing = [piece for stack in state.stacks.values() for piece in stack]
        assert sorted([*standing, *state.off, *state.home]) == sorted(state.match.pieces.values())
        assert all(stack for stack in state.stacks.values())
        assert all(a.size != b.size for stack in state.stacks.values() for a, b in pairwise(stack))
        assert all(piece.colour != NEUTRAL for piece in state.home)
        assert home <= state.home
        home = state.home


@QUICK
@given(GAMES)
def test_a_log_of_a_game_ends_in_its_state(played: list[tuple[Event, State]]) -> None:
    """Playing and replaying are one, twice over, and undoing everything gives the start."""
    state = played[-1][1]
    header = {"game": "bfh", "players": list(state.match.players), "board": state.match.board.name}
    lines = [json.dumps(line) for line in (header, *(written(event) for event, _ in played))]
    log = "\n".join(lines).encode()
    play = replay(log, {"bfh": GAME})
    assert (play.state, play.refused) == (state, ())
    assert play == replay(log, {"bfh": GAME})
    assert play.report()["board"] == {square: list(map(str, stack)) for square, stack in state.stacks.items()}
    undone = replay(log + b'\n{"event":"undo"}' * len(played), {"bfh": GAME})
    assert undone == replay(lines[0].encode(), {"bfh": GAME})


@pytest.mark.parametrize("seed", range(3))
def test_a_long_game_ends_or_goes_on(seed: int) -> None:
    """After 2,000 turns of hopping, swapping and shoving there is still something to do."""
    last = a_game(seed, 5000, crowd=1)[-1][1]
    assert last.phase == "over" or (last.turn > 2000 and legal_moves(last))


def test_nobody_ever_has_to_pass() -> None:
    """The neutral bear can always move, so a pass is never among the legal moves."""
    for seed in range(5):
        assert not any(isinstance(event, Pass) for event, _ in a_game(seed, 400))


@pytest.mark.parametrize("byte", [b"", b'"', b"}", b"\n", b"9", b"\xff", b"1"])
def test_any_byte_may_be_wrong(byte: bytes) -> None:
    """Every byte of a log in turn: a state, or a LogError that names its line."""
    log = (CASES / "displacement-chain-comes-back.jsonl").read_bytes()
    for at in range(len(log)):
        with contextlib.suppress(LogError):
            replay(log[:at] + byte + log[at + 1 :], {"bfh": GAME}).report()
