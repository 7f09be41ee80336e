"""Moves that the device saw by itself, compared with what people at a simulated board really did."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.games.bfh import Move, Place, Special, State, apply
from companion.games.bfh.events import read_event
from companion.match import Match
from companion.table.bfh.diary import Deed, Diary

WATCHED = (Place, Move, Special)
"""Events that move pieces."""


@dataclass(frozen=True)
class MovesAgreement:
    """How moves went: each is right by itself, asked (people had to say something) or wrong."""

    moves: int = 0
    right: int = 0
    asked: int = 0
    wrong: tuple[str, ...] = ()
    forbidden: int = 0
    """Things that people did against the rules."""
    refused: int = 0
    """Those of them that the device refused, saying why."""
    across: int = 0
    """Those asked about in which people set a piece down across a line, so that its square cannot be told."""

    def __add__(self, other: MovesAgreement) -> MovesAgreement:
        return MovesAgreement(
            self.moves + other.moves,
            self.right + other.right,
            self.asked + other.asked,
            self.wrong + other.wrong,
            self.forbidden + other.forbidden,
            self.refused + other.refused,
            self.across + other.across,
        )

    @property
    def sentence(self) -> str:
        """The comparison in a sentence for people."""
        if not self.moves:
            return "no move was made"
        said = f"{self.right} of {self.moves} moves seen right by itself, {self.asked} asked about"
        said += f" ({self.across} set down across a line)" if self.across else ""
        said += f", {len(self.wrong)} faults; {self.refused} of {self.forbidden} forbidden deeds refused"
        return said + "".join(f"\n  {fault}" for fault in self.wrong)


def agreement(match: Match, diary: Diary, *, before: int = 0) -> MovesAgreement:
    """Compare the moves of a match with what people did; `before` of them were made before these people sat down."""
    taken = accepted(match)[before:]
    found = MovesAgreement(forbidden=len(diary.wrongs), refused=diary.refused, wrong=tuple(diary.faults))
    for number, (deed, (after, by)) in enumerate(zip(diary.deeds, taken, strict=False), start=before + 1):
        fault = _fault(deed, after)
        asked = not fault and by != "camera"
        found += MovesAgreement(
            moves=1,
            right=int(not fault and by == "camera"),
            asked=int(asked),
            wrong=(f"move {number}: {fault}",) if fault else (),
            across=int(asked and deed.sloppy),
        )
    surplus = len(taken) - len(diary.deeds)
    if surplus > 0:
        found += MovesAgreement(wrong=(f"{surplus} moves were accepted that nobody made",))
    return found


def accepted(match: Match) -> Sequence[tuple[State, str]]:
    """The state after each move that counts, and by whom it was told: the camera, people, or both."""
    play = match.play
    state: State = play.game.start(match.state.match)
    out = []
    for entry in match.entries:
        if entry.fate != "counts":
            continue
        event = read_event(state.match, entry.event["event"], entry.line.fields)
        state = apply(state, event)
        if isinstance(event, WATCHED):
            why = match.why(entry.seq) or {}
            out.append((state, str(why.get("by", ""))))
    return out


def _fault(deed: Deed, after: State) -> str:
    """In what the device's match differs from the true one after a move; empty if in nothing."""
    if after.stacks == deed.after.stacks and after.home == deed.after.home:
        return ""
    return f"'{deed.told}' was taken for something else"
