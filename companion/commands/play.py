"""`bears play`: run the table."""

import argparse
import signal
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, TypeVar

from companion.errors import BadInput
from companion.options import add_settings, split_names

if TYPE_CHECKING:
    from companion.settings import Settings
    from companion.table.bears.simulated import SimulatedBears
    from companion.table.bfh.simulated import SimulatedBfh
    from companion.table.opening import Opened
    from companion.table.session import Wishes

SomeOpened = TypeVar("SomeOpened", bound="Opened")

SUMMARY = "play at the table, or at a simulated one"

GAMES = ("bears", "bfh", "outrun")
SIMULATED = "simulated"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `bears play`."""
    parser.add_argument(
        "--game", choices=GAMES, help="which game (default: what was going on, else people choose)"
    )
    parser.add_argument("--players", metavar="NAME,...", help="who plays, in the order of the seats")
    parser.add_argument("--target", metavar="POINTS", type=int, help="play to so many points")
    parser.add_argument("--board", metavar="NAME", help="with --game bfh: the board that is played on")
    parser.add_argument(
        "--park", metavar="FILE", type=Path, help="with --game outrun: the tiles that are played with"
    )
    parser.add_argument("--profile", metavar="DIR", type=Path, help="the profile's folder")
    add_settings(parser)
    parser.add_argument("--data", metavar="DIR", type=Path, help="where the journal is kept")
    parser.add_argument("--new", action="store_true", help="begin a new match, whatever was going on")
    parser.add_argument("--simulate", action="store_true", help="play at a simulated table, without the box")
    parser.add_argument(
        "--watch", action="store_true", help="with --simulate: let it play by itself, as fast as it can"
    )
    parser.add_argument("--seed", metavar="N", type=int, default=1, help="which simulated table (default: 1)")


def run(args: argparse.Namespace) -> int:
    """Play until the match is over or somebody leaves; 0 in either case.

    Raises `BadInput`, `JournalError`, CalibrationError, and HardwareError where the box has no buttons.
    """
    from companion.settings import load_settings

    if args.board is not None and args.game != "bfh":
        raise BadInput("--board goes with --game bfh")
    if args.park is not None and args.game != "outrun":
        raise BadInput("--park goes with --game outrun")
    if args.watch and not args.simulate:
        raise BadInput("--watch goes with --simulate")
    if args.simulate and args.profile is not None:
        raise BadInput("--profile is for the box; a simulated table has a profile of its own")
    if args.seed < 0:
        raise BadInput("--seed should be 0 or more")
    settings = load_settings(args.settings)
    settings = _bfh_as_wished(settings, args) if args.game == "bfh" else _as_wished(settings, args)
    if args.simulate and args.game == "outrun":
        return _simulate_outrun(args, settings)
    if args.simulate and args.game == "bfh":
        return _simulate_bfh(args, settings)
    return _simulate(args, settings) if args.simulate else _play(args, settings)


def _bfh_as_wished(settings: "Settings", args: argparse.Namespace) -> "Settings":
    from companion.boards import load_boards
    from companion.games.bfh import settings as bfh
    from companion.games.bfh.pieces import NEUTRAL

    players = settings.bfh_colours
    if args.players is not None:
        players = split_names(args.players, "--players", like="colours such as red,blue")
        if NEUTRAL in players:
            raise BadInput(f"{NEUTRAL} is what the pieces of nobody are called, so nobody can play it")
        if not bfh.FEWEST_PLAYERS <= len(players) <= bfh.MOST_PLAYERS:
            raise BadInput(f"{bfh.FEWEST_PLAYERS} to {bfh.MOST_PLAYERS} can play, not {len(players)}")
    if args.target is not None:
        raise BadInput("--target does not go with --game bfh")
    boards = load_boards(settings.boards)
    board = args.board or settings.bfh_board
    if board not in boards:
        raise BadInput(f"there is no board '{board}'; there are {', '.join(boards)}")
    profile = args.profile or settings.bfh_profile
    return replace(settings, players=players, bfh_board=board, bfh_profile=profile)


def _as_wished(settings: "Settings", args: argparse.Namespace) -> "Settings":
    from companion.games.bears.settings import FEWEST_PLAYERS
    from companion.parks import load_tiles

    if args.players is not None:
        names = split_names(args.players, "--players")
        if not FEWEST_PLAYERS <= len(names) <= settings.max_players:
            raise BadInput(f"{FEWEST_PLAYERS} to {settings.max_players} can play, not {len(names)}")
        settings = replace(settings, players=names)
    if args.target is not None and args.game == "outrun":
        raise BadInput("--target does not go with --game outrun")
    if args.target is not None:
        if args.target < 1:
            raise BadInput("--target should be 1 or more")
        settings = replace(settings, target=args.target)
    if args.profile is not None:
        settings = replace(settings, profile=args.profile)
    if args.park is not None:
        settings = replace(settings, park=args.park)
    if args.game == "outrun":
        load_tiles(settings.park)  # a mistake in it is told before anybody sits down
    return settings


def _play(args: argparse.Namespace, settings: "Settings") -> int:
    from companion.journal.place import usual_folder
    from companion.table.opening import open_box
    from companion.table.session import Wishes
    from hardware.notify import Notifier

    folder = args.data or settings.data or usual_folder()
    wishes = Wishes(game=args.game, players=settings.players or None, fresh=args.new)
    notifier = Notifier.from_environment()
    with _told_to_stop() as stopped, open_box(settings, folder=folder, wishes=wishes, tell=_say) as opened:
        notifier.ready()

        def beat() -> None:
            if opened.buttons.alive():
                notifier.alive()

        opened.session.run(leaving=lambda: bool(stopped), beat=beat)
        notifier.stopping()
        _close_words(opened)
    return 0


def _by_itself(args: argparse.Namespace) -> bool:
    """Whether the simulated people press everything: as asked for, or because nobody else is there."""
    from hardware.terminal import in_terminal

    return args.watch or not in_terminal()


def _sit_down(
    args: argparse.Namespace,
    settings: "Settings",
    wishes: "Wishes",
    open_simulated: Callable[..., AbstractContextManager[SomeOpened]],
    compare: Callable[[SomeOpened], str] = lambda _: "",
) -> None:
    """Play at a simulated table until it is over or somebody leaves, and say how it stands.

    `compare` tells, while the journal is open, how often the device agreed with the truth; "" if it cannot.
    """
    from companion.journal.place import usual_folder
    from hardware.terminal import open_console

    by_itself = _by_itself(args)
    with (
        _told_to_stop() as stopped,
        open_console() as console,
        open_simulated(
            settings,
            folder=args.data or (settings.data or usual_folder()) / SIMULATED,
            wishes=wishes,
            console=console,
            seed=args.seed,
            speed=None if by_itself else 1.0,
            by_itself=by_itself,
        ) as opened,
    ):
        opened.session.run(leaving=lambda: bool(stopped) or console.leaving())
        agreed = compare(opened)
    _close_words(opened)
    if agreed:
        _say(f"compared with the truth: {agreed}")


def _simulate(args: argparse.Namespace, settings: "Settings") -> int:
    from companion.table.bears.simulated import open_simulated
    from companion.table.session import Wishes
    from companion.table.setting_up import names_for

    by_itself = _by_itself(args)
    names = settings.players or names_for(3, ("Ana", "Ben", "Cleo"))
    settings = replace(settings, players=names)
    if args.target is None and by_itself:
        settings = replace(settings, target=30)
    wishes = Wishes("bears", players=names, fresh=args.new, once=by_itself, without_asking=True)
    _sit_down(args, settings, wishes, open_simulated, _rounds_compared)
    return 0


def _simulate_outrun(args: argparse.Namespace, settings: "Settings") -> int:
    from companion.table.outrun.simulated import open_simulated
    from companion.table.session import Wishes
    from companion.table.setting_up import names_for

    by_itself = _by_itself(args)
    names = settings.players or names_for(3, ("Ana", "Ben", "Cleo"))
    wishes = Wishes("outrun", players=names, fresh=args.new, once=by_itself, without_asking=True)
    _sit_down(args, settings, wishes, open_simulated)
    return 0


def _simulate_bfh(args: argparse.Namespace, settings: "Settings") -> int:
    from companion.table.bfh.simulated import open_simulated
    from companion.table.session import Wishes

    colours = settings.players or settings.bfh_colours or ("red", "blue")
    wishes = Wishes("bfh", players=colours, fresh=args.new, once=True, without_asking=True)
    _sit_down(args, settings, wishes, open_simulated, _moves_compared)
    return 0


def _close_words(opened: "Opened") -> None:
    match = opened.session.match
    if match is None:
        return
    for line in match.play.game.tell(match.state):
        _say(line)
    if not match.over and not match.closed:
        _say(f"Match {match.number} is not over: it goes on next time")


def _moves_compared(opened: "SimulatedBfh") -> str:
    from companion.evaluation.moves import agreement

    match, diary = opened.session.match, opened.people.diary
    if match is None or not diary.deeds:
        return ""
    return agreement(match, diary, before=opened.before).sentence


def _rounds_compared(opened: "SimulatedBears") -> str:
    from companion.evaluation.rounds import agreement

    match, table = opened.session.match, opened.session.table
    if match is None or table is None or not match.state.rounds:
        return ""
    return agreement(
        match.state.rounds,
        opened.world.truth.rounds[opened.elsewhere :],
        names=match.state.match.players,
        origin_ns=table.room.mono_ns(0.0),
        asked={number for number, _ in table.room.asked},
        before=opened.before,
        both_gone_sleeper=match.state.match.both_gone_sleeper,
        survival=match.state.match.survival,
    ).sentence


def _say(line: str) -> None:
    print(line, flush=True)


@contextmanager
def _told_to_stop() -> Iterator[list[int]]:
    """A list that is no longer empty once somebody asked the program to end."""
    asked: list[int] = []

    def ask(number: int, _: FrameType | None) -> None:
        if asked:
            raise KeyboardInterrupt
        asked.append(number)

    before = {number: signal.signal(number, ask) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield asked
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
