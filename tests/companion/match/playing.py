"""Matches of Bears! as they might be played, from random numbers, and a clock to be set by hand."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from companion.journal import Stamp

PLAYERS = ("Ana", "Ben")
HEADER = {"game": "bears", "players": list(PLAYERS), "target": 1000}
CAMP, PLAYER = ("bear", "tent"), ("runner", "gun", "sleeper")
YEAR_NS = 365 * 24 * 3600 * 10**9

Event = dict[str, Any]


@dataclass
class Clock:
    """Every entry takes a millisecond."""

    wall_ns: int = 50 * YEAR_NS
    boot: str = "first"
    mono_ns: int = 10**9

    def __call__(self) -> Stamp:
        """The next moment."""
        self.wall_ns += 10**6
        self.mono_ns += 10**6
        return Stamp(self.wall_ns, None, self.boot, self.mono_ns)


def sheet(rng: random.Random, camp: int) -> dict[str, Any]:
    """`camp` Camp Dice before a player, some paired well, some badly, some not at all."""
    dice = [rng.choice(CAMP) for _ in range(camp)]
    own = [rng.choice(PLAYER) for _ in range(5)]
    pairs = [[own.pop(), dice.pop()] for _ in range(rng.randint(0, min(5, camp)))]
    return {"pairs": pairs, "loose": dice + own}


def table(rng: random.Random, bears: int, tents: int) -> Event:
    """The end of a round with this left in the campsite."""
    taken = 10 - bears - tents
    ana = rng.randint(0, taken)
    return {
        "event": "round_read",
        "campsite": {"bears": bears, "tents": tents},
        "players": {"Ana": sheet(rng, ana), "Ben": sheet(rng, taken - ana)},
    }


def whole_round(rng: random.Random, t: float) -> list[Event]:
    """A round that may happen: dice leave one after the other, somebody calls too early, somebody in time."""
    bears = rng.randint(1, 9)
    tents = 10 - bears
    events: list[Event] = [
        {"event": "camp_rolled", "bears": bears, "tents": tents},
        {"event": "round_started", "t": t},
    ]
    while bears and tents:
        t = round(t + rng.uniform(0.2, 3.0), 3)
        if rng.random() < 0.2:
            events.append({"event": "call", "t": t, "player": rng.choice(PLAYERS)})
        else:
            bears, tents = (
                (bears - 1, tents) if rng.random() < bears / (bears + tents) else (bears, tents - 1)
            )
            events.append({"event": "camp", "t": t, "bears": bears, "tents": tents})
    t = round(t + 0.4, 3)
    if rng.random() < 0.7:
        events.append({"event": "call", "t": t, "player": rng.choice(PLAYERS)})
    else:
        events.append({"event": "round_ended", "t": t})
    return [*events, table(rng, bears, tents)]


def rounds(seed: int, number: int) -> list[Event]:
    """Several rounds."""
    rng = random.Random(seed)
    return [event for k in range(number) for event in whole_round(rng, 100.0 * k)]


def nonsense(rng: random.Random, t: float) -> Event:
    """An event that is one, but hardly fits."""
    bears, tents = rng.randint(0, 10), rng.randint(0, 10)
    return rng.choice(
        [
            {"event": "camp_rolled", "bears": bears, "tents": 10 - bears},
            {"event": "round_started", "t": t},
            {"event": "camp", "t": t, "bears": bears, "tents": tents},
            {"event": "call", "t": t, "player": rng.choice(PLAYERS)},
            {"event": "round_ended", "t": t},
            table(rng, min(bears, 5), min(tents, 5)),
        ]
    )
