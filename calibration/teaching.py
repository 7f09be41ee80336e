"""Teaching the faces: pictures in which all dice show one face, or dice that a person named in a picture.

Nothing is learned here in the sense of training: the crops of the tops are kept, upright alike, and compared with
later ones. What teaching must do is notice a die that shows something else, and faces that can't be told apart.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import cv2
import numpy as np

from calibration.errors import CalibrationError
from vision.cards import fix_view
from vision.errors import VisionError
from vision.faces import FLAT, LIKE, MARGIN, Shots, TaughtFaces, spread, vectors
from vision.finder import SURE
from vision.lens import Card, View
from vision.pictures import load_picture
from vision.reading import MOSTLY, Tops

FEWEST = 3
"""Dice that a teaching picture must show: two can't outvote an odd one."""

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
    pictures: Mapping[str, Path], *, view: View, cards: Sequence[Card], marker_mm: float, edge_mm: float
) -> tuple[TaughtFaces, tuple[str, ...]]:
    """Teach one face from each picture of a calibrated table: name -> picture of dice that all show it.

    Returns the faces and warnings. Raises FacesUnusable if a picture shows too few dice or too many that differ,
    PictureUnreadable and CardsNotVisible as reading does.
    """
    tops = Tops(cards, edge_mm)
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
            for top in tops(picture, fix.view)
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
            f"{source}: {len(odd)} of {len(shots)} dice do not look like the others; all must show {name}, in even light"
        )
    warnings = tuple(
        f"{source}: the die at {places[k]} does not look like the other {name} dice and was left out" for k in odd
    )
    good = [k for k in range(len(shots)) if k not in odd][:MOST]
    return Lesson(np.stack([np.rot90(shots[k], turns[k]) for k in good]), warnings)


def _turned_alike(shots: Sequence[Shots]) -> tuple[list[float], list[int]]:
    """How like its fellows each shot is, and by how many quarters to turn it so that all lie alike."""
    count = len(shots)
    turned = vectors([np.rot90(s, q) for q in range(4) for s in shots]).reshape(4, count, -1)
    likes = np.einsum("nd,qmd->nmq", turned[0], turned)  # shot n against shot m turned by q
    best = likes.max(axis=2)
    np.fill_diagonal(best, -1)
    first = int(np.sort(best, axis=1)[:, -max(1, count // 2) :].mean(axis=1).argmax())
    turns = [int(q) for q in likes[first].argmax(axis=1)]
    turns[first] = 0
    near = min(3, max(1, count - 1))
    return [float(v) for v in np.sort(best, axis=1)[:, -near:].mean(axis=1)], turns


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
