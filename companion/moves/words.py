"""Pieces and moves in the words of the table."""

from __future__ import annotations

import re
from typing import Final

from companion.games.bfh import EndTurn, Event, Move, Pass, Piece, Place, Roll, Special, State
from companion.games.bfh.pieces import BEAR, FOX, HARE, Square, Stacks, square_of

ANIMALS: Final = {HARE: "hare", FOX: "fox", BEAR: "bear"}
DEEDS: Final = {HARE: "hops", FOX: "swaps", BEAR: "shoves"}


def named(piece: Piece) -> str:
    """A piece as people call it: `red fox`."""
    return f"{piece.colour} {ANIMALS[piece.size]}"


def spoken(text: str, state: State) -> str:
    """A reason of the rules with the pieces as people call them."""
    names = sorted(state.match.pieces, key=len, reverse=True)
    pattern = "|".join(rf"(?<![\w-]){re.escape(name)}(?!\w)" for name in names)
    return re.sub(pattern, lambda found: named(state.match.pieces[found[0]]), text)


def told(event: Event, before: State, after: State) -> str:
    """What happened, in a short sentence without an end: `red fox d4 to f4, blue fox to e4`."""
    match event:
        case Roll(value=value):
            return f"{before.to_move} rolled {value}"
        case EndTurn():
            return f"{before.to_move} ends the turn"
        case Pass():
            return f"{before.to_move} passes"
        case Place(piece=piece, at=at):
            return f"{named(piece)} on {at}"
        case Move(piece=piece):
            return named(piece) + _way(piece, before, after) + _others(piece, before, after)
        case Special(piece=piece, direction=direction):
            deed = f"{named(piece)} {DEEDS[piece.size]} {direction}"
            return deed + _others(piece, before, after)


def brief(event: Event, before: State, after: State) -> str:
    """The same in as few words as tell it from others of its kind."""
    match event:
        case Move(piece=piece):
            return named(piece) + _way(piece, before, after)
        case Special(piece=piece, direction=direction):
            return f"{named(piece)} {DEEDS[piece.size]} {direction}"
    return told(event, before, after)


def place(stacks: Stacks, piece: Piece) -> str:
    """Where a piece stands, for people."""
    return square_of(stacks, piece) or "off the board"


def _way(piece: Piece, before: State, after: State) -> str:
    start, end = square_of(before.stacks, piece), square_of(after.stacks, piece)
    if end is None:
        return " home" if piece in after.home else " to the end"
    return f" enters {end}" if start is None else f" {start} to {end}"


def _others(piece: Piece, before: State, after: State) -> str:
    """What else stands elsewhere now, but for what went with the piece that moved."""
    start, end = square_of(before.stacks, piece), square_of(after.stacks, piece)
    riders = before.stacks[start][before.stacks[start].index(piece) :] if start is not None else ()
    elsewhere = [
        f"{named(other)} {_to(square_of(after.stacks, other), other, after)}"
        for square, stack in before.stacks.items()
        for other in stack
        if other != piece
        and (moved_to := square_of(after.stacks, other)) != square
        and not (other in riders and moved_to == end)
    ]
    return "".join(f", {words}" for words in elsewhere)


def _to(square: Square | None, piece: Piece, after: State) -> str:
    if square is None:
        return "home" if piece in after.home else "off the board"
    return f"to {square}"
