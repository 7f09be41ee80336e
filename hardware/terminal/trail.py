"""The track as a line of signs."""

from __future__ import annotations

from hardware.bear_track import START, TrackView

BEAR, SEVERAL, CUT = "B", "*", "…"
GROUNDS = {
    "campsite": "^",
    "rest_area": "_",
    "path": ".",
    "river": "~",
    "slope": "/",
    "bramble": "#",
    "parking": "=",
}


def as_line(view: TrackView, columns: int) -> str:
    """A sign a row from the campsite on, the Bear's start before it: `B` the Bear, a number a runner, `*` several.

    Where there are more rows than columns, that part is shown which the Bear and its first prey are in.
    """
    signs = [" ", *(GROUNDS.get(ground, ".") for ground in view.grounds)]
    for figure, row in sorted(view.runners.items()):
        shared = sum(other == row for other in view.runners.values()) > 1
        signs[row + 1] = SEVERAL if shared else str(figure)[-1]
    signs[view.bear - START] = BEAR
    if len(signs) <= columns:
        return "".join(signs)
    first = max(0, min(view.bear - START, len(signs) - columns))
    shown = signs[first : first + columns]
    if first > 0 and shown:
        shown[0] = CUT if shown[0] != BEAR else BEAR
    if first + columns < len(signs) and len(shown) > 1:
        shown[-1] = CUT
    return "".join(shown)
