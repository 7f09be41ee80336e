"""How sides are lit by the way they face: learned of taught pieces, and compared with the others in a picture."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from vision.pyramids.colours import MOST_LIGHT, TaughtColours, Way, facing_it
from vision.pyramids.facing import Lamp, Side, taught_facing

LEFT: Way = (np.pi, 0.4)
AZIMUTHS = np.radians([-175, -150, -120, -80, -45, -10])
TONES = {
    "white": ((0.10, 0.11, 0.12), 0.6),
    "clear": ((0.05, 0.05, 0.06), 0.03),
    "blue": ((0.2, 0.05, 0.02), 0.5),
}
BEHIND = np.array([0.1, 0.1, 0.1])
THROUGH = {"clear": (0.4, 0.4, 0.4)}
PIXELS = np.full((1, 3), 90, np.uint8)


def sides(name: str, way: Way = LEFT, *, tint: tuple[float, float, float] = (1, 1, 1)) -> list[Side]:
    """Those of a colour that the camera sees of some pieces, in light from somewhere."""
    around, lamp = TONES[name]
    through = np.array(THROUGH.get(name, (0, 0, 0))) * BEHIND
    light = [np.array(around) * (1 + lamp / around[0] * facing_it(a, way)) + through for a in AZIMUTHS]
    return [Side(a, np.array(tint) * some, BEHIND) for a, some in zip(AZIMUTHS.tolist(), light, strict=True)]


def taught() -> TaughtColours:
    way, facing = taught_facing({name: sides(name) for name in TONES}, THROUGH)
    return TaughtColours(dict.fromkeys(TONES, PIXELS), THROUGH, {}, facing, way)


def test_where_the_light_came_from_is_learned() -> None:
    """From the left, and how bright each side was then follows from the way it faces."""
    colours = taught()
    assert abs(np.degrees(abs(colours.way[0])) - 180) <= 15
    for name in TONES:
        for side in sides(name):
            lit = colours.facing[name].lit(side.azimuth, colours.way)
            own = side.light - np.array(THROUGH.get(name, (0, 0, 0))) * BEHIND
            assert lit == pytest.approx(own, rel=0.15)


def test_a_dark_side_is_white_only_where_white_ones_are_dark() -> None:
    """Two sides of the same light: away from the lamp white ones are so dark, towards it only clear ones are."""
    colours = taught()
    names = colours.names
    lamp = Lamp(colours, [("blue", sides("blue"))])
    assert lamp.known
    light = np.array([0.1, 0.11, 0.12])
    for azimuth, right, other in ((0.0, "white", "clear"), (np.pi, "clear", "white")):
        likely = lamp.likely([Side(azimuth, light, BEHIND)])
        assert likely[names.index(right)] > likely[names.index(other)] + 2


def test_what_shines_through_a_clear_side_belongs_to_it() -> None:
    """Before a pale square it is as bright as a white one, but by no light of its own."""
    colours = taught()
    lamp = Lamp(colours, [("blue", sides("blue"))])
    pale = np.full(3, 0.6)
    for side in sides("clear"):
        through = np.array(THROUGH["clear"]) * (pale - BEHIND)
        likely = lamp.likely([Side(side.azimuth, side.light + through, pale)])
        assert likely[colours.names.index("clear")] > likely[colours.names.index("white")] + 1


def test_what_see_through_pieces_tell_says_less_of_opaque_ones() -> None:
    """A lamp that white sides turn dark away from hardly shows in clear pieces, which scatter its light inside."""
    colours = taught()
    white = colours.names.index("white")
    clear, blue = (Lamp(colours, [(name, sides(name))]) for name in ("clear", "blue"))
    assert clear.known
    dark = [Side(0.0, 0.6 * np.array(TONES["white"][0]), BEHIND)]
    assert clear.likely(dark)[white] > blue.likely(dark)[white] + 1
    assert blue.likely(sides("white"))[white] > clear.likely(sides("white"))[white] + 1


def test_light_of_another_tint_is_known_from_sure_pieces() -> None:
    """A warm lamp on all: what is off on the blue ones is taken off the others, too."""
    colours = taught()
    warm = (0.6, 0.9, 1.2)
    lamp = Lamp(colours, [("blue", sides("blue", tint=warm))])
    off = lamp.turned(sides("white", tint=warm))
    assert off == pytest.approx([np.log(warm).mean(), np.log(1.2 / 0.9), np.log(0.6 / 0.9)], abs=0.15)
    likely = lamp.likely(sides("white", tint=warm))
    assert colours.names[int(likely.argmax())] == "white"


def test_nothing_is_said_without_enough_sure_sides() -> None:
    """One piece of which two sides are seen does not tell how the light falls."""
    colours = taught()
    lamp = Lamp(colours, [("blue", sides("blue")[:2])])
    assert not lamp.known
    assert not lamp.likely(sides("white")).any()


def test_colours_of_old_profiles_tell_nothing() -> None:
    """Which have no sides."""
    old = TaughtColours(dict.fromkeys(TONES, PIXELS), THROUGH)
    assert not Lamp(old, [("blue", sides("blue"))]).known


def test_a_colour_of_which_no_side_was_seen_is_no_obstacle() -> None:
    """Not even if a piece rides on one of it: then nothing is said."""
    colours = taught()
    facing = {name: one for name, one in colours.facing.items() if name != "blue"}
    some = TaughtColours(colours.samples, THROUGH, {}, facing, colours.way)
    lamp = Lamp(some, [("blue", sides("blue")), ("white", sides("white"))])
    assert lamp.known
    assert not lamp.likely(sides("clear"), carrier="blue").any()


SIDES = st.lists(st.tuples(st.floats(-3.2, 3.2), st.floats(0, 1)), min_size=1, max_size=6)


@given(SIDES)
@example([(1.6, 0.9)])
@example([(1.6, 0.9), (-1.6, 0.01), (-1.0, 0.01)])
def test_whatever_sides_are_seen_profiles_can_keep_how_they_are_lit(seen: list[tuple[float, float]]) -> None:
    """Sides that only just face a lamp, of which another colour tells, follow from no endless light."""
    some = [Side(azimuth, np.full(3, light), BEHIND) for azimuth, light in seen]
    for facing in taught_facing({"blue": sides("blue"), "white": some}, {})[1].values():
        assert np.isfinite(facing.off).all()
        assert facing.off.max() <= 20
        assert np.abs(facing.light).max() <= MOST_LIGHT
        assert facing.light[1].min() >= 0
