"""A simulated board instead of the box: the same program, with people who are drawn and pyramids that are rendered.

Nothing but pictures and edges of pins comes from the simulated world into the table; its people hear of the table only
which screen it shows.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from calibration.building import build_profile
from calibration.profile import Profile, load_profile, save_profile
from companion.boards import load_boards
from companion.errors import BadInput
from companion.games.bfh import Board, State
from companion.games.bfh.play import start
from companion.games.bfh.settings import Match as BfhMatch
from companion.match import Match
from companion.settings import Settings
from companion.table.bfh.game import BfhAtTable
from companion.table.bfh.people import BfhPeople
from companion.table.bfh.squares import Squares
from companion.table.bfh.temper import Temper
from companion.table.opening import Opened, habits
from companion.table.session import Box, Session, Wishes
from companion.table.simulated import SimulatedFeed, open_records
from hardware.camera import WATCHING
from hardware.gpio_buttons import GpioButtons
from hardware.simulated.board.look import BOARD_EDITION
from hardware.simulated.board.world import BoardWorld
from hardware.simulated.clock import SimulatedClock
from hardware.terminal.console import Console
from hardware.wiring import Wiring


@dataclass
class SimulatedBfh(Opened):
    """A session at a simulated board, the world that it plays in, and its people if they play by themselves."""

    world: BoardWorld
    people: BfhPeople
    before: int = 0
    """How many moves of the match had been made when these people sat down to it."""


@contextmanager
def open_simulated(
    settings: Settings,
    *,
    folder: Path,
    wishes: Wishes,
    console: Console,
    seed: int,
    speed: float | None,
    by_itself: bool,
    tempers: tuple[Temper, ...] | None = None,
    looks: int | None = None,
    frames_a_second: float = 15.0,
    watching: tuple[int, int] = WATCHING,
) -> Iterator[SimulatedBfh]:
    """A simulated board shown on a console, for those of a match that goes on, else those whom the wishes name.

    `speed` None: as fast as it can; `by_itself`: the people at the board press what has to be pressed.
    `looks` is the seed of how it looks, the same as `seed` if it is not given; `watching` the width and height of the
    watching stream's pictures, px.
    Raises `BadInput` if a player has the neutral pieces' colour.
    """
    with ExitStack() as stack:
        clock = SimulatedClock(speed=speed)
        records = stack.enter_context(
            open_records(settings, folder=folder, clock=clock, wishes=wishes, game=BfhAtTable.name)
        )
        going_on = records.going_on
        boards = load_boards(settings.boards)
        state = _beginning(settings, wishes, boards) if going_on is None else going_on.state
        colours = state.match.players
        if settings.bfh_neutral in colours:
            raise BadInput(f"{settings.bfh_neutral} is the neutral pieces' colour, so nobody can play it")
        console.seat(colours)
        wiring = Wiring()
        squares = Squares(state.match.board, settings.bfh_a1)
        world = BoardWorld(
            seed,
            len(colours),
            (*colours, settings.bfh_neutral),
            paths=[tuple(squares.cell(square) for square in path) for path in state.match.board.paths],
            clock=clock,
            looks=looks,
            wires=wiring.buttons(),
            frames_a_second=frames_a_second,
            watching=watching,
            die=settings.bfh_die == "camera",
        )
        profile = simulated_profile(world, folder, tell=console.tell)
        buttons = GpioButtons(world.pins, wiring.buttons())
        stack.callback(buttons.close)
        stack.callback(world.camera.close)
        feed = SimulatedFeed(world, buttons, keyboard=console.buttons)
        people = BfhPeople(
            world, state, squares, neutral=settings.bfh_neutral, tempers=tempers, presses=by_itself
        )
        dice = random.Random(seed)  # noqa: S311 - a game that can be played again
        die = simulated_die_profile(world, folder) if world.top.die is not None else None
        game = BfhAtTable(boards, throw=lambda: dice.randint(1, 6), die=die)

        def sit_down(match: Match) -> None:
            people.sit_down(match.state)
            opened.before = moves_of(match)

        def notice(screen: str, says: Mapping[str, object]) -> None:
            match = opened.session.match
            if not by_itself and match is not None and people.surprised(screen, says):
                people.follow(match.state)
                opened.before = moves_of(match)
            people.notice(screen, says)

        session = Session(
            box=Box(console.display, console.lamps, console.buzzer, world.camera, clock, feed, buttons),
            journal=records.journal,
            settings=settings,
            games={game.name: game},
            profiles={game.name: profile},
            wishes=wishes,
            rules=records.rules,
            tell=console.tell,
            habits=habits(settings),
            observers=(notice,),
            seated=sit_down,
        )
        opened = SimulatedBfh(session, buttons, world, people)
        yield opened


def moves_of(match: Match) -> int:
    """How many moves of a match count: pieces placed, moved, or moved by a special."""
    counting = [entry for entry in match.entries if entry.fate == "counts"]
    return sum(entry.event["event"] in ("place", "move", "special") for entry in counting)


def _beginning(settings: Settings, wishes: Wishes, boards: dict[str, Board]) -> State:
    """The match that people are going to begin."""
    return start(BfhMatch(wishes.players or settings.bfh_colours, boards[settings.bfh_board]))


def simulated_profile(world: BoardWorld, folder: Path, *, tell: Callable[[str], None]) -> Profile:
    """The profile of a simulated board, built as anybody builds one: from pictures; kept in `folder` for next time."""
    place = _place_of(world, folder)
    profile = place / "profile"
    if not profile.exists():
        tell("The board is laid and the pieces' colours are learned; this takes some seconds, once.")
        world.write_photo_set(place / "photos")
        save_profile(build_profile(place / "photos").profile, profile)
    return load_profile(profile)


def simulated_die_profile(world: BoardWorld, folder: Path) -> Profile:
    """The profile of the die beside a simulated board, built from pictures and kept as the board's is."""
    place = _place_of(world, folder) / "die"
    profile = place / "profile"
    if not profile.exists():
        world.write_die_photo_set(place / "photos")
        save_profile(build_profile(place / "photos").profile, profile)
    return load_profile(profile)


def _place_of(world: BoardWorld, folder: Path) -> Path:
    board = world.board
    return folder / f"board-{BOARD_EDITION}-{board.seed}-{'-'.join(board.plastics)}"
