import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.drawn import lens_like_v3, looking
from vision.lens import Card, Lens, Pose, View

K = np.array([[1700.0, 0.0, 1141.0], [0.0, 1690.0, 648.0], [0.0, 0.0, 1.0]])
coefficients = st.tuples(
    st.floats(-0.2, 0.3),
    st.floats(-0.05, 0.05),
    st.floats(-0.003, 0.003),
    st.floats(-0.003, 0.003),
    st.floats(-0.01, 0.01),
)
places = st.lists(
    st.tuples(st.floats(-300, 300), st.floats(-250, 250), st.floats(0, 60)), min_size=1, max_size=20
).map(lambda rows: np.array(rows, dtype=np.float64))


def view(dist: tuple[float, ...] = (0.0,) * 5) -> View:
    return View(Lens(2304, 1296, K, np.array(dist)), looking((15, -420, 540), (0, -40, 0), 3))


@given(coefficients, places)
def test_projects_as_opencv_does(dist: tuple[float, ...], where: np.ndarray) -> None:
    """Lenses are measured by OpenCV, so its model of distortion is the meaning of our numbers."""
    seen = view(dist)
    turn = np.asarray(cv2.Rodrigues(seen.pose.R)[0])
    theirs = np.asarray(cv2.projectPoints(where, turn, seen.pose.t, K, np.array(dist))[0]).reshape(-1, 2)
    assert np.abs(seen.project(where) - theirs).max() < 1e-6


@given(coefficients, places, st.floats(0, 30))
def test_on_plane_undoes_project(dist: tuple[float, ...], where: np.ndarray, z: float) -> None:
    """A die's place comes from its pixels by the inverse; an error here moves every die."""
    seen = view(dist)
    where[:, 2] = z
    assert np.abs(seen.on_plane(seen.project(where), z) - where[:, :2]).max() < 1e-4


def test_what_is_behind_the_camera_is_nowhere() -> None:
    """A place behind the camera has no pixel, and a pixel above the horizon no place; numbers there would mislead."""
    seen = view()
    assert np.isnan(seen.project([[0, -2000, 2000]])).all()
    level = View(seen.lens, looking((0, -500, 100), (0, 0, 100)))
    assert np.isnan(level.on_plane([[1141, 100]], 0.0)).all()
    assert np.isfinite(level.on_plane([[1141, 1200]], 0.0)).all()


def test_a_pixel_the_lens_cannot_show_is_nowhere() -> None:
    """Strong barrel distortion folds over outside the picture; Newton's method must not invent a ray there."""
    lens = Lens(2304, 1296, K, np.array([-0.5, 0.0, 0.0, 0.0, 0.0]))
    assert np.isnan(lens.unbend([[9000.0, 9000.0]])).all()


def test_scaled_keeps_what_each_pixel_shows() -> None:
    """A pixel's centre is a whole number; forgetting the half pixel moves everything by a quarter when halving."""
    lens = lens_like_v3()
    small = lens.scaled(1152, 648)
    corners = np.array([[-0.5, -0.5], [2303.5, 1295.5], [1151.5, 647.5]])
    shrunk = (corners + 0.5) / 2 - 0.5
    assert np.abs(small.unbend(shrunk) - lens.unbend(corners)).max() < 1e-9
    again = small.scaled(2304, 1296)
    assert np.abs(again.K - lens.K).max() < 1e-9


def test_eye_is_where_the_camera_was_put() -> None:
    """The height above the table is what people can check with a ruler."""
    assert np.abs(looking((15, -420, 540)).eye - (15, -420, 540)).max() < 1e-9


def test_cards_corners_are_in_the_order_aruco_finds_them() -> None:
    """Upper left first, clockwise as seen from above; another order would turn the table by a quarter."""
    corners = Card(0, 100.0, 50.0, 0.0).corners(60.0)
    assert corners.tolist() == [[70, 80, 0], [130, 80, 0], [130, 20, 0], [70, 20, 0]]
    turned = Card(0, 0.0, 0.0, 90.0).corners(60.0)
    assert np.abs(turned[0] - (-30, -30, 0)).max() < 1e-9


@pytest.mark.parametrize(
    ("K", "dist"),
    [(np.eye(2), np.zeros(5)), (np.eye(3), np.zeros(8)), (np.full((3, 3), np.nan), np.zeros(5))],
)
def test_a_lens_of_wrong_numbers_is_refused(K: np.ndarray, dist: np.ndarray) -> None:
    """A damaged profile must fail where it is read, not give nan later."""
    with pytest.raises(ValueError, match="finite"):
        Lens(640, 480, K, dist)


def test_a_pose_that_is_no_rotation_is_refused() -> None:
    """A mirrored or scaled frame would read every die at a wrong place without any other sign."""
    with pytest.raises(ValueError, match="rotation"):
        Pose(R=np.diag([1.0, 1.0, -1.0]), t=np.zeros(3))
    with pytest.raises(ValueError, match="rotation"):
        Pose(R=1.1 * np.eye(3), t=np.zeros(3))


def test_lenses_and_poses_do_not_change() -> None:
    """They are shared between rooms; nobody may change them under another's feet."""
    lens = lens_like_v3()
    with pytest.raises(ValueError, match="read-only"):
        lens.K[0, 0] = 1.0
