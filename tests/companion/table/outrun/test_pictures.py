"""From pixels to the match: pictures of figures with stickers go through the evening, and moves come out."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from calibration.profile import Profile
from calibration.rows import taught_rows
from companion.standees.reading import row_labels
from companion.table.outrun.gaze import ParkGaze
from hardware.camera import WATCHING, Camera, Frame, Picture
from hardware.clock import MonotonicClock
from tests.companion.table.outrun.outrun_bench import OutrunBench
from tests.drawn import Look, four_cards
from tests.park_pictures import Figure, camera, take
from vision.faces import SHOT, TaughtFaces

APART_MM = 40.0
FIGURES = {"Bear": 0, "Cleo": 1, "Ben": 2, "Ana": 3}


def place_of(row: int, figure: int) -> tuple[float, float]:
    """Where a figure stands in a row, mm; beside those who share it."""
    return APART_MM * row - 120.0, 60.0 - 40.0 * figure


class DrawnPark(Camera):
    """A camera that looks at drawn figures."""

    def __init__(self) -> None:
        self.rng = np.random.default_rng(3)
        self.view = camera(np.random.default_rng(1))
        self.rows = dict.fromkeys(FIGURES.values(), 0) | {0: -1}
        self.watched = self._picture()[:: 1296 // WATCHING[1], :: 2304 // WATCHING[0]]

    def _picture(self) -> Picture:
        figures = [Figure(number, *place_of(row, number)) for number, row in self.rows.items()]
        return take(self.view, figures, look=Look(blur=0.8, noise=2.0), rng=self.rng).picture

    def frame(self, *, timeout_s: float) -> Frame:  # noqa: ARG002 - as the protocol has it
        """A frame of the watching stream: nothing moves in it."""
        return Frame(0, self.watched)

    def still(self, *, after_ns: int, timeout_s: float) -> Frame:  # noqa: ARG002 - as the protocol has it
        """The figures as they stand."""
        return Frame(after_ns, self._picture())

    def adapt(self) -> None:
        """It is always as bright."""

    def close(self) -> None:
        """Nothing to let go."""


class PictureBench(OutrunBench):
    """A table with a camera that sees drawn figures; its rows have been taught."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.park = DrawnPark()
        profile = Profile(
            "dice",
            TaughtFaces(("1",), {"1": np.zeros((1, SHOT, SHOT, 3), np.uint8)}),
            view=self.park.view,
            cards=tuple(four_cards()),
            marker_mm=60.0,
            edge_mm=16.0,
        )
        self.room.gaze = ParkGaze(camera=self.park, clock=MonotonicClock(), profile=profile)
        self.room.camera_trouble = ""
        labels = row_labels(self.room.state.trail.park)
        places = {
            row: [place_of(row, figure) for figure in FIGURES.values()] for row in range(-1, len(labels))
        }
        self.room.known_rows = taught_rows(places, labels)
        self.wait(0.1)

    def put(self, **rows: int) -> None:
        """Somebody moves figures; a hand passes through the watching stream, then nothing moves for a second."""
        for name, row in rows.items():
            self.park.rows[FIGURES[name]] = row
        dark = np.zeros_like(self.park.watched)
        for picture in (dark, *[self.park.watched] * 20):
            self.now_ns += 66_000_000
            self.take(Frame(self.now_ns, picture))


def test_a_crawl_in_pictures_is_a_crawl_in_the_match(tmp_path: Path) -> None:
    """The whole way of the camera: pixels, markers, rows, proposal, event; people only say yes."""
    bench = PictureBench(tmp_path)
    bench.put(Ana=2)
    assert (bench.screen, bench.says["told"]) == ("moveproposed", "Ana crawls")
    bench.ok()
    assert bench.state["positions"]["Ana"] == 2  # type: ignore[index]


def test_figures_as_the_match_says_propose_nothing(tmp_path: Path) -> None:
    """A hand over the table alone is no move."""
    bench = PictureBench(tmp_path)
    bench.put()
    assert bench.screen == "runnerturn"
    assert not bench.match.entries
