"""Pieces painted onto a picture of the empty board: where they stand amiss, and where they hardly show."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.pyramids.painted import (
    TONES,
    board,
    empty,
    lie,
    read,
    reader,
    shade,
    shown,
    soft,
    stand,
    view,
)
from vision.lens import View
from vision.pictures import Picture
from vision.pyramids import explaining
from vision.pyramids.closer import Closer
from vision.pyramids.colours import TaughtColours
from vision.pyramids.covered import hidden_squares, partly_hidden, without
from vision.pyramids.evidence import weigh
from vision.pyramids.fits import Fit, footprint
from vision.pyramids.fitting import fit
from vision.pyramids.leftover import Leftover
from vision.pyramids.lighting import change_of_light, logarithm
from vision.pyramids.looks import looks
from vision.pyramids.makeups import PARTS
from vision.pyramids.overlooked import Faint, overlooked
from vision.pyramids.scoring import Placed
from vision.pyramids.seen import Cell
from vision.pyramids.solids import SIZES
from vision.pyramids.stage import Stage
from vision.pyramids.trials import Start


@pytest.mark.parametrize("size", [1, 2, 3])
@pytest.mark.parametrize(
    ("place", "why"),
    [
        ((5.5, 5.5), ""),
        ((4.0, 4.5), "between"),
        ((3.5, 5.03), "between"),
        ((0.02, 2.5), "rim"),
        ((4.4, 0.0), "rim"),
    ],
    ids=["in a square", "between columns", "between rows", "on the left rim", "on the near rim"],
)
def test_a_piece_stands_in_a_square_or_is_a_doubt(size: int, place: tuple[float, float], why: str) -> None:
    """Which of two squares a piece is on decides a game; nobody can say of one on the line."""
    picture = empty()
    stand(picture, place, [("red", size)])
    seen = read(soft(picture))
    assert seen.sure is not bool(why)
    if not why:
        assert shown(seen) == {((5, 5), "red", size, True)}


@pytest.mark.parametrize("size", [2, 3])
def test_a_piece_on_its_side_is_a_doubt(size: int) -> None:
    """It has fallen over, and may have stood anywhere."""
    picture = empty()
    lie(picture, (4.3, 3.6), "blue", size)
    assert not read(soft(picture)).sure


def test_a_piece_of_no_taught_colour_is_a_doubt() -> None:
    """Something else may look most like one of the colours, and yet not be of it."""
    picture = empty()
    stand(picture, (3.5, 4.5), [("orange", 3)])
    assert not read(soft(picture)).sure


def test_pieces_beside_the_board_are_not_looked_at() -> None:
    """Where pieces wait to be put in, they say nothing about the board."""
    picture = empty()
    stand(picture, (-1.2, 4.0), [("red", 2)])
    stand(picture, (9.3, 3.0), [("blue", 3)])
    seen = read(soft(picture))
    assert (seen.pieces, seen.sure) == ((), True)


def toned(level: float) -> Picture:
    """The empty board, its squares grained and all of about one level, 0 to 255."""
    picture = empty()
    ring = view().project(board().corners())
    mask = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(ring * 16).astype(np.int32), 1, cv2.LINE_8, 4)
    noise = np.random.default_rng(3).normal(0, 1, picture.shape[:2])
    grain = np.asarray(cv2.GaussianBlur(noise, (0, 0), sigmaX=8, sigmaY=1)) * 12
    squares = np.clip(picture.mean(axis=2) * 0.1 + level + grain, 0, 255).astype(np.uint8)
    picture[mask > 0] = squares[..., None][mask > 0]
    return picture


@pytest.mark.parametrize("size", [1, 2, 3])
@pytest.mark.parametrize(("colour", "level"), [("black", 38.0), ("black", 22.0), ("white", 200.0)])
def test_a_piece_like_the_board_is_not_overlooked(colour: str, level: float, size: int) -> None:
    """Nearly all of its pixels could be the board's; its outline and pips could not."""
    background = toned(level)
    picture = background.copy()
    stand(picture, (3.5, 4.5), [(colour, size)])
    seen = read(soft(picture), soft(background))
    assert not seen.sure or shown(seen) == {((3, 4), colour, size, True)}
    assert read(soft(background), soft(background)).sure


