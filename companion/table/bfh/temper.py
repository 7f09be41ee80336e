"""How people at the simulated board play: how long they think, how often they err; drawn by seed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Temper:
    """One person's way of playing. What is not a time is a chance."""

    think_s: float = 0.6
    wrong: float = 0.05
    """To do something that the rules forbid."""
    sloppy: float = 0.04
    """To set a piece down across a line."""
    special: float = 0.3
    """To make a special move instead of rolling, where one can be made."""
    after: float = 0.4
    """To make one after a move, where one can be made."""
    at_once: float = 0.15
    """To make it without waiting for the device."""
    forgetful: float = 0.2
    """To forget for a while to end the turn."""
    linger: float = 0.06
    """To leave the hand over the board for a while."""
    regret: float = 0.0
    """To take back what happened last."""


def make_temper(rng: np.random.Generator) -> Temper:
    """Somebody."""
    return Temper(
        think_s=float(rng.uniform(0.3, 1.5)),
        wrong=float(rng.uniform(0.0, 0.1)),
        sloppy=float(rng.uniform(0.0, 0.08)),
        special=float(rng.uniform(0.1, 0.5)),
        after=float(rng.uniform(0.2, 0.7)),
        at_once=float(rng.uniform(0.0, 0.3)),
        forgetful=float(rng.uniform(0.0, 0.4)),
        linger=float(rng.uniform(0.0, 0.12)),
        regret=float(rng.uniform(0.0, 0.06)),
    )
