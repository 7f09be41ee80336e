"""The match of Outrun the Bear that a picture of the park belongs to, from its log."""

from __future__ import annotations

from pathlib import Path

from companion.errors import BadInput
from companion.games.fields import LogError
from companion.games.log import replay
from companion.games.outrun import GAME, State
from companion.logs import read_log


def state_of(log: Path) -> State:
    """The state that a match log ends in; raises `BadInput` if it is none of Outrun the Bear, OSError naming it."""
    try:
        state: State = replay(read_log(log), {GAME.name: GAME}).state
    except LogError as error:
        raise BadInput(f"the match log '{log}' cannot be used: {error}") from error
    return state


def figures_of(state: State) -> dict[str, int]:
    """The runners' figures as they get them if nobody chooses another: 1, 2, ... in the order of the match."""
    return {runner: number for number, runner in enumerate(state.match.runners, start=1)}
