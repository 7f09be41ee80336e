from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest
from pypdf import PdfReader

from calibration.errors import CalibrationError
from calibration.printing_board import BoardPlan, Laid, board_pdf, lay_out
from calibration.printing_shapes import RIM_MM
from calibration.pyramids import find_board
from calibration.table import calibrate_table
from tests.drawn import lens_like_v3, looking
from tests.printed import PX_A_MM, needs_pdftoppm, pages, written
from vision.cards import find_cards
from vision.lens import View
from vision.markers import Grey


def spiral(files: int, ranks: int) -> tuple[tuple[int, int], ...]:
    """One path round and round to the middle, from a1."""
    left = {(x, y) for x in range(files) for y in range(ranks)}
    x, y, dx, dy = 0, 0, 1, 0
    path = []
    while left:
        path.append((x, y))
        left.discard((x, y))
        if (x + dx, y + dy) not in left:
            dx, dy = -dy, dx
        x, y = x + dx, y + dy
    return tuple(path)


SNAKE = tuple((x if y % 2 == 0 else 7 - x, y) for y in range(4) for x in range(8))
OTHER_SNAKE = tuple((7 - x, 7 - y) for x, y in SNAKE)
PLANS = {
    "spiral": BoardPlan("spiral", 8, 8, (spiral(8, 8),)),
    "snakes": BoardPlan("snakes", 8, 8, (SNAKE, OTHER_SNAKE)),
    "small": BoardPlan("small", 3, 2, (spiral(3, 2),)),
}


def glued(plan: BoardPlan, folder: Path, *, paper: str, square: float = 40.0) -> tuple[Laid, Grey]:
    """The layout, and the drawing as it is when every sheet is cut and laid onto those before it."""
    laid = lay_out(plan, paper=paper, square=square)
    tiles = laid.tiling.tiles
    left, bottom = min(t.box.left for t in tiles), min(t.box.bottom for t in tiles)
    wide, high = max(t.box.right for t in tiles) - left, max(t.box.top for t in tiles) - bottom
    whole = np.full((round(high * PX_A_MM), round(wide * PX_A_MM)), 255, dtype=np.uint8)
    for tile, page in zip(tiles, pages(board_pdf(plan, paper=paper, square=square), folder), strict=True):
        x, y = laid.tiling.corner(tile)
        u, v = x * PX_A_MM, (laid.tiling.size[1] - y - tile.box.height) * PX_A_MM
        to_u, to_v = (tile.box.left - left) * PX_A_MM, (bottom + high - tile.box.top) * PX_A_MM
        u1, v1 = round(to_u + tile.box.width * PX_A_MM), round(to_v + tile.box.height * PX_A_MM)
        shift = np.array([[1.0, 0, u - to_u], [0, 1, v - to_v]])
        moved = cv2.warpAffine(page, shift, whole.shape[::-1], flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
        whole[round(to_v) : v1, round(to_u) : u1] = moved[round(to_v) : v1, round(to_u) : u1]
    return laid, whole


def at(laid: Laid, place: tuple[float, float]) -> tuple[float, float]:
    """The pixel of the glued drawing where a place in mm is."""
    tiles = laid.tiling.tiles
    left, top = min(t.box.left for t in tiles), max(t.box.top for t in tiles)
    return (place[0] - left) * PX_A_MM - 0.5, (top - place[1]) * PX_A_MM - 0.5


@needs_pdftoppm
@pytest.mark.parametrize(("paper", "sheets"), [("a4", 4), ("letter", 4), ("a3", 2), ("a2", 1)])
def test_cards_and_squares_are_where_and_as_large_as_they_must_be(
    paper: str, sheets: int, tmp_path: Path
) -> None:
    """The cards' size is the scale of everything, and pieces are read by the squares' places between them."""
    laid, whole = glued(PLANS["snakes"], tmp_path, paper=paper)
    assert len(laid.tiling.tiles) == sheets
    assert laid.printed_cards
    found = find_cards(whole)
    assert list(found) == [0, 1, 2, 3]
    for card_id, (x, y) in enumerate(laid.cards):
        corners = [(x - 30, y + 30), (x + 30, y + 30), (x + 30, y - 30), (x - 30, y - 30)]
        expected = np.array([at(laid, corner) for corner in corners])
        assert np.abs(found[card_id] - expected).max() < 0.15 * PX_A_MM
    known = np.array([at(laid, (40.0 * i, 40.0 * j)) for i in range(-3, 4) for j in range(-3, 4)], np.float32)
    start = np.add(known, (3.0, -2.0)).astype(np.float32).reshape(-1, 1, 2)
    criteria = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_COUNT, 50, 0.01)
    met = cv2.cornerSubPix(whole, start, (8, 8), (-1, -1), criteria).reshape(-1, 2)
    assert np.abs(met - known).max() < 0.1 * PX_A_MM
    for u, v in np.round(known).astype(int):
        shades = [
            float(np.median(whole[v + y - 4 : v + y + 4, u + x - 4 : u + x + 4]))
            for x, y in ((-9, -9), (9, 9), (-9, 9), (9, -9))
        ]
        assert abs(shades[0] - shades[1]) < 10
        assert abs(shades[0] - shades[2]) > 40


