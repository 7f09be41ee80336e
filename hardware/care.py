"""How an OLED is kept from burning in: the picture wanders, and where nothing changes it goes dim, then dark."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

_RING = ((0, 0), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))


class Glow(Enum):
    """How bright the display is."""

    BRIGHT = "bright"
    DIM = "dim"
    DARK = "dark"


@dataclass(frozen=True)
class Care:
    """When what happens, in seconds; 0 turns it off. Idle is how long the picture has not changed."""

    shift_px: int = 1
    """How far the picture wanders to each side, px; what is that close to the edge is cut off at times."""
    shift_every_s: float = 60
    dim_after_s: float = 300
    off_after_s: float = 1800

    def offset(self, shown_s: float) -> tuple[int, int]:
        """How far to the right and down the picture is moved after the display has been on for so long, px."""
        if not self.shift_every_s:
            return 0, 0
        x, y = _RING[int(shown_s // self.shift_every_s) % len(_RING)]
        return x * self.shift_px, y * self.shift_px

    def glow(self, idle_s: float) -> Glow:
        """How bright it should be."""
        if self.off_after_s and idle_s >= self.off_after_s:
            return Glow.DARK
        if self.dim_after_s and idle_s >= self.dim_after_s:
            return Glow.DIM
        return Glow.BRIGHT
