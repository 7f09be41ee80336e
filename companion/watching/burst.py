"""A recorded burst: pictures of the watching stream with their times, watched and judged as at the table.

The lens, the sizes and the times come from the burst's `set.json`; where the camera is and where the cards lie is
measured in its pictures, and the faces are those of a profile.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np

from calibration.checked import Fields, read_object
from calibration.errors import CalibrationError, CardsUnusable, SetUnreadable
from calibration.profile import LOOSE, Profile, load_profile
from calibration.table import MARKER_MM, Table, calibrate_table
from companion.errors import BadInput
from companion.referee import Call, CampDie, Glimpse, Referee, Ruled, Settings, Sight
from companion.watching.watcher import Watcher
from vision.lens import Lens
from vision.pictures import Picture, load_picture

SECOND = 1_000_000_000
_BEFORE = 10_000 * SECOND
"""The round has long begun when the first picture is taken."""
_CALLER = "somebody"
_FEW = 3


@dataclass(frozen=True, eq=False)
class Burst:
    """What `set.json` says of a burst. `times_ns` are the pictures' times, `edge_mm` the dice's, None if unsaid."""

    folder: Path
    lens: Lens
    marker_mm: float
    edge_mm: float | None
    pictures: tuple[Path, ...]
    times_ns: tuple[int, ...]


def read_burst(folder: Path) -> Burst:
    """Read a burst's description; raises SetUnreadable with what is wrong."""
    if not folder.is_dir():
        what = "is no folder" if folder.exists() else "does not exist"
        raise SetUnreadable(f"the burst '{folder}' {what}; give a folder with a set.json")
    fields = read_object(folder / "set.json", SetUnreadable, what="burst's description")
    width, height = fields.numbers("size", (2,), 16, 20_000).astype(int).tolist()
    times = fields.numbers("times_s", (-1,), -1e6, 1e6).tolist()
    pictures = _pictures(folder, fields)
    if len(pictures) != len(times):
        raise fields.refuse(
            f"it has {len(pictures)} pictures and {len(times)} times; there should be as many"
        )
    if len(times) < 2:
        raise fields.refuse("a burst has at least two pictures")
    if any(b <= a for a, b in pairwise(times)):
        raise fields.refuse("'times_s' should rise from picture to picture")
    return Burst(
        folder=folder,
        lens=fields.lens_of_size(width, height),
        marker_mm=fields.number("marker_mm", 5.0, 500.0) if fields.has("marker_mm") else MARKER_MM,
        edge_mm=fields.number("edge_mm", 5.0, 60.0) if fields.has("edge_mm") else None,
        pictures=pictures,
        times_ns=tuple(round(t * SECOND) for t in times),
    )


def _pictures(folder: Path, fields: Fields) -> tuple[Path, ...]:
    names = fields.texts("pictures")
    for name in names:
        if not (folder / name).is_file():
            raise fields.refuse(f"its picture '{name}' is not there")
    return tuple(folder / name for name in names)


def judge_burst(folder: Path, profile_folder: Path, calls: Sequence[float]) -> Iterator[Ruled]:
    """The ruling on each call (s), in their order, each as if it were the only one.

    A call waits for pictures up to three seconds after it, as at the table. Raises CalibrationError, VisionError or
    `BadInput`.
    """
    burst, profile = read_burst(folder), load_profile(profile_folder)
    if profile.kind == LOOSE:
        raise BadInput(f"the profile '{profile_folder}' has no dice on a table; build one with corner cards")
    steps = list(_watched(burst, profile))
    patience = Settings().patience_ns
    for t in calls:
        call = Call(round(t * SECOND), _CALLER)
        waited = [referee for at, referee in steps if at <= call.time_ns + patience]
        referee, _ = (waited[-1] if waited else steps[0][1]).called(call)
        referee, _ = referee.tick(call.time_ns + patience)
        ruled = referee.ruling(call)
        assert ruled is not None
        yield ruled


def _watched(burst: Burst, profile: Profile) -> Iterator[tuple[int, Referee]]:
    """The referee after each picture, with the picture's time."""
    settings = Settings(grace_ns=None, zero_ns=0)
    first, table = _calibrated(burst)
    watcher = Watcher(
        replace(
            profile,
            view=table.view,
            cards=table.cards,
            marker_mm=burst.marker_mm,
            edge_mm=burst.edge_mm or profile.edge_mm,
            background=None,
        )
    )
    first = _best_to_begin(burst, watcher, first)
    dice = watcher.begin(_load(burst, first), time_ns=burst.times_ns[first])
    referee = Referee.start(dice, started_ns=burst.times_ns[0] - _BEFORE, settings=settings)
    referee, _ = referee.saw(_as_begun(dice, burst.times_ns[first]))
    yield burst.times_ns[first], referee
    for k in range(first + 1, len(burst.pictures)):
        glimpse = watcher.watch(_load(burst, k), time_ns=burst.times_ns[k])
        referee, _ = referee.saw(glimpse)
        yield burst.times_ns[k], referee


def _best_to_begin(burst: Burst, watcher: Watcher, first: int) -> int:
    """Of the first few pictures the earliest that shows the most dice: what is there later was there before."""
    few = range(first, min(first + _FEW, len(burst.pictures)))
    return max(few, key=lambda k: len(watcher.begin(_load(burst, k), time_ns=burst.times_ns[k])))


def _as_begun(dice: Sequence[CampDie], time_ns: int) -> Glimpse:
    return Glimpse(time_ns, tuple(Sight(d.die, "there", d.face, d.x, d.y) for d in dice))


def _calibrated(burst: Burst) -> tuple[int, Table]:
    """The first picture that shows all the cards, and the table as measured in it."""
    refused: CalibrationError | None = None
    for k in range(len(burst.pictures)):
        grey = np.asarray(cv2.cvtColor(_load(burst, k), cv2.COLOR_BGR2GRAY), np.uint8)
        try:
            return k, calibrate_table(grey, lens=burst.lens, marker_mm=burst.marker_mm)
        except CardsUnusable as problem:
            refused = refused or CardsUnusable(f"{burst.pictures[k]}: {problem}")
    raise refused or SetUnreadable(f"'{burst.folder}': there are no pictures")


def _load(burst: Burst, k: int) -> Picture:
    picture = load_picture(burst.pictures[k])
    if picture.shape[:2] != (burst.lens.height, burst.lens.width):
        raise BadInput(
            f"{burst.pictures[k]}: it has {picture.shape[1]} x {picture.shape[0]} pixels, set.json says"
            f" {burst.lens.width} x {burst.lens.height}"
        )
    return picture
