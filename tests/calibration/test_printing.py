from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.board import CORNERS, charuco_board
from calibration.printing import CARD_MM, CARD_PAPERS, MARKER_MM, cards_pdf, charuco_pdf, placed_cards
from calibration.printing_shapes import PAPERS
from tests.printed import PX_A_MM, needs_pdftoppm, pages
from vision.cards import find_cards
from vision.markers import Grey


def page(pdf: bytes, tmp_path: Path) -> Grey:
    """The PDF's only page as another program draws it."""
    [only] = pages(pdf, tmp_path)
    return only


@needs_pdftoppm
@pytest.mark.parametrize("paper", CARD_PAPERS)
def test_cards_are_where_and_as_large_as_they_must_be(paper: str, tmp_path: Path) -> None:
    """The cards' size is the scale of everything; another program's drawing of the sheet is measured."""
    grey = page(cards_pdf(paper), tmp_path)
    assert grey.shape[::-1] == pytest.approx([side * PX_A_MM for side in PAPERS[paper]], abs=1.5)
    found = find_cards(grey)
    assert list(found) == [0, 1, 2, 3]
    for card in placed_cards(paper):
        rim = (CARD_MM - MARKER_MM) / 2
        left, low = card.x + rim, card.y + rim
        right, high = left + MARKER_MM, low + MARKER_MM
        upright = np.array([[left, high], [right, high], [right, low], [left, low]])
        expected = np.stack([upright[:, 0], PAPERS[paper][1] - upright[:, 1]], axis=1) * PX_A_MM - 0.5
        assert np.abs(found[card.card_id] - expected).max() < 0.08 * PX_A_MM


@needs_pdftoppm
@pytest.mark.parametrize("paper", CARD_PAPERS)
def test_each_card_keeps_its_white_rim(paper: str, tmp_path: Path) -> None:
    """Without white round the black square no detector finds it; labels and marks stay outside."""
    grey = page(cards_pdf(paper), tmp_path)
    for card in placed_cards(paper):
        x0, x1 = (round((card.x + d) * PX_A_MM) for d in (2, CARD_MM - 2))
        y0, y1 = (round((PAPERS[paper][1] - card.y - d) * PX_A_MM) for d in (CARD_MM - 2, 2))
        white = grey[y0:y1, x0:x1].copy()
        edge = round(7 * PX_A_MM)
        white[edge:-edge, edge:-edge] = 255
        assert white.min() == 255


@needs_pdftoppm
@pytest.mark.parametrize("paper", CARD_PAPERS)
def test_the_rulers_are_a_hundred_millimetres(paper: str, tmp_path: Path) -> None:
    """They are all that tells a scaled print; the ends of their base lines are measured."""
    dark = page(cards_pdf(paper), tmp_path) < 200
    across = max(_runs(dark), key=len)
    up = max(_runs(dark.T), key=len)
    assert len(across) / PX_A_MM == pytest.approx(100, abs=0.4)
    assert len(up) / PX_A_MM == pytest.approx(100, abs=0.4)


def _runs(dark: np.ndarray) -> list[range]:
    """Dark runs along rows that are no thicker than a line: light shortly above or below."""
    found = []
    for row in range(8, len(dark) - 8):
        thin = dark[row] & ~(dark[row - 5] & dark[row + 5])
        edges = np.flatnonzero(np.diff(np.concatenate([[False], thin, [False]]).astype(np.int8))).reshape(
            -1, 2
        )
        found += [range(start, stop) for start, stop in edges.tolist() if stop - start > 90 * PX_A_MM]
    return found


@needs_pdftoppm
@pytest.mark.parametrize("paper", CARD_PAPERS)
@pytest.mark.parametrize("sheet", [cards_pdf, charuco_pdf])
def test_everything_fits_on_the_paper(sheet: Callable[[str], bytes], paper: str, tmp_path: Path) -> None:
    """Common printers cannot print on the outer 6.4 mm of a sheet."""
    grey = page(sheet(paper), tmp_path)
    rim = round(6.4 * PX_A_MM)
    grey[rim:-rim, rim:-rim] = 255
    assert grey.min() == 255


@needs_pdftoppm
@pytest.mark.parametrize("paper", CARD_PAPERS)
def test_the_board_is_found_whole(paper: str, tmp_path: Path) -> None:
    """By OpenCV of any version: the pattern of boards with an even number of rows changed in 4.6."""
    grey = page(charuco_pdf(paper), tmp_path)
    answer = cv2.aruco.CharucoDetector(charuco_board()).detectBoard(grey)
    pixels = np.asarray(answer[0], dtype=np.float64).reshape(-1, 2)
    ids = np.asarray(answer[1]).ravel()
    assert len(ids) == CORNERS
    places = np.asarray(charuco_board().getChessboardCorners(), dtype=np.float64).reshape(-1, 3)[ids, :2]
    off = pixels - places * PX_A_MM
    assert np.abs(off - off.mean(axis=0)).max() < 0.5


def test_the_same_sheet_is_the_same_file() -> None:
    """Nothing in it depends on when and where it was made."""
    assert cards_pdf("a4") == cards_pdf("a4")
    assert len(cards_pdf("a4")) < 20_000
