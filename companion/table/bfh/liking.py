"""Which of the legal events people at the simulated board like best."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.games.bfh import Event, Move, Place, Special
from companion.games.bfh.pieces import NEUTRAL


def liked(events: Sequence[Event], rng: np.random.Generator) -> Event:
    """One of the events, mostly of the own pieces and without many displacements."""
    weights = np.array([_weight(event) for event in events])
    return events[int(rng.choice(len(events), p=weights / weights.sum()))]


def _weight(event: Event) -> float:
    if isinstance(event, Place):
        return 1.0
    assert isinstance(event, Move | Special)
    own = 1.0 if event.piece.colour == NEUTRAL else 3.0
    return own * 0.3 ** len(event.displace)
