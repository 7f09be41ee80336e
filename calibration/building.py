"""From a photo set to a profile: calibrate the table, teach the faces, or find the board and teach the colours."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from calibration.errors import CalibrationError, CardsUnusable, SetUnreadable
from calibration.lens import choose_lens, is_nominal
from calibration.photoset import PhotoSet, read_set
from calibration.profile import LOOSE, PYRAMIDS, SEATS, Profile
from calibration.pyramids import board_of
from calibration.pyramids_teaching import teach_colours
from calibration.table import Table, calibrate_table
from calibration.teaching import teach_loose, teach_table
from vision.cards import fix_view
from vision.errors import VisionError
from vision.lens import Lens
from vision.markers import Grey
from vision.pictures import Picture, load_picture


@dataclass(frozen=True, eq=False)
class Built:
    """A profile and what the user should know about it, a line each."""

    profile: Profile
    warnings: tuple[str, ...]


def build_profile(
    folder: Path,
    *,
    lens_name: str | None = None,
    edge_mm: float | None = None,
    seats: tuple[float, ...] | None = None,
) -> Built:
    """Build a profile from the photo set in `folder`; arguments that are given go before what its `set.json` says.

    `lens_name` is a camera's name or a lens file, as `choose_lens` takes it. Raises CalibrationError or VisionError
    with what is wrong in the set.
    """
    photos = read_set(folder)
    seats = seats or photos.seats or SEATS
    if photos.kind == LOOSE:
        faces, warnings = teach_loose(folder / "teach", photos.names)
        return Built(Profile(kind=LOOSE, faces=faces, seats=seats), warnings)
    if photos.kind == PYRAMIDS:
        return _of_pyramids(photos, lens_name, seats)
    edge_mm = edge_mm or photos.edge_mm
    if edge_mm is None:
        raise SetUnreadable(
            f"'{folder}': set.json does not say 'edge_mm', the dice's size; give it with --edge"
        )
    table, background, doubts = _calibrated(photos, lens_name)
    faces, warnings = teach_table(
        photos.teaching,
        view=table.view,
        cards=table.cards,
        marker_mm=table.marker_mm,
        edge_mm=edge_mm,
        background=background,
    )
    if photos.missing:
        doubts += (f"no picture in 'teach' shows {', '.join(photos.missing)}: those faces will not be known",)
    profile = Profile(
        kind=photos.kind,
        faces=faces,
        view=table.view,
        cards=table.cards,
        marker_mm=table.marker_mm,
        card_mm=photos.card_mm,
        edge_mm=edge_mm,
        rms_px=table.rms_px,
        background=background,
        seats=seats,
    )
    return Built(profile, (*table.warnings, *doubts, *warnings))


def _of_pyramids(photos: PhotoSet, lens_name: str | None, seats: tuple[float, ...]) -> Built:
    table, background, doubts = _calibrated(photos, lens_name)
    if background is None:
        raise SetUnreadable(
            f"'{photos.folder}': a profile of pyramids needs a picture of the empty board, background.jpg, taken from "
            "where the teaching pictures were"
        )
    board, unsure = board_of(
        _grey(background), table.view, corners_px=photos.corners_px, cell_mm=photos.cell_mm
    )
    colours, warnings = teach_colours(
        photos.teaching,
        view=table.view,
        cards=table.cards,
        marker_mm=table.marker_mm,
        board=board,
        background=background,
        see_through=photos.translucent,
    )
    profile = Profile(
        kind=PYRAMIDS,
        view=table.view,
        cards=table.cards,
        marker_mm=table.marker_mm,
        card_mm=photos.card_mm,
        rms_px=table.rms_px,
        background=background,
        seats=seats,
        board=board,
        colours=colours,
    )
    return Built(profile, (*table.warnings, *doubts, *unsure, *warnings))


def _calibrated(photos: PhotoSet, lens_name: str | None) -> tuple[Table, Picture | None, tuple[str, ...]]:
    """The table by the first picture that shows the cards well, best the empty table; and that one if it is of use."""
    empty = load_picture(photos.background) if photos.background is not None else None
    refused: CalibrationError | None = None
    for path in (photos.background, *photos.teaching.values()):
        if path is None:
            continue
        picture = empty if empty is not None and path == photos.background else load_picture(path)
        lens, measured = _lens(photos, lens_name, picture)
        try:
            table = calibrate_table(
                _grey(picture), lens=lens, marker_mm=photos.marker_mm, lens_measured=measured
            )
        except CardsUnusable as problem:
            refused = refused or CardsUnusable(f"{path.name}: {problem}")
            continue
        if path == photos.background:
            return table, empty, ()
        why = f"{refused}; the table was calibrated by {path.name} instead" if refused else _NO_BACKGROUND
        return table, empty if empty is not None and _same_view(empty, table) else None, (why,)
    raise refused or SetUnreadable(f"'{photos.folder}': there is no picture to calibrate the table by")


_NO_BACKGROUND = (
    "there is no picture of the empty table (background.jpg): what covers dice will be noticed less well"
)


def _same_view(empty: Picture, table: Table) -> bool:
    try:
        fix = fix_view(_grey(empty), reference=table.view, cards=table.cards, marker_mm=table.marker_mm)
    except VisionError:
        return False
    return not fix.moved


def _lens(photos: PhotoSet, lens_name: str | None, picture: Picture) -> tuple[Lens, bool]:
    """The lens for this picture, and whether it was measured."""
    height, width = picture.shape[:2]
    if lens_name is None and photos.lens is not None:
        return photos.lens, True
    named = lens_name or photos.lens_name
    if named is None:
        raise SetUnreadable(
            f"'{photos.folder}': set.json gives no lens; name the camera or a lens file with --lens, or there as 'lens'"
        )
    return choose_lens(named, width, height), not is_nominal(named)


def _grey(picture: Picture) -> Grey:
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
