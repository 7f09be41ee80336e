"""The profile: all that has to be known of a table and its pieces before a picture can be read, in a folder.

    profile.json     schema version, lens, pose, cards, sizes, seats, which files belong to it and their checksums
    faces/NAME.png   the taught shots of a face, square crops side by side
    colours/NAME.png the taught pixels of a colour of pyramids
    background.jpg   the empty table, if there was a picture of it

A profile of kind "dice" belongs to one camera and table; one of kind "loose" holds faces only, for photographs
without corner cards. One of kind "pyramids" belongs to one camera, table and board; it holds the board's grid and the
pieces' colours instead of faces. A profile is replaced as a whole: see `calibration.files`.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from calibration.checked import Fields, read_object
from calibration.errors import CalibrationError, ProfileUnreadable
from calibration.files import whole_folder, write_folder
from calibration.profile_board import COLOUR_NAME, board_to_json, colour_pictures, load_board
from vision.cards import CARD_IDS
from vision.faces import SHOT, TaughtFaces
from vision.files import read_file
from vision.lens import Card, Lens, Pose, View
from vision.pictures import Picture, PictureUnreadable, StoredPicture, pixels_of
from vision.pyramids.board import Board
from vision.pyramids.colours import TaughtColours

SCHEMA = 1
"""Goes up by one when an older program could not make sense of what is written."""

FILE = "profile.json"
DICE, LOOSE, PYRAMIDS = "dice", "loose", "pyramids"
KINDS = (DICE, LOOSE, PYRAMIDS)

SEATS = (205.0, 335.0, 40.0, 140.0)
"""Where people sit if nobody says otherwise: two at the near corners, beside the device, and two at the far ones."""

CAMPSITE_MM = 110.0

MOST_SEATS = 8
"""As many as can play with combined sets of dice."""

APART_DEG = 1.0
"""Seats nearer to each other than this are one."""

_NAME = r"(?:\w[\w -]{0,30}\w|\w)"
_FACE_NAME = re.compile(_NAME)
_TAUGHT_FILE = re.compile(rf"(?:faces|colours)/{_NAME}\.png")
_TAUGHT = ("faces", "colours")
_MOST_SHOTS = 500
_BACKGROUND_QUALITY = 95


def no_faces() -> TaughtFaces:
    """What a profile of something else than dice knows of faces."""
    return TaughtFaces((), {})


@dataclass(frozen=True, eq=False)
class Profile:
    """What a reader needs. Lengths in mm, angles in degrees counter-clockwise from +x in the table frame.

    `view`, `cards`, `marker_mm`, `card_mm` and `rms_px` (of the calibration) are of kinds "dice" and "pyramids" only,
    else None or empty; `edge_mm` (of a die) is of kind "dice", `board` and `colours` of kind "pyramids", which has no
    faces. `background` is the empty table, of the view's lens, or None: (H, W, 3) uint8 BGR, or stored as loaded;
    `camera` the camera's settings when the faces were taught, as far as known. Raises CalibrationError if these do not
    belong together.
    """

    kind: str
    faces: TaughtFaces = field(default_factory=no_faces)
    view: View | None = None
    cards: tuple[Card, ...] = ()
    marker_mm: float | None = None
    card_mm: float | None = None
    edge_mm: float | None = None
    rms_px: float | None = None
    background: Picture | StoredPicture | None = None
    seats: tuple[float, ...] = SEATS
    campsite_mm: float = CAMPSITE_MM
    camera: Mapping[str, float | str] = field(default_factory=dict)
    board: Board | None = None
    colours: TaughtColours | None = None

    def __post_init__(self) -> None:
        check_seats(self.seats)
        for name in self.faces.names:
            if not _FACE_NAME.fullmatch(name):
                raise CalibrationError(
                    f"a face cannot be called '{name}': use letters, digits, spaces, - and _, at most 32"
                )
        if self.kind not in KINDS:
            raise CalibrationError(f"there is no kind of profile called '{self.kind}'")
        if self.kind != PYRAMIDS and not self.faces.names:
            raise CalibrationError("no face is taught")
        if self.kind == LOOSE:
            return
        for name in self.colours.names if self.colours is not None else ():
            if not COLOUR_NAME.fullmatch(name):
                raise CalibrationError(
                    f"a colour cannot be called '{name}': use letters, digits, spaces, - and _, at most 32"
                )
        if self.kind == PYRAMIDS and (self.board is None or self.colours is None or self.background is None):
            raise CalibrationError(
                "a profile of pyramids needs the board's grid, a picture of the empty board and the pieces' colours"
            )
        if self.view is None or self.marker_mm is None or (self.kind == DICE and self.edge_mm is None):
            raise CalibrationError(
                "a profile of dice on a table needs the camera's view, the cards' and the dice's size"
            )
        if tuple(card.id for card in self.cards) != CARD_IDS:
            raise CalibrationError(
                f"a profile of {self.kind} on a table needs the corner cards 0, 1, 2 and 3, in this order"
            )
        lens = self.view.lens
        if self.background is not None and self.background.shape != (lens.height, lens.width, 3):
            height, width = self.background.shape[:2]
            raise CalibrationError(
                f"the picture of the empty table is {width}x{height}, the lens is for {lens.width}x{lens.height}: "
                "give the lens for pictures of that size"
            )


def check_seats(seats: tuple[float, ...]) -> None:
    """Raise CalibrationError unless these are one to eight angles that can be told apart."""
    if not 1 <= len(seats) <= MOST_SEATS:
        raise CalibrationError(f"there should be 1 to {MOST_SEATS} seats, not {len(seats)}")
    if not all(math.isfinite(seat) and -360 <= seat <= 360 for seat in seats):
        raise CalibrationError("a seat is an angle in degrees, from -360 to 360")
    for a, b in combinations(seats, 2):
        if abs((a - b + 180) % 360 - 180) < APART_DEG:
            raise CalibrationError(f"the seats at {a:g} and {b:g} degrees cannot be told apart")


def check_place(folder: Path) -> None:
    """Raise CalibrationError if there is something at `folder` that a profile must not replace."""
    if not folder.exists():
        return
    if not folder.is_dir() or (any(folder.iterdir()) and not _holds_a_profile_alone(folder)):
        raise CalibrationError(
            f"'{folder}' exists and is no profile; choose another name, or remove it first"
        )


def _holds_a_profile_alone(folder: Path) -> bool:
    """Whether all in the folder is what `save_profile` writes: nobody's own files are replaced with it."""
    names = {item.name for item in folder.iterdir()}
    ours = FILE in names and names <= {FILE, *_TAUGHT, "background.jpg"} and (folder / FILE).is_file()
    taught = [folder / name for name in _TAUGHT if (folder / name).exists()]
    return ours and all(item.suffix == ".png" for inside in taught for item in inside.iterdir())


