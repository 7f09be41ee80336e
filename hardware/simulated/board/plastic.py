"""What pyramids are made of: colours by name, opaque or see-through, and how their pips are done; drawn by seed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from hardware.simulated.looks import Colour
from hardware.simulated.optics import Floats

_TONES: dict[str, tuple[int, int, int]] = {
    "red": (176, 22, 24),
    "yellow": (226, 178, 18),
    "green": (18, 110, 54),
    "blue": (22, 58, 160),
    "black": (26, 26, 28),
    "white": (226, 224, 216),
    "purple": (88, 38, 132),
    "orange": (228, 104, 18),
    "cyan": (36, 160, 196),
    "clear": (206, 214, 214),
}
"""Red, green and blue in the tones of the screen, as the common sets have them."""
SPARE = ("black", "white", "purple", "orange", "cyan", "green", "yellow", "blue", "red")
"""What a colour of any other name looks like, such as the one that is nobody's: the first that is not taken."""


@dataclass(frozen=True)
class Plastic:
    """What one colour of pyramids is made of."""

    body: Colour
    through: float
    """How much light comes through a wall, 0..1; 0 is opaque."""
    pip: Colour
    gloss: float

    @property
    def tint(self) -> Floats:
        """(3,): the shares of blue, green and red that are left of light that goes through, of the most."""
        body = np.asarray(self.body, np.float32)
        return np.asarray(np.power(body / body.max(), np.float32(0.35)))


def make_plastics(
    rng: np.random.Generator, colours: Sequence[str], *, see_through: Sequence[str] = ()
) -> dict[str, Plastic]:
    """One plastic for each colour; those of `see_through` let light through, `clear` always does."""
    out: dict[str, Plastic] = {}
    gloss, inked = float(rng.uniform(0.25, 0.8)), bool(rng.random() < 0.6)
    taken = set(colours)
    for name in colours:
        like = name if name in _TONES else next(c for c in SPARE if c not in taken)
        taken.add(like)
        tone = np.array(_TONES[like], float)[::-1] / 255 * rng.uniform(0.94, 1.04, 3)
        body = np.clip(tone, 0.08, 0.95) ** 2.2
        bright = float(body @ [0.07, 0.72, 0.21]) > 0.25
        through = float(rng.uniform(0.35, 0.5)) if name in see_through or like == "clear" else 0.0
        if inked:
            pip = np.full(3, 0.02 if bright else 0.75)
        else:  # sunken, in the shade of its own rim
            pip = body * (0.45 if bright else 0.6) + (0.0 if bright else 0.1)
        out[name] = Plastic(_colour(body), through, _colour(pip), gloss)
    return out


def _colour(values: np.ndarray) -> Colour:
    return float(values[0]), float(values[1]), float(values[2])
