import itertools
from dataclasses import fields, is_dataclass
from typing import Any, Literal, get_args, get_origin, get_type_hints
from unittest.mock import patch

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from PIL import Image, ImageChops

from companion.screens import Hints, bfh_kinds, draw, hints_for, kinds
from companion.screens.draw import lay_out
from companion.screens.hints import HEIGHT
from companion.screens.letters import SMALL, Font
from companion.screens.paper import MARGIN, SIZE, TICKS_A_PAGE, TITLE, Align, Paper

TEXTS = st.text(max_size=80) | st.text(st.characters(codec="latin-1"), max_size=30)
COUNTS = st.integers(-3, 120) | st.integers(-(10**12), 10**12)
FLOATS = st.floats(allow_nan=False, allow_infinity=False)
Box = tuple[int, int, int, int]

LEAVES: dict[object, st.SearchStrategy[Any]] = {
    str: TEXTS,
    int: COUNTS,
    float: FLOATS,
    bool: st.booleans(),
    type(None): st.none(),
}
HINTS = st.none() | st.builds(Hints, TEXTS, TEXTS, TEXTS)


def anything(kind: object) -> st.SearchStrategy[Any]:
    """Any value of a type that a screen's field may have."""
    if kind in LEAVES:
        return LEAVES[kind]
    if isinstance(kind, type) and is_dataclass(kind):
        hints = get_type_hints(kind)
        return st.builds(kind, **{field.name: anything(hints[field.name]) for field in fields(kind)})
    inside = get_args(kind)
    if get_origin(kind) is Literal:
        return st.sampled_from(inside)
    if get_origin(kind) is not tuple:
        return st.one_of([anything(one) for one in inside])
    if inside[-1] is Ellipsis:
        return st.lists(anything(inside[0]), max_size=12).map(tuple)
    return st.tuples(*(anything(one) for one in inside))


def screens() -> st.SearchStrategy[kinds.Screen]:
    """Any screen with anything in it."""
    return st.one_of([anything(kind) for kind in get_args(kinds.Screen)])


@given(screens(), st.integers(0, 1000), HINTS)
@example(kinds.Look("?", kinds.Place(float("nan"), 0.0), seats=(0.0,)), 0, None)
def test_any_screen_can_be_drawn_and_nothing_is_cut_off(
    screen: kinds.Screen, tick: int, hints: Hints | None
) -> None:
    """People have names of any length and script; no screen may fail or run out of the display because of one."""
    paper = lay_out(screen, tick=tick, hints=hints)
    assert (paper.picture.mode, paper.picture.size) == ("1", SIZE)
    assert not paper.lost


@given(screens(), st.integers(0, 50), st.builds(Hints, TEXTS, TEXTS, TEXTS))
def test_a_screen_keeps_off_its_hints(screen: kinds.Screen, tick: int, hints: Hints) -> None:
    """What the buttons do is always readable: the rows of the hints are the same on every screen."""
    assume(hints)
    area = (0, SIZE[1] - HEIGHT - 1, *SIZE)
    alone = draw(kinds.Notice("", ""), hints=hints).crop(area)
    assert draw(screen, tick=tick, hints=hints).crop(area).tobytes() == alone.tobytes()


