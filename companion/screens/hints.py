"""What the three buttons below the display do on a screen, said right above each of them."""

from __future__ import annotations

from dataclasses import dataclass

from companion.screens import bfh_kinds, kinds, outrun_kinds
from companion.screens.letters import SMALL
from companion.screens.paper import SIZE, Paper

HEIGHT = 10
"""Rows at the bottom that the hints take where there are any."""


_WIDTH = 42
"""The width of a key, px: three of them and a dark column between."""


@dataclass(frozen=True)
class Hints:
    """A word for each of the buttons back, next and ok; empty where a button does nothing."""

    back: str = ""
    next: str = ""
    ok: str = ""

    def __bool__(self) -> bool:
        return bool(self.back or self.next or self.ok)


_ALWAYS: dict[type, Hints] = {
    kinds.Reroll: Hints("Menu", "", "By hand"),
    kinds.Ready: Hints("Menu", "", "Start"),
    kinds.ClearHands: Hints("Menu", "", "Help"),
    kinds.Winner: Hints("Menu", "", "OK"),
    kinds.Paused: Hints("Menu", "", "Go on"),
    bfh_kinds.PlaceNeutral: Hints("Menu", "", "By hand"),
    bfh_kinds.RollDie: Hints("Menu", "", "By hand"),
    bfh_kinds.SpecialMove: Hints("Back", "", "By hand"),
    bfh_kinds.NotAllowed: Hints("Menu", "", "Help"),
    bfh_kinds.PutDown: Hints("Menu", "", "By hand"),
    bfh_kinds.Pinned: Hints(ok="OK"),
    outrun_kinds.ParkLaid: Hints("Menu", "", "Laid"),
    outrun_kinds.BearDraws: Hints("Menu", "", "Drawn"),
    outrun_kinds.RunnerFate: Hints("Menu", "", "OK"),
    outrun_kinds.RunWinners: Hints("Menu", "", "OK"),
    outrun_kinds.Hands: Hints("Back", "", "OK"),
}


def hints_for(screen: kinds.Screen) -> Hints:
    """What the buttons do on a screen; none where it passes by itself, even if ok makes it pass sooner."""
    match screen:
        case kinds.Choose(options=options) | outrun_kinds.CardEffects(options=options):
            return Hints("Back", "Next" if len(options) > 1 else "", "OK")
        case kinds.Count(value=value, lowest=lowest):
            return Hints("Back" if value == lowest else "-1", "+1", "OK")
        case kinds.Roll(seen=seen):
            return Hints("Menu", "", "Rolled" if seen is None else "By hand")
        case kinds.Look(of=of) | bfh_kinds.PutBack(of=of) | bfh_kinds.BoardDoubt(of=of):
            return Hints("Menu", "Next" if of > 1 else "", "Help")
        case kinds.Notice(waits=True):
            return Hints(ok="OK")
        case bfh_kinds.Rolled(pinned=pinned):
            return Hints("Menu", "Pinned" if pinned else "", "By hand")
        case bfh_kinds.AfterMove(deed=deed):
            return Hints("Menu", "By hand" if deed else "", "End")
        case bfh_kinds.WhichMove(options=options):
            return Hints("None", "Next" if len(options) > 1 else "", "Yes" if len(options) < 2 else "OK")
        case outrun_kinds.RunnerTurn(options=options) | bfh_kinds.TurnChoice(options=options):
            return Hints("Menu", "Next" if len(options) > 1 else "", "OK")
    return _ALWAYS.get(type(screen)) or _for_outrun(screen)


def _for_outrun(screen: kinds.Screen) -> Hints:
    """What they do on those screens of Outrun the Bear where it is not always the same."""
    match screen:
        case outrun_kinds.RunnerDone(reacting=reacting):
            return Hints("Menu", "React" if reacting else "", "Done")
        case outrun_kinds.MoveProposed(of=of):
            return Hints("No", "Next" if of > 1 else "", "Yes")
        case outrun_kinds.BearCard(value=value):
            return Hints("Back" if value <= 0 else "-1", "+1", "OK")
    return Hints()


def draw_hints(hints: Hints, paper: Paper) -> None:
    """Draw each word on a lit key at the lower edge: back on the left, next in the middle, ok on the right."""
    top = SIZE[1] - HEIGHT
    for k, word in enumerate((hints.back, hints.next, hints.ok)):
        if word:
            left = 43 * k
            paper.fill(left, top, _WIDTH, HEIGHT)
            for corner in (left, left + _WIDTH - 1):
                paper.dot(corner, top, ink=0)
            text = SMALL.cut(word, _WIDTH - 2)
            paper.write(left + _WIDTH // 2, top + 2, text, SMALL, align="middle", ink=0)
