"""Whole rounds at a simulated table: real pictures, real pins, real networks, and the truth to compare with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest

from companion.evaluation.rounds import Agreement, agreement
from companion.settings import Settings
from companion.table.bears.simulated import SimulatedBears, open_simulated
from companion.table.session import Wishes
from hardware.terminal.plain import PlainConsole

NAMES = ("Ana", "Ben")
SECOND = 1_000_000_000


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the simulated tables' profiles are kept, so that each is built once."""
    return tmp_path_factory.mktemp("simulated")


class Played:
    """A match that was played until something was so."""

    def __init__(
        self,
        folder: Path,
        *,
        seed: int,
        until: Callable[[SimulatedBears], bool],
        meddle: Callable[[SimulatedBears], None],
    ) -> None:
        page = StringIO()
        settings = replace(Settings(), players=NAMES, target=1000)
        self.screens: list[str] = []
        with open_simulated(
            settings,
            folder=folder,
            wishes=Wishes(players=NAMES, fresh=True, once=True),
            console=PlainConsole(page),
            seed=seed,
            speed=None,
            by_itself=True,
        ) as opened:
            opened.session.stage.observe(lambda screen, _: self.screens.append(screen))
            world = opened.world
            assert world is not None
            began = world.now_ns()

            def done() -> bool:
                meddle(opened)
                assert world.now_ns() - began < 200 * SECOND, (
                    f"stuck at {self.screens[-5:]}\n{page.getvalue()}"
                )
                return until(opened)

            opened.session.run(leaving=done)
            match, table = opened.session.match, opened.session.table
            assert match is not None
            assert table is not None
            self.lines = page.getvalue()
            self.asked = table.room.asked
            self.found: Agreement = agreement(
                match.state.rounds,
                world.truth.rounds,
                names=NAMES,
                origin_ns=table.room.mono_ns(0.0),
                asked={number for number, _ in self.asked},
            )


def scored(rounds: int) -> Callable[[SimulatedBears], bool]:
    """Until so many rounds are scored."""

    def until(opened: SimulatedBears) -> bool:
        match = opened.session.match
        return match is not None and len(match.state.rounds) >= rounds

    return until


def nothing(_: SimulatedBears) -> None:
    """Leave the table alone."""


def once_playing(seconds: float, deed: Callable[[SimulatedBears], None]) -> Callable[[SimulatedBears], None]:
    """Do something so long after the first round began."""
    done = False

    def meddle(opened: SimulatedBears) -> None:
        nonlocal done
        world = opened.world
        assert world is not None
        record = world.truth.round
        began_ns = None if record is None else record.began_ns
        if not done and began_ns is not None and world.now_ns() - began_ns >= seconds * SECOND:
            done = True
            deed(opened)

    return meddle


@pytest.mark.slow
def test_a_round_is_judged_and_scored_as_it_was(folder: Path) -> None:
    """The whole way from pixels and pins to points, without anybody being asked."""
    played = Played(folder, seed=1, until=scored(1), meddle=nothing)
    assert played.found.rounds == 1
    assert not played.found.wrong, played.lines
    assert played.found.calls == played.found.verdicts_right


@pytest.mark.slow
def test_a_camera_that_is_lost_for_a_while_ends_no_match(folder: Path) -> None:
    """People are asked meanwhile, and in the end the table is read again."""

    def lose(opened: SimulatedBears) -> None:
        assert opened.world is not None
        opened.world.faults.lose_camera(8.0)

    played = Played(folder, seed=1, until=scored(1), meddle=once_playing(3.0, lose))
    assert "The camera is gone" in played.lines
    assert "The camera is back" in played.lines
    assert not played.found.wrong, played.lines


@pytest.mark.slow
def test_a_knocked_camera_stops_the_judging_until_somebody_looked(folder: Path) -> None:
    """Nothing may be judged through a camera that looks elsewhere than it thinks."""

    def knock(opened: SimulatedBears) -> None:
        assert opened.world is not None
        opened.world.faults.knock_camera()

    played = Played(folder, seed=1, until=scored(1), meddle=once_playing(2.0, knock))
    assert "paused" in played.screens
    assert not played.found.wrong, played.lines
