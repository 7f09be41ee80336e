"""Opening the box, and playing at it until somebody leaves."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from calibration.profile import load_profile
from companion.boards import load_boards
from companion.journal import Journal
from companion.match.live import known_games
from companion.settings import Settings
from companion.table import thrift
from companion.table.bears.game import BearsAtTable
from companion.table.bfh.game import BfhAtTable
from companion.table.feeds import LiveFeed
from companion.table.game import TableGame
from companion.table.outrun.game import OutrunAtTable
from companion.table.room import Habits, Teller
from companion.table.session import Box, Session, Wishes
from hardware.bear_track import BearTrack
from hardware.buttons import Buttons
from hardware.care import Care
from hardware.clock import MonotonicClock
from hardware.device import Device, open_device
from hardware.errors import PartMissing
from hardware.light import Shooting

MIB = 1 << 20


@dataclass
class Opened:
    """A session that is ready to play, and what looks after it."""

    session: Session
    buttons: Buttons


def games(settings: Settings, track: BearTrack | None = None) -> dict[str, TableGame]:
    """The games that can be played at the table, by their names.

    Raises `BadInput` for boards that cannot be, and CalibrationError for a profile of the die.
    """
    die = None if settings.bfh_die_profile is None else load_profile(settings.bfh_die_profile)
    known: tuple[TableGame, ...] = (
        BearsAtTable(),
        BfhAtTable(load_boards(settings.boards), die=die),
        OutrunAtTable(track=track),
    )
    return {game.name: game for game in known}


def habits(settings: Settings) -> Habits:
    """How a table with these settings likes to play."""
    return Habits(grace_s=settings.end_grace_s if settings.end_announce == "sound" else None)


@contextmanager
def open_box(settings: Settings, *, folder: Path, wishes: Wishes, tell: Teller) -> Iterator[Opened]:
    """The real device. Raises PartMissing without buttons, JournalError or CalibrationError as those do."""
    thrift.begin()
    profile = None if settings.profile is None else load_profile(settings.profile)
    board = None if settings.bfh_profile is None else load_profile(settings.bfh_profile)
    with ExitStack() as stack:
        journal = stack.enter_context(Journal.open(folder, evidence_bytes=settings.evidence_mb * MIB))
        device = open_device(
            settings.wiring,
            shooting=Shooting(
                mains_hz=60 if settings.mains_hz == 60 else 50, frames_per_s=float(settings.watch_fps)
            ),
            care=Care(dim_after_s=settings.dim_after_s, off_after_s=settings.off_after_s),
            muted=settings.mute,
            with_display=settings.display != "none",
        )
        stack.callback(device.close)
        for part in ("pins", "buttons"):
            if part in device.missing:
                raise PartMissing(f"{device.missing[part]}; without the box, try: bears play --simulate")
        for part, why in device.missing.items():
            tell(f"{part}: {why}")
        if profile is None and wishes.game != BfhAtTable.name:
            tell("no profile of this table is set: people count the dice (see docs/getting-started.md)")
        clock = MonotonicClock()
        feed = LiveFeed(camera=device.camera, buttons=device.buttons, clock=clock)
        stack.callback(feed.close)
        box = Box(
            device.display,
            device.lamps,
            device.buzzer,
            device.camera,
            clock,
            feed,
            device.buttons,
            _checks(device),
        )
        session = Session(
            box=box,
            journal=journal,
            settings=settings,
            games=games(settings, device.track),
            profiles={
                game: known
                for game, known in (
                    (BearsAtTable.name, profile),
                    (OutrunAtTable.name, profile),
                    (BfhAtTable.name, board),
                )
                if known is not None
            },
            wishes=wishes,
            rules=known_games(settings.boards),
            tell=tell,
            habits=habits(settings),
        )
        yield Opened(session, device.buttons)


def _checks(device: Device) -> tuple[tuple[str, bool | None], ...]:
    return tuple(
        (part, part not in device.missing) for part in ("camera", "buttons", "display", "lamps", "buzzer")
    )