def save_profile(profile: Profile, folder: Path) -> None:
    """Write the profile to a folder, which is new, empty, or an older profile that it replaces as a whole.

    Whatever happens meanwhile, `load_profile` finds the old one or the new one. Raises CalibrationError if the folder
    holds something else, OSError if it cannot be written.
    """
    check_place(folder)
    files = {f"faces/{name}.png": _png(_strip(profile.faces, name)) for name in profile.faces.names}
    if profile.colours is not None:
        files |= {name: _png(picture) for name, picture in colour_pictures(profile.colours).items()}
    if profile.background is not None:
        files["background.jpg"] = _jpeg(pixels_of(profile.background))
    value = _to_json(profile) | {"files": {name: _checksum(content) for name, content in files.items()}}
    value["checksum"] = _checksum_of(value)
    files[FILE] = (json.dumps(value, indent=1, ensure_ascii=False) + "\n").encode()

    def fill(new: Path) -> None:
        for name in {name.partition("/")[0] for name in files if "/" in name}:
            (new / name).mkdir()
        for name, content in files.items():
            (new / name).write_bytes(content)

    write_folder(folder, fill)


def load_profile(folder: Path) -> Profile:
    """Read a profile and check all of it.

    Raises ProfileUnreadable, saying why, if it is missing, damaged, incomplete, of a newer version or impossible.
    """
    if not folder.is_dir() and not whole_folder(folder).is_dir():
        what = "is no folder" if folder.exists() else "does not exist"
        raise ProfileUnreadable(f"the profile '{folder}' {what}; make one with `bears profile build`")
    folder = whole_folder(folder)
    fields = read_object(folder / FILE, ProfileUnreadable, what="profile")
    schema = fields.whole("schema", 0, 1_000_000)
    if schema > SCHEMA:
        raise fields.refuse(
            "it was made by a newer version of this program; update the program, or build it anew"
        )
    kind = fields.text("kind")
    if kind not in KINDS:
        raise fields.refuse(f"there is no kind of profile called '{kind}'")
    checksums = fields.child("files").values
    _check_files(folder, checksums, fields)
    try:
        profile = Profile(
            kind=kind,
            faces=_load_faces(folder, fields, checksums),
            seats=tuple(fields.numbers("seats", (-1,), -360.0, 360.0).tolist()),
            campsite_mm=fields.number("campsite_mm", 10.0, 1000.0),
            camera=_load_settings(fields),
            **(_load_table(folder, fields, checksums) if kind != LOOSE else {}),
            **(load_board(folder, fields, checksums) if kind == PYRAMIDS else {}),
        )
    except ProfileUnreadable:
        raise
    except ValueError as problem:
        raise fields.refuse(str(problem)) from problem
    if fields.has("checksum") and fields.text("checksum") != _checksum_of(fields.values):
        raise fields.refuse(
            "its numbers are not those that were written; build it anew, or take out 'checksum' if you changed them"
        )
    return profile