@needs_pdftoppm
def test_a_printed_board_is_found_by_the_camera(tmp_path: Path) -> None:
    """Nobody should have to tap the corners of a board that we made; its cards are in their places too."""
    laid, whole = glued(PLANS["snakes"], tmp_path, paper="a2")
    view = View(lens_like_v3(k1=0.0), looking((0, -520, 437), (0, 0, 0)))
    u, v = np.meshgrid(np.arange(view.lens.width), np.arange(view.lens.height))
    places = view.on_plane(np.stack([u.ravel(), v.ravel()], axis=1), 0.0)
    middle = at(laid, (0.0, 0.0))
    from_x, from_y = middle[0] + places[:, 0] * PX_A_MM, middle[1] - places[:, 1] * PX_A_MM
    seen = cv2.remap(
        cv2.GaussianBlur((30 + 0.75 * whole).astype(np.uint8), (0, 0), 1.5),
        from_x.reshape(u.shape).astype(np.float32),
        from_y.reshape(u.shape).astype(np.float32),
        cv2.INTER_LINEAR,
        borderValue=90,
    )
    grey = np.clip(seen + np.random.default_rng(0).normal(0, 2, seen.shape), 0, 255).astype(np.uint8)
    table = calibrate_table(grey, lens=view.lens)
    assert not table.warnings
    for card, (x, y) in zip(table.cards, laid.cards, strict=True):
        assert np.hypot(card.x - x, card.y - y) < 0.5
    board = find_board(grey, table.view).board
    assert np.hypot(board.x0 + 160, board.y0 + 160) < 1.0
    assert abs(board.cell_mm - 40) < 0.1
    assert abs(board.yaw_deg) < 0.1


@needs_pdftoppm
def test_glued_sheets_show_what_one_sheet_shows(tmp_path: Path) -> None:
    """At a seam nothing may be missing, doubled or displaced."""
    _, one = glued(PLANS["spiral"], tmp_path, paper="a2")
    _, four = glued(PLANS["spiral"], tmp_path, paper="a4")
    assert one.shape == four.shape
    apart = cv2.absdiff(cv2.GaussianBlur(one, (0, 0), 2), cv2.GaussianBlur(four, (0, 0), 2))
    assert apart.max() < 60
    assert apart.mean() < 0.5


@needs_pdftoppm
@pytest.mark.parametrize("name", PLANS)
def test_arrows_lead_from_each_square_to_the_next_and_nowhere_else(name: str, tmp_path: Path) -> None:
    """A wrong arrow sends pieces the wrong way; each line between squares is looked at in its middle."""
    plan = PLANS[name]
    laid, whole = glued(plan, tmp_path, paper="a2")
    follows = {pair for path in plan.paths for pair in pairwise(path)}
    for x in range(plan.files):
        for y in range(plan.ranks):
            for there in ((x + 1, y), (x, y + 1)):
                if there[0] >= plan.files or there[1] >= plan.ranks:
                    continue
                on = ((x, y), there) in follows
                back = (there, (x, y)) in follows
                before, after = _ink_beside(laid, whole, (x, y), there)
                if on or back:
                    assert (after > 1.5 * before) if on else (before > 1.5 * after)
                else:
                    assert max(before, after) < 0.02


