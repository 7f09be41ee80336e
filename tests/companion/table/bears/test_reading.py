"""Reading the table at rest, and finding the dice of a round, with a camera that sees what it is told to see."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

from companion.referee import CampDie, Glimpse, Sight
from companion.sheet.assessment import Assessment, Die, Doubt
from companion.sheet.layout import Layout
from companion.sheet.told import Answer
from companion.table.bears.gaze import CampGaze
from companion.table.bears.reading import TableReader
from companion.table.bears.starting import CampFinder
from hardware.buttons import Menu
from hardware.camera import Frame
from tests.companion.table.table_bench import Bench
from vision.errors import VisionError
from vision.seen import Oddity

SECOND = 1_000_000_000
PICTURE = np.zeros((4, 4, 3), np.uint8)


def die(face: str, x: float, y: float, *, sure: bool = True) -> Die:
    """A Camp Die in the campsite."""
    return Die(face, "camp", x, y, 0.0, "campsite", 1.0, sure, "", (), (0, 0, 1, 1))


def table(*dice: Die, doubts: tuple[Doubt, ...] = (), odd: tuple[Oddity, ...] = ()) -> Assessment:
    """What is read of a table with these dice."""
    return Assessment(dice, (), doubts, None, (), 1.0, Layout((0.0, 90.0)), odd)


@dataclass
class SeeingGaze:
    """A camera that sees `lying`, or fails for the reason `trouble`."""

    lying: Assessment
    trouble: str = ""
    still_ns: int = SECOND
    reads: int = 0
    answers: list[tuple[Answer, ...]] = field(default_factory=list)

    @property
    def watcher(self) -> SeeingGaze:
        """It watches by itself."""
        return self

    def look(self, frame: Frame) -> None:
        """Whether anything moves is set by hand."""

    def read(self, **_: object) -> tuple[Assessment, object]:
        """What is seen."""
        self.reads += 1
        if self.trouble:
            raise VisionError(self.trouble)
        return self.lying, PICTURE

    def read_again(self, *_: object, answers: tuple[Answer, ...], **__: object) -> Assessment:
        """What is seen, with a doubt less once people said something."""
        self.answers.append(answers)
        return replace(self.lying, doubts=self.lying.doubts[1:])

    def begin(self, *_: object, **__: object) -> tuple[CampDie, ...]:
        """The dice that are seen."""
        return tuple(CampDie(k, cast("Any", d.face), d.x, d.y) for k, d in enumerate(self.lying.dice))

    def watch(self, *_: object, time_ns: int, **__: object) -> Glimpse:
        """All of them are still there."""
        return Glimpse(
            time_ns, tuple(Sight(die.die, "there", die.face, die.x, die.y) for die in self.begin())
        )

    def zone(self, *_: object, **__: object) -> str:
        """Everything lies in the campsite."""
        return "campsite"

    def evidence(self, time_ns: int | None) -> None:
        """Nothing is kept."""


def seeing(bench: Bench, lying: Assessment) -> SeeingGaze:
    """Give the bench a camera."""
    gaze = SeeingGaze(lying)
    bench.room.gaze, bench.room.camera_trouble = cast("CampGaze", gaze), ""
    return gaze


def frame(bench: Bench) -> Frame:
    """A frame of this moment."""
    return Frame(bench.room.now_ns, PICTURE, 1_000_000)


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    """A table for Ana and Ben."""
    return Bench(tmp_path)


def test_a_table_is_read_once_it_rests_and_again_when_it_was_touched(bench: Bench) -> None:
    """Reading is costly, and what was read stays true until somebody touches something."""
    gaze = seeing(bench, table(die("bear", 0, 0)))
    reader = TableReader(bench.room, rest_s=0.5)
    gaze.still_ns = 0
    assert not reader.look(frame(bench))
    gaze.still_ns = SECOND
    assert [reader.look(frame(bench)) for _ in range(3)] == [True, False, False]
    gaze.still_ns = 0
    reader.look(frame(bench))
    gaze.still_ns = SECOND
    assert reader.look(frame(bench))


def test_a_table_that_cannot_be_read_is_said_once_and_tried_again(bench: Bench) -> None:
    """A picture that came too late, or a card that was covered: nobody should have to touch the table for that."""
    gaze = seeing(bench, table(die("bear", 0, 0)))
    gaze.trouble = "no corner card can be seen"
    reader = TableReader(bench.room, rest_s=0.5)
    for _ in range(100):
        reader.look(frame(bench))
        bench.room.now_ns += SECOND // 10
    assert 4 <= gaze.reads <= 6
    assert sum("no corner card" in line for line in bench.lines) == 1
    look = reader.screen()
    assert look is not None
    assert look.reason == "no corner card can be seen"
    gaze.trouble = ""
    bench.room.now_ns += 3 * SECOND
    assert reader.look(frame(bench))
    assert reader.screen() is None


def test_what_people_say_of_a_die_holds_until_it_is_moved(bench: Bench) -> None:
    """Else another die that comes to lie there would be given the wrong face, and nobody asked."""
    doubts = (Doubt("glare", 10, 10),)
    gaze = seeing(bench, table(die("tent", 10, 10, sure=False), doubts=doubts))
    reader = TableReader(bench.room, rest_s=0.5)
    reader.read()
    reader.name(10, 10, "bear")
    reader.read()
    assert gaze.answers == [(Answer(10, 10, "bear"),)]
    gaze.lying = table(die("tent", 17, 10, sure=False), doubts=doubts)
    reader.read()
    assert reader.named == []
    assert reader.found is not None
    assert not reader.found.sure


def test_every_doubt_is_shown_in_turn(bench: Bench) -> None:
    """Who is asked to look at two things must learn of both."""
    seeing(bench, table(doubts=(Doubt("a cup", 1, 1), Doubt("glare", 2, 2))))
    reader = TableReader(bench.room, rest_s=0.5)
    reader.read()
    looks = [reader.screen(k) for k in range(3)]
    assert [(look.reason, look.number, look.of) for look in looks if look is not None] == [
        ("a cup", 1, 2),
        ("glare", 2, 2),
        ("a cup", 1, 2),
    ]


ROLLED = tuple(die("bear" if k < 3 else "tent", 20.0 * k, 0) for k in range(10))


def test_dice_count_as_taken_only_if_nothing_can_hide_them(bench: Bench) -> None:
    """After an interruption: a cup that stands over the last bear must not end the round."""
    bench.start_round(bears=3)
    cup = Oddity("cover", "something covers the table here", 10, 0)
    gaze = seeing(bench, table(*ROLLED[1:], odd=(cup,)))
    assert CampFinder(bench.room, fewer=True).look(frame(bench)) is None
    gaze.lying = table(replace(ROLLED[1], sure=False), *ROLLED[2:])
    assert CampFinder(bench.room, fewer=True).look(frame(bench)) is None
    gaze.lying = table(*ROLLED[1:])
    dice = CampFinder(bench.room, fewer=True).look(frame(bench))
    assert dice is not None
    assert len(dice) == 9
    assert CampFinder(bench.room).look(frame(bench)) is None


def test_a_round_whose_dice_were_not_seen_at_its_start_is_watched_once_they_are(bench: Bench) -> None:
    """A hand over the campsite during the countdown must not cost the whole round its camera."""
    bench.ok()
    bench.enter(3)
    gaze = seeing(bench, table(*ROLLED[5:]))
    bench.ok()
    gaze.still_ns = 0
    for _ in range(45):
        bench.wait(0.1)
        bench.take(frame(bench))
    assert (bench.screen, bench.says["bears"]) == ("running", None)
    gaze.lying, gaze.still_ns = table(*ROLLED), SECOND
    bench.take(frame(bench))
    assert (bench.screen, bench.says["bears"]) == ("running", 3)


def test_a_roll_that_was_taken_back_is_not_read_again_as_it_lies(bench: Bench) -> None:
    """Who takes a misread roll back wants to enter it, or to throw again."""
    gaze = seeing(bench, table())
    gaze.lying = replace(table(*ROLLED), round=cast("Any", object()))
    bench.take(frame(bench))
    assert bench.state["phase"] == "ready"
    bench.press(Menu.BACK)
    bench.choose("Take back last")
    bench.choose("Yes")
    bench.choose("Go on")
    for _ in range(30):
        bench.wait(0.1)
        bench.take(frame(bench))
    assert (bench.screen, bench.state["phase"]) == ("roll", "setup")
    touch(bench, gaze)
    assert bench.state["phase"] == "ready"


def test_dice_that_are_moved_before_the_start_are_read_again_but_not_against_peoples_word(
    bench: Bench,
) -> None:
    """What the camera read it may mend; what people entered it may not, and no correction of theirs is taken back."""
    gaze = seeing(bench, table())
    gaze.lying = replace(table(*ROLLED), round=cast("Any", object()))
    bench.take(frame(bench))
    gaze.lying = replace(
        table(die("bear", 0, 0), *ROLLED[1:9], die("bear", 190, 0)), round=cast("Any", object())
    )
    touch(bench, gaze)
    assert (bench.screen, bench.says["bears"], bench.says["tents"]) == ("ready", 4, 6)
    bench.press(Menu.BACK)
    for option in ("Take back last", "Yes", "Take back last", "Yes", "Go on"):
        bench.choose(option)
    bench.ok()
    bench.enter(5)
    touch(bench, gaze)
    assert (bench.screen, bench.says["bears"]) == ("ready", 5)


def test_named_dice_outlast_a_power_cut(bench: Bench) -> None:
    """Nobody wants to be asked the same again because somebody tripped over the cable."""
    glare = (Doubt("glare", 10, 10), Doubt("a cup", 50, 50))
    unsure = table(die("tent", 10, 10, sure=False), doubts=glare)
    bench.start_round(bears=3)
    bench.shout("Ana")
    bench.enter(0)
    bench.enter(6)
    gaze = seeing(bench, unsure)
    leave_the_count(bench)
    touch(bench, gaze)
    assert (bench.screen, bench.says["of"]) == ("look", 2)
    bench.ok()
    bench.choose("Name this die")
    gaze.lying = replace(unsure, doubts=glare)
    bench.choose("gun")
    assert gaze.answers == [(Answer(10, 10, "gun"),)]
    bench.pull_the_plug()
    bench.switch_on()
    gaze = seeing(bench, unsure)
    leave_the_count(bench)
    touch(bench, gaze)
    assert gaze.answers == [(Answer(10, 10, "gun"),)]


def leave_the_count(bench: Bench) -> None:
    """Without a camera people count; now there is one."""
    bench.read_all()
    assert bench.screen == "count"
    bench.press(Menu.BACK)
    bench.choose("Go on")
    bench.wait(0.1)


def touch(bench: Bench, gaze: SeeingGaze) -> None:
    """Something moves, and rests again."""
    for still_ns in (0, SECOND):
        gaze.still_ns = still_ns
        bench.take(frame(bench))
