"""The screens of Outrun the Bear: a runner's turn, cards, the Bear's turn, who is out and who has won."""

from __future__ import annotations

from companion.screens import outrun_kinds as kinds
from companion.screens.letters import DIGITS, LARGE, MEDIUM, SMALL
from companion.screens.outrun_trail import draw_map
from companion.screens.paper import MARGIN, SIZE, Paper, page_of

_MIDDLE = SIZE[0] // 2
_WIDE = SIZE[0] - 2 * MARGIN
_LINE = 9
"""The distance from one small line to the next, px."""
_CLOSE = 8
"""The same where five of them have to find room: as many as a park usually has tiles."""
_MAP = 17
"""The height of the map below a screen, px."""


def draw_park_laid(screen: kinds.ParkLaid, paper: Paper, tick: int) -> None:
    """Tile by tile with the side that lies up; if they are many, page by page."""
    top = paper.title("Lay the trail", f"{_digits(len(screen.tiles))} tiles")
    room = (paper.bottom - top) // _CLOSE
    pages = max(1, -(-len(screen.tiles) // room))
    page = page_of(pages, tick)
    for k, (tile, side) in enumerate(screen.tiles[page * room : (page + 1) * room]):
        y = top + _CLOSE * k
        number = f"{page * room + k + 1}"
        lies = SMALL.cut(side, _WIDE // 2)
        paper.write(MARGIN, y, number, SMALL)
        paper.write(SIZE[0] - MARGIN, y, lies, SMALL, align="right")
        paper.write(MARGIN + 14, y, SMALL.cut(tile, _WIDE - 14 - 4 - SMALL.width(lies)), SMALL)


def draw_runner_turn(screen: kinds.RunnerTurn, paper: Paper, tick: int) -> None:
    """Whose turn, what the terrain does, the option that is chosen, and the trail."""
    count = len(screen.options)
    chosen = screen.chosen % max(1, count)
    top = paper.title(f"{screen.runner}", f"{_digits(screen.hand)} card{'' if screen.hand == 1 else 's'}")
    if screen.terrain:
        paper.write(_MIDDLE, top + 1, SMALL.cut(screen.terrain, _WIDE), SMALL, align="middle")
    below = paper.bar(top + _LINE + 1, screen.options[chosen] if count else "", MEDIUM)
    draw_map(screen.trail, paper, top=max(below + 1, paper.bottom - _MAP), bottom=paper.bottom, tick=tick)


def draw_runner_done(screen: kinds.RunnerDone, paper: Paper, tick: int) -> None:
    """What was done, whether somebody wants to react, and the trail."""
    top = paper.title(screen.runner, "Reactions?" if screen.reacting else "")
    bottom = paper.bottom - _MAP
    paper.paragraph(screen.told, y=top, bottom=bottom, align="middle", tick=tick)
    draw_map(screen.trail, paper, top=bottom, bottom=paper.bottom, tick=tick)


def draw_card_effects(screen: kinds.CardEffects, paper: Paper, tick: int) -> None:
    """The effects told so far, and the one that may be added."""
    count = len(screen.options)
    chosen = screen.chosen % max(1, count)
    top = paper.title(
        f"{screen.player}: {screen.kind}", f"{chosen + 1}/{_digits(count)}" if count > 1 else ""
    )
    bar = paper.bottom - 15
    told = ", ".join(screen.effects) or "What does it do?"
    paper.paragraph(told, y=top, bottom=bar, align="middle", tick=tick)
    paper.bar(bar, screen.options[chosen] if count else "", MEDIUM)


def draw_bear_draws(screen: kinds.BearDraws, paper: Paper, tick: int) -> None:
    """How many cards, and from where."""
    cards = screen.from_discard_pile + screen.from_deck
    top = paper.title(f"Draw {_digits(cards)}", f"{_digits(screen.paws)} paw prints")
    places = [
        f"{_digits(count)} from the {place}"
        for count, place in (
            (screen.from_discard_pile, "bottom of the discard pile"),
            (screen.from_deck, "top of the deck"),
        )
        if count > 0
    ]
    told = " and ".join(places) or "It stays where it is"
    paper.paragraph(told, y=top, align="middle", tick=tick)


def draw_bear_card(screen: kinds.BearCard, paper: Paper, tick: int) -> None:
    """Which card, where it comes from, and its value as large as it goes."""
    del tick
    top = paper.title(f"Bear's card {_digits(screen.number)} of {_digits(screen.of)}")
    paper.write(_MIDDLE, top + 1, f"from the {screen.source}", SMALL, align="middle")
    y = top + _LINE + 2 + (paper.bottom - top - _LINE - 2 - DIGITS.capital) // 2
    value = _digits(screen.value)
    paper.write(_MIDDLE, y, value, DIGITS, align="middle")
    before = "".join(f"{_digits(known)}+" for known in screen.before)
    paper.write(MARGIN, y + 6, SMALL.cut(before, _MIDDLE - DIGITS.width(value) // 2 - MARGIN - 4), SMALL)


def draw_bear_runs(screen: kinds.BearRuns, paper: Paper, tick: int) -> None:
    """Where it is, as large as it goes, and the trail."""
    top = paper.title("The Bear runs", f"{_digits(screen.left)} to go" if screen.left > 0 else "stops")
    bottom = paper.bottom - _MAP - 6
    font = LARGE if LARGE.fits(screen.place, _WIDE) else MEDIUM
    place = font.cut(screen.place, _WIDE)
    paper.write(_MIDDLE, top + (bottom - top - font.capital) // 2, place, font, align="middle")
    draw_map(screen.trail, paper, top=bottom + 4, bottom=paper.bottom, tick=tick)


def draw_runner_fate(screen: kinds.RunnerFate, paper: Paper, tick: int) -> None:
    """What came over them, who, and why."""
    names = ", ".join(screen.runners)
    top = paper.bar(0, "GOT BY THE BEAR" if screen.fate == "caught" else "ESCAPED!", MEDIUM) + 1
    if len(screen.runners) == 1 and MEDIUM.fits(names, _WIDE):
        paper.write(_MIDDLE, top + 2, names, MEDIUM, align="middle")
        paper.paragraph(screen.why, y=top + 16, fonts=(SMALL,), align="middle", tick=tick)
    else:
        paper.paragraph(f"{names} {screen.why}", y=top, align="middle", tick=tick)


def draw_run_winners(screen: kinds.RunWinners, paper: Paper, tick: int) -> None:
    """The winners as large as they fit."""
    bar = paper.bottom - 15
    if not screen.winners:
        for k in range(3):
            paper.icon(28 + 27 * k, (bar - 20) // 2 + 2 * ((tick + k) % 2), "bear")
        paper.bar(bar, "The Bear wins", MEDIUM)
        return
    paper.paragraph(
        ", ".join(screen.winners), y=0, bottom=bar, fonts=(LARGE, MEDIUM, SMALL), align="middle", tick=tick
    )
    paper.bar(bar, "outran the Bear!" if len(screen.winners) > 1 else "wins", MEDIUM)


def draw_move_proposed(screen: kinds.MoveProposed, paper: Paper, tick: int) -> None:
    """What was seen; people say whether that is it."""
    count = f"{_digits(screen.number)}/{_digits(screen.of)}" if screen.of > 1 else ""
    top = paper.title("Was it this?", count)
    paper.paragraph(screen.told, y=top, align="middle", tick=tick)


def draw_hands(screen: kinds.Hands, paper: Paper, tick: int) -> None:
    """Everybody in a line, and the piles."""
    top = paper.title(f"Deck {_digits(screen.deck)}", f"discard {_digits(screen.discard_pile)}")
    room = (paper.bottom - top) // _LINE
    pages = max(1, -(-len(screen.rows) // room))
    page = page_of(pages, tick)
    for k, (runner, place, hand, equipped) in enumerate(screen.rows[page * room : (page + 1) * room]):
        y = top + 1 + _LINE * k
        cards = f"{_digits(hand)}{'+E' if equipped else ''}"
        paper.write(SIZE[0] - MARGIN, y, cards, SMALL, align="right")
        right = SIZE[0] - MARGIN - max(26, SMALL.width(cards)) - 4
        where = SMALL.cut(place, 46)
        paper.write(right, y, where, SMALL, align="right")
        paper.write(MARGIN, y, SMALL.cut(runner, right - MARGIN - 4 - SMALL.width(where)), SMALL)


def _digits(value: int) -> str:
    return str(max(-99, min(value, 999)))
