"""Pyramids one can see through, as they are at the simulated board: what is behind them changes how they look."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.building import build_profile
from calibration.profile import Profile
from companion.eyes import BoardEyes
from hardware.camera import READING
from hardware.simulated.board.drawing import Studio
from hardware.simulated.board.look import BoardLook, make_board_look
from hardware.simulated.board.photoset import write_board_photo_set
from hardware.simulated.board.standing import piled
from hardware.simulated.render import Renderer
from hardware.simulated.scene import Pile, Pyramid, Scene
from tests.vision.pyramids.simulated import profile_of
from vision.pictures import Picture
from vision.pyramids.seen import SeenBoard
from vision.pyramids.solids import in_sight, points

SEE_THROUGH = ("purple", "orange", "cyan", "clear")
LOOK = make_board_look(913, (*SEE_THROUGH, "white"), see_through=SEE_THROUGH)
PALE, DARK = (3, 3), (4, 3)
"""Squares."""


@pytest.fixture(scope="module")
def profile(tmp_path_factory: pytest.TempPathFactory) -> Profile:
    return profile_of(LOOK, tmp_path_factory.mktemp("see-through"))


@pytest.fixture(scope="module")
def eyes(profile: Profile) -> BoardEyes:
    return BoardEyes(profile)


@pytest.fixture(scope="module")
def renderer() -> Renderer:
    return Studio(LOOK).renderer(READING)


def stack(cell: tuple[int, int], *pieces: tuple[str, int], off: float = 0.0) -> Pile:
    """On the middle of a square, or so many millimetres away from the camera."""
    x, y = LOOK.grid.middle(cell)
    return piled([Pyramid(colour, size, x, y + off, 0.4) for colour, size in pieces], LOOK.grid.z)


def read(eyes: BoardEyes, renderer: Renderer, *piles: Pile) -> SeenBoard:
    return eyes.read(taken(renderer, *piles))


def taken(renderer: Renderer, *piles: Pile) -> Picture:
    return renderer.take(Scene((), (), LOOK.table.cards, LOOK.table.light, piles=piles), 1)


def shown(seen: SeenBoard) -> list[tuple[str, int]]:
    return [(piece.colour, piece.size) for piece in seen.pieces]


def test_how_much_comes_through_is_taught(profile: Profile) -> None:
    """Of opaque plastic nothing; of coloured plastic most in its own colour."""
    colours = profile.colours
    assert colours is not None
    assert set(colours.through) == set(colours.pattern) == set(SEE_THROUGH)
    blue, green, red = colours.through["orange"]
    assert red > 2 * green > 2 * blue
    blue, green, red = colours.through["cyan"]
    assert min(blue, green) > 2 * red
    assert 0.1 < colours.pattern["clear"] < 0.5


def test_a_rehearsal_has_an_opaque_piece_if_there_is_one(eyes: BoardEyes) -> None:
    """Of a see-through one nobody can say how it would look there."""
    seen = eyes.rehearse()
    assert [(piece.size, piece.cell, piece.colour) for piece in seen.pieces] == [(3, (3, 3), "white")]


@pytest.mark.parametrize("cell", [PALE, DARK], ids=["pale", "dark"])
@pytest.mark.parametrize("size", [1, 2, 3])
def test_coloured_ones_are_read_on_any_square(
    eyes: BoardEyes, renderer: Renderer, cell: tuple[int, int], size: int
) -> None:
    """They are taught on some squares only."""
    for colour in ("purple", "orange", "cyan"):
        seen = read(eyes, renderer, stack(cell, (colour, size)))
        assert (shown(seen), seen.sure) == ([(colour, size)], True)


@pytest.mark.parametrize(
    "pieces",
    [
        (("cyan", 3), ("cyan", 2)),
        (("orange", 3), ("cyan", 1)),
        (("cyan", 3), ("orange", 2), ("orange", 1)),
        (("white", 2), ("purple", 1)),
    ],
)
def test_riders_are_told_by_what_carries_them(
    eyes: BoardEyes, renderer: Renderer, pieces: tuple[tuple[str, int], ...]
) -> None:
    """A rider has the light of its carrier in it, of its own colour or another, and not that of the board."""
    seen = read(eyes, renderer, stack(PALE, *pieces))
    assert (shown(seen), seen.sure) == ([*pieces], True)


@pytest.mark.parametrize("cell", [PALE, DARK], ids=["pale", "dark"])
@pytest.mark.parametrize("colour", ["purple", "orange", "cyan"])
@pytest.mark.parametrize("sizes", [(3, 2), (3, 1), (2, 1)])
def test_riders_on_their_own_colour_are_read_or_asked_about(
    eyes: BoardEyes, renderer: Renderer, cell: tuple[int, int], colour: str, sizes: tuple[int, int]
) -> None:
    """And surely where their outlines are plain, as on dark squares."""
    pieces = [(colour, size) for size in sizes]
    seen = read(eyes, renderer, stack(cell, *pieces))
    assert shown(seen) == pieces
    assert seen.sure or cell == PALE


@pytest.mark.parametrize("colour", ["clear", "white"])
@pytest.mark.parametrize("cell", [PALE, DARK], ids=["pale", "dark"])
@pytest.mark.parametrize("off", [0.0, 8.0])
def test_clear_ones_are_never_surely_white_nor_white_ones_clear(
    eyes: BoardEyes, renderer: Renderer, colour: str, cell: tuple[int, int], off: float
) -> None:
    """They are nearly alike; the board's lines in them tell, where there are any."""
    seen = read(eyes, renderer, stack(cell, (colour, 3), off=off))
    assert shown(seen) == [(colour, 3)] or not seen.sure


