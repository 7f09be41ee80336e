"""A folder of labelled photographs: what may be known from its `set.json` to build a profile.

That is the lens, the sizes, the faces' or colours' names, and where a person tapped the board's corners. Where the
camera was, where the cards lay, what the colours are, and all of `truth/` are there to compare with, and are not read.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from calibration.checked import Fields, read_object
from calibration.errors import SetUnreadable
from calibration.profile import DICE, KINDS, LOOSE, PYRAMIDS, check_seats
from calibration.profile_board import COLOUR_NAME, MOST_COLOURS
from calibration.table import MARKER_MM
from vision.lens import Floats, Lens
from vision.pyramids.board import SIDE

SUFFIXES = (".jpg", ".jpeg", ".png")


@dataclass(frozen=True, eq=False)
class PhotoSet:
    """What a profile takes from a photo set; what `set.json` does not give is None.

    The lens is given by its numbers (`lens`), or by a camera's name or a lens file's path (`lens_name`). `teaching`
    are the pictures that show one face (or one colour's three pyramids) each, by its name; empty for a loose set.
    `missing` are faces that the dice have and that no picture in `teach/` shows. Of a pyramid set, `cell_mm` is
    the size of the board's squares, `corners_px` (4, 2) the grid's corners as tapped, `translucent` some colours.
    """

    folder: Path
    kind: str
    names: tuple[str, ...]
    teaching: Mapping[str, Path]
    lens: Lens | None
    lens_name: str | None
    edge_mm: float | None
    marker_mm: float
    card_mm: float | None
    seats: tuple[float, ...] | None
    background: Path | None
    missing: tuple[str, ...]
    cell_mm: float | None = None
    corners_px: Floats | None = None
    translucent: tuple[str, ...] = ()


def read_set(folder: Path) -> PhotoSet:
    """Read the folder's `set.json` and list its pictures; raises SetUnreadable with what is wrong."""
    if not folder.is_dir():
        what = "is no folder" if folder.exists() else "does not exist"
        raise SetUnreadable(f"the photo set '{folder}' {what}; give a folder with a set.json")
    fields = read_object(folder / "set.json", SetUnreadable, what="photo set's description")
    kind = fields.text("kind") if fields.has("kind") else DICE
    if kind not in KINDS:
        raise fields.refuse(
            f"it is a set of kind '{kind}'; a profile is built from one of kind '{DICE}', '{LOOSE}' or '{PYRAMIDS}'"
        )
    if not (folder / "teach").is_dir():
        raise fields.refuse("there is no folder 'teach' beside it, with a picture of each face or colour")
    if fields.has("dictionary") and fields.take("dictionary") != "DICT_4X4_50":
        raise fields.refuse("the corner cards are not of DICT_4X4_50; print them with `bears print cards`")
    teaching = _pictures_by_face(folder, fields) if kind != LOOSE else {}
    names = tuple(teaching) if kind != LOOSE else fields.texts("faces")
    if kind == PYRAMIDS:
        _check_colours(names, fields)
    seats = tuple(fields.numbers("seats", (-1,), -360.0, 360.0).tolist()) if fields.has("seats") else None
    if seats is not None:
        check_seats(seats)
    return PhotoSet(
        folder=folder,
        kind=kind,
        names=names,
        teaching=teaching,
        lens=_lens(fields) if kind != LOOSE else None,
        lens_name=_lens_name(folder, fields) if kind != LOOSE and fields.has("lens") else None,
        edge_mm=fields.number("edge_mm", 5.0, 60.0) if fields.has("edge_mm") else None,
        marker_mm=fields.number("marker_mm", 5.0, 500.0) if fields.has("marker_mm") else MARKER_MM,
        card_mm=fields.number("card_mm", 5.0, 500.0) if fields.has("card_mm") else None,
        seats=seats,
        background=_picture(folder, "background"),
        missing=tuple(sorted(_faces_on_dice(fields) - set(names))) if kind == DICE else (),
        cell_mm=fields.number("cell_mm", 10.0, 200.0) if fields.has("cell_mm") else None,
        corners_px=_corners(fields) if kind == PYRAMIDS else None,
        translucent=fields.texts("translucent") if fields.has("translucent") else (),
    )


def _corners(fields: Fields) -> Floats | None:
    """The board's four corners as tapped, px; None if nobody did. Only a board of 8 x 8 squares is known."""
    if not fields.has("board"):
        return None
    board = fields.child("board")
    if board.has("cells") and board.take("cells") != [SIDE, SIDE]:
        raise board.refuse(f"only boards of {SIDE} x {SIDE} squares are read")
    return board.numbers("corners_px", (4, 2), -1000.0, 20_000.0) if board.has("corners_px") else None


def _check_colours(names: tuple[str, ...], fields: Fields) -> None:
    if len(names) > MOST_COLOURS:
        raise fields.refuse(
            f"there are pictures of {len(names)} colours in 'teach', more than {MOST_COLOURS}"
        )
    for name in names:
        if not COLOUR_NAME.fullmatch(name):
            raise fields.refuse(
                f"a colour cannot be called '{name}': use letters, digits, spaces, - and _, at most 32"
            )


def _lens(fields: Fields) -> Lens | None:
    if not fields.has("K"):
        return None
    width, height = fields.numbers("size", (2,), 16, 20_000).astype(int).tolist()
    if not fields.has("dist"):
        raise fields.refuse("'K' without 'dist' is only half a lens")
    return fields.lens_of_size(width, height)


def _lens_name(folder: Path, fields: Fields) -> str:
    """The camera's name, or the path of a lens file, which is given as seen from the set's folder."""
    name = fields.text("lens")
    return str(folder / name) if name.endswith(".json") else name


def _picture(folder: Path, stem: str) -> Path | None:
    found = [path for path in sorted(folder.glob(f"{stem}.*")) if path.suffix.lower() in SUFFIXES]
    return found[0] if found else None


def _pictures_by_face(folder: Path, fields: Fields) -> dict[str, Path]:
    """The pictures in `teach/` by the face they show, which is their name."""
    pictures: dict[str, Path] = {}
    for path in sorted((folder / "teach").iterdir()):
        if path.suffix.lower() in SUFFIXES:
            if path.stem in pictures:
                raise fields.refuse(f"there are two teaching pictures of '{path.stem}'; leave one")
            pictures[path.stem] = path
    if not pictures:
        raise fields.refuse(
            "there are no pictures in its folder 'teach', named as the face or colour they show"
        )
    return pictures


def _faces_on_dice(fields: Fields) -> set[str]:
    """The faces that `set.json` says the game's dice have."""
    if not fields.has("dice"):
        return set()
    dice = fields.child("dice")
    listed = [
        dice.child(kind).values.get("faces") for kind in dice.values if kind != "other" and dice.has(kind)
    ]
    return {face for faces in listed if isinstance(faces, list) for face in faces if isinstance(face, str)}