def test_a_picture_that_is_too_bright_is_a_doubt() -> None:
    """Where the board is blown out a white piece cannot be seen at all."""
    seen = read(np.full_like(toned(210.0), 255) // 2 + toned(210.0) // 2 + 20, toned(210.0))
    assert not seen.sure
    assert any("too bright" in oddity.reason for oddity in seen.oddities)


@pytest.mark.parametrize(("level", "why"), [(190.0, ""), (228.0, "could be of another colour")])
def test_colours_that_come_near_each_other_are_asked_about_in_too_bright_pictures(
    level: float, why: str
) -> None:
    """There the light is hardly known, and so what it does to a red."""
    background = toned(level)
    picture = background.copy()
    stand(picture, (3.5, 4.5), [("red", 3)])
    one = reader(soft(background), tones={"red": TONES["red"], "brick": (60, 64, 190)})
    assert [(piece.colour, piece.why) for piece in one.read(soft(picture)).pieces] == [("red", why)]


def test_a_piece_that_its_outline_tells_is_looked_at_closely(monkeypatch: pytest.MonkeyPatch) -> None:
    """As any other: that it is one piece and no stack of its colour is told in the picture's full size."""

    def plainly(left: Leftover, **squares: Collection[Cell]) -> tuple[Faint, ...]:
        return tuple(replace(one, plain=True) for one in overlooked(left, **squares))

    def doubting(_closer: Closer, _stage: Stage, found: Fit, _nearer: Sequence[Fit]) -> Fit:
        return replace(found, rivals=(replace(found, pile=(3, 1)),))

    background = toned(22.0)
    picture = background.copy()
    stand(picture, (3.5, 4.5), [("black", 3)])
    monkeypatch.setattr(explaining, "overlooked", plainly)
    (before,) = read(soft(picture), soft(background)).pieces
    monkeypatch.setattr(Closer, "compared", doubting)
    (after,) = read(soft(picture), soft(background)).pieces
    assert before.size == after.size == 3
    assert before.why != after.why == "could be another stack"


@pytest.mark.parametrize("carrier", [2, 3])
def test_what_rides_on_a_hidden_black_piece_is_not_surely_on_the_board(carrier: int) -> None:
    """To one camera it looks like a piece on the board, farther away; what carries it is as dark as the board."""
    background = toned(38.0)
    picture = background.copy()
    stand(picture, (3.5, 4.4), [("black", carrier), ("red", 1)])
    seen = read(soft(picture), soft(background))
    assert not seen.sure or shown(seen) == {((3, 4), "black", carrier, True), ((3, 4), "red", 1, True)}


@pytest.mark.parametrize(
    ("away", "edged", "hidden"),
    [(-16, 0.9, True), (-2, 0.6, True), (-2, 0.9, False), (9, 0.6, False)],
    ids=["over it", "at it", "at a plain one", "beside it"],
)
def test_a_piece_that_a_hand_touches_is_not_sure(away: int, edged: float, hidden: bool) -> None:
    """Covered by less than matters; but what looks much like a piece beside a hand may be a finger tip."""
    stage = Stage(view(), board(), empty(), view())
    picture = empty()
    stand(picture, (3.5, 4.5), [("red", 3)])
    seen = weigh(
        logarithm(stage.cut(soft(picture))),
        change_of_light(logarithm(stage.cut(soft(picture))), stage.empty),
        looks(TaughtColours({"red": shade(TONES["red"], 1.0)}), stage.empty),
        stage.own_edges,
    )
    left = Leftover(stage, seen.gain, seen.edge)
    assert (3, 4) in left.worth()
    (found,) = fit(left.about([(3, 4)]), [left.starts((3, 4))], stacks=[(3,)])
    where = footprint(stage, found)
    mask = np.zeros(seen.board.shape, bool)
    right = int(where.columns.start + np.flatnonzero(where.mask.any(axis=0)).max())
    mask[:, right + away :] = True
    found = replace(found, edged=edged)
    assert partly_hidden(stage, found, mask) is hidden
    assert not partly_hidden(stage, found, None)


@pytest.mark.parametrize(
    ("corner", "hidden"),
    [((-2.0, -3.0), 0), ((-2.0, -0.8), 0), ((2.0, 2.0), 4)],
    ids=["beside the board", "at its edge", "over squares"],
)
def test_a_hand_hides_only_squares_on_which_a_piece_could_stand_unseen(
    corner: tuple[float, float], hidden: int
) -> None:
    """A hand at the board's edge must not make people be asked about all of it."""
    stage = Stage(view(), board(), empty(), view())
    nothing = looks(TaughtColours({}), stage.empty)
    seen = weigh(stage.empty, change_of_light(stage.empty, stage.empty), nothing, stage.own_edges)
    x, y = corner
    places = board().to_table([(x, y), (x + 2, y), (x + 2, y + 2.5), (x, y + 2.5)])
    outline = view().project(np.concatenate([places, np.full((4, 1), board().z)], axis=1))
    found = hidden_squares(stage, without(stage, seen, [outline]).hidden)
    assert len(found) >= hidden
    assert (not hidden) == (not found)


@pytest.mark.parametrize(
    ("place", "pieces", "behind"),
    [
        ((3.5, 4.5), [("orange", 3), ("orange", 2)], {(3, 5): 1}),
        ((3.5, 6.75), [("orange", 3)], {(3, 7): 2}),
        ((3.5, 6.8), [("orange", 3), ("orange", 2)], {(3, 6): 3, (3, 7): 2}),
        ((3.5, 4.5), [("red", 3), ("red", 2)], {(3, 5): 1}),
        ((3.5, 4.5), [("red", 3)], {}),
    ],
    ids=["in doubt", "farther back", "no stack", "hides a small one", "hides nothing"],
)
def test_squares_are_named_whose_pieces_may_be_hidden_by_others(
    place: tuple[float, float], pieces: list[tuple[str, int]], behind: dict[tuple[int, int], int]
) -> None:
    """A piece may stand behind others, or have been taken for a part of what is in doubt; nobody may then miss it."""
    picture = empty()
    stand(picture, place, pieces)
    assert read(soft(picture)).behind == behind


def test_a_cloth_over_the_whole_board_is_a_doubt() -> None:
    """Every square then seems to be worth a look, with nothing in it to be found."""
    picture = empty()
    ring = view().project(board().corners())
    cv2.fillConvexPoly(picture, np.round(ring * 16).astype(np.int32), TONES["red"], cv2.LINE_AA, 4)
    assert not read(picture).sure


def test_any_number_of_stacks_is_placed_at_once() -> None:
    """From straight above all squares can be looked at together, which are more rows than OpenCV takes of a picture."""
    stage = Stage(view(), board(), empty(), view())
    blank = np.zeros((stage.height, stage.width), np.float32)
    squares = Leftover(stage, blank[None], blank).about([(3, 3)])
    count = 7000
    at = np.zeros((count, PARTS))
    at[:, :2] = board().to_table([(3.5, 3.5)])
    scores = Placed(squares, np.zeros(count, np.int64), np.zeros(count, np.int64), at).scores()
    assert scores == pytest.approx(scores[0])


@pytest.mark.parametrize(("mm", "again"), [(0.02, False), (1.0, True)])
def test_a_moved_camera_that_stands_still_is_prepared_for_once(mm: float, again: bool) -> None:
    """It is found anew in each picture, never to the last digit; preparing takes as long as reading."""
    one = reader()
    pose = view().pose
    stages = [
        one.stage(View(view().lens, replace(pose, t=pose.t + np.array([shift, 0, 0]))))
        for shift in (20, 20 + mm)
    ]
    assert (stages[0] is not stages[1]) is again


def test_a_square_where_all_speaks_against_a_piece_is_fitted_all_the_same() -> None:
    """What pixels are worth a look for may lose by its edges; no stack then explains anything."""
    stage = Stage(view(), board(), empty(), view())
    shape = (stage.height, stage.width)
    left = Leftover(stage, np.full((1, *shape), -1, np.float32), np.zeros(shape, np.float32))
    x, y = board().to_table([(3.5, 3.5)])[0].tolist()
    starts = {size: Start((x, y, 0.0), 0.0, (0, 0, 1, 1)) for size in SIZES}
    (found,) = fit(left.about([(3, 3)]), [starts])
    assert found.score < 0


def test_a_rehearsal_reads_the_drawn_piece() -> None:
    """As any picture is read; the piece is of an opaque colour."""
    seen = reader().rehearse()
    assert [(piece.size, piece.cell, piece.level) for piece in seen.pieces] == [(3, (3, 3), 0)]
    assert seen.pieces[0].sure
