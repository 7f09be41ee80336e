"""Bears, Foxes & Hares as a game for the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import cast

from calibration.profile import PYRAMIDS, Profile
from companion.games.bfh import Board, State
from companion.games.bfh.pieces import NEUTRAL
from companion.settings import Settings
from companion.table.asking import Dialog
from companion.table.bfh.evening import evening
from companion.table.bfh.gaze import BoardGaze
from companion.table.bfh.room import BfhRoom, thrown
from companion.table.bfh.setting_up import set_up
from companion.table.bfh.squares import Squares
from companion.table.bfh.watch import BoardWatch
from companion.table.game import Seating
from companion.table.table import Table
from vision.pyramids.board import SIDE


class BfhAtTable:
    """Bears, Foxes & Hares, its board watched by the camera, or played by buttons.

    `boards` are those there are, by name; `throw` is the device's die, `die` the profile of one that people roll.
    """

    name = "bfh"
    title = "Bears, Foxes & Hares"

    def __init__(
        self, boards: Mapping[str, Board], *, throw: Callable[[], int] = thrown, die: Profile | None = None
    ) -> None:
        self._boards, self._throw, self._die = boards, throw, die

    def header(self, settings: Settings, players: Sequence[str]) -> dict[str, object]:
        """The header of a match with these settings; `players` are colours."""
        return {"game": self.name, "players": list(players), "board": settings.bfh_board}

    def set_up(self, settings: Settings, *, seats: int) -> Dialog[dict[str, object] | None]:
        """Ask how many play, and on which board."""
        names = tuple(self._boards)
        board = settings.bfh_board if settings.bfh_board in names else names[0]
        answer = yield from set_up(settings.bfh_colours, names, board=board, seats=seats)
        if answer is None:
            return None
        players, board = answer
        return self.header(settings, players) | {"board": board}

    def sit_down(self, seating: Seating, *, resumed: bool) -> Table:
        """The table at which the match is played on from where it stands."""
        settings = seating.settings
        state = cast("State", seating.match.state)
        squares = Squares(state.match.board, settings.bfh_a1)
        trouble = _trouble(seating, state)
        gaze = None
        if not trouble and seating.camera is not None and seating.profile is not None:
            gaze = BoardGaze(
                camera=seating.camera,
                clock=seating.clock,
                profile=seating.profile,
                match=state.match,
                squares=squares,
                neutral=settings.bfh_neutral,
                die=self._die,
            )
        room = BfhRoom(
            seating.match,
            seating.stage,
            seating.seats,
            seating.tell,
            seating.habits,
            gaze,
            trouble or seating.camera_trouble,
            seating.now_ns,
            die=settings.bfh_die,
            throw=self._throw,
            squares=squares,
        )
        room.watch = BoardWatch(room)
        if trouble:
            seating.tell(f"The board is not watched: {trouble}")
        return Table(room, partial(evening, room), resumed=resumed)


def _trouble(seating: Seating, state: State) -> str:
    """Why the board cannot be watched in this match; empty if it can."""
    profile, board = seating.profile, state.match.board
    if seating.camera is None:
        return "there is no camera"
    if profile is None:
        return "there is no profile of this board"
    if profile.kind != PYRAMIDS or profile.colours is None:
        return "the profile is not of pyramids on a board"
    if (board.files, board.ranks) != (SIDE, SIDE):
        return f"only boards of {SIDE} x {SIDE} squares can be watched"
    for colour in (*state.match.players, NEUTRAL):
        taught = seating.settings.bfh_neutral if colour == NEUTRAL else colour
        if taught not in profile.colours.names:
            known = ", ".join(profile.colours.names)
            return f"the profile knows no {taught} pieces, only {known}"
    return ""
