"""Path-traced sets, as far as they can be made without Blender: what stands where, and the truth of it."""

import json
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.photoset import read_set
from companion.evaluation.boards import load_board_truth
from traced.arm import reaching
from traced.developing import RENDERED, pinhole, through_lens
from traced.layout import LIFT_MM, SIZES, Floats, Piece, Table, lay_table, mixed, teaching
from traced.options import Options
from traced.patches import boxes, patched
from traced.plan import description, plan
from traced.solids import Cavity, Mesh, pyramid, room_for, shell
from traced.textures import card
from traced.truth import picture_truth, visible
from vision.pyramids.board import Board

NOBODY = np.empty((0, 4))
ABOVE = np.array([0, 0, 1e7])


def table(seed: int = 1, kind: str = "wood") -> Table:
    return lay_table(np.random.default_rng(seed), kind)


def crowd(on: Table, seed: int = 2, *, pieces: int = 18) -> list[Piece]:
    return mixed(np.random.default_rng(seed), on.board, ["red", "blue"], pieces, stacks=True)


def standing(size: str, *, yaw_deg: float = 0, z: float = 0) -> Piece:
    return Piece("red", size, (0, 0), 0, 0, z, yaw_deg)


def volume(mesh: Mesh) -> float:
    """By the divergence theorem; only of a closed mesh that looks outwards is it what the formulas say."""
    v = mesh.vertices
    fans = [(f[0], f[i], f[i + 1]) for f in mesh.faces for i in range(1, len(f) - 1)]
    return float(sum(np.dot(v[a], np.cross(v[b], v[c])) for a, b, c in fans) / 6)


def test_the_frame_is_that_of_the_cards() -> None:
    """Truth counts from the mean of the cards, along the line between their left and right sides."""
    at = np.array([(c.x, c.y) for c in table(5).cards])
    assert at.mean(0) == pytest.approx((0, 0), abs=1e-9)
    right = at[1] + at[2] - at[0] - at[3]
    assert right[0] > 0
    assert right[1] == pytest.approx(0, abs=1e-9)


def test_all_cards_and_the_board_are_in_the_picture() -> None:
    """A set without its cards cannot be read."""
    for seed in range(10):
        on = table(seed)
        pixels = on.camera.project(np.vstack([*(card.corners for card in on.cards), on.board.corners]))
        assert (pixels > 0).all()
        assert (pixels < (2304, 1296)).all()


def test_cards_are_those_that_are_looked_for() -> None:
    """Upright, with their id."""
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    corners, ids, _ = detector.detectMarkers(card(2))
    assert ids.ravel().tolist() == [2]
    assert corners[0][0] == pytest.approx(np.array([(80, 80), (560, 80), (560, 560), (80, 560)]), abs=2)


def test_pieces_stand_in_the_squares_that_truth_names() -> None:
    """As many as asked for, apart from each other, in squares as the reader counts them."""
    on = table()
    board = Board(on.board.x0, on.board.y0, on.board.yaw_deg, on.board.cell, on.board.z)
    pieces = crowd(on)
    assert len(pieces) == 18
    assert all(board.cell_at(p.x, p.y) == p.cell for p in pieces)
    bases = [p.outline[:4, :2].astype(np.float32) for p in pieces if p.level == 0]
    assert len({p.cell for p in pieces}) == len(bases)
    for i, one in enumerate(bases):
        assert all(cv2.intersectConvexConvex(one, other)[0] == 0 for other in bases[:i])


def test_riders_sit_over_the_tip_of_a_larger_piece() -> None:
    """Four millimetres above it, on the same axis, inside their carrier's room."""
    riders = 0
    pieces = crowd(table())
    for below, piece in pairwise(pieces):
        if piece.level == 0:
            continue
        riders += 1
        assert below.cell == piece.cell
        assert below.base > piece.base
        assert piece.outline[4] == pytest.approx(below.outline[4] + [0, 0, LIFT_MM])
        inner = pyramid(piece, room_for(piece, below)).vertices[5:]
        assert np.abs(inner[:4, :2]).max() < piece.base / 2 - 0.2
        carried = below.base / 2 * (below.outline[4, 2] - piece.z) / below.height
        assert room_for(piece, below).half > carried
    assert riders > 4


def test_teaching_shows_each_size_once() -> None:
    """Apart, wholly seen, on squares of both kinds."""
    on = table()
    for seed in range(10):
        pieces = teaching(np.random.default_rng(seed), on.board, "blue")
        assert [p.size for p in pieces] == list(SIZES)
        assert len({sum(p.cell) % 2 for p in pieces}) == 2
        assert visible(pieces, on.camera.eye, NOBODY) == [1, 1, 1]


def test_what_a_rider_hides_of_its_carrier() -> None:
    """Seen from far above, the share of the carrier's base that the rider's leaves."""
    carrier, rider = standing("large"), standing("medium", z=44.5 + LIFT_MM - 34.9)
    assert visible([carrier, rider], ABOVE, NOBODY) == pytest.approx([1 - (19.8 / 25.4) ** 2, 1], abs=0.02)


@pytest.mark.parametrize(("away", "share"), [(0.0, 0.0), (200.0, 1.0)])
def test_what_a_hand_hides(away: float, share: float) -> None:
    """A ball over a piece hides it, one beside it does not."""
    assert visible([standing("small")], ABOVE, np.array([[away, 0, 80, 30]])) == [share]