def _to_json(profile: Profile) -> dict[str, Any]:
    value: dict[str, Any] = {
        "kind": profile.kind,
        "schema": SCHEMA,
        "faces": list(profile.faces.names),
        "seats": list(profile.seats),
        "campsite_mm": profile.campsite_mm,
        "camera": dict(profile.camera),
    }
    if profile.view is not None:
        lens, pose = profile.view.lens, profile.view.pose
        value |= {
            "lens": {
                "width": lens.width,
                "height": lens.height,
                "K": lens.K.tolist(),
                "dist": lens.dist.tolist(),
            },
            "pose": {"R": pose.R.tolist(), "t": pose.t.tolist()},
            "cards": [{"id": c.id, "x": c.x, "y": c.y, "yaw_deg": c.yaw_deg} for c in profile.cards],
            "marker_mm": profile.marker_mm,
            "card_mm": profile.card_mm,
            "edge_mm": profile.edge_mm,
            "rms_px": profile.rms_px,
        }
    if profile.board is not None and profile.colours is not None:
        value |= board_to_json(profile.board, profile.colours)
    return value


def _load_table(folder: Path, fields: Fields, checksums: Mapping[str, object]) -> dict[str, Any]:
    lens = fields.lens("lens")
    pose = fields.child("pose")
    cards = tuple(
        Card(
            id=card.whole("id", 0, 3),
            x=card.number("x", -5000.0, 5000.0),
            y=card.number("y", -5000.0, 5000.0),
            yaw_deg=card.number("yaw_deg", -360.0, 360.0),
        )
        for card in fields.children("cards")
    )
    view = View(
        lens, Pose(R=pose.numbers("R", (3, 3), -1.001, 1.001), t=pose.numbers("t", (3,), -20_000.0, 20_000.0))
    )
    if view.pose.eye[2] <= 0:
        raise fields.refuse("the camera would be under the table")
    return {
        "view": view,
        "cards": cards,
        "marker_mm": fields.number("marker_mm", 5.0, 500.0),
        "card_mm": fields.number("card_mm", 5.0, 500.0) if fields.has("card_mm") else None,
        "edge_mm": fields.number("edge_mm", 5.0, 60.0) if fields.text("kind") == DICE else None,
        "rms_px": fields.number("rms_px", 0.0, 100.0) if fields.has("rms_px") else None,
        "background": _load_background(folder, lens, fields) if "background.jpg" in checksums else None,
    }


