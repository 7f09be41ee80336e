from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin
from hypothesis import given
from hypothesis import strategies as st
from luma.core.error import DeviceNotFoundError

from hardware.bear_track import START, TrackView
from hardware.device import open_device
from hardware.errors import PartMissing
from hardware.terminal.trail import as_line
from hardware.track_bar import BarTrack, lit_lights
from hardware.track_beads import BEAR, FIGURES, beads
from hardware.track_lights import LightTrack, apa102_strip
from hardware.track_pointer import PointerTrack
from hardware.wiring import LIGHTS_TRACK, DisplayWiring, TrackWiring, Wiring
from tests.hardware.parts.bench import Bench, named
from tests.hardware.parts.tracks import PINS, TRACKS, Course, Servo, Strip

pytestmark = pytest.mark.filterwarnings(
    "ignore:Image.Image.getdata is deprecated:DeprecationWarning"
)  # luma's

TRAIL = ("campsite", *["path"] * 3, "river", "slope", *["path"] * 3, "parking")


def view(bear: int, **runners: int) -> TrackView:
    return TrackView(TRAIL, bear, {int(name[1:]): row for name, row in runners.items()})


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bench:
    return Bench(tmp_path, monkeypatch)


@pytest.fixture(params=named(TRACKS))
def course(request: pytest.FixtureRequest, bench: Bench) -> Iterator[Course]:
    builder: Callable[[Bench], AbstractContextManager[Course]] = request.param
    with builder(bench) as made:
        yield made


def test_the_bear_is_seen_to_move(course: Course) -> None:
    """Each kind of track shows another thing for each step of a long run."""
    seen = []
    for bear in (START, 3, 6, 9):
        course.track.show(view(bear))
        course.settle()
        assert course.track.working()
        seen.append(course.seen())
    assert len(set(map(repr, seen))) == len(seen)


def test_showing_returns_at_once(course: Course) -> None:
    """The evening goes on while the pointer moves; the last of many stays."""
    began = time.monotonic()
    for k in range(300):
        course.track.show(view(k % 9, r1=9))
    course.track.show(view(5, r1=9))
    assert time.monotonic() - began < 1.0
    course.settle()
    last = course.seen()
    course.track.show(view(5, r1=9))
    course.settle()
    assert course.seen() == last


def test_a_closed_track_rests(course: Course) -> None:
    """No light burns all night, no servo hums; and showing something too late is harmless."""
    course.track.show(view(4, r1=8))
    course.settle()
    course.track.close()
    course.track.close()
    assert course.resting()
    course.track.show(view(5, r1=9))


def test_nobody_stands_beside_the_trail() -> None:
    """A mistake of the program's must be seen by whoever makes it, not as a light somewhere."""
    for wrong in ({"bear": 10}, {"bear": -2}, {"runners": {1: 10}}, {"grounds": ()}):
        with pytest.raises(ValueError, match="row"):
            replace(view(0), **wrong)


views = st.integers(1, 40).flatmap(
    lambda rows: st.builds(
        TrackView,
        st.just(("campsite",) * rows),
        st.integers(START, rows - 1),
        st.dictionaries(st.integers(1, 8), st.integers(0, rows - 1), max_size=8),
    )
)


@given(views, st.integers(1, 144))
def test_everybody_gets_a_light_in_their_turn(shown: TrackView, lights: int) -> None:
    """Who is not to be seen on the track asks whether the device has lost them."""
    seen = set()
    for beat in range(32):
        colours = beads(shown, lights, beat=beat)
        assert len(colours) == lights
        seen |= set(colours)
        assert (BEAR in colours) is (beat % 2 == 0)
    assert seen >= {FIGURES[figure] for figure in shown.runners}


@given(views, st.integers(2, 144))
def test_who_is_ahead_is_ahead_on_the_strip(shown: TrackView, lights: int) -> None:
    """The order along the strip is that along the trail."""
    colours = [beads(shown, lights, beat=beat) for beat in range(1, 32, 2)]
    places = {
        figure: {k for shot in colours for k, colour in enumerate(shot) if colour == FIGURES[figure]}
        for figure in shown.runners
    }
    for one, row in shown.runners.items():
        for other, further in shown.runners.items():
            if row < further:
                assert max(places[one]) <= max(places[other])


@given(views, st.integers(1, 40))
def test_the_bar_grows_with_the_bear(shown: TrackView, lights: int) -> None:
    """A bar that shrinks while the Bear comes nearer tells the opposite of what happens."""
    bare = [lit_lights(TrackView(shown.grounds, row), lights) for row in range(START, len(shown.grounds))]
    lit = [sum(one) for one in bare]
    assert lit == sorted(lit)
    assert lit[0] == 0
    assert lit[-1] == lights
    for one in bare:
        assert list(one) == sorted(one, reverse=True)


@given(views)
def test_the_pointer_goes_one_way(shown: TrackView) -> None:
    """From the start to the end and not beyond, or the servo works against its stop."""
    track = PointerTrack(Servo, start_us=1900, end_us=1100)
    pulses = [track.pulse_us(TrackView(shown.grounds, row)) for row in range(START, len(shown.grounds))]
    track.close()
    assert pulses == sorted(pulses, reverse=True)
    assert pulses[0] == pytest.approx(1900)
    assert pulses[-1] == pytest.approx(1100)