def test_the_pattern_of_the_board_in_it_makes_a_clear_one_sure(eyes: BoardEyes, renderer: Renderer) -> None:
    """A large one reaches over the next square in the picture."""
    seen = read(eyes, renderer, stack((2, 4), ("clear", 3), off=8.0))
    assert (shown(seen), seen.sure) == ([("clear", 3)], True)


@pytest.mark.parametrize("cell", [(3, 2), (4, 5)])
def test_how_larger_pieces_are_lit_makes_a_clear_one_sure(
    eyes: BoardEyes, renderer: Renderer, cell: tuple[int, int]
) -> None:
    """A white one would be lit otherwise, facing as it does; alone it is asked about."""
    smaller = stack(cell, ("clear", 2))
    alone = read(eyes, renderer, smaller)
    assert (shown(alone), alone.sure) == ([("clear", 2)], False)
    others = [
        stack(at, (colour, 3)) for at, colour in (((1, 1), "purple"), ((6, 5), "orange"), ((6, 1), "cyan"))
    ]
    among = read(eyes, renderer, smaller, *others)
    assert ("clear", 2) in shown(among)
    assert among.sure


@pytest.fixture(scope="module")
def dim(tmp_path_factory: pytest.TempPathFactory) -> tuple[BoardLook, BoardEyes]:
    """A board at which clear pieces on purple ones are lit as white ones would be."""
    look = make_board_look(966, ("purple", "clear", "white"), see_through=("purple", "clear"))
    return look, BoardEyes(profile_of(look, tmp_path_factory.mktemp("dim")))


def test_how_what_rides_on_a_see_through_piece_is_lit_says_nothing(dim: tuple[BoardLook, BoardEyes]) -> None:
    """What comes through two pieces is hardly known: a clear hare on a purple bear is not surely white."""
    look, eyes = dim
    large = [(cell, [("purple", 3)]) for cell in ((1, 1), (6, 5), (6, 1))]
    piles = [
        piled([Pyramid(colour, size, *look.grid.middle(cell), 0.4) for colour, size in pieces], look.grid.z)
        for cell, pieces in [((2, 2), [("purple", 3), ("clear", 1)]), *large]
    ]
    scene = Scene((), (), look.table.cards, look.table.light, piles=tuple(piles))
    seen = eyes.read(Studio(look).renderer(READING).take(scene, 1))
    assert ("clear", 1) in shown(seen) or not seen.sure


