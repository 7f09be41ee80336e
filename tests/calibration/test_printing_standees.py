from pathlib import Path

import numpy as np
import pytest

from calibration.errors import CalibrationError
from calibration.printing_shapes import PAPERS, RIM_MM
from calibration.printing_standees import RIM_MM as WHITE_MM
from calibration.printing_standees import WIDE_MM, placed_standees, standees_pdf
from tests.printed import PX_A_MM, needs_pdftoppm, pages, written
from vision.cards import find_cards
from vision.sightings import sightings
from vision.standees import MARKER_MM, STANDEE_IDS


@needs_pdftoppm
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_markers_are_where_and_as_large_as_they_must_be(paper: str, tmp_path: Path) -> None:
    """A figure's marker of another size is a doubt; another program's drawing of the sheet is measured."""
    page = pages(standees_pdf(paper), tmp_path)[0]
    found = {sighting.id: sighting.marker for sighting in sightings(page, ids=STANDEE_IDS)}
    assert sorted(found) == sorted(STANDEE_IDS)
    for number, (x, y) in enumerate(placed_standees(paper)):
        left, low = x + WHITE_MM, y + WHITE_MM
        right, high = left + MARKER_MM, low + MARKER_MM
        upright = np.array([[left, high], [right, high], [right, low], [left, low]])
        expected = np.stack([upright[:, 0], PAPERS[paper][1] - upright[:, 1]], axis=1) * PX_A_MM - 0.5
        marker = found[STANDEE_IDS[number]]
        assert marker.seen > 0.98
        assert np.abs(marker.corners - expected).max() < 0.08 * PX_A_MM


@needs_pdftoppm
def test_no_sticker_is_a_corner_card(tmp_path: Path) -> None:
    """A sheet of stickers left on the table must not become the table's corner."""
    assert not find_cards(pages(standees_pdf("a4"), tmp_path)[0])


@needs_pdftoppm
def test_each_marker_keeps_its_white_rim(tmp_path: Path) -> None:
    """Without white round the black square no detector finds it; line, name and colour stay on the tab."""
    page = pages(standees_pdf("a4"), tmp_path)[0]
    for x, y in placed_standees("a4"):
        left, right = (round((x + d) * PX_A_MM) for d in (1.7, WIDE_MM - 1.7))
        top, low = (round((PAPERS["a4"][1] - y - d) * PX_A_MM) for d in (WIDE_MM, 1.7))
        white = page[top:low, left:right].copy()
        marker_top, marker_left = (round((d - 0.3) * PX_A_MM) for d in (WHITE_MM, WHITE_MM - 1.7))
        size = round((MARKER_MM + 0.6) * PX_A_MM)
        white[marker_top : marker_top + size, marker_left : marker_left + size] = 255
        assert white.min() == 255


@needs_pdftoppm
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_everything_fits_on_the_paper(paper: str, tmp_path: Path) -> None:
    """Common printers cannot print on the outer 6.4 mm of a sheet."""
    for page in pages(standees_pdf(paper), tmp_path):
        rim = round((RIM_MM - 0.5) * PX_A_MM)
        page[rim:-rim, rim:-rim] = 255
        assert page.min() == 255


def test_names_are_printed_and_the_others_are_numbered(tmp_path: Path) -> None:
    """People look for their own sticker by name."""
    (tmp_path / "s.pdf").write_bytes(standees_pdf("a4", ["Ana", "Zoë"]))
    words = written(tmp_path / "s.pdf", page=0)
    assert {"the bear", "Ana", "Zoë", "runner 3", "runner 8"} <= words
    assert "runner 2" not in words


def test_rows_have_tickets(tmp_path: Path) -> None:
    """The device speaks of rows by their numbers; on the tiles there are none."""
    (tmp_path / "s.pdf").write_bytes(standees_pdf("a4"))
    words = written(tmp_path / "s.pdf", page=1)
    assert {str(row) for row in range(50)} <= words
    assert "starts here" in words


def test_names_that_cannot_be_printed_are_refused() -> None:
    """Boxes instead of letters help nobody."""
    with pytest.raises(CalibrationError, match="Ωmega"):
        standees_pdf("a4", ["Ωmega"])
    with pytest.raises(CalibrationError, match="8 runners"):
        standees_pdf("a4", [f"r{k}" for k in range(9)])
