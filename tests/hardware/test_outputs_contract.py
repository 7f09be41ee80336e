import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from PIL import Image

from hardware.outputs import DISPLAY, Buzzer, Lamps, Light, Sound
from tests.hardware.parts.bench import Bench, named
from tests.hardware.parts.displays import DISPLAYS, Shop, drawn
from tests.hardware.parts.lamps import BUZZERS, LAMPS

pytestmark = pytest.mark.filterwarnings(
    "ignore:Image.Image.getdata is deprecated:DeprecationWarning"
)  # luma's


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bench:
    return Bench(tmp_path, monkeypatch)


@pytest.fixture(params=named(DISPLAYS))
def shop(request: pytest.FixtureRequest, bench: Bench) -> Iterator[Shop]:
    builder: Callable[[Bench], AbstractContextManager[Shop]] = request.param
    with builder(bench) as made:
        yield made


def same(seen: Image.Image | None, picture: Image.Image) -> bool:
    return seen is not None and seen.tobytes() == picture.tobytes()


def test_what_is_shown_is_seen(shop: Shop) -> None:
    """Pixel by pixel, and again after a change."""
    for number in range(3):
        shop.display.show(drawn(number))
        shop.settle()
        assert same(shop.seen(), drawn(number))
        assert shop.display.working()


def test_the_same_picture_is_not_sent_again(shop: Shop) -> None:
    """A frame takes a tenth of a second on a slow bus; the loop shows something every time it comes round."""
    shop.display.show(drawn(1))
    shop.settle()
    sent = shop.writes()
    for _ in range(5):
        shop.display.show(drawn(1))
    shop.settle()
    time.sleep(0.05)
    assert shop.writes() == sent


def test_the_picture_belongs_to_whoever_drew_it(shop: Shop) -> None:
    """It may be drawn into again at once."""
    picture = drawn(1)
    shop.display.show(picture)
    picture.paste(0, (0, 0, *DISPLAY))
    shop.settle()
    assert same(shop.seen(), drawn(1))
    shop.display.show(picture)
    shop.settle()
    assert same(shop.seen(), picture)


def test_the_last_of_many_stays(shop: Shop) -> None:
    """Pictures may be skipped, never the last one."""
    for number in range(30):
        shop.display.show(drawn(number))
    shop.settle()
    assert same(shop.seen(), drawn(29))


@pytest.mark.parametrize("wrong", [Image.new("1", (64, 128)), Image.new("L", DISPLAY)], ids=["size", "mode"])
def test_a_picture_of_the_wrong_kind_is_refused(shop: Shop, wrong: Image.Image) -> None:
    """A mistake of the program's must be seen by whoever makes it, not vanish in a thread."""
    with pytest.raises(ValueError, match="128x64"):
        shop.display.show(wrong)


def test_a_closed_display_is_dark(shop: Shop) -> None:
    """A picture that stays for months is burnt in; showing something too late is harmless."""
    shop.display.show(drawn(1))
    shop.settle()
    shop.display.close()
    shop.display.close()
    assert shop.seen() is None
    shop.display.show(drawn(2))


@pytest.fixture(params=named(LAMPS))
def lamps(request: pytest.FixtureRequest, bench: Bench) -> Iterator[Lamps]:
    builder: Callable[[Bench], AbstractContextManager[Lamps]] = request.param
    with builder(bench) as made:
        yield made


def test_lamps_take_anything_at_any_time(lamps: Lamps) -> None:
    """Every light, again and again, seats without a lamp, and all of it after closing."""
    for _ in range(2):
        for light in (*Light, *Light):
            for seat in range(8):
                lamps.light(seat, light)
        lamps.light(-1, Light.ON)
        lamps.close()
        lamps.close()


@pytest.fixture(params=named(BUZZERS))
def buzzer(request: pytest.FixtureRequest, bench: Bench) -> Iterator[Buzzer]:
    builder: Callable[[Bench], AbstractContextManager[Buzzer]] = request.param
    with builder(bench) as made:
        yield made


def test_sounds_do_not_wait_for_their_end(buzzer: Buzzer) -> None:
    """A verdict must not wait for a tune, nor the end of the program."""
    started = time.monotonic()
    for sound in (*Sound, *Sound):
        buzzer.play(sound)
    buzzer.close()
    buzzer.close()
    assert time.monotonic() - started < 0.5
    buzzer.play(Sound.GO)
