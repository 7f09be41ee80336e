from itertools import combinations

import cv2
import numpy as np
import pytest

from tests.drawn import Look, four_cards, lens_like_v3, looking
from tests.park_pictures import SCALE, Figure, take
from vision.errors import VisionError
from vision.lens import Card, View
from vision.markers import CELLS, pattern
from vision.pictures import Picture
from vision.standees import BEAR, MARKER_MM, STANDEE_IDS, SeenStandees, StandeeReader

LOOK = Look(blur=0.9, noise=2.0, paper=0.7, table=0.3)


def view(width: int = 2304, height: int = 1296) -> View:
    """As far away and as high as the product's camera is."""
    return View(lens_like_v3(width, height), looking((60, -520, 437), (0, 0, 0), roll=1.0))


def reader(width: int = 2304, height: int = 1296) -> StandeeReader:
    return StandeeReader(view=view(width, height), cards=four_cards(), card_mm=60.0)


def shot(figures: list[Figure], *, seed: int = 0, look: Look = LOOK) -> Picture:
    return take(view(), figures, look=look, rng=np.random.default_rng(seed)).picture


def of(reading: SeenStandees, number: int) -> tuple[bool, str]:
    """Whether the figure is sure, and why not."""
    [standee] = [s for s in reading.standees if s.number == number]
    return standee.sure, standee.why


def test_markers_differ_from_every_card_and_from_each_other() -> None:
    """However they are turned; this is why one is not taken for another, and no sticker for a corner card."""

    def apart(one: int, other: int) -> int:
        a, b = (pattern(i)[1 : CELLS - 1, 1 : CELLS - 1] for i in (one, other))
        return min(int((a != np.rot90(b, turn)).sum()) for turn in range(4))

    assert min(apart(card, standee) for card in range(4) for standee in STANDEE_IDS) >= 5
    assert min(apart(*pair) for pair in combinations(STANDEE_IDS, 2)) >= 6
    assert len(set(STANDEE_IDS)) == 9
    assert not set(STANDEE_IDS) & set(range(4))


def test_every_figure_is_read_where_it_stands() -> None:
    """To a millimetre, turned in any way, at all of the play area."""
    figures = [
        Figure(k, x, y, yaw, stands=False)
        for k, (x, y, yaw) in enumerate(
            [
                (-230, -150, 0),
                (0, -170, 30),
                (230, -150, -60),
                (-230, 0, 90),
                (0, 0, 135),
                (230, 0, 180),
                (-230, 190, 225),
                (0, 200, -80),
                (230, 190, 10),
            ]
        )
    ]
    reading = reader().read(shot(figures))
    assert [s.number for s in reading.standees] == list(range(9))
    for figure, standee in zip(figures, reading.standees, strict=True):
        assert standee.sure, standee
        assert np.hypot(standee.x - figure.x, standee.y - figure.y) < 1.0
        assert abs((standee.yaw_deg - figure.yaw_deg + 180) % 360 - 180) < 2
        assert len(standee.outline) == 4


def test_a_figure_that_lies_there_twice_is_in_doubt() -> None:
    """Which of the two counts only people know."""
    reading = reader().read(shot([Figure(2, -100, 0), Figure(2, 100, 0), Figure(3, 0, 60)]))
    twice = [s for s in reading.standees if s.number == 2]
    assert len(twice) == 2
    assert all(s.why == "there are 2 with this number on the table" for s in twice)
    assert reading.sure(2) is None
    assert reading.sure(3) is not None


@pytest.mark.parametrize("share", [0.02, 0.05, 0.12, 0.5])
@pytest.mark.parametrize("side", ["left", "right", "near", "far"])
def test_a_marker_partly_covered_is_never_displaced(share: float, side: str) -> None:
    """It is unseen or in doubt, or read rightly from what is left; never somewhere else."""
    picture = shot([Figure(4, 30, 20, 15, stands=False)])
    outline = view().project(Card(0, 30, 20, 15).corners(MARKER_MM))
    low, high = outline.min(axis=0), outline.max(axis=0)
    size = (high - low) * share
    (x0, y0), (x1, y1) = {
        "left": (low, (low[0] + size[0], high[1])),
        "right": ((high[0] - size[0], low[1]), high),
        "far": (low, (high[0], low[1] + size[1])),
        "near": ((low[0], high[1] - size[1]), high),
    }[side]
    for level in (40, 130, 220):
        covered = picture.copy()
        covered[round(y0) - 2 : round(y1) + 2, round(x0) - 2 : round(x1) + 2] = level
        for standee in reader().read(covered).standees:
            assert standee.number == 4
            if standee.sure:
                assert np.hypot(standee.x - 30, standee.y - 20) < 2.0
                assert share < 0.1


