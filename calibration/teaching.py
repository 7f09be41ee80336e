"""Teaching the faces: pictures in which all dice show one face, or dice that a person named in a picture.

Nothing is learned here in the sense of training: the crops of the tops are kept, upright alike, and compared with
later ones. What teaching must do is notice a die that shows something else, and faces that can't be told apart.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import cv2
import numpy as np

from calibration.errors import CalibrationError
from vision.cards import fix_view
from vision.errors import VisionError
from vision.faces import FLAT, LIKE, MARGIN, Shots, TaughtFaces, cut_top, spread, vectors
from vision.files import read_file
from vision.finder import SURE
from vision.lens import Card, View
from vision.loose import find_boxed
from vision.networks import Floats32
from vision.pattern import EmptyTops
from vision.pictures import Picture, load_picture
from vision.reading import without_pattern
from vision.tops import MOSTLY, Tops

FEWEST = 3
"""Dice that a teaching picture must show: two can't outvote an odd one."""

_LEAST_BOX = 10.0

MOST = 12
"""Shots kept of a face; more make reading slower and no surer."""


class FacesUnusable(CalibrationError):
    """The teaching pictures do not show what they should; the message says which and what to do."""


@dataclass(frozen=True, eq=False)
class Lesson:
    """What one picture taught: crops of its tops, turned alike, and warnings."""

    shots: Shots
    warnings: tuple[str, ...]


def teach_table(
    pictures: Mapping[str, Path],
    *,
    view: View,
    cards: Sequence[Card],
    marker_mm: float,
    edge_mm: float,
    background: Picture | None = None,
) -> tuple[TaughtFaces, tuple[str, ...]]:
    """Teach one face from each picture of a calibrated table: name -> picture of dice that all show it.

    `background` is the empty table from `view`; what is its own pattern is no die. Returns the faces and warnings.
    Raises FacesUnusable if a picture shows too few dice or too many that differ, PictureUnreadable and
    CardsNotVisible as reading does.
    """
    tops = Tops(cards, edge_mm)
    empty = EmptyTops(background, view) if background is not None else None
    shots: dict[str, Shots] = {}
    warnings: list[str] = []
    for name, path in pictures.items():
        picture = load_picture(path)
        try:
            grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
            fix = fix_view(grey, reference=view, cards=cards, marker_mm=marker_mm)
        except VisionError as error:
            raise FacesUnusable(f"{path.name}: {error}") from None
        seen = [
            (top.shot, f"{top.x:.0f},{top.y:.0f} mm")
            for top in without_pattern(tops(picture, fix.view), empty, fix.view)
            if top.found.heat >= SURE and top.found.visible > MOSTLY and spread(top.shot) >= FLAT
        ]
        if len(seen) < FEWEST:
            raise FacesUnusable(
                f"{path.name}: {len(seen)} dice found, at least {FEWEST} are needed; "
                f"lay 5 to 8 dice showing {name} between the cards, apart from each other, without glare"
            )
        lesson = learn(name, path.name, [s for s, _ in seen], [w for _, w in seen])
        shots[name] = lesson.shots
        warnings += lesson.warnings
    faces = TaughtFaces(tuple(shots), shots)
    return faces, (*warnings, *alike(faces))


def teach_loose(folder: Path, names: Sequence[str] = ()) -> tuple[TaughtFaces, tuple[str, ...]]:
    """Teach faces from dice that a person named: FOLDER/*.json beside pictures of the same name.

    Each JSON file is {"dice": [{"face": NAME, "box": [left, top, right, bottom]}]}, the box in px round the whole die.
    `names` are the faces expected, in their order; none means those that are named. Returns the faces and warnings.
    Raises FacesUnusable if a file is not of this form, a face has no die, or no top can be found in a box.
    """
    crops: dict[str, list[Shots]] = {name: [] for name in names}
    places: dict[str, list[str]] = {name: [] for name in names}
    warnings: list[str] = []
    for notes in sorted(folder.glob("*.json")):
        dice = _named_dice(notes, names)
        picture = load_picture(_picture_beside(notes))
        for face, box in dice:
            _check_box(box, picture, notes)
            top = find_boxed(picture, box)
            where = f"{notes.stem}, box {box[0]:.0f},{box[1]:.0f}"
            if top is None:
                warnings.append(f"{notes.name}: no die found in the box {box} named {face}; left out")
                continue
            crops.setdefault(face, []).append(cut_top(picture, top.corners))
            places.setdefault(face, []).append(where)
    missing = [name for name, shots in crops.items() if not shots]
    if missing or not crops:
        raise FacesUnusable(
            f"{folder}: no die shows {', '.join(missing) or 'a face'}; name at least one of each face"
        )
    shots = {}
    for name, seen in crops.items():
        lesson = learn(name, str(folder.name), seen, places[name])
        shots[name] = lesson.shots
        warnings += lesson.warnings
    faces = TaughtFaces(tuple(shots), shots)
    return faces, (*warnings, *alike(faces))


def _check_box(box: tuple[float, float, float, float], picture: Picture, notes: Path) -> None:
    """Raise FacesUnusable if a box is not one round a die in this picture."""
    height, width = picture.shape[:2]
    x0, y0, x1, y1 = box
    if not (x0 > -2 and y0 > -2 and x1 < width + 2 and y1 < height + 2):
        raise FacesUnusable(
            f"{notes.name}: the box {[x0, y0, x1, y1]} does not lie in the picture of {width} x {height} pixels"
        )
    if min(x1 - x0, y1 - y0) < _LEAST_BOX or max(x1 - x0, y1 - y0) > max(width, height) / 1.2:
        raise FacesUnusable(f"{notes.name}: the box {[x0, y0, x1, y1]} is not drawn round one die")


