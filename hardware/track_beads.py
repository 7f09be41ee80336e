"""The trail on a strip of coloured lights: which light shows what."""

from __future__ import annotations

from hardware.bear_track import TrackView

Rgb = tuple[int, int, int]

DARK: Rgb = (0, 0, 0)
BEAR: Rgb = (255, 160, 90)
"""Flashing, as nobody else does."""
FIGURES: dict[int, Rgb] = {
    1: (255, 0, 0),
    2: (0, 40, 255),
    3: (255, 200, 0),
    4: (0, 200, 0),
    5: (255, 70, 0),
    6: (140, 0, 200),
    7: (255, 60, 140),
    8: (200, 200, 200),
}
"""The colours of the runners' figures, in the order of their printed stickers."""
GROUNDS: dict[str, Rgb] = {
    "campsite": (6, 4, 0),
    "rest_area": (5, 5, 5),
    "river": (0, 0, 8),
    "slope": (6, 2, 0),
    "bramble": (0, 5, 0),
    "parking": (5, 0, 6),
}
"""Faint, so that whoever stands there is seen; a path is dark."""


def beads(view: TrackView, lights: int, *, beat: int = 0) -> tuple[Rgb, ...]:
    """The colour of each of so many lights, from the campsite on.

    Each row has as many lights as there is room for, the same for all; with fewer lights than rows several rows share
    one. Those who stand in a row take its lights one by one; where there are more of them than lights they take turns.
    The first light of the Bear's row flashes; before the first row, that of the first row does.
    """
    rows = len(view.grounds)
    each = max(1, lights // rows)
    shown = [GROUNDS.get(view.grounds[_row(light, lights, rows)], DARK) for light in range(lights)]
    standing: dict[int, list[Rgb]] = {}
    for figure, row in sorted(view.runners.items()):
        standing.setdefault(_first(row, lights, rows), []).append(FIGURES.get(figure, FIGURES[8]))
    for first, colours in standing.items():
        places = range(first, min(lights, first + each))
        for k, place in enumerate(places[: len(colours)]):
            waiting = colours[k :: len(places)]
            shown[place] = waiting[beat // 2 % len(waiting)]
    if lights and beat % 2 == 0:
        shown[_first(max(view.bear, 0), lights, rows)] = BEAR
    return tuple(shown)


def _row(light: int, lights: int, rows: int) -> int:
    """The row that a light shows."""
    each = max(1, lights // rows)
    return min(rows - 1, light // each if lights >= rows else light * rows // lights)


def _first(row: int, lights: int, rows: int) -> int:
    """The first light that shows a row."""
    return row * (lights // rows) if lights >= rows else row * lights // rows
