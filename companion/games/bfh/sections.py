"""The sections of the Bears, Foxes & Hares rulebook, as refusals cite them."""

from typing import Final

SETUP: Final = "rulebook: Setup"
MOVEMENT: Final = "rulebook: Movement"
SPECIAL_MOVEMENT: Final = "rulebook: Special Movement"
OTHER_SPECIAL_MOVES: Final = "rulebook: Other special moves"
