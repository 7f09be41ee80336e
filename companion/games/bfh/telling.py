"""The state of a match of Bears, Foxes & Hares as the match log's JSON and as lines for people."""

from collections.abc import Iterable

from companion.games.bfh.pieces import Piece
from companion.games.bfh.play import State


def report(state: State) -> dict[str, object]:
    """The state in the form that `bears replay --json` prints, but for `refused`."""
    return {
        "game": "bfh",
        "phase": state.phase,
        "turn": state.turn,
        "to_move": state.to_move,
        "board": {square: list(map(str, stack)) for square, stack in sorted(state.stacks.items())},
        "off": _names(state.off),
        "home": _names(state.home),
        "winner": state.winner,
    }


def tell(state: State) -> list[str]:
    """The match in a few lines: where everything stands, bottom to top, and whose turn it is."""
    lines = [f"Bears, Foxes & Hares on the board {state.match.board.name}: {', '.join(state.match.players)}"]
    lines += [f"{square}: {', '.join(map(str, stack))}" for square, stack in sorted(state.stacks.items())]
    lines += [
        f"off the board: {', '.join(_names(state.off)) or 'none'}",
        f"home: {', '.join(_names(state.home)) or 'none'}",
    ]
    if state.winner is not None:
        return [*lines, f"{state.winner} wins"]
    rolled = "" if state.rolled is None else f", rolled {state.rolled}"
    return [*lines, f"turn {state.turn}, {state.to_move} to move, phase {state.phase}{rolled}"]


def _names(pieces: Iterable[Piece]) -> list[str]:
    return sorted(map(str, pieces))
