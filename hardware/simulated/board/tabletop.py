"""Everything on and over the simulated board that can move, and where it is at any time: pyramids and arms.

Pieces are (colour, size). A place is a square (column, row), or a number: a spot beside the board.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from hardware.simulated.board.die import PipDie
from hardware.simulated.board.look import BoardLook
from hardware.simulated.board.standing import BASE_HEIGHT, Grid, piled, toppled
from hardware.simulated.motion import Pose, eased
from hardware.simulated.scene import Pile, Pyramid, Scene
from hardware.simulated.surface import Arm, Surface

Key = tuple[str, int]
"""A piece: its colour and its size, 1 to 3."""
Cell = tuple[int, int]
"""A square: column and row, from 0."""
Place = Cell | int
PUSHED_OFF = -1
"""The place of what was pushed over the edge, until somebody clears it away."""

_GRIP = 0.55
"""Pieces are gripped at this share of their height."""
_SPOT_MM = 34.0


@dataclass
class PyramidArm(Arm):
    """An arm whose hand may hold a pile of pyramids."""

    held: tuple[Pyramid, ...] = ()
    """As they stood when they were gripped."""
    gripped: Pose | None = None
    heading_then: float = 0.0

    def pile(self, time_ns: int) -> Pile | None:
        """What the hand holds, where it is at a time."""
        if not self.held or self.gripped is None:
            return None
        pose = self.pose(time_ns)
        turn = self.heading(pose) - self.heading_then
        c, s = math.cos(turn), math.sin(turn)
        out = []
        for piece in self.held:
            dx, dy = piece.x - self.gripped.x, piece.y - self.gripped.y
            out.append(
                replace(
                    piece,
                    x=pose.x + dx * c - dy * s,
                    y=pose.y + dx * s + dy * c,
                    z=max(piece.z + pose.z - self.gripped.z, 0.0),
                    yaw=piece.yaw + turn,
                )
            )
        return Pile(tuple(out), resting=False, speed=self.glide.speed(time_ns))


@dataclass(frozen=True)
class Slide:
    """A pile that is pushed from where it stood to where it will stand."""

    start: tuple[float, float]
    end: tuple[float, float]
    start_ns: int
    end_ns: int

    def by(self, time_ns: int) -> tuple[float, float]:
        """How far it still is from its end, mm."""
        left = 1 - eased((time_ns - self.start_ns) / max(self.end_ns - self.start_ns, 1))
        return (self.start[0] - self.end[0]) * left, (self.start[1] - self.end[1]) * left


class BoardTop(Surface[PyramidArm]):
    """What stands on the board and beside it, and what moves over it."""

    def __init__(self, board: BoardLook, seats: tuple[float, ...], rng: np.random.Generator) -> None:
        super().__init__(board.table, seats)
        self.board = board
        self.standing: dict[Place, tuple[Pyramid, ...]] = {}
        """Bottom to top; what is being pushed as it will stand."""
        self.sliding: dict[Place, Slide] = {}
        self.spots = _spots(board, rng)
        self.die: PipDie | None = None
        """A die that lies beside the board."""
        self._piles: dict[Place, tuple[tuple[Pyramid, ...], Pile]] = {}
        self.seat(PyramidArm, rng)
        for k, key in enumerate((colour, size) for colour in board.plastics for size in BASE_HEIGHT):
            x, y = self.spots[k]
            self.standing[k] = (Pyramid(*key, x, y, float(rng.uniform(0, math.tau))),)

    @property
    def grid(self) -> Grid:
        """Where the squares are."""
        return self.board.grid

    def stacks(self) -> dict[Cell, tuple[Key, ...]]:
        """What stands on the squares, bottom to top; what is in a hand is not there."""
        return {
            place: tuple((piece.colour, piece.size) for piece in pieces)
            for place, pieces in sorted(self.standing.items(), key=str)
            if not isinstance(place, int)
        }

    def place_of(self, key: Key) -> Place | None:
        """Where a piece is; None while it is in a hand."""
        for place, pieces in self.standing.items():
            if any((piece.colour, piece.size) == key for piece in pieces):
                return place
        return None

    def free_spot(self, near: tuple[float, float]) -> int:
        """The nearest spot beside the board where nothing is."""
        free = [k for k in range(len(self.spots)) if k not in self.standing]
        if self.die is not None:
            die = self.die.place
            free = [k for k in free if math.dist(self.spots[k], die) > _SPOT_MM] or free
        return min(free, key=lambda k: math.dist(self.spots[k], near))

    def throw_to(self) -> tuple[float, float]:
        """A place beside the board for the die, clear of pieces if there is one."""
        assert self.die is not None
        pieces = [
            (stack[0].x, stack[0].y) for place, stack in self.standing.items() if isinstance(place, int)
        ]
        return self.die.free_place(pieces)

    def lay(self, stacks: Mapping[Cell, Sequence[Key]], rng: np.random.Generator) -> None:
        """Put everything where it belongs at once, what is not named beside the board."""
        where = {key: cell for cell, keys in stacks.items() for key in keys}
        for arm in self.arms:
            arm.held = ()
        self.sliding.clear()
        self.standing.clear()
        for cell, keys in stacks.items():
            for key in keys:
                self.put(cell, [Pyramid(*key, 0.0, 0.0, float(rng.uniform(0, math.tau)))], 0.6, rng)
        for key in ((colour, size) for colour in self.board.plastics for size in BASE_HEIGHT):
            if key not in where:
                spot = self.free_spot(self.spots[0])
                self.put(spot, [Pyramid(*key, 0.0, 0.0, float(rng.uniform(0, math.tau)))], 0.6, rng)

    def grip(self, seat: int, key: Key, now_ns: int) -> None:
        """Take a piece with all that is on it between the fingers."""
        place = self.place_of(key)
        assert place is not None
        pieces = self.standing[place]
        level = next(k for k, piece in enumerate(pieces) if (piece.colour, piece.size) == key)
        unit = self.pile_at(place).pieces[level:]
        arm = self.arms[seat]
        arm.held, arm.gripped = unit, arm.pose(now_ns)
        arm.heading_then = arm.heading(arm.gripped)
        if level:
            self.standing[place] = pieces[:level]
        else:
            del self.standing[place]

    def let_go(
        self,
        seat: int,
        place: Place,
        spread: float,
        rng: np.random.Generator,
        *,
        off: tuple[float, float] | None = None,
        lying: bool = False,
    ) -> None:
        """Set what a hand holds down at a place, as `put` does."""
        arm = self.arms[seat]
        self.put(place, arm.held, spread, rng, off=off, lying=lying)
        arm.held = ()

    def height_over(self, place: Place, unit: Sequence[Pyramid]) -> float:
        """How high the base of a unit's lowest piece would be at a place, mm."""
        floor = 0.0 if isinstance(place, int) else self.grid.z
        return piled([*self.standing.get(place, ()), *unit], floor).pieces[-len(unit)].z

    def kept_inside(self, cell: Cell, at: tuple[float, float]) -> tuple[float, float]:
        """The place nearest to `at` where a large piece is all inside a square."""
        room = max(0.5 - BASE_HEIGHT[3][0] / 2 / self.grid.cell, 0.05)
        column, row = self.grid.counted(*at)
        return self.grid.place(
            cell[0] + 0.5 + max(-room, min(column - cell[0] - 0.5, room)),
            cell[1] + 0.5 + max(-room, min(row - cell[1] - 0.5, room)),
        )

    def put(
        self,
        place: Place,
        unit: Sequence[Pyramid],
        spread: float,
        rng: np.random.Generator,
        *,
        off: tuple[float, float] | None = None,
        lying: bool = False,
    ) -> None:
        """Set pieces down: over those that stand there, else off the middle by up to `spread` (0..1) of the room."""
        below = self.standing.get(place, ())
        if below:
            x, y = below[-1].x + rng.normal(0, 0.3), below[-1].y + rng.normal(0, 0.3)
            turn = below[-1].yaw + rng.normal(0, 0.03) - unit[0].yaw
        else:
            x, y = self.spots[place] if isinstance(place, int) else self.grid.middle(place)
            room = max(self.grid.cell / 2 - BASE_HEIGHT[unit[0].size][0] / 2, 1.0)
            dx, dy = off or rng.uniform(-spread, spread, 2) * room
            x, y, turn = x + dx, y + dy, float(rng.normal(0, 0.2))
        moved = [
            replace(p, x=x + p.x - unit[0].x, y=y + p.y - unit[0].y, yaw=(p.yaw + turn) % math.tau, tilt=0.0)
            for p in unit
        ]
        if lying:
            moved = [toppled(piece) for piece in moved]
        self.standing[place] = (*below, *moved)

    def slide(self, place: Place, to: Place, end: tuple[float, float], start_ns: int, end_ns: int) -> None:
        """Push the pile of a place to another, which has to be empty."""
        pieces = self.standing.pop(place)
        start = (pieces[0].x, pieces[0].y)
        dx, dy = end[0] - start[0], end[1] - start[1]
        self.standing[to] = tuple(replace(piece, x=piece.x + dx, y=piece.y + dy) for piece in pieces)
        self.sliding[to] = Slide(start, end, start_ns, end_ns)

    def land(self, now_ns: int) -> None:
        """What has been pushed to its end stands there."""
        for place in [place for place, slide in self.sliding.items() if slide.end_ns <= now_ns]:
            del self.sliding[place]

    def pile_at(self, place: Place) -> Pile:
        """The pile of a place, each piece as high as it stands."""
        pieces = self.standing[place]
        kept = self._piles.get(place)
        if kept is None or kept[0] is not pieces:
            lying = len(pieces) == 1 and pieces[0].tilt != 0
            floor = self.grid.z if self.grid.on(pieces[0].x, pieces[0].y) else 0.0
            kept = self._piles[place] = pieces, Pile(pieces) if lying else piled(pieces, floor)
        return kept[1]

    def grip_height(self, key: Key) -> float:
        """How high above the table a hand grips a piece where it stands, mm."""
        place = self.place_of(key)
        assert place is not None
        piece = next(p for p in self.pile_at(place).pieces if (p.colour, p.size) == key)
        return piece.z + _GRIP * BASE_HEIGHT[piece.size][1]

    def scene(self, time_ns: int) -> Scene:
        """All that is to be seen at a time (of the present)."""
        piles = []
        for place in self.standing:
            pile, slide = self.pile_at(place), self.sliding.get(place)
            if slide is not None:
                dx, dy = slide.by(time_ns)
                moved = tuple(replace(piece, x=piece.x + dx, y=piece.y + dy) for piece in pile.pieces)
                pile = Pile(moved, resting=False)
            piles.append(pile)
        hands = []
        for arm in self.arms:
            hand = arm.hand(time_ns)
            if hand is not None:
                hands.append(hand)
                held = arm.pile(time_ns)
                if held is not None:
                    piles.append(held)
        dice = () if self.die is None else (self.die.seen(time_ns),)
        return Scene(dice, tuple(hands), self.cards, self.light, self.cups, self.knock, tuple(piles))


def _spots(board: BoardLook, rng: np.random.Generator) -> list[tuple[float, float]]:
    """Places beside the board, left and right of it, clear of the corner cards."""
    side = board.grid.cell * 4 + board.margin + 26
    middle = board.grid.place(4, 4)
    out = []
    for row in range(8):
        for column in range(2):
            for left in (-1, 1):
                x = middle[0] + left * (side + column * _SPOT_MM)
                y = middle[1] + (row - 3.5) * _SPOT_MM + 6
                out.append((x + float(rng.uniform(-3, 3)), y + float(rng.uniform(-3, 3))))
    return sorted(out, key=lambda spot: abs(spot[1] - middle[1]))
