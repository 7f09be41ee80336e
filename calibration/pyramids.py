"""The board of the pyramids' game: where its grid lies, found in the picture of the empty board."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from calibration.errors import CalibrationError
from vision.lens import Floats, View
from vision.markers import Grey
from vision.pose import descend
from vision.pyramids.board import SIDE, Board

CELL_MM = (15.0, 100.0)
"""Squares of other sizes are not read."""

_THICK_MM = 12.0
"""A board is not thicker."""
_TAPPED_PX, _SEEN_PX = 12.0, 1.0
_AROUND_MM = 300
"""A board of the widest squares reaches 240 mm from the middle; somewhat more than that is looked at."""
_SCALES_PX_A_MM = (1.0, 0.7, 1.6)

_ENOUGH = 0.6


Mask = npt.NDArray[np.bool_]


class BoardNotFound(CalibrationError):
    """The board's grid is not where it was said to be, or not seen; the message says what to do."""


@dataclass(frozen=True, eq=False)
class FoundBoard:
    """The board, the share of its 49 inner crossings that were seen where they should be, and to how many px."""

    board: Board
    seen: float
    rms_px: float


def find_board(
    grey: Grey, view: View, *, corners_px: Floats | None = None, cell_mm: float | None = None
) -> FoundBoard:
    """The board's grid in a picture of the empty board, (H, W) uint8 of the view's size.

    `corners_px` (4, 2) are the grid's corners (0, 0), (8, 0), (8, 8), (0, 8) as a person tapped them, good to a few px;
    without them a chequered board is looked for. With `cell_mm` the height of its surface is measured, else that is
    taken to be the table's. Raises BoardNotFound.
    """
    tapped = corners_px if corners_px is not None else _chequered(grey, view)
    ring = np.array([(0, 0), (SIDE, 0), (SIDE, SIDE), (0, SIDE)], np.float64)
    board, rms = _fitted(view, ring, tapped, cell_mm, _first(view, tapped, cell_mm))
    if rms > _TAPPED_PX:
        raise BoardNotFound(
            f"the board's corners are no square's ({rms:.0f} px off): tap the corners of the 8 x 8 squares in the "
            "order near left, near right, far right, far left, and check the squares' size"
        )
    if not CELL_MM[0] <= board.cell_mm <= CELL_MM[1]:
        raise BoardNotFound(
            f"squares of {board.cell_mm:.0f} mm are not read; they should be {CELL_MM[0]:g} to {CELL_MM[1]:g} mm wide"
        )
    steps = np.arange(1.0, SIDE)
    inner = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    seen = np.zeros(len(inner), bool)
    for _ in range(3):
        crossings, seen = _crossings(grey, view, board, inner)
        if seen.mean() < _ENOUGH:
            return FoundBoard(board, float(seen.mean()), rms)
        better, rms = _fitted(view, inner[seen], crossings[seen], cell_mm, board)
        off = np.linalg.norm(_project(view, better, inner) - crossings, axis=1)
        if rms > _SEEN_PX:
            near = seen & (off <= max(_SEEN_PX, float(np.quantile(off[seen], _ENOUGH))))
            better, rms = _fitted(view, inner[near], crossings[near], cell_mm, board)
        board = better
    return FoundBoard(board, float(seen.mean()), rms)


def board_of(
    grey: Grey, view: View, *, corners_px: Floats | None, cell_mm: float | None
) -> tuple[Board, tuple[str, ...]]:
    """The board as `find_board` finds it, and what the user should know about it, a line each."""
    found = find_board(grey, view, corners_px=corners_px, cell_mm=cell_mm)
    warnings = []
    if found.seen < _ENOUGH:
        warnings.append(
            "the board's lines were not found in the picture; its grid is where the corners were tapped"
        )
    if cell_mm is None:
        warnings.append(
            f"the squares' size is not given (cell_mm in set.json); by the cards it is {found.board.cell_mm:.1f} mm"
        )
    return found.board, tuple(warnings)


def _project(view: View, board: Board, cells: Floats) -> Floats:
    flat = board.to_table(cells)
    return view.project(np.concatenate([flat, np.full((len(flat), 1), board.z)], axis=1))


def _first(view: View, corners: Floats, cell_mm: float | None) -> Board:
    table = view.on_plane(corners, 0.0)
    if not np.isfinite(table).all():
        raise BoardNotFound("the board's corners are not on the table; tap them again")
    along = (table[1] - table[0]) + (table[2] - table[3])
    yaw = float(np.degrees(np.arctan2(along[1], along[0])))
    sides = np.linalg.norm(np.roll(table, -1, axis=0) - table, axis=1)
    cell = cell_mm or float(sides.mean()) / SIDE
    middle = table.mean(axis=0)
    turned = Board(0.0, 0.0, yaw, cell).to_table([(SIDE / 2, SIDE / 2)])[0]
    return Board(float(middle[0] - turned[0]), float(middle[1] - turned[1]), yaw, cell)


