"""Why what was done is not allowed: illegal moves are tried, and the rule that forbids the one that fits is named."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.games.bfh import Piece, Special, State, apply
from companion.games.bfh.pieces import (
    BEAR,
    FOX,
    HARE,
    NEUTRAL,
    Square,
    Stacks,
    is_pinned,
    piece_on,
    square_of,
)
from companion.games.bfh.sections import MOVEMENT, OTHER_SPECIAL_MOVES, SETUP, SPECIAL_MOVEMENT
from companion.games.log import Refused
from companion.moves.amiss import amiss
from companion.moves.attempts import Carried, Done, carried, done
from companion.moves.explaining import unconfirmed
from companion.moves.sights import Sighting, fits
from companion.moves.words import ANIMALS, named, spoken

SPECIALS = {
    HARE: "a hare hops over a neighbour to the square beyond",
    FOX: "a fox swaps places with a neighbour",
    BEAR: "a bear shoves its neighbours along a line",
}


@dataclass(frozen=True)
class Reason:
    """What is wrong, in a sentence without an end; the section of the rules, "" if none; and where."""

    text: str
    rule: str
    squares: tuple[Square, ...]


def reason_for(state: State, sighting: Sighting) -> Reason:
    """Why the board cannot have come to stand like this by the rules, as precisely as can be found."""
    moved = _moved(state, sighting)
    if state.phase == "placing":
        return _misplacing(state, moved, sighting)
    for reason in _tried(state, moved, sighting):
        return reason
    return _told_by_pieces(state, moved, sighting)


def _moved(state: State, sighting: Sighting) -> dict[Piece, Square]:
    """The pieces that surely stand elsewhere, and where; those of whoever's turn it is first."""
    seen = {piece: square for square in sorted(sighting.pieces) for piece in sighting.surely(square)}
    moved = [
        piece
        for piece, square in seen.items()
        if piece in state.match.pieces.values() and square_of(state.stacks, piece) != square
    ]
    return {piece: seen[piece] for piece in sorted(moved, key=lambda piece: piece not in state.movable)}


def _tried(state: State, moved: dict[Piece, Square], sighting: Sighting) -> Iterator[Reason]:
    """What is wrong with each forbidden move that explains all that is seen, the likeliest first."""
    actors = [*state.movable, *(piece for piece in state.match.pieces.values() if piece not in state.movable)]
    moves = (
        _why_not_carried(state, attempt)
        for piece in actors
        for to in dict.fromkeys(moved.values())
        if square_of(state.stacks, piece) != to
        for attempt in carried(state, piece, to)
        if _explains(state.stacks, attempt.after, sighting)
    )
    specials = (
        _why_not_done(state, attempt)
        for piece in actors
        for attempt in done(state, piece)
        if _explains(state.stacks, attempt.after, sighting)
    )
    first, second = (moves, specials) if state.phase == "move" else (specials, moves)
    yield from first
    yield from second


def _explains(before: Stacks, after: Stacks, sighting: Sighting) -> bool:
    return fits(after, sighting) and not unconfirmed(before, after, sighting)


def _why_not_done(state: State, attempt: Done) -> Reason:
    piece = attempt.piece
    square = square_of(state.stacks, piece)
    assert square is not None
    squares = (square, *_landed(state, attempt.after, piece))
    if state.phase == "move" and piece in state.movable and not is_pinned(state.stacks[square], piece):
        text = f"the die shows {state.rolled}: move a piece first, then it may {_deed(piece)}"
        return Reason(text, MOVEMENT, squares)
    try:
        apply(state, Special(piece, attempt.direction, attempt.displace))
    except Refused as refused:
        common = _why_not_this_piece(state, piece)
        return common or Reason(_the(spoken(refused.reason, state)), refused.rule, squares)
    return Reason(f"the {named(piece)} may not {_deed(piece)} now", SPECIAL_MOVEMENT, squares)


def _why_not_carried(state: State, attempt: Carried) -> Reason:
    piece, to = attempt.piece, attempt.to
    common = _why_not_this_piece(state, piece)
    if common is not None:
        return common
    square = square_of(state.stacks, piece)
    squares = (to,) if square is None else (square, to)
    if attempt.manner == "alone" and square is not None:
        rider = piece_on(state.stacks[square], piece)
        assert rider is not None
        return Reason(
            f"the {named(rider)} rides on the {named(piece)} and goes along", OTHER_SPECIAL_MOVES, squares
        )
    if state.phase == "move":
        text = _why_not_so_far(state, piece, square, to)
        if text:
            return Reason(text, MOVEMENT, squares)
    elif state.phase == "choose":
        text = f"roll before the {named(piece)} may move; {SPECIALS[piece.size]}"
        return Reason(text, MOVEMENT, squares)
    else:
        text = f"the {named(piece)} has moved already; {SPECIALS[piece.size]}"
        return Reason(text, MOVEMENT, squares)
    under = state.stacks.get(to, ())[-1:]
    other = f"the {named(under[0])}" if under else "what stood there"
    return Reason(f"{other} on {to} is as large and has to move one square", OTHER_SPECIAL_MOVES, squares)


