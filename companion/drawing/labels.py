"""Where a label goes beside what it names, so that it hides as little as possible of anything else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

Box = tuple[float, float, float, float]
"""Left, top, right, bottom, px."""


def place_label(
    size: tuple[float, float], thing: Box, taken: Sequence[Box], picture: tuple[float, float]
) -> Box:
    """The place for a label of this size (px) beside `thing`: above, below, right or left of it.

    Takes the first of these that covers least of what is `taken` (other things and labels) and that lies inside the
    picture (width, height), if any does.
    """
    return min(_places(size, thing), key=lambda place: (_outside(place, picture), _covered(place, taken)))


def _places(size: tuple[float, float], thing: Box) -> Iterator[Box]:
    wide, high = size
    left, top, right, bottom = thing
    x, y = (left + right - wide) / 2, (top + bottom - high) / 2
    for u, v in ((x, top - high), (x, bottom), (right, y), (left - wide, y)):
        yield u, v, u + wide, v + high


def _outside(place: Box, picture: tuple[float, float]) -> bool:
    return place[0] < 0 or place[1] < 0 or place[2] > picture[0] or place[3] > picture[1]


def _covered(place: Box, taken: Sequence[Box]) -> float:
    return sum(
        max(0.0, min(place[2], other[2]) - max(place[0], other[0]))
        * max(0.0, min(place[3], other[3]) - max(place[1], other[1]))
        for other in taken
    )
