"""What really lay in the pictures of a labelled set, from its truth files."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from companion.errors import BadInput
from companion.sheet.layout import Kind, Zone
from vision.files import read_file

SomeTruth = TypeVar("SomeTruth")

CLEAR_SHARE = 0.60
"""From this share of the top face in sight on, a die has to be read."""

HIDDEN_SHARE = 0.25
"""Below this share nobody can know what the die shows."""

CLEAR_CONTRAST = 40.0
"""Grey levels; a face with less is washed out, and nobody has to read it."""


@dataclass(frozen=True)
class TrueDie:
    """A die that lay there: its centre in mm, and how much of its top the camera could see (0..1)."""

    face: str
    kind: Kind
    x: float
    y: float
    edge_mm: float
    zone: Zone
    visible: float = 1.0
    contrast: float = 255.0

    @property
    def clear(self) -> bool:
        """Whether the die has to be read."""
        return self.visible >= CLEAR_SHARE and self.contrast >= CLEAR_CONTRAST

    @property
    def hidden(self) -> bool:
        """Whether the die cannot be read."""
        return self.visible < HIDDEN_SHARE


@dataclass(frozen=True)
class TableTruth:
    """The truth of a picture of a table; `scores` only where the picture shows the end of a round."""

    seats: tuple[float, ...]
    dice: tuple[TrueDie, ...]
    pairs: frozenset[frozenset[int]]
    tags: tuple[str, ...]
    bears_left: int = 0
    tents_left: int = 0
    scores: tuple[int, ...] | None = None


@dataclass(frozen=True)
class LooseTruth:
    """The truth of a loose picture: faces, with the dice's boxes (px) where somebody drew them."""

    faces: tuple[str, ...]
    boxes: tuple[tuple[float, float, float, float], ...] | None = None
    unreadable: bool = False


Truth = TableTruth | LooseTruth


def load_truth(path: Path, *, loose: bool) -> Truth:
    """Read a truth file; raises `BadInput` if it is not one."""
    return read_truth(path, _loose) if loose else read_truth(path, _table)


def read_truth(path: Path, read: Callable[[Any], SomeTruth]) -> SomeTruth:
    """What `read` makes of the JSON in a truth file; raises `BadInput` if it is missing or no truth file."""
    try:
        return read(json.loads(read_file(path).decode("utf-8")))
    except FileNotFoundError:
        raise BadInput(f"there is no '{path}'; a labelled set has a truth file for every picture") from None
    except RecursionError:
        raise BadInput(f"'{path}' is not a truth file (it is nested too deeply)") from None
    except KeyError as error:
        raise BadInput(f"'{path}' is not a truth file ({error} is missing)") from None
    except (ValueError, TypeError, AttributeError, OverflowError) as error:
        raise BadInput(f"'{path}' is not a truth file ({error})") from None


def _table(found: Mapping[str, Any]) -> TableTruth:
    tags = tuple(str(tag) for tag in found.get("tags", ()))
    round_ = found.get("round") or {}
    ended = "end-of-round" in tags and round_.get("scores") is not None
    return TableTruth(
        seats=tuple(float(seat) for seat in found["seats"]),
        dice=tuple(_die(die) for die in found["dice"]),
        pairs=frozenset(frozenset(int(k) for k in pair) for pair in found.get("pairs", ())),
        tags=tags,
        bears_left=int(round_["bears_left"]) if ended else 0,
        tents_left=int(round_["tents_left"]) if ended else 0,
        scores=tuple(int(points) for points in round_["scores"]) if ended else None,
    )


def _die(found: Mapping[str, Any]) -> TrueDie:
    kind, zone = found["kind"], found["zone"]
    if kind not in {"camp", "player", "other"}:
        raise ValueError(f"a die of kind {kind!r}")
    return TrueDie(
        face=str(found["face"]),
        kind=kind,
        x=float(found["x"]),
        y=float(found["y"]),
        edge_mm=float(found["edge"]),
        zone="campsite" if zone == "campsite" else int(zone),
        visible=float(found["visible"]),
        contrast=float(found.get("contrast", 255)),
    )


def _loose(found: Mapping[str, Any]) -> LooseTruth:
    dice = found["dice"]
    boxes = None
    if found.get("boxes"):
        boxes = tuple(_box(die["box"]) for die in dice)
    return LooseTruth(
        faces=tuple(str(die["face"]) for die in dice),
        boxes=boxes,
        unreadable=bool(found.get("unreadable", False)),
    )


def _box(found: Any) -> tuple[float, float, float, float]:  # noqa: ANN401 - JSON
    left, top, right, bottom = (float(v) for v in found)
    return left, top, right, bottom