@given(screens(), st.integers(0, 1000), HINTS)
def test_nothing_lies_on_text(screen: kinds.Screen, tick: int, hints: Hints | None) -> None:
    """Long names and large numbers are cut before they run into what stands beside them, be it text or picture."""
    texts: list[Box] = []
    things: list[Box] = []
    write, lay = Paper.write, Paper._lay

    def noted(
        paper: Paper, x: int, y: int, text: str, font: Font, *, align: Align = "left", ink: int = 1
    ) -> None:
        wide = font.width(text)
        left = x - {"left": 0, "middle": wide // 2, "right": wide}[align]
        if text:
            texts.append((left, y, left + wide, y + font.capital))
        before = len(things)
        write(paper, x, y, text, font, align=align, ink=ink)
        del things[before:]

    def laid(paper: Paper, mask: Image.Image, x: int, y: int, ink: int) -> None:
        box = mask.getbbox()
        if box is not None and ink:
            things.append((x + box[0], y + box[1], x + box[2], y + box[3]))
        lay(paper, mask, x, y, ink)

    with patch.object(Paper, "write", noted), patch.object(Paper, "_lay", laid):
        lay_out(screen, tick=tick, hints=hints)
    for one, other in itertools.combinations(texts, 2):
        assert apart(one, other)
    for text, thing in itertools.product(texts, things):
        on_a_bar = thing[0] <= text[0] and thing[1] <= text[1] and thing[2] >= text[2] and thing[3] >= text[3]
        assert on_a_bar or apart(text, thing)


def apart(one: Box, other: Box) -> bool:
    return one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


@given(screens(), st.integers(0, 50))
def test_drawing_is_pure(screen: kinds.Screen, tick: int) -> None:
    """The same screen is the same picture, so that only changes are sent; and nobody shares pixels."""
    first = draw(screen, tick=tick)
    before = first.tobytes()
    first.paste(1, (0, 0, *SIZE))
    assert draw(screen, tick=tick).tobytes() == before


def test_all_of_a_long_text_comes_by() -> None:
    """The pages take turns, and each stays long enough to be read."""
    screen = kinds.Notice("Read me", " ".join(f"word{k}" for k in range(30)))
    pages = [draw(screen, tick=tick).tobytes() for tick in range(12 * TICKS_A_PAGE)]
    assert 2 <= len(set(pages)) <= 5
    assert len(set(pages[:TICKS_A_PAGE])) == 1
    assert pages[0] != pages[TICKS_A_PAGE]


def test_answers_are_told_apart_by_their_ends() -> None:
    """Moves of one piece differ in their last word alone, which is shown, all of it."""
    options = tuple(f"neutral bear shoves {way}" for way in ("north", "south", "east", "west"))
    shown = {draw(kinds.Choose("Which move?", (option,), 0)).tobytes() for option in options}
    assert len(shown) == len(options)
    long = " ".join(f"word{k}" for k in range(20))
    pages = {draw(kinds.Choose("Which?", (long,), 0), tick=k * TICKS_A_PAGE).tobytes() for k in range(12)}
    assert len(pages) > 2


def test_the_title_of_a_question_goes_before_its_number() -> None:
    """What is taken back is told in full where both do not find room."""
    short, whole = "Take back: mending", "Take back: end of turn"
    titles = [
        draw(kinds.Choose(title, ("No", "Yes"), 0)).crop((0, 0, SIZE[0], TITLE)) for title in (short, whole)
    ]
    alone = [draw(kinds.Choose(title, ("No",), 0)).crop((0, 0, SIZE[0], TITLE)) for title in (short, whole)]
    assert titles[0].tobytes() != alone[0].tobytes()
    assert titles[1].tobytes() == alone[1].tobytes()
    assert SMALL.fits(whole, SIZE[0] - 2 * MARGIN)


@pytest.mark.parametrize("put_back", range(4))
def test_all_of_a_long_reason_comes_by(put_back: int) -> None:
    """However many things are to be put back, no half of a text is left out."""
    where = bfh_kinds.BoardMap(8, 8, ())
    reason = "roll before the blue bear may move; a bear shoves its neighbours along a line"
    others = tuple(f"put the red fox back on b{k + 1}" for k in range(put_back))

    def shown(*, rule: str, told: str) -> list[bytes]:
        screen = bfh_kinds.NotAllowed(told, rule, others, where)
        pages = [draw(screen, tick=k * TICKS_A_PAGE) for k in range(12)]
        return [page.crop((0, TITLE, *SIZE)).tobytes() for page in pages]

    halves = shown(rule="", told=reason)
    assert len(set(halves)) == 2 + put_back
    assert halves[0] != halves[1]
    assert len(set(shown(rule="rulebook: Movement", told=reason))) == 3 + put_back
    assert len(set(shown(rule="", told="red"))) == 1 + put_back


def test_the_place_blinks_where_it_lies() -> None:
    """Whoever looks at the map finds the die; +y is away from the device, which is at the lower edge."""
    seats = (0.0, 90.0, 180.0, 270.0)

    def blinking(x: float, y: float) -> tuple[float, float]:
        pictures = [draw(kinds.Look("?", kinds.Place(x, y), seats=seats), tick=tick) for tick in (0, 1)]
        box = ImageChops.difference(*(picture.convert("L") for picture in pictures)).getbbox()
        assert box is not None
        return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2

    middle, right, far = blinking(0, 0), blinking(300, 0), blinking(0, 300)
    assert right[0] > middle[0] + 10
    assert abs(right[1] - middle[1]) <= 1
    assert far[1] < middle[1] - 10
    assert abs(far[0] - middle[0]) <= 1
    beyond = blinking(9000, 0)
    assert right[0] <= beyond[0] < 128


def test_the_hints_stand_above_their_buttons() -> None:
    """Back is on the left, next in the middle, ok on the right, as the buttons are."""
    for k, hints in enumerate((Hints(back="A"), Hints(next="A"), Hints(ok="A"))):
        box = draw(kinds.Notice("", ""), hints=hints).crop((0, 54, 128, 64)).getbbox()
        assert box is not None
        assert 43 * k <= box[0] < box[2] <= 43 * (k + 1)


def test_screens_that_wait_say_for_what() -> None:
    """Nobody should have to guess which button goes on."""
    assert hints_for(kinds.Ready(1, 5, 5)).ok
    assert hints_for(kinds.Paused("")).ok
    assert hints_for(kinds.Look("", None)).ok
    assert not hints_for(kinds.Running(1, 1, 1))
    assert hints_for(kinds.Choose("", ("a", "b"), 0)) == Hints("Back", "Next", "OK")
    assert hints_for(kinds.Count("", "", 1)) == Hints("-1", "+1", "OK")
    assert hints_for(kinds.Count("", "", 0)).back == "Back"
    assert hints_for(kinds.Notice("", "", waits=True)).ok
    assert not hints_for(kinds.Notice("", ""))


def test_presses_that_are_a_dead_heat_share_the_first_place() -> None:
    """Who can't be told apart must not be told apart by the display."""
    presses = (("Ana", 0.0), ("Ben", 0.4), ("Cleo", 30.0))
    plain = draw(kinds.Order(presses))
    heat = draw(kinds.Order(presses, dead_heat=2))
    row = (0, 25, 20, 38)
    assert plain.crop(row).tobytes() != heat.crop(row).tobytes()
    first, second = heat.crop((0, 12, 18, 24)), heat.crop((0, 25, 18, 37))
    assert first.tobytes() == second.tobytes()
    third = (0, 38, 20, 51)
    assert plain.crop(third).tobytes() == heat.crop(third).tobytes()


def test_black_stays_black() -> None:
    """An empty notice lights its title bar and nothing else, which spares the display."""
    picture = draw(kinds.Notice("", ""))
    assert picture.getbbox() == (0, 0, 128, 11)
    assert isinstance(picture, Image.Image)
