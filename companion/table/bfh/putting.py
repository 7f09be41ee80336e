"""How hands get a board from how it stands to how it should: one pile taken and set down after the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

Key = tuple[str, int]
"""A piece: its colour and its size."""
Cell = tuple[int, int]
Spot = int
"""A place beside the board."""
Stack = tuple[Key, ...]


@dataclass(frozen=True)
class Put:
    """Take a piece with all that is on it and set it down on a square, or beside the board."""

    piece: Key
    to: Cell | None


def puts(now: Mapping[Cell | Spot, Stack], aim: Mapping[Cell, Stack]) -> Iterator[Put]:
    """What to take and where to set it down, in order, so that the squares stand as in `aim`.

    `now` has the squares and what stands beside the board; pieces that are on no square of `aim` end beside it. What
    is in the way is set aside for a moment.
    """
    stacks = {place: list(stack) for place, stack in now.items() if stack}
    wanted = {key for stack in aim.values() for key in stack}
    spot = max((place for place in stacks if isinstance(place, int)), default=0)
    while True:
        found = _direct(stacks, aim) or _unwanted(stacks, wanted) or _in_the_way(stacks, aim)
        if found is None:
            return
        place, level, to = found
        unit = stacks[place][level:]
        yield Put(unit[0], to)
        stacks[place] = stacks[place][:level]
        if not stacks[place]:
            del stacks[place]
        if to is None:
            spot += 1
        stacks.setdefault(spot if to is None else to, []).extend(unit)


_Found = tuple[Cell | Spot, int, Cell | None]


def _right(stack: list[Key], aim: Stack) -> int:
    """How many pieces from the bottom stand as they should."""
    level = 0
    while level < min(len(stack), len(aim)) and stack[level] == aim[level]:
        level += 1
    return level


def _direct(stacks: Mapping[Cell | Spot, list[Key]], aim: Mapping[Cell, Stack]) -> _Found | None:
    """A pile that can be set down where it belongs."""
    for place, stack in stacks.items():
        base = 0 if isinstance(place, int) else _right(stack, aim.get(place, ()))
        for level in range(base, len(stack)):
            unit = tuple(stack[level:])
            for cell, goal in aim.items():
                there = tuple(stacks.get(cell, ()))
                if cell != place and (*there, *unit) == goal[: len(there) + len(unit)]:
                    return place, level, cell
    return None


def _unwanted(stacks: Mapping[Cell | Spot, list[Key]], wanted: set[Key]) -> _Found | None:
    """A piece on top that belongs beside the board, each by itself."""
    for place, stack in stacks.items():
        if stack[-1] not in wanted and not (isinstance(place, int) and len(stack) == 1):
            return place, len(stack) - 1, None
    return None


def _in_the_way(stacks: Mapping[Cell | Spot, list[Key]], aim: Mapping[Cell, Stack]) -> _Found | None:
    """A pile that stands where something else should, or over something that belongs elsewhere."""
    for place, stack in stacks.items():
        level = 1 if isinstance(place, int) else _right(stack, aim.get(place, ()))
        if level < len(stack):
            return place, level, None
    return None
