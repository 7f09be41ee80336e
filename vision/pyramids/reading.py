"""One picture of the board into the pyramids that stand on it, and every doubt.

The picture is explained: known solids in taught colours are laid over what differs from the empty board, the one that
explains most first, until nothing is left that a piece could explain. What then is still unlike the board is a doubt.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence

import cv2
import numpy as np

from vision.cards import fix_view
from vision.cover import Overseer
from vision.errors import VisionError
from vision.lens import Card, Floats, View
from vision.pictures import Picture
from vision.plane import halved
from vision.pyramids.alike import alike_squares
from vision.pyramids.board import SIDE, Board
from vision.pyramids.closer import Closer
from vision.pyramids.colours import TaughtColours
from vision.pyramids.covered import squares_behind, without
from vision.pyramids.evidence import weigh
from vision.pyramids.explaining import explain
from vision.pyramids.exposure import has_pale, is_blown_out
from vision.pyramids.fits import Fit
from vision.pyramids.judging import PARTLY_COVERED, Explanation
from vision.pyramids.lighting import change_of_light, logarithm
from vision.pyramids.looks import Looks, looks
from vision.pyramids.rehearsal import with_a_piece
from vision.pyramids.seen import Cell, SeenBoard, SeenPiece
from vision.pyramids.solids import in_sight, points
from vision.pyramids.stage import Stage
from vision.pyramids.uncovered import uncovered
from vision.seen import COVER, Oddity
from vision.threads import both

NO_PIECE = "no piece"
"""Kind of oddity: something on the board that no upright piece explains."""


class BoardReader:
    """Reads the pyramids of one calibrated board.

    `view`, `cards`, `board` and `background` (the empty board) are those of the calibration; a camera that was moved
    since is noticed and its place measured anew in each picture.
    """

    def __init__(
        self,
        *,
        view: View,
        cards: Sequence[Card],
        marker_mm: float,
        board: Board,
        colours: TaughtColours,
        background: Picture,
    ) -> None:
        self._view, self._cards, self._marker = view, tuple(cards), marker_mm
        self._board, self._colours, self._background = board, colours, background
        self._has_pale = has_pale(colours)
        self._stage: Stage | None = None
        self._alike: Mapping[Cell, frozenset[int]] = {}
        self._looks: Looks | None = None
        self._overseer = Overseer(background, view, cards)

    def read(self, picture: Picture) -> SeenBoard:
        """All pieces on the board in the picture (H, W, 3) uint8 BGR.

        Raises CardsNotVisible if nothing tells where the camera is, VisionError if the picture is not of the lens's
        shape.
        """
        began = time.perf_counter()
        lens = self._view.lens
        if picture.shape[0] * lens.width != picture.shape[1] * lens.height:
            raise VisionError(
                f"the picture is {picture.shape[1]}x{picture.shape[0]}, the profile's lens {lens.width}x{lens.height}: "
                "take pictures of the profile's shape, or build a profile for this camera"
            )
        fix, half = both(
            lambda: fix_view(picture, reference=self._view, cards=self._cards, marker_mm=self._marker),
            lambda: halved(picture),
        )
        stage = self.stage(fix.view)
        glance = self._overseer.glance(picture, fix.view, half=half)
        window = stage.cut(picture, half=half)
        logs = logarithm(window)
        assert self._looks is not None, "a stage has looks"
        looks_ = self._looks
        # who is done with the hands helps with what takes longer
        whole, covers = both(
            lambda: weigh(logs, change_of_light(logs, stage.empty_light), looks_, stage.own_edges),
            lambda: self._overseer.covers(picture, fix.view, glance=glance),
        )
        seen = without(stage, whole, [np.asarray(cover.outline) for cover in covers])
        seen = uncovered(stage, whole, seen)
        closer = Closer(picture, self._background, self._view, seen)
        found = explain(stage, seen, alike=self._alike, closer=closer)
        oddities = [
            Oddity(NO_PIECE, odd.reason, odd.x, odd.y, tuple(map(tuple, odd.outline.tolist())))
            for odd in found.odd
        ]
        if self._has_pale and is_blown_out(stage, window):
            x, y = self._board.to_table([(SIDE / 2, SIDE / 2)])[0].tolist()
            oddities.append(Oddity(NO_PIECE, "the picture is too bright to see pale pieces", x, y))
        if found.hidden or PARTLY_COVERED in found.whys:
            oddities += [
                Oddity(COVER, "something reaches over the board here", cover.x, cover.y, cover.outline)
                for cover in covers
            ]
        behind = squares_behind(stage, found.fits, [odd.outline for odd in found.odd])
        ms = (time.perf_counter() - began) * 1e3
        return SeenBoard(
            self._pieces(stage, found),
            tuple(oddities),
            tuple(found.hidden),
            fix.warnings,
            ms,
            fix.view,
            behind=behind,
        )

    def rehearse(self) -> SeenBoard:
        """The empty board of the calibration with a piece drawn on it, read as any picture is.

        The first time ever this takes long, as much of what reads boards is compiled then, and kept for the next time.
        """
        return self.read(with_a_piece(self._background, self._view, self._board, self._colours))

    def stage(self, view: View) -> Stage:
        """The board as `view` shows it; kept for the next picture from there."""
        if self._stage is None or not self._stage.serves(view):
            self._stage = Stage(view, self._board, self._background, self._view)
            empty = self._stage.empty
            self._looks = looks(self._colours, empty) if self._looks is None else self._looks.before(empty)
            self._alike = alike_squares(self._stage, self._looks)
        return self._stage

    def _pieces(self, stage: Stage, found: Explanation) -> tuple[SeenPiece, ...]:
        names = self._colours.names
        out = []
        for fit, why, confidence in zip(found.fits, found.whys, found.confidences, strict=True):
            for level, (size, colour) in enumerate(zip(fit.sizes, fit.colours, strict=True)):
                out.append(
                    SeenPiece(
                        colour=names[colour],
                        size=size,
                        cell=fit.cell,
                        level=level,
                        x=round(fit.x, 2),
                        y=round(fit.y, 2),
                        confidence=round(confidence, 3),
                        sure=not why,
                        why=why,
                        outline=tuple(map(tuple, _outline(stage, fit, level).tolist())),
                    )
                )
        return tuple(out)


def _outline(stage: Stage, fit: Fit, level: int) -> Floats:
    """(N, 2) px of the whole picture: the silhouette of one piece of a stack."""
    size, z = in_sight(fit.pile)[level]
    shape = points(np.array([[fit.x, fit.y]]), np.array([fit.yaws[level]]), size, stage.board.z + z)
    pixels = stage.view.project(shape.reshape(-1, 3)).astype(np.float32)
    return np.asarray(cv2.convexHull(pixels), np.float64).reshape(-1, 2)
