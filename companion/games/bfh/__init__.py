"""Bears, Foxes & Hares, the race of pyramids by Carlton Noles: boards, moves, specials and the course of a match.

`game` makes what the match log folds from the boards there are; `legal_moves` lists what a state accepts.
"""

from collections.abc import Mapping
from functools import partial

from companion.games.bfh.board import Board, BoardError, parse_board
from companion.games.bfh.events import EVENTS, EndTurn, Event, Move, Pass, Place, Roll, Special, read_event
from companion.games.bfh.legal import legal_moves
from companion.games.bfh.pieces import Piece
from companion.games.bfh.play import State, apply, start
from companion.games.bfh.settings import Match, read_header
from companion.games.bfh.telling import report, tell
from companion.games.log import Game

__all__ = [
    "Board",
    "BoardError",
    "EndTurn",
    "Event",
    "Match",
    "Move",
    "Pass",
    "Piece",
    "Place",
    "Roll",
    "Special",
    "State",
    "apply",
    "game",
    "legal_moves",
    "parse_board",
    "start",
]


def game(boards: Mapping[str, Board]) -> Game[Match, Event, State]:
    """The game as it can be played on `boards`, which a match names in its header."""
    return Game(
        name="bfh",
        read_header=partial(read_header, boards),
        events=EVENTS,
        read_event=read_event,
        start=start,
        apply=apply,
        report=report,
        tell=tell,
    )
