"""What was read, drawn into the picture, so that a person can check it at a glance.

`draw` makes the drawing of dice, `draw_board` that of a board; `check_target` and `save_drawing` bring it to the disk.
"""

from companion.drawing.board import draw_board
from companion.drawing.saving import check_target, save_drawing
from companion.drawing.sketch import draw

__all__ = ["check_target", "draw", "draw_board", "save_drawing"]
