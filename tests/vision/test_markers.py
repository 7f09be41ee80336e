import numpy as np
import pytest

from tests.drawn import Look, draw, four_cards, lens_like_v3, looking, rms
from vision.lens import Floats, View
from vision.markers import fit_markers, markers_in_place, pattern

CARDS = four_cards()
VIEW = View(lens_like_v3(1536, 864), looking((10, -420, 560), (0, -45, 0), 1))
CORNERS = {card.id: VIEW.project(card.corners(60)) for card in CARDS}


def side(quad: Floats) -> float:
    return float(np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1).mean())


@pytest.mark.parametrize("blur", [0.4, 0.8, 1.3])
def test_corners_are_right_to_a_twentieth_of_a_pixel_whatever_the_blur(blur: float) -> None:
    """Blur and the tone curve shrink dark squares; uncorrected that is a wrong scale of the whole table."""
    grey = draw(VIEW, CARDS, look=Look(blur=blur))
    rng = np.random.default_rng(1)
    rough = {i: quad + rng.normal(0, 1.0, (4, 2)) for i, quad in CORNERS.items()}
    for i, marker in fit_markers(grey, rough, lens=VIEW.lens).items():
        assert rms(marker.corners - CORNERS[i]) < 0.05 + 0.05 * (blur > 1)
        assert side(marker.corners) / side(CORNERS[i]) == pytest.approx(1, abs=0.002)
        assert marker.seen > 0.95


def test_in_dim_and_in_glaring_light_alike() -> None:
    """Over-exposed paper and grey ink are usual; only contrast counts."""
    for look in (Look(paper=0.06, ink=0.008, table=0.03, noise=2.0), Look(paper=1.6, ink=0.2, table=0.5)):
        for i, marker in fit_markers(draw(VIEW, CARDS, look=look), CORNERS, lens=VIEW.lens).items():
            assert rms(marker.corners - CORNERS[i]) < 0.25
            assert marker.seen > 0.9


def test_half_covered_marker_says_so() -> None:
    """A marker whose half is hidden still has four fitted corners; its share is what keeps them out of the pose."""
    x0, y0 = CORNERS[3].min(axis=0)
    x1, y1 = CORNERS[3].max(axis=0)
    grey = draw(VIEW, CARDS, hidden=[(x0 - 5, y0 - 5, (x0 + x1) / 2, y1 + 5)])
    fitted = fit_markers(grey, CORNERS, lens=VIEW.lens)
    assert fitted[3].seen < 0.8
    assert min(fitted[i].seen for i in (0, 1, 2)) > 0.95
    in_place = markers_in_place(grey, CORNERS, lens=VIEW.lens)
    assert 0.3 < in_place[3].seen < 0.7
    assert min(in_place[i].seen for i in (0, 1, 2)) > 0.95


def test_nothing_is_seen_where_no_marker_lies() -> None:
    """Wood grain has edges too; they must not pass for a card's."""
    grey = draw(VIEW, ())
    assert max(marker.seen for marker in fit_markers(grey, CORNERS, lens=VIEW.lens).values()) < 0.6
    assert max(marker.seen for marker in markers_in_place(grey, CORNERS, lens=VIEW.lens).values()) < 0.2


def test_another_card_at_the_place_is_not_taken_for_it() -> None:
    """The pattern inside is looked at, not only the black square."""
    swapped = {0: CORNERS[1], 1: CORNERS[0]}
    fitted = fit_markers(draw(VIEW, CARDS), swapped, lens=VIEW.lens)
    assert max(marker.seen for marker in fitted.values()) < 0.85


def test_what_reaches_out_of_the_picture_is_left_out() -> None:
    """The fit needs all of a marker; half of one must not index beyond the picture either."""
    grey = draw(VIEW, CARDS)
    assert fit_markers(grey, {0: CORNERS[0] - (CORNERS[0].min(axis=0)[0] + 5, 0)}) == {}
    assert fit_markers(grey, {0: np.full((4, 2), np.nan)}) == {}
    assert fit_markers(grey, {}) == {}


def test_patterns_are_the_printed_ones() -> None:
    """A black rim one cell wide, and four different cards."""
    cards = [pattern(i) for i in range(4)]
    for cells in cards:
        assert not cells[[0, -1]].any()
        assert not cells[:, [0, -1]].any()
    assert len({cells.tobytes() for cells in cards}) == 4
