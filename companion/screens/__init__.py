"""What people see on the display: screens as values (`kinds`), and how each of them is drawn (`draw`)."""

from companion.screens.draw import draw, pages_of
from companion.screens.hints import Hints, hints_for

__all__ = ["Hints", "draw", "hints_for", "pages_of"]
