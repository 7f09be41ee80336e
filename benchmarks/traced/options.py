"""What a set can be made of."""

from __future__ import annotations

from dataclasses import dataclass

Rgb = tuple[int, int, int]

PALETTES: dict[str, dict[str, Rgb]] = {
    "rainbow": {
        "red": (200, 24, 28),
        "yellow": (235, 185, 20),
        "green": (20, 150, 70),
        "blue": (28, 84, 205),
        "black": (26, 26, 28),
    },
    "xeno": {
        "purple": (118, 48, 165),
        "orange": (236, 112, 18),
        "cyan": (24, 170, 195),
        "clear": (238, 240, 240),
        "white": (225, 224, 218),
    },
    "house": {
        "black": (26, 26, 28),
        "white": (225, 224, 218),
        "red": (176, 22, 24),
        "blue": (22, 58, 160),
        "green": (18, 110, 54),
    },
}
SOLID_COLOURS = frozenset({"black", "white"})
"""These are opaque in every set."""

MATERIALS = ("opaque", "solid", "frosted", "hollow")
"""Of the other colours: paint; clear plastic that swallows light in its volume; plastic with a rough surface that lets
light through in its colour; a shell of clear plastic. Only shells have room for what they ride on; other riders are
made whole, and hold the tip below in their volume."""
BOARDS = ("wood", "printed", "dark")
LIGHTS = ("window", "lamp", "back")


@dataclass(frozen=True)
class Options:
    """One set; `samples` are the paths traced for a pixel, at most."""

    seed: int
    palette: str = "rainbow"
    material: str = "opaque"
    board: str = "wood"
    light: str = "window"
    samples: int = 32

    @property
    def colours(self) -> dict[str, Rgb]:
        """The colours' names, and what they are in sRGB."""
        return PALETTES[self.palette]

    @property
    def changed(self) -> str:
        """The light of the pictures that are not taken in that of the teaching pictures."""
        return "lamp" if self.light != "lamp" else "window"

    def see_through(self, colour: str) -> bool:
        """Whether one can see through pieces of this colour."""
        return self.material != "opaque" and colour not in SOLID_COLOURS
