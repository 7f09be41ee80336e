"""Whole games at a simulated board: real pictures, real pins, the real reader, and the truth to compare with."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Literal

import pytest

import companion
from companion.cli import main
from companion.evaluation.moves import MovesAgreement, agreement
from companion.screens.bfh_kinds import AfterMove, Rolled, TurnChoice, WhichMove
from companion.screens.kinds import Choose, Screen
from companion.settings import Settings
from companion.table.bfh.simulated import SimulatedBfh, open_simulated
from companion.table.bfh.temper import Temper
from companion.table.session import Wishes
from hardware.buttons import Menu
from hardware.terminal.plain import PlainConsole

ROOT = Path(companion.__file__).parents[1]
COLOURS = ("red", "blue")
SECOND = 1_000_000_000
CAREFUL = Temper(wrong=0, sloppy=0, forgetful=0, linger=0)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the simulated board's profile is kept, so that it is built once."""
    return tmp_path_factory.mktemp("simulated")


class Played:
    """A game of red and blue that was played until so many moves were made, and what the device made of them."""

    def __init__(
        self,
        folder: Path,
        moves: int,
        *,
        temper: Temper,
        fresh: bool = True,
        die: Literal["device", "buttons", "camera"] = "device",
        by_itself: bool = True,
        meddle: Callable[[SimulatedBfh], None] = lambda _: None,
    ) -> None:
        self.page, self.screens, self.titles = StringIO(), list[str](), list[str]()
        settings = replace(Settings(), players=COLOURS, bfh_colours=COLOURS, bfh_die=die)
        with open_simulated(
            settings,
            folder=folder,
            wishes=Wishes(game="bfh", players=COLOURS, fresh=fresh, once=True, without_asking=True),
            console=PlainConsole(self.page),
            seed=3,
            speed=None,
            by_itself=by_itself,
            tempers=(temper, temper),
            frames_a_second=6.0,
            watching=(384, 216),
        ) as opened:
            opened.session.stage.observe(self._observe)
            people, world = opened.people, opened.world
            began = world.now_ns()

            def done() -> bool:
                meddle(opened)
                stuck = f"stuck at {self.screens[-5:]}\n{self.page.getvalue()}"
                assert world.now_ns() - began < 60 * (moves + 2) * SECOND, stuck
                return len(people.diary.deeds) >= moves and not people.waiting

            opened.session.run(leaving=done)
            match = opened.session.match
            assert match is not None
            self.diary, self.state = people.diary, match.state
            counting = [entry for entry in match.entries if entry.event["event"] == "roll"]
            self.rolled_by = [(match.why(entry.seq) or {}).get("by") for entry in counting]
            self.found: MovesAgreement = agreement(match, people.diary, before=opened.before)
            self.really = people.state

    def _observe(self, screen: str, says: Mapping[str, object]) -> None:
        self.screens.append(screen)
        self.titles.append(str(says.get("title", "")))


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_moves_are_seen_as_they_were_made(folder: Path) -> None:
    """The whole chain, from hands over pixels and pins to the rules, with nobody asked."""
    played = Played(folder, 6, temper=CAREFUL)
    assert played.found.wrong == ()
    assert played.found.moves == 6
    assert played.found.right >= 5
    assert played.state.stacks == played.really.stacks
    assert "placeneutral" in played.screens
    assert "rolled" in played.screens


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_the_command_ends_with_the_comparison(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Who told of a move is looked up in the journal, which has to be open still."""

    @contextmanager
    def quick(*given: object, **options: object) -> Iterator[SimulatedBfh]:
        options |= {"frames_a_second": 6.0, "watching": (384, 216), "tempers": (CAREFUL, CAREFUL)}
        with open_simulated(*given, **options) as opened:  # type: ignore[arg-type]
            run, people = opened.session.run, opened.people
            done = lambda: bool(people.diary.deeds) and not people.waiting  # noqa: E731
            monkeypatch.setattr(opened.session, "run", lambda leaving: run(leaving=done))  # noqa: ARG005
            yield opened

    monkeypatch.setattr("companion.table.bfh.simulated.open_simulated", quick)
    asked_for = ["--game", "bfh", "--simulate", "--watch", "--new", "--players", "red,blue", "--seed", "3"]
    assert main(["play", *asked_for, "--data", str(folder)]) == 0
    assert "compared with the truth: 1 of 1 moves seen right by itself" in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_a_match_goes_on_with_the_board_as_it_stood(folder: Path) -> None:
    """After a pulled plug people find the board as it was, and so does the device."""
    first = Played(folder, 4, temper=CAREFUL)
    second = Played(folder, 2, temper=CAREFUL, fresh=False)
    assert first.found.wrong == second.found.wrong == ()
    assert second.found.moves == 2
    assert second.really.turn > first.really.turn


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_what_the_rules_forbid_is_refused_and_put_right(folder: Path) -> None:
    """People err; the device says so, takes nothing for a move, and the game goes on."""
    played = Played(folder, 3, temper=replace(CAREFUL, wrong=1.0))
    assert played.found.wrong == ()
    assert played.found.forbidden >= 3
    assert played.found.refused >= played.found.forbidden - 1
    assert "notallowed" in played.screens


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize(("die", "by"), [("camera", "camera"), ("buttons", "people")])
def test_people_roll_a_die_of_their_own(folder: Path, die: Literal["buttons", "camera"], by: str) -> None:
    """The die falls beside the board, among pieces, and is read there; or people enter what it shows."""
    played = Played(folder, 6, temper=replace(CAREFUL, special=0), die=die)
    assert played.found.wrong == ()
    assert len(played.rolled_by) >= 3
    assert set(played.rolled_by) == {by}
    assert ("rolldie" in played.screens) == (die == "camera")


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_what_is_taken_back_is_put_back(folder: Path) -> None:
    """Rolls, moves and ends of turns; pieces that are put back wrongly are no move either."""
    played = Played(folder, 6, temper=replace(CAREFUL, regret=0.6, wrong=0.15))
    assert played.found.wrong == ()
    assert len(played.diary.taken_back) >= 2
    assert played.found.refused >= played.found.forbidden - 1 > 0
    assert {"choose", "putback"} <= set(played.screens)
    assert played.state.stacks == played.really.stacks


class Meddler:
    """Somebody in a terminal who presses the buttons: takes the first move back and enters another by hand."""

    def __init__(self) -> None:
        self.since_ns = 0
        self.todo = ["take back", "take back", "enter"]

    def __call__(self, opened: SimulatedBfh) -> None:
        """Press what is to be pressed, once in a while."""
        if opened.world.now_ns() < self.since_ns:
            return
        button = self._button(opened.session.stage.screen, opened)
        if button is not None:
            self.since_ns = opened.world.now_ns() + 2 * SECOND
            opened.world.press(button)

    def _button(self, screen: Screen | None, opened: SimulatedBfh) -> Menu | None:
        match screen:
            case Choose(title=title, options=options, chosen=chosen):
                wanted = {"Menu": "Take back last" if self.todo[:1] == ["take back"] else "Go on"}.get(title)
                wanted = "Yes" if title.startswith("Take back: ") else wanted or options[0]
                if wanted == "Yes" == options[chosen] or wanted == options[0] == options[chosen]:
                    self.todo = self.todo[1:] if title != "Menu" else self.todo
                return Menu.OK if options[chosen] == wanted else Menu.NEXT
            case TurnChoice() if self.todo[:1] == ["take back"] and opened.people.state.turn > 4:
                return Menu.BACK
            case TurnChoice() | AfterMove() | WhichMove():
                return Menu.OK
            case Rolled() if self.todo == ["enter"]:
                return Menu.OK
        return None


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_people_do_what_somebody_else_tells_the_device(folder: Path) -> None:
    """Who presses the buttons in a terminal may enter moves and take them back; hands at the board follow."""
    meddler = Meddler()
    played = Played(folder, 5, temper=CAREFUL, by_itself=False, meddle=meddler)
    assert meddler.todo == []
    assert played.found.wrong == ()
    assert "Which move?" in played.titles
    assert played.state.stacks == played.really.stacks


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_a_piece_across_a_line_is_never_taken_for_another_move(folder: Path) -> None:
    """Where it stands is for people to say, not for the device to guess."""
    played = Played(folder, 3, temper=replace(CAREFUL, sloppy=1.0))
    assert played.found.wrong == ()
    assert played.found.moves == 3
    assert all(deed.sloppy for deed in played.diary.deeds)


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_the_benchmark_holds_its_bars() -> None:
    """A few of the games that `benchmarks/moves.py` plays, from the middle of matches, on two boards."""
    command = [
        sys.executable,
        "benchmarks/moves.py",
        "--games",
        "2",
        "--moves",
        "4",
        "--first",
        "3",
        "--json",
    ]
    done = subprocess.run(
        [*command, "--jobs", "1"], cwd=ROOT, capture_output=True, text=True, timeout=880, check=False
    )
    assert done.returncode in (0, 1), done.stderr
    told = json.loads(done.stdout)
    assert told["wrong"] == []
    assert told["moves"] >= 6
    assert told["passed"] == (done.returncode == 0)
