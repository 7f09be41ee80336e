"""The ChArUco board that a lens is measured with: nine by seven squares, printed by `bears print charuco`.

An odd number of rows is on purpose: OpenCV changed the pattern of boards with an even number in 4.6, and such a board
printed with one version is not found by the other. The markers are of another dictionary than the corner cards', so a
card that lies beside the board is no trouble.
"""

from __future__ import annotations

from functools import cache

import cv2

COLUMNS, ROWS = 9, 7
SQUARE_MM, MARKER_MM = 25.0, 18.0
CORNERS = (COLUMNS - 1) * (ROWS - 1)
"""Inner corners; each has a number, so a board that is half in the picture is of use too."""


@cache
def board_dictionary() -> cv2.aruco.Dictionary:
    """The board's dictionary, DICT_5X5_50."""
    return cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_50)


@cache
def charuco_board() -> cv2.aruco.CharucoBoard:
    """The board as OpenCV knows it, in mm."""
    return cv2.aruco.CharucoBoard((COLUMNS, ROWS), SQUARE_MM, MARKER_MM, board_dictionary())
