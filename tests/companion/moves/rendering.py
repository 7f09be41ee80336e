"""Random games, and what a camera would see of their boards; spoilt in the ways that a camera spoils."""

from __future__ import annotations

import random
from collections.abc import Iterable

from companion.boards import load_boards
from companion.games.bfh import Match, Move, Piece, Special, State, apply, game, legal_moves, start
from companion.games.bfh.pieces import Square, Stack, Stacks
from companion.moves import SeenPiece, Sighting

BOARDS = load_boards()
GAME = game(BOARDS)
COLOURS = ("red", "blue", "green", "white")


def match_of(players: tuple[str, ...] = ("red", "blue"), board: str = "two-arm") -> Match:
    """A match."""
    return Match(players, BOARDS[board])


def a_state(seed: int, events: int, *, crowd: float = 0.5) -> State:
    """The state after so many random legal events; `crowd` likes specials and displacements."""
    chance = random.Random(seed)
    players = COLOURS[: chance.randrange(2, 5)]
    state = start(Match(players, chance.choice(list(BOARDS.values()))))
    for _ in range(events):
        legal = legal_moves(state)
        if not legal:
            break
        close = [e for e in legal if isinstance(e, Special) or (isinstance(e, Move) and e.displace)]
        following = apply(state, chance.choice(close if close and chance.random() < crowd else legal))
        if following.phase == "over":
            break
        state = following
    return state


def visible(stack: Stack, *, rims: bool = False) -> list[Piece]:
    """What can be seen of a stack from outside: a piece is under its hat if a larger one is above it.

    `rims`: whether a piece shows under another of its own size that is not directly on it.
    """
    seen = []
    for level, piece in enumerate(stack):
        largest = max((above.size for above in stack[level + 1 :]), default=0)
        if largest < piece.size or (rims and largest == piece.size):
            seen.append(piece)
    return seen


def rendered(stacks: Stacks, *, rims: bool = False) -> Sighting:
    """A sighting of everything, without a doubt."""
    return Sighting(
        {
            square: tuple(SeenPiece(piece) for piece in visible(stack, rims=rims))
            for square, stack in stacks.items()
        }
    )


def standing(state: State, **stacks: Iterable[str]) -> Sighting:
    """A sighting of pieces named as in a match log, square by square."""
    return Sighting(
        {
            square: tuple(SeenPiece(state.match.pieces[name]) for name in names)
            for square, names in stacks.items()
        }
    )


def spoilt(sighting: Sighting, state: State, chance: random.Random) -> Sighting:
    """The same with one thing seen badly: unsure and perhaps wrong, hidden, doubtful, or a ghost."""
    pieces = dict(sighting.pieces)
    squares = sorted(state.match.board.squares)
    square = chance.choice(sorted(pieces) or squares)
    seen = list(pieces.get(square, ()))
    every = list(state.match.pieces.values())
    kind = chance.choice(["unsure", "misread", "dropped", "hidden", "doubtful", "ghost", "twice"])
    k = chance.randrange(len(seen)) if seen else 0
    if kind == "unsure" and seen:
        seen[k] = SeenPiece(seen[k].piece, sure=False)
    elif kind == "misread" and seen:
        seen[k] = SeenPiece(chance.choice(every), sure=False)
    elif kind == "dropped" and seen:
        del seen[k]
        return _with(sighting, square, seen, hidden={square})
    elif kind == "hidden":
        return _with(sighting, square, [], hidden={square})
    elif kind == "doubtful":
        return _with(sighting, square, seen[:k], doubtful={square})
    elif kind == "ghost":
        square = chance.choice(squares)
        seen = [*pieces.get(square, ()), SeenPiece(chance.choice(every), sure=False)]
    elif kind == "twice" and seen:
        other = chance.choice([one for one in squares if one not in pieces])
        pieces[other] = (seen[k],)
        return Sighting(pieces, sighting.hidden, sighting.doubtful)
    return _with(sighting, square, seen)


def misread(sighting: Sighting, state: State, chance: random.Random) -> Sighting:
    """The same with one piece surely seen as another, surely not seen, or surely seen elsewhere."""
    pieces = dict(sighting.pieces)
    if not pieces:
        return sighting
    square = chance.choice(sorted(pieces))
    seen = list(pieces[square])
    k = chance.randrange(len(seen))
    kind = chance.choice(["other", "gone", "elsewhere"])
    if kind == "other":
        seen[k] = SeenPiece(chance.choice(list(state.match.pieces.values())))
    elif kind == "gone":
        del seen[k]
    else:
        moved = seen.pop(k)
        other = chance.choice(sorted(state.match.board.squares - {square}))
        pieces[other] = (*pieces.get(other, ()), moved)
    pieces[square] = tuple(seen)
    return Sighting({at: stack for at, stack in pieces.items() if stack})


def _with(
    sighting: Sighting,
    square: Square,
    seen: list[SeenPiece],
    *,
    hidden: Iterable[Square] = (),
    doubtful: Iterable[Square] = (),
) -> Sighting:
    pieces = {**sighting.pieces, square: tuple(seen)}
    return Sighting(
        {at: stack for at, stack in pieces.items() if stack},
        sighting.hidden | frozenset(hidden),
        sighting.doubtful | frozenset(doubtful),
    )