def test_the_pulses_are_those_of_a_servo() -> None:
    """50 a second, as long as was said to 5 µs: what the chip's registers say by its datasheet."""
    servo = Servo()
    track = PointerTrack(lambda: servo, channel=3, start_us=1000, end_us=2000, move_s=60)
    track.show(TrackView(("path",) * 4, 1))
    assert track.settle(2)
    assert servo.registers[0xFE] == 121
    assert servo.pulse_us(3) == pytest.approx(1500, abs=8)
    track.close()


def test_the_servo_rests_after_it_moved() -> None:
    """A servo that is driven for hours hums, gets hot and wears out."""
    servo = Servo()
    track = PointerTrack(lambda: servo, move_s=0.05)
    track.show(view(3))
    end = time.monotonic() + 2
    while servo.moves < 2 and time.monotonic() < end:
        time.sleep(0.01)
    assert servo.pulse_us() is None
    moves = servo.moves
    track.show(view(3, r1=8))  # only a runner moved
    time.sleep(0.1)
    assert servo.moves == moves
    track.close()


def test_a_pointer_that_lost_its_power_comes_back() -> None:
    """A plug that was kicked out must not end the match, and the pointer stands right again afterwards."""
    servo, opened = Servo(fault=OSError(121, "Remote I/O error")), []

    def connect() -> Servo:
        opened.append(1)
        return servo

    track = PointerTrack(connect, move_s=60)
    track.show(view(2))
    assert not track.settle(2)
    assert not track.working()
    assert "Remote I/O" in track.fault
    track.show(view(4))
    servo.fault = None
    end = time.monotonic() + 5
    while not track.working() and time.monotonic() < end:
        time.sleep(0.02)
    assert track.working()
    assert servo.pulse_us() == pytest.approx(track.pulse_us(view(4)), abs=8)
    assert len(opened) >= 2, "the chip forgets everything without power, so it is set up anew"
    track.close()


def test_a_strip_that_fails_is_tried_again() -> None:
    """The game does not hang on a loose wire."""
    strip = Strip(fault=DeviceNotFoundError("gone"))
    track = LightTrack(lambda: apa102_strip(10, bus=strip), 10, beat_s=60)
    track.show(view(2))
    assert not track.settle(2)
    strip.fault = None
    end = time.monotonic() + 5
    while not track.working() and time.monotonic() < end:
        time.sleep(0.02)
    assert BEAR in strip.colours()
    track.close()


def test_the_bear_flashes() -> None:
    """Nobody else on the strip does, so that the Bear is found at a glance."""
    strip = Strip()
    track = LightTrack(lambda: apa102_strip(10, bus=strip), 10, beat_s=0.02)
    track.show(view(2))
    seen: set[bool] = set()
    end = time.monotonic() + 2
    while len(seen) < 2 and time.monotonic() < end:
        if track.working():
            seen.add(BEAR in strip.colours())
    assert seen == {True, False}
    track.close()


def test_a_pin_that_is_taken_is_told() -> None:
    """Whoever wires the bar to a button's pin reads so at the start."""
    factory = MockFactory(pin_class=MockPWMPin)
    first = BarTrack(factory, PINS)
    with pytest.raises(PartMissing, match="track"):
        BarTrack(factory, PINS)
    first.close()
    BarTrack(factory, PINS).close()


@pytest.mark.parametrize(
    ("wiring", "said"),
    [
        (dict(track=TrackWiring("lights")), "GPIO 10, which the track's bus"),
        (dict(track=TrackWiring("bar")), "needs the pins"),
        (dict(track=TrackWiring("bar", pins=(17,))), "light 1 of the track"),
        (dict(lamps=(), track=TrackWiring("lights"), display=DisplayWiring(bus="spi")), "cannot share"),
    ],
)
def test_a_track_that_cannot_be_wired_so_is_refused(wiring: dict[str, object], said: str) -> None:
    """Two parts on one pin would work badly or not at all, in a way that nobody understands."""
    with pytest.raises(ValueError, match=said):
        Wiring(**wiring)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("wiring", "kind"),
    [
        (LIGHTS_TRACK, "LightTrack"),
        (Wiring(lamps=(), track=TrackWiring("bar", pins=PINS[:1])), "BarTrack"),
        (Wiring(track=TrackWiring("pointer")), "PointerTrack"),
        (Wiring(), "NoTrack"),
    ],
)
def test_the_device_brings_the_track_that_is_wired(
    wiring: Wiring, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the settings say is what the game gets; what cannot be reached is tried, not fatal."""
    device = open_device(wiring, with_display=False, pins=lambda: MockFactory(pin_class=MockPWMPin))
    assert type(device.track).__name__ == kind
    device.track.show(view(2))
    device.close()


def test_the_line_of_signs() -> None:
    """A person reads the whole chase in one line."""
    assert as_line(view(1, r1=4, r2=7, r3=7), 80) == " ^B..1/.*.="
    assert as_line(view(START, r1=0), 80) == "B1...~/...="
    assert as_line(view(2, r1=9), 6) == "B.~/.…"


@given(views, st.integers(1, 60))
def test_the_line_always_has_the_bear_and_fits(shown: TrackView, columns: int) -> None:
    """In a narrow window the Bear is what must not be cut off."""
    line = as_line(shown, columns)
    assert len(line) <= columns
    assert "B" in line
