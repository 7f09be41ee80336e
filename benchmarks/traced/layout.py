"""What stands where: the camera, the corner cards, the board and its pieces. Millimetres; z = 0 is the table's top."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

SIZE = (2304, 1296)
SIZES = {"small": (14.3, 25.4), "medium": (19.8, 34.9), "large": (25.4, 44.5)}
"""Base and height."""
NAMES = tuple(SIZES)
SIDE = 8
CELL_MM = 40.0
RIM_MM = 12.0
LIFT_MM = 4.0
"""How much higher the tip of a rider is than the tip below it."""
CARD_MM, MARKER_MM = 80.0, 60.0
THICKNESS_MM = {"wood": 3.0, "printed": 2.0, "dark": 6.0}


@dataclass(frozen=True)
class Camera:
    """A camera as OpenCV has it; `R`, `t` take table mm to camera mm."""

    K: Floats
    dist: Floats
    R: Floats
    t: Floats

    @property
    def eye(self) -> Floats:
        """Where it stands."""
        return np.asarray(-self.R.T @ self.t, np.float64)

    def project(self, points: Floats) -> Floats:
        """(N, 2) distorted pixels of points (N, 3) in table mm."""
        found, _ = cv2.projectPoints(
            points.reshape(-1, 1, 3), cv2.Rodrigues(self.R)[0], self.t, self.K, self.dist
        )
        return np.asarray(found.reshape(-1, 2), np.float64)


@dataclass(frozen=True)
class Card:
    """A corner card; `yaw_deg` is counter-clockwise."""

    id: int
    x: float
    y: float
    yaw_deg: float

    @property
    def corners(self) -> Floats:
        """(4, 3) mm of its paper."""
        half = CARD_MM / 2
        local = np.array([[-half, -half, 0], [half, -half, 0], [half, half, 0], [-half, half, 0]])
        return local @ turn(self.yaw_deg).T + [self.x, self.y, 0]


@dataclass(frozen=True)
class Board:
    """The near left corner of the grid, its turn and the height of its surface."""

    x0: float
    y0: float
    yaw_deg: float
    kind: str
    cell: float = CELL_MM

    @property
    def z(self) -> float:
        """The height of its surface."""
        return THICKNESS_MM[self.kind]

    def at(self, cells: Sequence[Sequence[float]] | Floats) -> Floats:
        """(N, 3) mm on the surface of points (N, 2) given in squares."""
        across = np.asarray(cells, np.float64) * self.cell
        xy = np.array([self.x0, self.y0]) + across @ turn(self.yaw_deg)[:2, :2].T
        return np.column_stack([xy, np.full(len(xy), self.z)])

    @property
    def corners(self) -> Floats:
        """(4, 3) mm of the grid's corners (0, 0), (8, 0), (8, 8), (0, 8)."""
        return self.at([(0, 0), (SIDE, 0), (SIDE, SIDE), (0, SIDE)])


@dataclass(frozen=True)
class Piece:
    """A pyramid: the axis is at `x`, `y`, the base at `z`; `level` counts from 0 in a stack of `stack` pieces."""

    colour: str
    size: str
    cell: tuple[int, int]
    x: float
    y: float
    z: float
    yaw_deg: float
    level: int = 0
    stack: int = 1

    @property
    def base(self) -> float:
        """The side of its base."""
        return SIZES[self.size][0]

    @property
    def height(self) -> float:
        """From base to tip."""
        return SIZES[self.size][1]

    @property
    def outline(self) -> Floats:
        """(5, 3) mm: four corners of the base and the tip."""
        half = self.base / 2
        at, tip = np.array([self.x, self.y, self.z]), np.array([0, 0, self.height])
        local = np.array([[-half, half, 0], [half, half, 0], [half, -half, 0], [-half, -half, 0]])
        return np.vstack([local @ turn(self.yaw_deg).T + at, at + tip])


@dataclass(frozen=True)
class Table:
    """What does not change within a set."""

    camera: Camera
    cards: tuple[Card, ...]
    board: Board


def turn(degrees: float) -> Floats:
    """(3, 3): the rotation about z."""
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])


def lay_table(rng: np.random.Generator, kind: str) -> Table:
    """A table with its cards and its board, laid by hand."""
    board = Board(0, 0, float(rng.uniform(-4, 4)), kind)
    middle = board.at([(SIDE / 2, SIDE / 2)])[0, :2] - rng.uniform(-4, 4, 2)
    board = replace(board, x0=float(-middle[0]), y0=float(-middle[1]))
    while True:
        camera, cards = _camera(rng), _cards(rng)
        pixels = camera.project(np.vstack([card.corners for card in cards]))
        if (pixels > 0).all() and (pixels < SIZE).all():
            return Table(camera, cards, board)