def _ink_beside(
    laid: Laid, whole: Grey, here: tuple[int, int], there: tuple[int, int]
) -> tuple[float, float]:
    """The share of ink in a strip on this and on the other side of the line between two squares."""
    shares = []
    for cell, other in ((here, there), (there, here)):
        (x0, y0), (x1, y1) = laid.middle(cell), laid.middle(other)
        middle = (x0 + 0.38 * (x1 - x0), y0 + 0.38 * (y1 - y0))
        u, v = at(laid, middle)
        r = round(3.5 * PX_A_MM)
        part = whole[round(v) - r : round(v) + r, round(u) - r : round(u) + r]
        shares.append(float((part < 140).mean()))
    return shares[0], shares[1]


@needs_pdftoppm
@pytest.mark.parametrize("name", PLANS)
@pytest.mark.parametrize("paper", ["a4", "letter", "a3", "a2"])
def test_everything_fits_on_the_paper(name: str, paper: str, tmp_path: Path) -> None:
    """Common printers cannot print on the outer 6.4 mm of a sheet."""
    for page in pages(board_pdf(PLANS[name], paper=paper), tmp_path):
        rim = round((RIM_MM - 0.5) * PX_A_MM)
        page[rim:-rim, rim:-rim] = 255
        assert page.min() == 255


@needs_pdftoppm
def test_each_sheet_has_a_scale_of_a_hundred_millimetres(tmp_path: Path) -> None:
    """Each sheet is printed on its own; one printed smaller would not fit the others."""
    for page in pages(board_pdf(PLANS["spiral"], paper="a4"), tmp_path):
        foot = page[-round(17 * PX_A_MM) :] < 200
        lines = np.flatnonzero(foot.sum(axis=1) > 95 * PX_A_MM)
        assert len(lines)
        longest = max((np.flatnonzero(foot[line]) for line in lines), key=len)
        run = max(np.split(longest, np.flatnonzero(np.diff(longest) > 1) + 1), key=len)
        assert len(run) / PX_A_MM == pytest.approx(100, abs=0.4)


def test_paper_too_small_for_the_cards_says_where_they_go(tmp_path: Path) -> None:
    """A board without its cards cannot be read, and people have to know where to lay them."""
    plan = PLANS["spiral"]
    laid = lay_out(plan, paper="a3", square=35)
    assert len(laid.tiling.tiles) == 1
    assert not laid.printed_cards
    (tmp_path / "b.pdf").write_bytes(board_pdf(plan, paper="a3", square=35))
    words = PdfReader(tmp_path / "b.pdf").pages[0].extract_text()
    for told in ("card 0, near left", "card 1, near right", "card 2, far right", "card 3, far left"):
        assert told in words


def test_squares_starts_and_directions_are_named(tmp_path: Path) -> None:
    """The device speaks of squares and directions; people look for them on the board."""
    (tmp_path / "b.pdf").write_bytes(board_pdf(PLANS["snakes"], paper="a2"))
    words = written(tmp_path / "b.pdf", page=0)
    assert {f"{file}{rank}" for file in "abcdefgh" for rank in range(1, 9)} <= words
    assert {"start 1", "start 2", "home 1", "home 2", "north", "east", "south", "west"} <= words


def test_cards_have_no_seam_through_them() -> None:
    """A marker in two halves is no marker."""
    for files, ranks in ((8, 8), (26, 26), (2, 12), (12, 2)):
        laid = lay_out(BoardPlan("b", files, ranks, (spiral(files, ranks),)), paper="a4")
        if not laid.printed_cards:
            continue
        for x, y in laid.cards:
            around = [
                t
                for t in laid.tiling.tiles
                if t.box.left <= x - 40
                and x + 40 <= t.box.right
                and t.box.bottom <= y - 40
                and y + 40 <= t.box.top
            ]
            assert len(around) == 1


@pytest.mark.parametrize("square", [10.0, 25.9, 61.0, float("nan")])
def test_squares_that_no_piece_fits_on_are_refused(square: float) -> None:
    """A large pyramid is 25.4 mm wide."""
    with pytest.raises(CalibrationError, match="squares are 26 to 60 mm"):
        board_pdf(PLANS["small"], paper="a4", square=square)


def test_the_same_board_is_the_same_file() -> None:
    """Nothing in it depends on when and where it was made."""
    assert board_pdf(PLANS["spiral"], paper="a4") == board_pdf(PLANS["spiral"], paper="a4")
    assert len(board_pdf(PLANS["spiral"], paper="a4")) < 100_000
