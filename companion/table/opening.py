"""Opening the box, real or simulated, and playing at it until somebody leaves."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from calibration.profile import Profile, load_profile
from companion.games.bears import State
from companion.journal import Journal, stamps
from companion.match import Match
from companion.settings import Settings
from companion.table import thrift
from companion.table.feeds import LiveFeed
from companion.table.room import Habits, Teller
from companion.table.session import Box, Session, Wishes
from companion.table.simulated import Helper, SimulatedFeed, simulated_profile
from hardware.buttons import Buttons
from hardware.care import Care
from hardware.clock import MonotonicClock
from hardware.device import Device, open_device
from hardware.errors import PartMissing
from hardware.gpio_buttons import GpioButtons
from hardware.light import Shooting
from hardware.simulated.clock import SimulatedClock
from hardware.simulated.laying import lay
from hardware.simulated.world import World
from hardware.terminal.console import Console
from hardware.wiring import Wiring

MIB = 1 << 20


@dataclass
class Opened:
    """A session that is ready to play, and what looks after it."""

    session: Session
    buttons: Buttons
    world: World | None = None
    before: int = 0
    """How many rounds of the match had been played when the people of the simulated world sat down to it."""
    elsewhere: int = 0
    """How many rounds these people had played before that."""


def habits(settings: Settings) -> Habits:
    """How a table with these settings likes to play."""
    return Habits(grace_s=settings.end_grace_s if settings.end_announce == "sound" else None)


@contextmanager
def open_box(settings: Settings, *, folder: Path, wishes: Wishes, tell: Teller) -> Iterator[Opened]:
    """The real device. Raises PartMissing without buttons, JournalError or CalibrationError as those do."""
    thrift.begin()
    profile = None if settings.profile is None else load_profile(settings.profile)
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
        if profile is None:
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
            profile=profile,
            wishes=wishes,
            tell=tell,
            habits=habits(settings),
        )
        yield Opened(session, device.buttons)


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
) -> Iterator[Opened]:
    """A simulated table shown on a console, for those of a match that goes on, else those whom the wishes name.

    `speed` None: as fast as it can; `by_itself`: somebody at the table presses what has to be pressed.
    """
    with ExitStack() as stack:
        clock = SimulatedClock(speed=speed)
        boot = f"simulated {uuid.uuid4()}"
        now = stamps(clock.now_ns, boot=boot)
        journal = stack.enter_context(
            Journal.open(folder, now=now, evidence_bytes=settings.evidence_mb * MIB)
        )
        wiring = Wiring()
        going_on = None if wishes.fresh else Match.unfinished(journal)
        names = wishes.players or () if going_on is None else tuple(going_on.header["players"])
        console.seat(names)
        world = World(seed, len(names), clock=clock, wires=wiring.buttons())
        profile: Profile = simulated_profile(world, folder, tell=console.tell)
        buttons = GpioButtons(world.pins, wiring.buttons())
        stack.callback(buttons.close)
        stack.callback(world.camera.close)
        feed = SimulatedFeed(world, buttons, keyboard=console.buttons)
        box = Box(console.display, console.lamps, console.buzzer, world.camera, clock, feed, buttons)
        session = Session(
            box=box,
            journal=journal,
            settings=settings,
            profile=profile,
            wishes=wishes,
            tell=console.tell,
            habits=habits(settings),
            observers=(world.notice,),
            seated=lambda match: sit_down(match.state),
        )
        opened = Opened(session, buttons, world)

        def sit_down(state: State) -> None:
            world.match.break_off()
            opened.before = len(state.rounds) + (state.phase == "ended")
            opened.elsewhere = len(world.truth.rounds)
            _lay(world, state)

        if by_itself:
            session.stage.observe(Helper(world, _names(session)).notice)
        yield opened


def _lay(world: World, state: State) -> None:
    """Lay the table as the match that is resumed says that it lies."""
    seen = state.round.sightings
    if seen and state.phase in ("ready", "playing", "ended"):
        rolled, left = seen[0].campsite, seen[-1].campsite
        taken = (rolled.bears - left.bears, rolled.tents - left.tents)
        lay(world, left=(left.bears, left.tents), taken=taken)


def _names(session: Session) -> Callable[[], tuple[str, ...]]:
    return lambda: () if session.match is None else tuple(session.match.header["players"])


def _checks(device: Device) -> tuple[tuple[str, bool | None], ...]:
    return tuple(
        (part, part not in device.missing) for part in ("camera", "buttons", "display", "lamps", "buzzer")
    )
