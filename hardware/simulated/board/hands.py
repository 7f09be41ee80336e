"""What a person at the simulated board does with a hand: carry pieces, push a line, put a piece right, leave.

Doings are generators that yield how many seconds go by before the next thing.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from hardware.simulated.board.tabletop import PUSHED_OFF, BoardTop, Cell, Key, Place, PyramidArm
from hardware.simulated.board.truth import BoardTruth, Touch
from hardware.simulated.clock import SECOND
from hardware.simulated.motion import Pose

Doing = Generator[float, None, None]
OPEN, CLOSED = 15.0, 6.0


@dataclass(frozen=True)
class Manner:
    """How somebody handles pieces: how fast (1 takes about a second a move), how far from squares' middles (0..1)."""

    pace: float = 1.0
    spread: float = 0.6


class Surroundings(Protocol):
    """What hands need of the world."""

    truth: BoardTruth

    @property
    def top(self) -> BoardTop:
        """The board."""
        ...

    @property
    def happening_ns(self) -> int:
        """The time of what happens."""
        ...


class PyramidHand:
    """The hand of the person at a seat."""

    def __init__(self, world: Surroundings, seat: int, manner: Manner, rng: np.random.Generator) -> None:
        self._world, self.seat, self.manner, self._rng = world, seat, manner, rng

    @property
    def arm(self) -> PyramidArm:
        """Where the hand is."""
        return self._world.top.arms[self.seat]

    def carrying(
        self, key: Key, to: Place, *, off: tuple[float, float] | None = None, lying: bool = False
    ) -> Doing:
        """Take a piece with all that is on it and set it down at a place, over what stands there.

        `off`: so many mm from the middle of the place instead of by chance; `lying`: on its side.
        """
        yield from self.lifting(key)
        yield from self.setting_down(to, off=off, lying=lying)

    def lifting(self, key: Key) -> Doing:
        """Reach for a piece, grip it and lift it with all that is on it."""
        top, rng = self._world.top, self._rng
        place = top.place_of(key)
        assert place is not None
        piece = next(p for p in top.pile_at(place).pieces if (p.colour, p.size) == key)
        height = top.grip_height(key)
        yield self._to(Pose(piece.x, piece.y, height, OPEN), 0.3, 900, arc=float(rng.uniform(20, 50)))
        close = float(rng.uniform(0.08, 0.15)) / self.manner.pace
        top.move(self.seat, Pose(piece.x, piece.y, height, CLOSED), close, self._now)
        yield close
        top.grip(self.seat, key, self._now)
        self._note("lift", place)
        up = Pose(piece.x, piece.y, height + 45, CLOSED)
        top.move(self.seat, up, 0.15 / self.manner.pace, self._now)
        yield 0.15 / self.manner.pace

    def setting_down(
        self, to: Place, *, off: tuple[float, float] | None = None, lying: bool = False
    ) -> Doing:
        """Carry what is held to a place, set it down there, and open the fingers."""
        top, rng = self._world.top, self._rng
        x, y = top.spots[to] if isinstance(to, int) else top.grid.middle(to)
        below = top.standing.get(to, ())
        x, y = (below[-1].x, below[-1].y) if below else (x + (off or (0, 0))[0], y + (off or (0, 0))[1])
        gripped = self.arm.gripped
        assert gripped is not None
        rise = top.height_over(to, self.arm.held) - self.arm.held[0].z
        z = gripped.z + rise
        yield self._to(Pose(x, y, z, CLOSED), 0.25, 800, arc=float(rng.uniform(25, 50)))
        top.let_go(self.seat, to, self.manner.spread, rng, off=off, lying=lying)
        self._note("down", to)
        pace = self.manner.pace
        top.move(self.seat, Pose(x, y, z + 3, OPEN), 0.1 / pace, self._now)
        yield 0.1 / pace
        top.move(self.seat, Pose(x * 1.05, y * 1.05, z + 45, OPEN), 0.15 / pace, self._now)
        yield 0.15 / pace

    def pushing(self, line: Sequence[Cell], step: Cell) -> Doing:
        """Push the piles of a line of neighbouring squares one square on; what goes over the edge is cleared away.

        `line` begins with the square whose pile pushes; `step` is the square's neighbour in the line's direction.
        """
        top, grid, rng = self._world.top, self._world.top.grid, self._rng
        first = top.standing[line[0]][0]
        origin, ahead = grid.place(0, 0), grid.place(*step)
        way = ((ahead[0] - origin[0]) / grid.cell, (ahead[1] - origin[1]) / grid.cell)
        behind = Pose(first.x - way[0] * 24, first.y - way[1] * 24, 14.0, CLOSED)
        yield self._to(behind, 0.3, 900, arc=float(rng.uniform(20, 50)))
        seconds = float(rng.uniform(0.4, 0.8)) / self.manner.pace
        now, end_ns = self._now, self._now + round(seconds * SECOND)
        keys = [key for cell in line for key in top.stacks()[cell]]
        for cell in reversed(line):
            beyond = (cell[0] + step[0], cell[1] + step[1])
            on_board = 0 <= beyond[0] < grid.columns and 0 <= beyond[1] < grid.rows
            stood = top.standing[cell][0]
            far = grid.cell + rng.normal(0, 1.2)
            end = (stood.x + way[0] * far, stood.y + way[1] * far)
            end = top.kept_inside(beyond, end) if on_board else end
            top.slide(cell, beyond if on_board else PUSHED_OFF, end, now, end_ns)
        after = Pose(behind.x + way[0] * grid.cell, behind.y + way[1] * grid.cell, 14.0, CLOSED)
        top.move(self.seat, after, seconds, now)
        yield seconds
        self._world.truth.touches.append(Touch(self._now, self.seat, "push", tuple(keys), line[0]))
        yield 0.1
        while PUSHED_OFF in top.standing:
            piece = top.standing[PUSHED_OFF][-1]
            yield from self.putting_aside((piece.colour, piece.size))

    def putting_aside(self, key: Key) -> Doing:
        """Take a piece with all that is on it and set it down beside the board."""
        top = self._world.top
        place = top.place_of(key)
        assert place is not None
        stood = top.standing[place][0]
        yield from self.carrying(key, top.free_spot((stood.x, stood.y)))

    def throwing(self, value: int) -> Doing:
        """Take up the die beside the board and let it fall elsewhere beside it, showing a value."""
        top = self._world.top
        assert top.die is not None
        x, y = top.die.place
        yield self._to(Pose(x, y, 12.0, OPEN), 0.3, 900, arc=25.0)
        top.die.take(self.arm)
        x, y = top.throw_to()
        yield self._to(Pose(x, y, 30.0, CLOSED), 0.4, 700, arc=30.0)
        top.die.drop(value, (x, y))
        yield self._to(Pose(x, y, 60.0, OPEN), 0.2, 700, arc=0.0)

    def lingering(self, cell: Cell, seconds: float) -> Doing:
        """Keep the hand over a square for a while."""
        x, y = self._world.top.grid.middle(cell)
        curl = float(self._rng.uniform(0, 1))
        yield self._to(Pose(x, y, 55.0, OPEN, curl), 0.3, 900, arc=10.0)
        yield seconds

    def leaving(self) -> Doing:
        """Take the hand home."""
        if self.arm.away:
            return
        yield self._to(self._world.top.home(self.seat), 0.25, 1100, arc=15)
        self._world.top.retire(self.seat, self._now)

    @property
    def _now(self) -> int:
        return self._world.happening_ns

    def _note(self, deed: str, place: Place) -> None:
        top = self._world.top
        pieces = self.arm.held or top.standing.get(place, ())
        keys = tuple((piece.colour, piece.size) for piece in pieces)
        self._world.truth.touches.append(Touch(self._now, self.seat, deed, keys, place))

    def _to(self, pose: Pose, least_s: float, speed: float, *, arc: float) -> float:
        """Set the hand off to a pose, `speed` in mm/s; returns the seconds that it takes."""
        now = self.arm.pose(self._now)
        seconds = (least_s + math.hypot(now.x - pose.x, now.y - pose.y) / speed) / self.manner.pace
        self._world.top.move(self.seat, pose, seconds, self._now, arc=arc)
        return seconds