def test_a_piece_hides_what_is_behind_it() -> None:
    """And nothing before it."""
    front, back = standing("large"), replace(standing("small"), y=30.0)
    shares = visible([front, back], np.array([0, -4000.0, 300.0]), NOBODY)
    assert shares[0] == 1
    assert shares[1] < 0.2


@pytest.mark.parametrize("size", SIZES)
def test_meshes_are_closed(size: str) -> None:
    """Light that goes through plastic needs an inside: every edge has two faces, one each way round."""
    piece = standing(size)
    hollow = shell(piece, 1.0)
    for cavity in (None, hollow, replace(hollow, turn_deg=2.0)):
        mesh = pyramid(piece, cavity)
        edges = Counter((a, b) for f in mesh.faces for a, b in zip(f, f[1:] + f[:1], strict=True))
        assert set(edges.values()) == {1}
        assert {(b, a) for a, b in edges} == set(edges)
        inside = 4 * cavity.half**2 * cavity.height / 3 if isinstance(cavity, Cavity) else 0
        assert volume(mesh) == pytest.approx(piece.base**2 * piece.height / 3 - inside)


def test_the_lens_shows_things_where_truth_says() -> None:
    """What the pinhole renders is bent to where OpenCV's camera has it, also near the corners."""
    camera = table(7).camera
    points = np.array([(-250, -220, 0), (240, 230, 0), (0, 0, 40), (350, -200, 0)], np.float64)
    flat = (points @ camera.R.T + camera.t) @ pinhole(camera).T
    for point, (x, y, depth) in zip(points, flat.tolist(), strict=True):
        rows, columns = np.mgrid[: RENDERED[1], : RENDERED[0]]
        spot = np.exp(-((columns - x / depth) ** 2 + (rows - y / depth) ** 2) / 18).astype(np.float32)
        seen = through_lens(np.repeat(spot[..., None], 3, -1), camera)[..., 0]
        rows, columns = np.mgrid[: seen.shape[0], : seen.shape[1]]
        middle: Floats = np.array([(columns * seen).sum(), (rows * seen).sum()]) / seen.sum()
        assert middle == pytest.approx(camera.project(point[None])[0], abs=0.05)


def test_only_what_changes_is_rendered_again() -> None:
    """All of every piece and its shadow lies well inside one box, and no two boxes share a pixel."""
    on, lamp = table(), np.array([380.0, 260, 820])
    found = boxes(on, [piece.outline for piece in crowd(on)], lamp)
    count = np.zeros(RENDERED[::-1], int)
    for x0, y0, x1, y1 in found:
        count[y0:y1, x0:x1] += 1
    assert count.max() == 1
    assert count.mean() < 0.4
    for piece in crowd(on):
        flat = (piece.outline @ on.camera.R.T + on.camera.t) @ pinhole(on.camera).T
        for x, y in flat[:, :2] / flat[:, 2:]:
            assert any(x0 + 20 < x < x1 - 20 and y0 + 20 < y < y1 - 20 for x0, y0, x1, y1 in found)


def test_a_patch_fades_into_the_picture() -> None:
    """It is whole inside, and its rims are the picture's; at the end of the picture it does not fade."""
    picture = np.zeros((RENDERED[1], RENDERED[0], 3), np.float32)
    patched(picture, np.ones((100, 200, 3), np.float32), (0, 50, 200, 150))
    assert picture[100, :150].min() == 1
    assert picture[50].max() == 0
    assert picture[100, 199].max() == 0
    assert picture[150:].max() == 0


def test_a_set_is_one_that_is_read(tmp_path: Path) -> None:
    """Its description and the truth of its pictures are what evaluation takes; a hand hides some pieces."""
    options = Options(3, palette="xeno", material="solid")
    on = table(3)
    shots = list(plan(options, on))
    (tmp_path / "set.json").write_text(json.dumps(description(options, on, shots, "new")))
    for shot in shots:
        (tmp_path / shot.name).parent.mkdir(exist_ok=True)
        (tmp_path / f"{shot.name}.jpg").touch()
    photos = read_set(tmp_path)
    assert set(photos.names) == set(options.colours)
    assert set(photos.translucent) == {"purple", "orange", "cyan", "clear"}
    assert photos.corners_px == pytest.approx(on.camera.project(on.board.corners), abs=2.1)
    hand = next(shot for shot in shots if "hand" in shot.tags)
    assert hand.arm is not None
    known = picture_truth(on, hand.pieces, hand.arm.spheres, tags=list(hand.tags))
    (tmp_path / "truth.json").write_text(json.dumps(known))
    truth = load_board_truth(tmp_path / "truth.json")
    assert [(p.cell, p.colour) for p in truth.pieces] == [(p.cell, p.colour) for p in hand.pieces]
    assert truth.tags == ("stacks", "hand")


def test_an_arm_stays_above_what_stands_on_the_board() -> None:
    """The highest stack's tip is 58 mm above the table; a hand does not go through it."""
    for seed in range(20):
        spheres = reaching(np.random.default_rng(seed), np.zeros(3)).spheres
        assert (spheres[:, 2] - spheres[:, 3]).min() > 48