def test_a_coloured_shadow_is_no_doubt(eyes: BoardEyes, renderer: Renderer) -> None:
    """The light that falls through a piece paints the board beside it."""
    piles = [stack((column, 4), (colour, 3)) for column, colour in enumerate(("purple", "orange", "cyan"))]
    assert read(eyes, renderer, *piles).oddities == ()


def test_what_shines_in_a_single_piece_is_no_sure_rider(
    eyes: BoardEyes, profile: Profile, renderer: Renderer
) -> None:
    """Its far edges may look like the outline of another on it, if broader; that it is of one colour tells nothing."""
    cell, colour = (3, 3), "cyan"
    x, y = LOOK.grid.middle(cell)
    picture = taken(renderer, stack(cell, (colour, 3)))
    assert profile.view is not None
    (_, height) = in_sight((3, 2))[1]
    rider = points([x, y], 0.4, 2, LOOK.grid.z + height)
    pixels = np.rint(profile.view.project(rider) * 16).astype(np.int32)
    near = pixels[:4][np.argsort(pixels[:4, 1])[1:]]
    for corner in near:
        cv2.line(picture, pixels[4].tolist(), corner.tolist(), (60, 60, 60), 3, cv2.LINE_AA, 4)
    cv2.polylines(picture, [near[np.argsort(near[:, 0])]], False, (60, 60, 60), 3, cv2.LINE_AA, 4)
    seen = eyes.read(picture)
    assert shown(seen) == [(colour, 3)] or not seen.sure


def test_what_is_mirrored_inside_is_no_rider(eyes: BoardEyes, renderer: Renderer) -> None:
    """Not even if pips of the base are mirrored where a rider of the same colour would have its own."""
    x, y = LOOK.grid.middle((4, 4))
    picture = taken(renderer, piled([Pyramid("purple", 3, x, y, 0.5)], LOOK.grid.z)).copy()
    view = eyes.read(picture).view
    assert view is not None
    whole, rider = (
        view.project(points([x, y], 0.5, one, LOOK.grid.z + height)) for one, height in in_sight((3, 1))
    )
    near = int(rider[:4, 1].argmax())
    left, right = ((near + 1) % 4, (near - 1) % 4)
    mirrored, itself = (np.zeros(picture.shape[:2], np.uint8) for _ in range(2))
    cv2.fillConvexPoly(mirrored, cv2.convexHull(rider[[left, near, right, 4]].astype(np.int32)), 1)
    cv2.fillConvexPoly(itself, cv2.convexHull(whole.astype(np.int32)), 1)
    picture[(mirrored & itself) > 0] = picture[(mirrored & itself) > 0] * 0.6
    for corner in (left, right):
        for share in (0.3, 0.5, 0.7):
            spot = (1 - share) * rider[near] + share * rider[corner]
            spot += 0.1 * (rider[4] - spot)
            middle = np.rint(16 * spot).astype(int).tolist()
            cv2.circle(picture, middle, 42, (235, 235, 235), -1, cv2.LINE_AA, 4)
    seen = eyes.read(picture)
    assert (shown(seen), seen.sure) == ([("purple", 3)], True)


@pytest.mark.slow
def test_what_is_seen_through_a_rider_is_not_taken_for_its_carrier_alone(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """A small clear one on a large green one, in another light than that of teaching, is read or asked about."""
    through = ("clear", "red", "blue", "purple", "green")
    look = make_board_look(9000, ("clear", "white", "red", "blue", "purple", "green"), see_through=through)
    folder = tmp_path_factory.mktemp("riding")
    write_board_photo_set(look, folder, pictures=8)
    eyes = BoardEyes(build_profile(folder).profile)
    _, seen = eyes.read_file(folder / "table" / "007.jpg")
    assert ("green", 3) in shown(seen)
    assert ("clear", 1) in shown(seen) or not seen.sure
    others = [eyes.read_file(folder / "table" / f"{k:03}.jpg")[1] for k in range(7)]
    doubts = [piece.why for each in others for piece in each.pieces]
    assert doubts.count("could be another stack") <= 2
