"""Where the dice of a round lie when it is photographed, and what the round is worth: the truth of made sets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from vision.training.dice import Square, apart
from vision.training.solids import Die

CAMP = ("bear", "tent")
PLAYER = ("runner", "gun", "sleeper")
MOMENTS = ("after-roll", "end-of-round", "mid-round", "end-of-round")
"""When the pictures of a set are taken, in turn."""
_VALUES = {("gun", "bear"): 1, ("runner", "tent"): 2, ("sleeper", "tent"): 5}
_CAMPSITE = 110.0
"""Radius, mm."""


@dataclass(eq=False)
class Layout:
    """Dice placed one after another, none over another."""

    edge: float
    dice: list[tuple[str, float, float, float]] = field(default_factory=list)
    """Face, x, y mm, yaw rad."""
    pairs: list[tuple[int, int]] = field(default_factory=list)
    """Which lie as pairs: a player's die and one from the campsite."""
    taken: list[Square] = field(default_factory=list)

    def put(self, name: str, x: float, y: float, yaw: float, gap: float) -> bool:
        """Place a die if it keeps clear of the others and the table's rim; whether it was."""
        square = (x, y, yaw, self.edge)
        if not apart(square, self.taken, gap) or abs(x) > 300 or abs(y) > 215:
            return False
        self.taken.append(square)
        self.dice.append((name, x, y, yaw))
        return True

    def take_back(self) -> None:
        """Remove the die placed last."""
        self.dice.pop()
        self.taken.pop()


def zone(x: float, y: float, seats: Sequence[float]) -> int | str:
    """The campsite, or the index of the nearest seat (directions in degrees), for a place in mm."""
    if np.hypot(x, y) <= _CAMPSITE:
        return "campsite"
    a = np.degrees(np.arctan2(y, x))
    return int(np.argmin([abs((a - s + 180) % 360 - 180) for s in seats]))


def lay_out(rng: np.random.Generator, edge: float, seats: Sequence[float], moment: str) -> Layout:
    """The dice of one round at one of the MOMENTS."""
    layout = Layout(edge)
    total = 5 * len(seats)
    camp = ["bear" if rng.random() < 0.35 else "tent" for _ in range(total)]
    stay = total if moment == "after-roll" else int(rng.integers(1, max(2, total // 2)))
    if moment == "end-of-round":
        missing = str(rng.choice(["bear", "tent"]))
        stay = min(stay, sum(c != missing for c in camp))
        camp.sort(key=lambda c: c == missing)
    for name in camp[:stay]:
        for _ in range(300):
            r, a = 85 * np.sqrt(rng.random()), rng.uniform(0, 6.3)
            if layout.put(name, r * np.cos(a), r * np.sin(a), rng.uniform(0, 6.3), 0.3):
                break
    if moment == "after-roll" and rng.random() < 0.5:
        return layout
    given = [int(rng.integers(len(seats))) for _ in camp[stay:]]
    for seat in range(len(seats)):
        mine = [c for c, g in zip(camp[stay:], given, strict=True) if g == seat]
        players = [str(rng.choice(PLAYER)) for _ in range(5)]
        for k in range(max(len(mine), 5)):
            player, taken = players[k] if k < 5 else None, mine[k] if k < len(mine) else None
            for _ in range(400):
                if _put_before(rng, layout, seats, seat, player, taken):
                    break
    return layout


def _put_before(
    rng: np.random.Generator,
    layout: Layout,
    seats: Sequence[float],
    seat: int,
    player: str | None,
    taken: str | None,
) -> bool:
    """Try once to place before a seat what a player has: mostly a pair, else the die taken, else their own."""
    a = np.radians(seats[seat] + rng.normal(0, 16))
    r = rng.uniform(150, 260)
    x, y, yaw = r * np.cos(a), r * np.sin(a), rng.uniform(0, 6.3)
    if zone(x, y, seats) != seat:
        return False
    turn = yaw + rng.integers(4) * np.pi / 2
    d = layout.edge + rng.uniform(0.4, 3.0)
    x2, y2 = x + d * np.cos(turn), y + d * np.sin(turn)
    if player is None or taken is None or rng.random() >= 0.93:
        name = taken or player
        return name is not None and layout.put(name, x, y, yaw, 16.0)
    if zone(x2, y2, seats) != seat or not apart((x2, y2, yaw, layout.edge), layout.taken, 14.0):
        return False
    if not layout.put(player, x, y, yaw, 14.0):
        return False
    if not layout.put(taken, x2, y2, yaw + rng.integers(4) * np.pi / 2, 0.2):
        layout.take_back()
        return False
    layout.pairs.append((len(layout.dice) - 2, len(layout.dice) - 1))
    return True


def worth(
    dice: Sequence[tuple[str, Die]], pairs: Sequence[tuple[int, int]], seats: Sequence[float]
) -> dict[str, object]:
    """What is left on the campsite, and each seat's score."""
    left = [f for f, d in dice if f in CAMP and np.hypot(d.x, d.y) <= _CAMPSITE]
    scores = [0] * len(seats)
    paired = {i for p in pairs for i in p}
    for a, b in pairs:
        value = _VALUES.get((dice[a][0], dice[b][0]), -1)
        scores[int(zone(dice[b][1].x, dice[b][1].y, seats))] += -2 if value == 5 and "bear" in left else value
    for k, (f, d) in enumerate(dice):
        seat = zone(d.x, d.y, seats)
        if f in CAMP and k not in paired and seat != "campsite":
            scores[int(seat)] -= 1
    return {"bears_left": left.count("bear"), "tents_left": left.count("tent"), "scores": scores}