def _picture_beside(notes: Path) -> Path:
    for ending in (".jpg", ".jpeg", ".png", ".JPG", ".JPEG", ".PNG"):
        if notes.with_suffix(ending).exists():
            return notes.with_suffix(ending)
    raise FacesUnusable(f"{notes.name}: there is no picture {notes.stem}.jpg beside it")


def _named_dice(notes: Path, names: Sequence[str]) -> list[tuple[str, tuple[float, float, float, float]]]:
    """The faces and boxes in one file; raises FacesUnusable with what is wrong in it."""
    try:
        content = json.loads(read_file(notes).decode("utf-8"))
        dice = content["dice"]
        out = []
        for die in dice:
            face, box = die["face"], die["box"]
            x0, y0, x1, y1 = (float(v) for v in box)
            if not isinstance(face, str) or not face or not (x1 > x0 and y1 > y0):
                raise ValueError(f"face {face!r} in box {box!r}")
            if names and face not in names:
                raise ValueError(f"{face!r} is not one of the set's faces")
            out.append((face, (x0, y0, x1, y1)))
    except (OSError, UnicodeDecodeError, ValueError, KeyError, TypeError, RecursionError) as error:
        reason = str(error).splitlines()[0][:80] if str(error) else type(error).__name__
        raise FacesUnusable(
            f'{notes.name}: expected {{"dice": [{{"face": NAME, "box": [left, top, right, bottom]}}]}} ({reason})'
        ) from None
    return out


def learn(name: str, source: str, shots: Sequence[Shots], places: Sequence[str]) -> Lesson:
    """Turn the crops of one face alike and leave out what does not belong.

    Raises FacesUnusable when a third or more differ from the rest.
    """
    like, turns = _turned_alike(shots)
    odd = [k for k in range(len(shots)) if like[k] < LIKE]
    if len(shots) < FEWEST:
        odd = []
    if odd and len(odd) * 3 >= len(shots):
        raise FacesUnusable(
            f"{source}: {len(odd)} of {len(shots)} dice do not look like the others; all must show {name}"
        )
    warnings = tuple(
        f"{source}: the die at {places[k]} does not look like the other {name} dice and was left out"
        for k in odd
    )
    good = [k for k in range(len(shots)) if k not in odd][:MOST]
    return Lesson(np.stack([np.rot90(shots[k], turns[k]) for k in good]), warnings)


def _turned_alike(shots: Sequence[Shots]) -> tuple[list[float], list[int]]:
    """How like the face that most show each shot is, and by how many quarters to turn it so that all lie alike.

    Dice that show another face are like each other, however many they are; so only those count as fellows that hang
    together with the shot that is likest to most.
    """
    count = len(shots)
    turned = vectors([np.rot90(s, q) for q in range(4) for s in shots]).reshape(4, count, -1)
    likes = np.einsum("nd,qmd->nmq", turned[0], turned)  # shot n against shot m turned by q
    best = likes.max(axis=2)
    np.fill_diagonal(best, -1)
    first = int(np.sort(best, axis=1)[:, -max(1, count // 2) :].mean(axis=1).argmax())
    turns = [int(q) for q in likes[first].argmax(axis=1)]
    turns[first] = 0
    fellows = _hanging_together(best, first)
    return [_likeness(best[k], fellows - {k}) for k in range(count)], turns


def _hanging_together(best: Floats32, first: int) -> set[int]:
    """The shots that are like `first`, or like one that is, and so on; `best` (N, N) is how like each two are."""
    found, new = {first}, [first]
    while new:
        k = new.pop()
        more = {int(m) for m in np.nonzero(best[k] >= LIKE)[0]} - found
        found |= more
        new += more
    return found


def _likeness(best: Floats32, fellows: set[int]) -> float:
    """How like the three of its fellows that are likest to it a shot is; -1 without fellows."""
    likes = sorted(float(best[k]) for k in fellows)[-3:]
    return sum(likes) / len(likes) if likes else -1.0


def alike(faces: TaughtFaces) -> tuple[str, ...]:
    """A warning for each two faces that the shots themselves can hardly tell apart."""
    warnings = []
    every = faces.vectors()
    for (a, first), (b, second) in combinations(list(zip(faces.names, every, strict=True)), 2):
        across = np.einsum("nd,qmd->nmq", first[0], second).max(axis=2)
        closest = float(np.quantile(across, 0.9))
        own = [v for v in (_own(first), _own(second)) if v is not None]
        if closest > 1 - MARGIN or (own and min(own) - closest < MARGIN):
            warnings.append(
                f"{a} and {b} look too alike to be told apart surely (likeness {closest:.2f}); "
                "teach them again in better light, or mark one of them"
            )
    return tuple(warnings)


def _own(turned: np.ndarray) -> float | None:
    """How like each other the shots of one face are; None for a single shot."""
    if turned.shape[1] < 2:
        return None
    likes = np.einsum("nd,md->nm", turned[0], turned[0])
    return float(np.median(likes[~np.eye(len(likes), dtype=bool)]))