def _why_not_so_far(state: State, piece: Piece, square: Square | None, to: Square) -> str:
    """What is wrong with the number of squares or the way; "" if nothing is."""
    path, there = state.match.board.place_on_path(to)
    rolled = state.rolled or 0
    if square is None:
        if there + 1 == rolled:
            return ""
        return f"the {named(piece)} came in {_squares(there + 1)}, the roll was {rolled}"
    own, here = state.match.board.place_on_path(square)
    if here + rolled >= len(own) - 1:
        return f"the {named(piece)} gets home with {rolled}: take it off the board"
    if own != path:
        return (
            f"{to} is not on the path of the {named(piece)}, {rolled} from {square} is {own[here + rolled]}"
        )
    if there < here:
        return f"the {named(piece)} went backwards, {rolled} from {square} is {own[here + rolled]}"
    if there - here == rolled:
        return ""
    return f"the {named(piece)} went {_squares(there - here)}, the roll was {rolled}"


def _why_not_this_piece(state: State, piece: Piece) -> Reason | None:
    """Why this piece may do nothing at all now."""
    square = square_of(state.stacks, piece)
    squares = () if square is None else (square,)
    if piece not in state.movable:
        text = f"the {named(piece)} is not {state.to_move}'s, and it is {state.to_move}'s turn"
        return Reason(text, MOVEMENT, squares)
    if piece in state.home:
        return Reason(f"the {named(piece)} is home", MOVEMENT, squares)
    if square is not None and is_pinned(state.stacks[square], piece):
        over = piece_on(state.stacks[square], piece)
        assert over is not None
        text = f"the {named(piece)} is pinned under {named(over)} on {square}"
        return Reason(text, OTHER_SPECIAL_MOVES, squares)
    if state.moved is not None and piece != state.moved:
        text = f"only the {named(state.moved)}, which has moved, may make a special move now"
        return Reason(text, MOVEMENT, squares)
    return None


def _misplacing(state: State, moved: dict[Piece, Square], sighting: Sighting) -> Reason:
    """What is wrong with a piece that was placed."""
    squares = tuple(moved.values())
    for piece, square in moved.items():
        before = square_of(state.stacks, piece)
        if piece.colour != NEUTRAL:
            return Reason(f"the {named(piece)} is not neutral, a neutral piece is placed", SETUP, (square,))
        if before is not None:
            text = f"the {named(piece)} was placed on {before} already"
            return Reason(text, SETUP, (before, square))
        if square in state.stacks:
            text = f"{square} is occupied by the {named(state.stacks[square][-1])}"
            return Reason(text, SETUP, (square,))
    if len(moved) > 1:
        return Reason("only one neutral piece is placed in a turn", SETUP, squares)
    return _told_by_pieces(state, moved, sighting)


def _told_by_pieces(state: State, moved: dict[Piece, Square], sighting: Sighting) -> Reason:
    """What is wrong where no single forbidden move explains it all: the first piece that surely broke a rule."""
    for piece in moved:
        square = square_of(state.stacks, piece)
        if square is not None and is_pinned(state.stacks[square], piece):
            reason = _why_not_this_piece(state, piece)
            if reason is not None:
                return reason
    others = [piece for piece in moved if piece not in state.movable or piece in state.home]
    if len(others) == len(moved) and others:
        reason = _why_not_this_piece(state, others[0])
        if reason is not None:
            return reason
    wrong = amiss(state, sighting)
    if wrong:
        return Reason(wrong[0].sentence, "", wrong[0].squares)
    return Reason("this is not where a move leads", MOVEMENT, tuple(moved.values()))


def _landed(state: State, after: Stacks, piece: Piece) -> tuple[Square, ...]:
    square = square_of(after, piece)
    return () if square is None or square == square_of(state.stacks, piece) else (square,)


def _deed(piece: Piece) -> str:
    return {"hare": "hop", "fox": "swap", "bear": "shove"}[ANIMALS[piece.size]]


def _squares(number: int) -> str:
    return f"{number} square{'' if number == 1 else 's'}"


def _the(reason: str) -> str:
    """A reason that may begin with a piece, with its article."""
    return reason if reason.startswith(("this ", "only ")) else f"the {reason}"
