"""What a piece does when it moves along its path, hops, swaps or shoves."""

from collections.abc import Iterator

from companion.games.bfh.board import Board, Direction
from companion.games.bfh.landing import Motion
from companion.games.bfh.pieces import (
    BEAR,
    FOX,
    Piece,
    Square,
    Stack,
    Stacks,
    is_pinned,
    lift,
    piece_on,
    square_of,
)
from companion.games.bfh.sections import MOVEMENT, OTHER_SPECIAL_MOVES, SPECIAL_MOVEMENT
from companion.games.log import Refused


def move_on(board: Board, stacks: Stacks, piece: Piece, steps: int) -> Motion:
    """`piece`, which is on the board, goes `steps` squares inward along its path (rulebook: Movement)."""
    square = _require_free(stacks, piece, MOVEMENT)
    path, index = board.place_on_path(square)
    left, unit = lift(stacks, square, piece)
    return _along(path, index + steps, left, unit)


def enter(board: Board, stacks: Stacks, piece: Piece, start: Square, steps: int) -> Motion:
    """`piece`, which is off the board, comes in at `start`, which counts as the first of its `steps` squares."""
    if start not in board.starts:
        raise Refused(f"{start} is not a start, pieces enter at {' or '.join(board.starts)}", MOVEMENT)
    path, index = board.place_on_path(start)
    return _along(path, index + steps - 1, stacks, (piece,))


def special(board: Board, stacks: Stacks, piece: Piece, direction: Direction) -> Motion:
    """`piece` makes the special move of its size in `direction` (rulebook: Special Movement)."""
    square = _require_free(stacks, piece, SPECIAL_MOVEMENT)
    beside = board.beside(square, direction)
    if beside is None or beside not in stacks:
        raise Refused(f"{piece} on {square} has no neighbour in the {direction}", SPECIAL_MOVEMENT)
    if piece.size == BEAR:
        return _shove(board, stacks, piece, square, direction)
    if piece.size == FOX:
        return _swap(stacks, piece, square, beside)
    return _hop(board, stacks, piece, square, direction)


def line_of(board: Board, stacks: Stacks, square: Square, direction: Direction) -> Iterator[Square]:
    """The occupied squares in `direction` from `square` on, up to the first gap or the edge."""
    beside = board.beside(square, direction)
    while beside is not None and beside in stacks:
        yield beside
        beside = board.beside(beside, direction)


def _along(path: tuple[Square, ...], index: int, stacks: Stacks, unit: Stack) -> Motion:
    if index >= len(path) - 1:
        return Motion(stacks, home=unit)
    return Motion(stacks, unit, path[index])


def _hop(board: Board, stacks: Stacks, piece: Piece, square: Square, direction: Direction) -> Motion:
    beyond = board.beside(square, direction, steps=2)
    if beyond is None:
        raise Refused(f"{piece} on {square} would hop off the board in the {direction}", SPECIAL_MOVEMENT)
    left, unit = lift(stacks, square, piece)
    return Motion(left, unit, beyond)


def _swap(stacks: Stacks, piece: Piece, square: Square, beside: Square) -> Motion:
    left, unit = lift(stacks, square, piece)
    neighbours = left[beside]
    return Motion({**left, beside: unit}, neighbours, square)


def _shove(board: Board, stacks: Stacks, piece: Piece, square: Square, direction: Direction) -> Motion:
    shifted, unit = lift(stacks, square, piece)
    line = tuple(line_of(board, stacks, square, direction))
    for place in line:
        shifted[place], unit = unit, stacks[place]
    beyond = board.beside(line[-1], direction)
    if beyond is not None:
        shifted[beyond] = unit
    return Motion(shifted)


def _require_free(stacks: Stacks, piece: Piece, rule: str) -> Square:
    square = square_of(stacks, piece)
    if square is None:
        raise Refused(f"{piece} is not on the board", rule)
    if is_pinned(stacks[square], piece):
        raise Refused(
            f"{piece} is pinned under {piece_on(stacks[square], piece)} on {square}", OTHER_SPECIAL_MOVES
        )
    return square