def _camera(rng: np.random.Generator) -> Camera:
    focal = 1691 + rng.uniform(-12, 12)
    K = np.array(
        [[focal, 0, 1151.5 + rng.uniform(-8, 8)], [0, focal - 1, 647.5 + rng.uniform(-8, 8)], [0, 0, 1]]
    )
    dist = np.array([rng.uniform(-0.02, 0.02), rng.uniform(-0.005, 0.005), 0, 0, 0])
    eye = np.array([0, -450.0, 508]) + rng.uniform(-15, 15, 3)
    forward = np.array([0, -42.0, 0]) + rng.uniform(-8, 8, 3) * [1, 1, 0] - eye
    forward /= np.linalg.norm(forward)
    right = np.cross(forward, [0, 0, 1])
    right /= np.linalg.norm(right)
    R = turn(rng.uniform(-1, 1)) @ np.array([right, np.cross(forward, right), forward])
    return Camera(K, dist, R, -R @ eye)


def _cards(rng: np.random.Generator) -> tuple[Card, ...]:
    """Four cards; the frame is moved and turned so that it is the one that they define."""
    at = 240.0 * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) + rng.uniform(-8, 8, (4, 2))
    at -= at.mean(0)
    along = at[1] + at[2] - at[0] - at[3]
    slant = np.degrees(np.arctan2(along[1], along[0]))
    at = at @ turn(-slant)[:2, :2].T
    return tuple(Card(i, float(x), float(y), float(rng.uniform(-10, 10))) for i, (x, y) in enumerate(at))


def teaching(rng: np.random.Generator, board: Board, colour: str) -> list[Piece]:
    """The three sizes of a colour, well apart, on squares of both kinds."""
    while True:
        cells = [(int(c), int(r)) for c, r in rng.integers(0, SIDE, (3, 2))]
        apart = min(np.hypot(a[0] - b[0], a[1] - b[1]) for i, a in enumerate(cells) for b in cells[:i])
        if apart >= 2.5 and len({(c + r) % 2 for c, r in cells}) == 2:
            return [
                _standing(rng, board, cell, [(colour, size)])[0]
                for cell, size in zip(cells, NAMES, strict=True)
            ]


def mixed(
    rng: np.random.Generator, board: Board, colours: Sequence[str], pieces: int, *, stacks: bool
) -> list[Piece]:
    """`pieces` pieces, some of them in stacks, others in twos side by side."""
    placed: list[Piece] = []
    taken: set[tuple[int, int]] = set()
    while len(placed) < pieces:
        most = min(3, pieces - len(placed)) if stacks else 1
        high = int(rng.choice([1, 2, 3], p=[0.4, 0.3, 0.3]))
        sizes = sorted(rng.choice(3, min(most, high), replace=False), reverse=True)
        if not sizes:
            break
        cell = _square(rng, taken)
        names = [(str(rng.choice(list(colours))), NAMES[s]) for s in sizes]
        standing = _standing(rng, board, cell, names)
        if any(_overlap(standing[0], other) for other in placed if other.level == 0):
            continue
        taken.add(cell)
        placed += standing
    return placed


def _square(rng: np.random.Generator, taken: set[tuple[int, int]]) -> tuple[int, int]:
    """A free square, one time in three beside a taken one."""
    near = [(c + dc, r + dr) for c, r in sorted(taken) for dc, dr in ((0, 1), (1, 0), (0, -1), (-1, 0))]
    near = [(c, r) for c, r in near if 0 <= c < SIDE and 0 <= r < SIDE and (c, r) not in taken]
    if near and rng.random() < 0.33:
        return near[int(rng.integers(len(near)))]
    while True:
        cell = (int(rng.integers(SIDE)), int(rng.integers(SIDE)))
        if cell not in taken:
            return cell


def _standing(
    rng: np.random.Generator, board: Board, cell: tuple[int, int], names: Sequence[tuple[str, str]]
) -> list[Piece]:
    """A stack from below, near the middle of its square; riders turn by as little as their carriers let them."""
    x, y, z = board.at(np.array([cell]) + 0.5 + rng.uniform(-0.15, 0.15, (1, 2)))[0].tolist()
    yaw = float(rng.uniform(4, 86))
    out: list[Piece] = []
    for level, (colour, size) in enumerate(names):
        if out:
            z = out[-1].z + out[-1].height + LIFT_MM - SIZES[size][1]
            yaw += float(rng.uniform(-2, 2))
        out.append(Piece(colour, size, cell, x, y, z, yaw, level, len(names)))
    return out


def _overlap(a: Piece, b: Piece) -> bool:
    """Whether two bases touch."""
    one, other = (((p.x, p.y), (p.base + 1, p.base + 1), p.yaw_deg) for p in (a, b))
    return bool(cv2.rotatedRectangleIntersection(one, other)[0] != cv2.INTERSECT_NONE)
