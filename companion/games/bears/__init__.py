"""Bears!, the dice game of Fireside Games: its dice, the judging of calls, the scoring, and the course of a match.

`GAME` is what the match log folds; `score_seat` scores the dice in front of one player.
"""

from typing import Final

from companion.games.bears.calls import Call, Judgement, Verdict
from companion.games.bears.dice import Campsite, Pair, SeatDice, conservation_faults
from companion.games.bears.events import EVENTS, Event, read_event
from companion.games.bears.play import State, apply, start
from companion.games.bears.scoring import Score, Term, score_seat
from companion.games.bears.settings import Match, read_header
from companion.games.bears.telling import report, tell
from companion.games.log import Game

__all__ = [
    "GAME",
    "Call",
    "Campsite",
    "Event",
    "Judgement",
    "Match",
    "Pair",
    "Score",
    "SeatDice",
    "State",
    "Term",
    "Verdict",
    "conservation_faults",
    "score_seat",
]

GAME: Final[Game[Match, Event, State]] = Game(
    name="bears",
    read_header=read_header,
    events=EVENTS,
    read_event=read_event,
    start=start,
    apply=apply,
    report=report,
    tell=tell,
)
