"""What was read, drawn into the picture, so that a person can check it at a glance.

`draw` makes the drawing, `check_target` and `save_drawing` bring it to the disk.
"""

from companion.drawing.saving import check_target, save_drawing
from companion.drawing.sketch import draw

__all__ = ["check_target", "draw", "save_drawing"]
