"""A profile made ready to read pictures with: from pixels to an assessment or a board, in one call."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from calibration.profile import LOOSE, PYRAMIDS, Profile, load_profile
from companion.errors import BadInput
from companion.sheet.assess import assess, assess_loose
from companion.sheet.assessment import Assessment
from companion.sheet.layout import Layout, kind_of
from companion.sheet.told import Answer, told
from vision.errors import VisionError
from vision.ground import EmptyTable, Ground
from vision.loose import LooseReader
from vision.pictures import Picture, load_picture, pixels_of
from vision.pyramids.reading import BoardReader
from vision.pyramids.seen import SeenBoard
from vision.reading import Reader
from vision.seen import Seen


class Eyes:
    """Reads pictures as a profile says; `seats` go before those of the profile.

    Raises `BadInput` for seats that cannot be told apart, and for a profile of pyramids.
    """

    def __init__(self, profile: Profile, *, seats: tuple[float, ...] | None = None) -> None:
        if profile.kind == PYRAMIDS:
            raise BadInput("this is a profile of pyramids on a board, not of dice; build one of the dice")
        self._faces = profile.faces.names
        self._reader = _reader_of(profile)
        self._table = _table_of(profile)
        self._profile = profile
        self.layout = None if profile.kind == LOOSE else _layout_of(profile, seats)

    def read(
        self, picture: Picture, *, seats: tuple[float, ...] | None = None, answers: Sequence[Answer] = ()
    ) -> Assessment:
        """Everything in a picture (H, W, 3) uint8 BGR; `seats` for this one only, `answers` are what people said.

        Raises VisionError if the picture is not of this table.
        """
        seen = told(self._reader.read(picture), answers)
        if self.layout is None:
            return assess_loose(seen)
        layout = _layout_of(self._profile, seats) if seats else self.layout
        empty = [(answer.x, answer.y) for answer in answers if answer.face is None]
        return assess(seen, layout, self._faces, self._ground(picture, seen), empty=empty)

    def _ground(self, picture: Picture, seen: Seen) -> Ground | None:
        if self._table is None or seen.view is None:
            return None
        return self._table.seen_in(picture, seen.view)

    def read_file(self, path: Path) -> tuple[Picture, Assessment]:
        """A picture file and everything in it; raises VisionError or `BadInput`, naming the file."""
        picture = load_picture(path)
        try:
            return picture, self.read(picture)
        except VisionError as error:
            raise BadInput(f"{path}: {error}") from error


class BoardEyes:
    """Reads the pyramids on a board as a profile says; raises `BadInput` for a profile of dice."""

    def __init__(self, profile: Profile) -> None:
        if (
            profile.kind != PYRAMIDS
            or profile.view is None
            or profile.marker_mm is None
            or profile.board is None
            or profile.colours is None
            or profile.background is None
        ):
            raise BadInput("this is a profile of dice, not of pyramids on a board; build one of the pyramids")
        self.board = profile.board
        self.colours = profile.colours.names
        self._reader = BoardReader(
            view=profile.view,
            cards=profile.cards,
            marker_mm=profile.marker_mm,
            board=profile.board,
            colours=profile.colours,
            background=pixels_of(profile.background),
        )

    def rehearse(self) -> SeenBoard:
        """Read a drawn board, so that nothing is left to be compiled, which takes long the first time ever.

        Raises VisionError if the profile's own picture cannot be read.
        """
        seen = self._reader.rehearse()
        os.sync()  # what was compiled is kept, whenever somebody pulls the plug
        return seen

    def read(self, picture: Picture) -> SeenBoard:
        """Everything on the board in a picture (H, W, 3) uint8 BGR; raises VisionError if it is not of this table."""
        return self._reader.read(picture)

    def read_file(self, path: Path) -> tuple[Picture, SeenBoard]:
        """A picture file and everything in it; raises VisionError or `BadInput`, naming the file."""
        picture = load_picture(path)
        try:
            return picture, self.read(picture)
        except VisionError as error:
            raise BadInput(f"{path}: {error}") from error


def open_eyes(folder: Path, *, seats: tuple[float, ...] | None = None) -> Eyes:
    """Eyes with the profile in a folder; raises CalibrationError if it cannot be used, `BadInput` as `Eyes` does."""
    return Eyes(load_profile(folder), seats=seats)


def _reader_of(profile: Profile) -> Reader | LooseReader:
    return reader_of_table(profile) or LooseReader(faces=profile.faces)


def reader_of_table(profile: Profile) -> Reader | None:
    """What reads dice on the table of a profile; None if it knows no table."""
    if profile.kind == LOOSE or profile.view is None or profile.marker_mm is None or profile.edge_mm is None:
        return None
    return Reader(
        view=profile.view,
        cards=profile.cards,
        marker_mm=profile.marker_mm,
        edge_mm=profile.edge_mm,
        faces=profile.faces,
        background=profile.background,
        kinds={face: kind_of(face) for face in profile.faces.names},
    )


def _table_of(profile: Profile) -> EmptyTable | None:
    if profile.kind == LOOSE or profile.view is None or profile.edge_mm is None:
        return None
    return EmptyTable(profile.background, profile.view, profile.cards, profile.edge_mm)


def _layout_of(profile: Profile, seats: tuple[float, ...] | None) -> Layout:
    try:
        return Layout(
            seats or profile.seats, campsite_mm=profile.campsite_mm, edge_mm=profile.edge_mm or Layout.edge_mm
        )
    except ValueError as error:
        raise BadInput(f"the seats cannot be used: {error}") from error
