"""Measures two ways of reading a board against each other on labelled sets: known solids, and spots of colour.

    python benchmarks/board_methods.py SET [SET ...]

Spots: what has changed from the empty board, in its light, more like a taught colour than like the board; what hangs
together is a stack. Its lowest point tells the square, its colours from below the pieces, and how tall each spot of one
colour is the size. It knows no doubts, so that only its rights and wrongs can be counted.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

import cv2
import numpy as np

from calibration.building import build_profile
from calibration.profile import Profile
from companion.evaluation.boards import judge_board, load_board_truth
from companion.eyes import BoardEyes
from vision.pictures import Picture, load_picture, pixels_of
from vision.pyramids.evidence import Evidence, weigh
from vision.pyramids.lighting import change_of_light, logarithm
from vision.pyramids.looks import looks
from vision.pyramids.seen import SeenBoard, SeenPiece
from vision.pyramids.solids import HEIGHT_MM, RIDE_MM, SIZES
from vision.pyramids.stage import Stage

LEAST_PX, LEAST_SHARE = 60, 0.12
"""Smaller spots, and colours with a smaller share of a spot, are none."""


class Spots:
    """Reads boards by spots of colour."""

    def __init__(self, profile: Profile) -> None:
        assert profile.view is not None and profile.board is not None and profile.colours is not None
        assert profile.background is not None
        self._profile, self._colours, self._board = profile, profile.colours, profile.board
        self._stage = Stage(profile.view, profile.board, pixels_of(profile.background), profile.view)
        self._looks = looks(profile.colours, self._stage.empty)

    def read(self, picture: Picture) -> SeenBoard:
        """The pieces, every one of them sure."""
        stage = self._stage
        logs = logarithm(stage.cut(picture))
        seen = weigh(logs, change_of_light(logs, stage.empty), self._looks, stage.own_edges)
        mask = cv2.morphologyEx((seen.gain.max(axis=0) > 0).astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3)))
        count, labels, stats, _ = cv2.connectedComponentsWithStats(mask)
        pieces: list[SeenPiece] = []
        for k in range(1, count):
            if stats[k, cv2.CC_STAT_AREA] >= LEAST_PX:
                pieces += self._stack(seen, np.asarray(labels) == k)
        return SeenBoard(tuple(pieces), (), (), (), 0.0)

    def _stack(self, seen: Evidence, spot: np.ndarray) -> list[SeenPiece]:
        v, u = np.nonzero(spot)
        low = v >= v.max() - 2
        foot = np.array([[u[low].mean(), float(v.max())]])
        x, y = self._stage.view.on_plane(self._stage.whole(foot), self._board.z)[0]
        cell = self._board.cell_at(float(x), float(y))
        if cell is None:
            return []
        shown = seen.gain[:, v, u].argmax(axis=0)
        names = self._colours.names
        often = [c for c in range(len(names)) if (shown == c).mean() >= LEAST_SHARE]
        often.sort(key=lambda c: -float(v[shown == c].mean()))
        out = []
        top = float(v.min())
        for level, colour in enumerate(often):
            # a piece's tip is hidden by its rider's, a little below that one's
            tall = (float(v[shown == colour].max()) - top) / self._px_a_mm(x, y)
            tall -= RIDE_MM * (len(often) - 1 - level)
            size = min(SIZES, key=lambda s: abs(HEIGHT_MM[s] - tall))
            out.append(SeenPiece(names[colour], size, cell, level, float(x), float(y), 1.0, True, ""))
        return out

    def _px_a_mm(self, x: float, y: float) -> float:
        """How many rows a millimetre of a piece's height takes at a place."""
        z = self._board.z
        ends = self._stage.project(np.array([[x, y, z], [x, y, z + 30.0]]))
        return float(ends[0, 1] - ends[1, 1]) / 30.0


def measure(photos: Path) -> None:
    """Print a row for each way of reading one set."""
    profile = build_profile(photos).profile
    eyes, spots = BoardEyes(profile), Spots(profile)
    paths = sorted((photos / "table").glob("*.jpg"))
    for name, read in (("known solids", eyes.read), ("spots of colour", spots.read)):
        found: Counter[str] = Counter()
        for path in paths:
            judged = judge_board(
                load_board_truth(photos / "truth" / f"{path.stem}.json"), read(load_picture(path))
            )
            found.update(judged.counts)
            found[judged.verdict] += 1
        print(
            f"{photos.name:10} {name:16} {found['right']:3} right {found['asked']:3} asked {found['wrong']:3} wrong  "
            f"pieces sure and right {found['sure and right']}/{found['readable']}"
        )


def main() -> None:
    """Measure the sets that were named."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    arguments.add_argument("sets", nargs="+", type=Path, metavar="SET")
    for photos in arguments.parse_args().sets:
        measure(photos)


if __name__ == "__main__":
    main()
