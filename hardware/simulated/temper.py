"""How people play: fast or slow, careful or hasty; drawn by seed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Temper:
    """One person's way of playing. What is not a time is a chance."""

    pace: float = 1.0
    """How fast the hands are; 1 takes a die in a bit over a second."""
    think_s: float = 0.4
    """Between two dice."""
    wrong: float = 0.06
    """To pair what does not belong together."""
    double: float = 0.04
    """To take two dice at once."""
    haste: float = 0.03
    """To call although it is too early, at each die taken."""
    attention: float = 0.8
    """To call at taking the last bear or tent."""
    watchful: float = 0.5
    """To call when somebody else took it."""
    back: float = 0.03
    """To put a die back that was just taken."""
    linger: float = 0.05
    """To leave the hand over the campsite for a while."""
    knock: float = 0.06
    """To push a die a few mm in passing."""
    tight: float = 0.1
    """To put pairs close to each other."""
    greed: float = 0.05
    """To take one more after the end."""


def make_temper(rng: np.random.Generator) -> Temper:
    """Somebody."""
    return Temper(
        pace=float(rng.uniform(0.7, 1.5)),
        think_s=float(rng.uniform(0.2, 1.4)),
        wrong=float(rng.uniform(0.02, 0.12)),
        double=float(rng.uniform(0.0, 0.08)),
        haste=float(rng.uniform(0.0, 0.06)),
        attention=float(rng.uniform(0.4, 0.97)),
        watchful=float(rng.uniform(0.05, 0.6)),
        back=float(rng.uniform(0.0, 0.06)),
        linger=float(rng.uniform(0.0, 0.1)),
        knock=float(rng.uniform(0.0, 0.12)),
        tight=float(rng.uniform(0.0, 0.35)),
        greed=float(rng.uniform(0.0, 0.2)),
    )
