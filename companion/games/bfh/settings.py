"""Who plays a match of Bears, Foxes & Hares, and on which board: the header of its match log."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from companion.games.bfh.board import Board
from companion.games.bfh.pieces import NEUTRAL, Piece, trio
from companion.games.fields import Fields, LogError

FEWEST_PLAYERS: Final = 2
MOST_PLAYERS: Final = 4
DEFAULT_BOARD: Final = "two-arm"


@dataclass(frozen=True)
class Match:
    """The players' colours in the order of their turns, and the board."""

    players: tuple[str, ...]
    board: Board

    @cached_property
    def pieces(self) -> dict[str, Piece]:
        """All pieces of the match by name, the neutral ones too."""
        return {str(piece): piece for colour in (*self.players, NEUTRAL) for piece in trio(colour)}


def read_header(boards: Mapping[str, Board], header: Fields) -> Match:
    """Read the header of a match log, which names one of `boards`; raises `LogError`."""
    players = header["players"].names(at_least=FEWEST_PLAYERS, at_most=MOST_PLAYERS)
    if NEUTRAL in players:
        raise LogError(f"must not have {NEUTRAL}, which is nobody's colour", field="players")
    return Match(players, boards[header.get("board", DEFAULT_BOARD).one_of(tuple(boards))])
