"""A turn of Bears, Foxes & Hares: placing, choosing, the roll, the special move, the end of the turn."""

from __future__ import annotations

from companion.screens import bfh_kinds
from companion.screens.bfh_board import cased
from companion.screens.letters import LARGE, MEDIUM, SMALL
from companion.screens.paper import MARGIN, SIZE, Paper

_HEIGHTS = {1: 8, 2: 11, 3: 15}
"""How high a pyramid is drawn, by its size, px; it is nearly as wide."""
_PLACES = {1: (0,), 2: (-3, 3), 3: (-5, 0, 5)}
_PIPS = {
    1: ((1, 1),),
    2: ((0, 0), (2, 2)),
    3: ((0, 0), (1, 1), (2, 2)),
    4: ((0, 0), (0, 2), (2, 0), (2, 2)),
    5: ((0, 0), (0, 2), (1, 1), (2, 0), (2, 2)),
    6: ((0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)),
}
"""Column and row of each pip."""
_DIE = 33


def draw_place_neutral(screen: bfh_kinds.PlaceNeutral, paper: Paper, tick: int) -> None:
    """Who places, and the neutral pieces that are left."""
    top = paper.title(f"Turn {_short(screen.turn)}", "neutral")
    paper.write(SIZE[0] // 2, top + 2, MEDIUM.cut(cased(screen.player), SIZE[0] - 4), MEDIUM, align="middle")
    paper.write(MARGIN, top + 24, "places one:", SMALL)
    for k, size in enumerate(screen.left[:3]):
        lifted = 1 if tick % 4 == k else 0
        draw_pyramid(paper, 74 + 21 * k, paper.bottom - 2 - lifted, size)


def draw_turn_choice(screen: bfh_kinds.TurnChoice, paper: Paper, tick: int) -> None:
    """Whose turn it is, and what may be done, the chosen one lit."""
    del tick
    home = max(0, min(screen.home, 3))
    top = paper.title(f"Turn {_short(screen.turn)}", f"{home} of 3 home")
    font = LARGE if LARGE.fits(cased(screen.player), SIZE[0] - 4) and len(screen.options) < 3 else MEDIUM
    paper.write(SIZE[0] // 2, top + 1, font.cut(cased(screen.player), SIZE[0] - 4), font, align="middle")
    count = max(1, len(screen.options))
    width = (SIZE[0] - 2 * (count - 1)) // count
    y = paper.bottom - 15
    for k, option in enumerate(screen.options):
        x = k * (width + 2)
        lit = k == screen.chosen % count
        if lit:
            paper.fill(x, y, width, 15)
        else:
            paper.frame(x, y, width, 15)
        text = MEDIUM.cut(option, width - 4)
        paper.write(x + width // 2, y + 2, text, MEDIUM, align="middle", ink=0 if lit else 1)


def draw_roll_die(screen: bfh_kinds.RollDie, paper: Paper, tick: int) -> None:
    """Ask for the die, which shows another face with every beat, or say why it was not read."""
    top = paper.title(cased(screen.player), "roll the die")
    draw_die(paper, MARGIN, top + (paper.bottom - top - _DIE) // 2, 1 + tick * 5 % 6)
    text = screen.why or "beside the board"
    paper.paragraph(text, x=42, y=top, width=SIZE[0] - 42 - MARGIN, tick=tick)


def draw_rolled(screen: bfh_kinds.Rolled, paper: Paper, tick: int) -> None:
    """The die, and which pieces may go so far."""
    del tick
    top = paper.title(cased(screen.player), "move a piece")
    draw_die(paper, MARGIN, top + (paper.bottom - top - _DIE) // 2, screen.value)
    _draw_pieces(paper, top, screen.own, screen.neutral)


def draw_special_move(screen: bfh_kinds.SpecialMove, paper: Paper, tick: int) -> None:
    """Which pieces may hop, swap or shove."""
    del tick
    top = paper.title(cased(screen.player), "special move")
    for k, word in enumerate(("hop,", "swap,", "shove")):
        paper.write(MARGIN, top + 2 + 13 * k, word, MEDIUM)
    _draw_pieces(paper, top, screen.own, screen.neutral)


def draw_after_move(screen: bfh_kinds.AfterMove, paper: Paper, tick: int) -> None:
    """What may still be done, and that the turn has to be ended."""
    top = paper.title(cased(screen.player), "has moved")
    text = f"{screen.deed} with the {screen.piece}?" if screen.deed else f"the {screen.piece}"
    paper.paragraph(text, y=top, bottom=paper.bottom - 16, align="middle", tick=tick)
    paper.bar(paper.bottom - 15, "or end the turn" if screen.deed else "End the turn", MEDIUM)


def draw_put_down(screen: bfh_kinds.PutDown, paper: Paper, tick: int) -> None:
    """Which piece is missing, and how far it goes."""
    top = paper.title(cased(screen.player), screen.square)
    paper.icon(tick % 2, top + (paper.bottom - top) // 2 - 20, "hand", large=True)
    goes = "" if screen.rolled is None else f": {_short(screen.rolled)} on"
    text = f"Put the {screen.piece} down{goes}"
    paper.paragraph(text, x=46, y=top, width=SIZE[0] - 46 - MARGIN, tick=tick)


def draw_pyramid(paper: Paper, middle: int, base: int, size: int) -> None:
    """A pyramid from the side that stands on the row `base`, with its pips."""
    height = _HEIGHTS[max(1, min(size, 3))]
    half = height // 2
    for k in range(height):
        reach = half * k // (height - 1)
        paper.fill(middle - reach, base - height + 1 + k, 2 * reach + 1, 1)
    for across in _PLACES[max(1, min(size, 3))]:
        paper.fill(middle + across * half // 7, base - 3, 1, 2, ink=0)


def draw_die(paper: Paper, left: int, top: int, value: int) -> None:
    """A lit die with dark pips; a number that no die has is written on it."""
    paper.fill(left + 1, top, _DIE - 2, _DIE)
    paper.fill(left, top + 1, _DIE, _DIE - 2)
    if value not in _PIPS:
        paper.write(left + _DIE // 2, top + 12, _short(value), MEDIUM, align="middle", ink=0)
        return
    for column, row in _PIPS[value]:
        paper.fill(left + 4 + 10 * column, top + 4 + 10 * row, 5, 5, ink=0)


def _draw_pieces(paper: Paper, top: int, own: tuple[int, ...], neutral: tuple[int, ...]) -> None:
    """The own pieces that may move above the neutral ones."""
    for k, (word, sizes) in enumerate((("own", own), ("neutral", neutral))):
        base = top + 18 + 20 * k
        paper.write(42, base - 8, word, SMALL)
        if not sizes:
            paper.write(SIZE[0] - MARGIN, base - 8, "none", SMALL, align="right")
        for size in sizes[:3]:
            draw_pyramid(paper, 87 + 16 * (max(1, min(size, 3)) - 1), base, size)


def _short(number: int) -> str:
    return str(max(0, min(number, 9999)))