def _load_background(folder: Path, lens: Lens, fields: Fields) -> StoredPicture:
    try:
        picture = StoredPicture(folder / "background.jpg")
    except PictureUnreadable as problem:
        raise fields.refuse(
            f"the picture of the empty table is damaged ({problem}); build it anew"
        ) from problem
    if picture.shape != (lens.height, lens.width, 3):
        raise fields.refuse("the picture of the empty table is not of the lens's size; build it anew")
    return picture


def _load_settings(fields: Fields) -> dict[str, float | str]:
    settings = fields.child("camera").values if fields.has("camera") else {}
    for name, value in settings.items():
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            raise fields.refuse(f"the camera setting '{name}' is neither a number nor a text")
    return dict(settings)


def _check_files(folder: Path, checksums: Mapping[str, object], fields: Fields) -> None:
    """Every file is there and as it was written; nothing outside the folder is named."""
    for name, checksum in checksums.items():
        if name != "background.jpg" and not _TAUGHT_FILE.fullmatch(name):
            raise fields.refuse(f"'{name}' is no file of a profile")
        try:
            content = read_file(folder / name)
        except OSError:
            raise fields.refuse(f"its file '{name}' is missing; build it anew") from None
        if _checksum(content) != checksum:
            raise fields.refuse(f"its file '{name}' is damaged; build it anew")


def _load_faces(folder: Path, fields: Fields, checksums: Mapping[str, object]) -> TaughtFaces:
    names = fields.texts("faces")
    shots = {}
    for name in names:
        file = f"faces/{name}.png"
        if file not in checksums:
            raise fields.refuse(f"there is no file of the face '{name}'; build it anew")
        raw = np.frombuffer((folder / file).read_bytes(), dtype=np.uint8)
        strip = cv2.imdecode(raw, cv2.IMREAD_COLOR) if raw.size else None
        count = strip.shape[1] // SHOT if strip is not None else 0
        if strip is None or not 1 <= count <= _MOST_SHOTS or strip.shape != (SHOT, SHOT * count, 3):
            raise fields.refuse(f"its file '{file}' is no strip of taught shots; build it anew")
        shots[name] = np.ascontiguousarray(strip.reshape(SHOT, count, SHOT, 3).swapaxes(0, 1), dtype=np.uint8)
    return TaughtFaces(names=names, shots=shots)


def _strip(faces: TaughtFaces, name: str) -> Picture:
    shots = np.asarray(faces.shots[name], dtype=np.uint8)
    if len(shots) > _MOST_SHOTS:
        raise CalibrationError(
            f"the face '{name}' has {len(shots)} shots, more than the {_MOST_SHOTS} that are of use"
        )
    return np.ascontiguousarray(shots.swapaxes(0, 1).reshape(SHOT, -1, 3))


def _png(picture: Picture) -> bytes:
    return _encoded(".png", picture, [])


def _jpeg(picture: Picture) -> bytes:
    return _encoded(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, _BACKGROUND_QUALITY])


def _encoded(suffix: str, picture: Picture, options: list[int]) -> bytes:
    done, raw = cv2.imencode(suffix, picture, options)
    if not done:
        raise CalibrationError("a picture of the profile could not be encoded")
    return np.asarray(raw, dtype=np.uint8).tobytes()


def _checksum_of(value: Mapping[str, Any]) -> str:
    """Of everything in the profile's own file but this checksum, however it is laid out."""
    rest = {name: part for name, part in value.items() if name != "checksum"}
    return _checksum(json.dumps(rest, sort_keys=True).encode())


def _checksum(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
