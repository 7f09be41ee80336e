"""Faces: crops are upright, the same icon is near itself in any quarter turn, and what is taught is validated."""

import cv2
import numpy as np
import pytest

from vision.faces import SHARE, SHOT, TaughtFaces, cut_top, likenesses, pip_shot, spread, vectors


def drawn(kind: str, *, body: int = 225, ink: int = 30) -> np.ndarray:
    """A crop of a top with a simple icon."""
    shot = np.full((SHOT * 4, SHOT * 4, 3), 120, np.uint8)
    edge = SHOT * 4 / SHARE
    lo, hi = int((SHOT * 4 - edge) / 2), int((SHOT * 4 + edge) / 2)
    cv2.rectangle(shot, (lo, lo), (hi, hi), (body, body, body), -1)
    c = SHOT * 2
    if kind == "arrow":
        cv2.arrowedLine(shot, (c, c + 45), (c, c - 45), (ink, ink, ink), 14, tipLength=0.5)
    elif kind == "house":
        cv2.fillPoly(shot, [np.array([[c - 45, c], [c, c - 45], [c + 45, c]])], (ink, ink, ink))
        cv2.rectangle(shot, (c - 28, c), (c + 28, c + 40), (ink, ink, ink), -1)
    elif kind == "ring":
        cv2.circle(shot, (c, c), 36, (ink, ink, ink), 14)
    return np.asarray(cv2.resize(shot, (SHOT, SHOT), interpolation=cv2.INTER_AREA), np.uint8)


def shaken(shot: np.ndarray, seed: int) -> np.ndarray:
    """The crop a little shifted, turned, darker and noisy, as another die would give it."""
    rng = np.random.default_rng(seed)
    turn, scale = float(rng.normal(0, 3)), float(rng.uniform(0.96, 1.04))
    M = np.asarray(cv2.getRotationMatrix2D((SHOT / 2, SHOT / 2), turn, scale), np.float64)
    M[:, 2] += rng.normal(0, 0.7, 2)
    moved = cv2.warpAffine(shot, M, (SHOT, SHOT), borderMode=cv2.BORDER_REPLICATE).astype(float)
    return np.clip(moved * rng.uniform(0.6, 1.0) + rng.normal(0, 4, moved.shape), 0, 255).astype(np.uint8)


NAMES = ("arrow", "house", "ring")
TAUGHT = TaughtFaces(NAMES, {n: np.stack([shaken(drawn(n), k) for k in range(5)]) for n in NAMES})


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("quarter", range(4))
def test_known_in_any_quarter_turn(name: str, quarter: int) -> None:
    """A die lies any way round; its face and how it is turned come out (a ring has no way round)."""
    shots = [np.rot90(shaken(drawn(name), 50 + k), quarter) for k in range(4)]
    for like in likenesses(vectors(shots), TAUGHT):
        assert like.face == name
        assert like.margin > 0.1
        if name != "ring":
            assert like.quarter == quarter


@pytest.mark.parametrize("name", NAMES)
def test_known_in_other_colours(name: str) -> None:
    """Icons are known by shape: white on black dice as well, taught black on white."""
    like = likenesses(vectors([drawn(name, body=35, ink=220)]), TAUGHT)[0]
    assert like.face == name


@pytest.mark.parametrize("value", range(1, 7))
def test_pip_dice_are_nobodys(value: int) -> None:
    """An ordinary die is more like pips than like any taught face, so it is never counted."""
    like = likenesses(
        vectors([shaken(pip_shot(value, size=0.09, spread=0.27, body=230, ink=20), 7)]), TAUGHT
    )[0]
    assert like.foreign > like.like
    assert like.margin < 0


def test_pips_can_be_taught() -> None:
    """People without the game teach faces named 1 to 6; then pips are not foreign."""
    names = tuple("123456")
    taught = TaughtFaces(
        names, {n: np.stack([pip_shot(int(n), size=0.1, spread=0.26, body=220, ink=30)]) for n in names}
    )
    for value in range(1, 7):
        shot = shaken(pip_shot(value, size=0.09, spread=0.28, body=200, ink=40), value)
        like = likenesses(vectors([shot]), taught)[0]
        assert (like.face, like.foreign) == (str(value), 0.0)


def test_cut_upright() -> None:
    """The first corner given is the crop's upper left, whatever way the die lies in the picture."""
    picture = np.zeros((200, 200, 3), np.uint8)
    cv2.fillPoly(picture, [np.array([[100, 60], [140, 100], [100, 140], [60, 100]])], (200, 200, 200))
    cv2.circle(picture, (100, 76), 6, (0, 0, 255), -1)  # near the corner that lies uppermost
    shot = cut_top(picture, [[100, 60], [140, 100], [100, 140], [60, 100]])
    red = (shot[:, :, 2] > 150) & (shot[:, :, 1] < 90)
    ys, xs = np.nonzero(red)
    assert ys.mean() < SHOT / 2
    assert xs.mean() < SHOT / 2
    assert ys.mean() == pytest.approx(xs.mean(), abs=2)


def test_what_is_washed_out_has_no_spread() -> None:
    """The measure that tells a washed-out top does so, and does not for a printed one."""
    assert spread(np.full((SHOT, SHOT, 3), 250, np.uint8)) == 0
    assert spread(drawn("house")) > 40


@pytest.mark.parametrize(
    "shots",
    [{"a": np.zeros((0, SHOT, SHOT, 3), np.uint8)}, {"a": np.zeros((2, 30, 30, 3), np.uint8)}],
    ids=["no shots", "wrong size"],
)
def test_what_is_taught_is_validated(shots: dict[str, np.ndarray]) -> None:
    """Faces without usable shots are refused when they are made, not when a die is read."""
    with pytest.raises(ValueError, match="no shots"):
        TaughtFaces(tuple(shots), shots)


def test_a_drawn_pip_face_fills_its_crop_as_a_die_does() -> None:
    """Compared with crops of real tops, it would otherwise be like none, and foreign dice would pass for ours."""
    shot = pip_shot(5, size=0.1, spread=0.25, body=240, ink=20)[:, :, 0]
    body = np.flatnonzero(shot[10] > 200)
    assert (body[0] + body[-1]) / 2 == pytest.approx((SHOT - 1) / 2, abs=0.5)
    assert body[-1] - body[0] == pytest.approx(SHOT / SHARE, abs=2)
    pips, _, _, centres = cv2.connectedComponentsWithStats((shot < 120).astype(np.uint8))
    assert pips - 1 == 5
    off = 0.25 * SHOT / SHARE
    corners = sorted((round(x), round(y)) for x, y in (centres[1:] - (SHOT - 1) / 2).tolist())
    assert corners == sorted(
        [(0, 0), *((sx * round(off), sy * round(off)) for sx in (-1, 1) for sy in (-1, 1))]
    )