def _fitted(
    view: View, cells: Floats, pixels: Floats, cell_mm: float | None, start: Board
) -> tuple[Board, float]:
    """The board that best shows places in squares (N, 2) at (N, 2) px, and the rms distance left, px."""

    def at(p: Floats) -> Board:
        yaw = start.yaw_deg + float(p[2])
        if cell_mm is None:
            return Board(start.x0 + p[0], start.y0 + p[1], yaw, start.cell_mm * (1 + float(p[3]) / 100), 0.0)
        z = float(np.clip(start.z + p[3], 0.0, _THICK_MM))
        return Board(start.x0 + p[0], start.y0 + p[1], yaw, cell_mm, z)

    def left(p: Floats) -> Floats:
        off = _project(view, at(p), cells) - pixels
        # a little pull to where it began holds what the corners alone say badly: the height
        return np.concatenate([np.nan_to_num(off, nan=1e4).ravel(), [0.3 * float(p[3])]])

    found = at(descend(left, np.zeros(4)))
    board = Board(float(found.x0), float(found.y0), found.yaw_deg, found.cell_mm, found.z)
    off = _project(view, board, cells) - pixels
    return board, float(np.sqrt((off**2).sum(axis=1).mean()))


def _crossings(grey: Grey, view: View, board: Board, cells: Floats) -> tuple[Floats, Mask]:
    """Where the grid's crossings (N, 2) really are (N, 2) px, and (N,) whether one is seen there."""
    expected = _project(view, board, cells)
    beside = _project(view, board, cells + 0.25)
    reach = int(np.clip(np.abs(beside - expected).mean() * 0.8, 3, 15))
    height, width = grey.shape
    room = (expected > reach + 2) & (expected < np.array([width, height]) - reach - 3)
    inside: Mask = np.asarray(room.all(axis=1), np.bool_)
    places = np.where(inside[:, None], expected, (width / 2, height / 2)).astype(np.float32).reshape(-1, 1, 2)
    smooth = np.asarray(cv2.GaussianBlur(grey, (0, 0), 1.2), np.uint8)
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 30, 0.02)
    found = np.asarray(cv2.cornerSubPix(smooth, places.copy(), (reach, reach), (-1, -1), stop), np.float64)
    found = found.reshape(-1, 2)
    off = found - expected
    middle = np.median(off[inside], axis=0) if inside.any() else np.zeros(2)
    near = np.linalg.norm(off - middle, axis=1) < 0.35 * reach + 0.5
    return found, np.asarray(inside & near)


def _chequered_from_above(grey: Grey, view: View) -> Floats | None:
    """The inner corners (7, 7, 2) px of a chequered board, looked for as seen from straight above.

    Thin lines, arrows and letters on a printed board keep its corners from being found at full size; at the coarser
    scales they fade.
    """
    flags = cv2.CALIB_CB_EXHAUSTIVE | cv2.CALIB_CB_NORMALIZE_IMAGE
    for scale in _SCALES_PX_A_MM:
        side = round(2 * _AROUND_MM * scale)
        across, down = np.meshgrid(np.arange(side), np.arange(side))
        pixels = np.stack([across.ravel(), down.ravel()], axis=1) + 0.5
        places = np.stack([pixels[:, 0] / scale - _AROUND_MM, _AROUND_MM - pixels[:, 1] / scale], axis=1)
        there = np.nan_to_num(view.project(np.pad(places, ((0, 0), (0, 1)))), nan=-1.0).astype(np.float32)
        above = cv2.remap(
            grey, there[:, 0].reshape(side, side), there[:, 1].reshape(side, side), cv2.INTER_LINEAR
        )
        done, some = cv2.findChessboardCornersSB(above, (SIDE - 1, SIDE - 1), flags=flags)
        if done:
            seen = np.asarray(some, np.float64).reshape(-1, 2) + 0.5
            table = np.stack([seen[:, 0] / scale - _AROUND_MM, _AROUND_MM - seen[:, 1] / scale], axis=1)
            return view.project(np.pad(table, ((0, 0), (0, 1)))).reshape(SIDE - 1, SIDE - 1, 2)
    return None


def _chequered(grey: Grey, view: View) -> Floats:
    """The four corners (4, 2) px of a chequered board, near left first; looked for as seen from straight above."""
    corners = None
    for flags in (cv2.CALIB_CB_EXHAUSTIVE | cv2.CALIB_CB_NORMALIZE_IMAGE, cv2.CALIB_CB_NORMALIZE_IMAGE):
        done, some = cv2.findChessboardCornersSB(grey, (SIDE - 1, SIDE - 1), flags=flags)
        if done:
            corners = np.asarray(some, np.float64).reshape(SIDE - 1, SIDE - 1, 2)
            break
    if corners is None:
        corners = _chequered_from_above(grey, view)
    if corners is None:
        raise BoardNotFound(
            "the board's 8 x 8 squares were not found in the picture of the empty board; tap the four corners of the "
            "grid and give them in set.json as board.corners_px"
        )
    table = view.on_plane(corners.reshape(-1, 2), 0.0).reshape(SIDE - 1, SIDE - 1, 2)
    last = SIDE - 2
    # any corner may come first and either way round: turn it so that columns run to the right, rows away
    for turned in (np.rot90(table, k) for k in range(4)):
        for grid in (turned, turned.swapaxes(0, 1)):
            right, away = grid[0, last] - grid[0, 0], grid[last, 0] - grid[0, 0]
            if right[0] >= abs(right[1]) and right[0] * away[1] - right[1] * away[0] > 0:
                one = (right + (grid[last, last] - grid[last, 0])) / (2 * last)
                other = (away + (grid[last, last] - grid[0, last])) / (2 * last)
                middle = table.reshape(-1, 2).mean(axis=0)
                half = SIDE / 2
                ring = [
                    middle + a * half * one + b * half * other
                    for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))
                ]
                return view.project(np.concatenate([np.array(ring), np.zeros((4, 1))], axis=1))
    raise BoardNotFound("the board's squares could not be told apart; give board.corners_px in set.json")
