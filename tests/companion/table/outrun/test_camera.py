"""With stickers below the figures the camera proposes moves, and says who stands where they should not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from calibration.rows import taught_rows
from companion.standees.reading import row_labels
from companion.table.happenings import CameraGone
from hardware.buttons import Menu
from hardware.camera import Frame
from hardware.errors import CameraTimedOut
from hardware.outputs import Sound
from tests.companion.table.outrun.outrun_bench import PARK, OutrunBench
from vision.standees import SeenStandee, SeenStandees

APART_MM = 50.0
PICTURE = np.zeros((4, 4, 3), np.uint8)
FIGURES = {"Bear": 0, "Cleo": 1, "Ben": 2, "Ana": 3}
"""As they are proposed, in reverse order of play."""


def place_of(row: int) -> tuple[float, float]:
    """Where a row lies on the table, mm."""
    return APART_MM * row - 200.0, 30.0


class Eyes:
    """Eyes that see the figures where a test puts them."""

    def __init__(self) -> None:
        self.at: dict[int, tuple[float, float]] = {}
        self.unsure: set[int] = set()
        self.still_ns = 0
        self.rested_ns: int | None = None
        """Since when nothing has moved; None: something moves."""
        self.fails = False
        self.reads = 0

    def look(self, frame: Frame) -> None:
        """Whether anything moves is up to the test."""
        self.still_ns = 0 if self.rested_ns is None else frame.time_ns - self.rested_ns

    def read(self) -> SeenStandees:
        """The figures as they stand."""
        self.reads += 1
        if self.fails:
            raise CameraTimedOut("no still came")
        view: Any = None
        return SeenStandees(
            tuple(
                SeenStandee(
                    number,
                    x,
                    y,
                    0.0,
                    number not in self.unsure,
                    "" if number not in self.unsure else "hidden",
                    1.0,
                )
                for number, (x, y) in sorted(self.at.items())
            ),
            (),
            1.0,
            view,
        )


class CameraBench(OutrunBench):
    """A table whose camera sees the figures; its rows are known unless `taught` is False."""

    def __init__(self, folder: Path, *, taught: bool = True) -> None:
        super().__init__(folder)
        self.see(taught=taught)

    def see(self, *, taught: bool) -> None:
        """Give the table its eyes."""
        self.eyes = Eyes()
        self.room.gaze, self.room.camera_trouble = self.eyes, ""
        if taught:
            labels = row_labels(self.room.state.trail.park)
            places = {row: [place_of(row)] for row in range(-1, len(labels))}
            self.room.known_rows = taught_rows(places, labels)
        self.eyes.at = {number: place_of(-1 if number == 0 else 0) for number in FIGURES.values()}
        self.wait(0.1)

    def put(self, **figures: int | None) -> None:
        """Somebody moves figures to other rows (None: off the trail) and takes the hand away; the camera looks."""
        self.eyes.rested_ns = None
        self.frame()
        for name, row in figures.items():
            self.eyes.at[FIGURES[name]] = place_of(row) if row is not None else (0.0, 900.0)
        self.eyes.rested_ns = self.now_ns
        self.now_ns += 600_000_000
        self.frame()

    def frame(self) -> None:
        """A frame of the watching stream comes."""
        self.now_ns += 1
        self.take(Frame(self.now_ns, PICTURE))


@pytest.fixture
def bench(tmp_path: Path) -> CameraBench:
    """Ana's turn; everybody is in the campsite."""
    return CameraBench(tmp_path)


def test_the_move_that_was_made_is_proposed_and_taken(bench: CameraBench) -> None:
    """Two rows ahead is a crawl; people say yes, and it is recorded as seen."""
    bench.put(Ana=2)
    assert (bench.screen, bench.says["told"]) == ("moveproposed", "Ana crawls")
    assert not bench.match.entries
    bench.ok()
    assert bench.state["positions"]["Ana"] == 2  # type: ignore[index]
    assert bench.screen == "runnerdone"
    why = bench.match.why(bench.match.entries[-1].seq)
    assert why == {"by": "people and camera"}


def test_what_people_do_not_want_is_not_proposed_again(bench: CameraBench) -> None:
    """No means no, until something has happened."""
    bench.put(Ana=2)
    bench.press(Menu.BACK)
    assert bench.screen == "runnerturn"
    bench.put()
    assert bench.screen == "runnerturn"
    assert bench.eyes.reads == 2


def test_a_figure_that_is_put_back_takes_the_proposal_away(bench: CameraBench) -> None:
    """Somebody only looked below the figure."""
    bench.put(Ana=2)
    bench.put(Ana=0)
    assert bench.screen == "runnerturn"


def test_there_may_be_several_ways(bench: CameraBench) -> None:
    """Three rows ahead can only be a card; which kind is asked."""
    bench.put(Ana=3)
    assert bench.screen == "moveproposed"
    first = bench.says["told"]
    assert bench.says["of"] == 2
    bench.press(Menu.NEXT)
    assert (bench.says["number"], bench.says["told"] != first) == (2, True)


def test_who_stands_elsewhere_is_said_once(bench: CameraBench) -> None:
    """The Bear does not move in a runner's turn."""
    bench.put(Bear=2)
    assert (bench.screen, bench.says["title"]) == ("notice", "Please look")
    assert (bench.screen, bench.says["text"]) == ("notice", "the Bear at wood 2, not before the camp")
    assert bench.shown.sounds[-1] is Sound.LOOK
    bench.wait(5)
    bench.put()
    assert bench.screen == "runnerturn"
    bench.put(Bear=3)
    assert (bench.screen, bench.says["text"]) == ("notice", "the Bear at wood 3, not before the camp")