def test_a_marker_that_does_not_lie_flat_is_in_doubt() -> None:
    """A figure that fell over shows its marker somewhere above the table, not where it stands."""
    picture = shot([])
    leaning = np.add([[-16, 16, 26], [16, 16, 26], [16, -16, 0], [-16, -16, 0]], (40, 10, 0))
    _paste(picture, view().project(leaning), STANDEE_IDS[5])
    sure, why = of(reader().read(picture), 5)
    assert not sure
    assert why == "its marker does not lie flat on the table"


@pytest.mark.parametrize(
    ("scale", "told"), [(0.8, "19 mm large instead of 24 mm"), (1.3, "31 mm large instead")]
)
def test_a_marker_of_another_size_is_in_doubt(scale: float, told: str) -> None:
    """Printed at another scale, or held up to the camera."""
    picture = shot([])
    _paste(picture, view().project(Card(0, 40, 10, 0).corners(32.0 * scale)), STANDEE_IDS[5])
    sure, why = of(reader().read(picture), 5)
    assert not sure
    assert told in why


def test_markers_too_small_in_the_picture_are_in_doubt_or_unseen() -> None:
    """In a small picture bits run into each other; a row must not rest on them."""
    figures = [Figure(k, -200 + 50.0 * k, 150, 20 * k, stands=False) for k in range(9)]
    small = view(768, 432)
    picture = take(small, figures, look=Look(blur=0.6, noise=1.0), rng=np.random.default_rng(0)).picture
    found = reader(768, 432).read(picture).standees
    assert found
    for standee in found:
        assert not standee.sure
        assert "too small" in standee.why or "of its marker is seen" in standee.why


def test_no_figure_is_seen_where_there_is_none() -> None:
    """Corner cards, checks and grain are no figures."""
    rng = np.random.default_rng(3)
    picture = shot([])
    checks = np.kron(rng.integers(0, 2, (54, 96)), np.ones((24, 24))).astype(np.uint8)[:1296, :2304] * 200
    busy = np.where(picture > 150, picture, (picture // 2 + checks[..., None] // 2)).astype(np.uint8)
    for seen in (picture, busy):
        try:
            reading = reader().read(seen)
        except VisionError:
            continue
        assert not any(s.sure for s in reading.standees)


def test_a_camera_that_was_moved_reads_the_same_places() -> None:
    """The corner cards tell where it is now."""
    moved = View(view().lens, looking((30, -540, 450), (15, 10, 0), roll=-2.0))
    taken = take(
        moved, [Figure(1, -120, 40), Figure(BEAR, 150, -30)], look=LOOK, rng=np.random.default_rng(1)
    )
    reading = reader().read(taken.picture)
    for number, place in ((1, (-120, 40)), (BEAR, (150, -30))):
        standee = reading.sure(number)
        assert standee is not None
        assert np.hypot(standee.x - place[0], standee.y - place[1]) < 1.5
    assert any("moved" in warning for warning in reading.warnings)


def test_a_table_without_cards_is_refused() -> None:
    """Without them nobody knows where anything is."""
    with pytest.raises(VisionError, match="corner card"):
        reader().read(np.full((1296, 2304, 3), 90, dtype=np.uint8))


def _paste(picture: Picture, corners: np.ndarray, marker_id: int) -> None:
    """A marker with its rim between these four corners (of the rim) in px."""
    paper = np.full((8 * 20, 8 * 20), 200, dtype=np.uint8)
    paper[20:140, 20:140] = np.kron(np.where(pattern(marker_id), 200, 15), np.ones((20, 20))).astype(np.uint8)
    flat = np.array([[0, 0], [160, 0], [160, 160], [0, 160]], dtype=np.float32)
    warp = cv2.getPerspectiveTransform(flat, corners.astype(np.float32))
    size = picture.shape[1], picture.shape[0]
    drawn = cv2.warpPerspective(paper, warp, size, flags=cv2.INTER_AREA)
    mask = cv2.warpPerspective(np.full_like(paper, 255), warp, size)
    picture[mask > 127] = drawn[mask > 127][:, None]
    assert SCALE * 80 == MARKER_MM + 8