def test_a_figure_in_doubt_proposes_nothing(bench: CameraBench) -> None:
    """Never silently wrong."""
    bench.eyes.unsure.add(FIGURES["Ana"])
    bench.put(Ana=2)
    assert bench.screen == "runnerturn"


def test_between_two_rows_is_no_row(bench: CameraBench) -> None:
    """Half a row ahead is a doubt."""
    bench.put(Ana=2)
    bench.press(Menu.BACK)
    bench.eyes.at[FIGURES["Ana"]] = (place_of(2)[0] + APART_MM / 2, 30.0)
    bench.put()
    assert bench.screen == "runnerturn"


def test_nothing_is_read_while_something_moves_or_nothing_has(bench: CameraBench) -> None:
    """A still takes its time and memory; one is enough after each motion."""
    bench.put()
    reads = bench.eyes.reads
    for _ in range(5):
        bench.frame()
    assert bench.eyes.reads == reads
    bench.eyes.rested_ns = None
    for _ in range(5):
        bench.frame()
    assert bench.eyes.reads == reads


def test_a_still_that_fails_is_told_once_and_the_match_goes_on(bench: CameraBench) -> None:
    """By buttons, as ever."""
    bench.eyes.fails = True
    bench.put(Ana=2)
    bench.put()
    assert len([line for line in bench.lines if "could not be read" in line]) == 1
    bench.crawl()
    assert bench.state["to_move"] == "Ben"


def test_without_the_camera_nothing_is_proposed(bench: CameraBench) -> None:
    """It was unplugged."""
    bench.take(CameraGone("unplugged"))
    bench.read_all()
    bench.put(Ana=2)
    assert bench.screen == "runnerturn"


def test_the_next_turn_may_begin_before_this_one_is_ended(bench: CameraBench) -> None:
    """Ben is quick: ending Ana's turn is part of what is proposed."""
    bench.put(Ana=2)
    bench.ok()
    bench.put(Ben=2)
    assert str(bench.says["told"]).startswith("Ana ends the turn; ")
    bench.ok()
    assert bench.state["to_move"] == "Ben"
    assert bench.state["positions"] == {"Ana": 2, "Ben": 2, "Cleo": 0}


def test_the_rows_are_taught_by_laying_the_bears_sticker(tmp_path: Path) -> None:
    """Its start, and the first and the last row of each tile; the others lie between, and the journal keeps them."""
    bench = CameraBench(tmp_path, taught=False)
    bench.put(Ana=2)
    assert bench.screen == "runnerturn"
    bench.mend("Teach the rows")
    for number in (-1, 0, 0, 1, 1, 8, 8, 9, 9):
        assert bench.screen == "notice"
        x, y = place_of(number)
        bench.eyes.at = {0: (x, y - 40.0 if "Bear's side" in str(bench.says["text"]) else y + 40.0)}
        bench.ok()
    bench.read_all()
    bench.choose("Go on")
    assert any("rows are taught" in line for line in bench.lines)
    bench.pull_the_plug()
    bench.switch_on()
    bench.see(taught=False)
    bench.read_all()
    bench.put(Ana=2)
    assert bench.screen == "moveproposed"


def test_a_sticker_that_is_not_seen_is_asked_for_again(tmp_path: Path) -> None:
    """Nothing is taught in doubt; back goes to the row before, and out."""
    bench = CameraBench(tmp_path, taught=False)
    bench.mend("Teach the rows")
    bench.eyes.at = {}
    bench.ok()
    assert (bench.screen, bench.says["title"]) == ("notice", "Not seen")
    bench.read_all()
    assert (bench.screen, bench.says["title"]) == ("notice", "Teach 1/9")
    bench.eyes.at = {0: place_of(-1)}
    bench.ok()
    assert (bench.screen, bench.says["title"]) == ("notice", "Teach 2/9")
    bench.press(Menu.BACK, Menu.BACK)
    assert (bench.screen, bench.says["title"]) == ("choose", "Menu")


def test_rows_on_top_of_each_other_are_not_taught(tmp_path: Path) -> None:
    """Somebody pressed ok without moving the sticker."""
    bench = CameraBench(tmp_path, taught=False)
    bench.mend("Teach the rows")
    bench.eyes.at = {0: place_of(3)}
    bench.ok(9)
    assert (bench.screen, bench.says["title"]) == ("notice", "Not taught")


def test_rows_of_another_park_are_not_used(bench: CameraBench) -> None:
    """The tiles lie otherwise than those that were taught."""
    labels = [label.replace("wood", "hill") for label in row_labels(bench.room.state.trail.park)]
    bench.room.known_rows = taught_rows({row: [place_of(row)] for row in range(-1, len(labels))}, labels)
    bench.put(Ana=2)
    assert bench.screen == "runnerturn"
    assert PARK[1]["tile"] == "wood"


def test_a_figure_that_is_moved_while_the_bear_runs_is_looked_at_after(bench: CameraBench) -> None:
    """Nobody waits with the figure until the display has come to its end."""
    for figure in ("Ana", "Ben", "Cleo"):
        bench.crawl()
        bench.put(**{figure: bench.state["positions"][figure]})  # type: ignore[index]
    bench.read_all()
    bench.ok()
    for value in (2, 0, 0):
        bench.value(value)
    assert bench.screen == "bearruns"
    bench.put(Bear=2)
    bench.wait(9)
    bench.frame()
    assert (bench.screen, bench.says["text"]) == ("notice", "the Bear at wood 2, not wood 1")
