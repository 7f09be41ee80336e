"""Which taught face a top shows: crops into vectors, vectors against those of the taught shots.

Faces are taught, not built in. The network only learned to put crops of the same icon near each other and of
different icons far apart, whatever the colours and the light; so a new edition's icons need no training.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
import numpy.typing as npt

from vision.lens import Floats
from vision.networks import Floats32, network
from vision.pictures import Picture

SHOT = 48
"""Side of a crop, px. The top's edge is SHOT / SHARE of them; the rest is margin."""
SHARE = 1.38
_INPUT = 40
_RIM = 6
"""Left out where a crop's contrast is measured: glare fades the top and not the rim."""

_TOGETHER = 16
"""Crops that are looked at together: more are no faster, and each takes half a megabyte as long as the program runs."""

Shots = npt.NDArray[np.uint8]
"""(N, SHOT, SHOT, 3) uint8 BGR."""

LIKE = 0.7
"""A top less like every shot than this is not known to be any of the faces."""
MARGIN = 0.1
"""The nearest face must be more alike than the next by this."""
ALIKE = 0.85
"""A top as like a taught face as this is no stranger's, even where it is more like pips."""
PIPS, MORE_LIKE_PIPS = 0.65, 0.06
"""A top as like a pip face as this, and more than any taught one by that much, is an ordinary die's: those are as like
them as 0.7, and what glare or a finger makes of a taught face is not."""
UNLIKE = 0.5
"""Below this a top is surely something else."""
FLAT = 4.0
"""Spread of grey levels on a top under which it is washed out or covered: there is nothing to recognise."""

_NEAREST = 3
"""Shots of a face that vote: one alone could be an odd one."""


def cut_top(picture: Picture, corners: npt.ArrayLike) -> Shots:
    """The top with corners (4, 2) px (upper left, upper right, lower right, lower left), upright, (SHOT, SHOT, 3)."""
    edge = SHOT / SHARE
    a, b = (SHOT - edge) / 2 - 0.5, (SHOT + edge) / 2 - 0.5
    target = np.array([[a, a], [b, a], [b, b], [a, b]], np.float32)
    H = cv2.getPerspectiveTransform(np.asarray(corners, np.float32).reshape(4, 2), target)
    crop = cv2.warpPerspective(
        picture, H, (SHOT, SHOT), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(crop, np.uint8)


def spread(shot: Shots) -> float:
    """Spread of the strongest colour channel on the inner part of one crop, 0..255."""
    return float(np.max(cv2.meanStdDev(np.ascontiguousarray(shot[8:-8, 8:-8]))[1]))


def vectors(shots: Sequence[Shots] | Shots) -> Floats32:
    """(N, SHOT, SHOT, 3) -> unit vectors (N, D)."""
    if len(shots) == 0:
        return np.zeros((0, 1), np.float32)
    m = (SHOT - _INPUT) // 2
    cut = np.stack([s[m : m + _INPUT, m : m + _INPUT] for s in shots])
    x = np.ascontiguousarray(cut.transpose(0, 3, 1, 2), np.float32)
    inner = x[:, :, _RIM:-_RIM, _RIM:-_RIM].reshape(len(x), 3, -1)
    x -= inner.mean(axis=2)[:, :, None, None]
    x /= inner.std(axis=2).max(axis=1)[:, None, None, None] + 0.012 * 255
    np.clip(x, -3, 3, out=x)
    seen = network("embedding")
    out = np.concatenate([seen(x[k : k + _TOGETHER]) for k in range(0, len(x), _TOGETHER)])
    return np.asarray(out / np.maximum(np.linalg.norm(out, axis=1, keepdims=True), 1e-6), np.float32)


@dataclass(frozen=True, eq=False)
class TaughtFaces:
    """The faces of one set of dice: for each name some crops of tops, all upright alike, (N, SHOT, SHOT, 3)."""

    names: tuple[str, ...]
    shots: Mapping[str, Shots]
    _vectors: list[Floats32] = field(default_factory=list, repr=False, compare=False)

    def __post_init__(self) -> None:
        for name in self.names:
            shots = self.shots.get(name)
            if shots is None or shots.ndim != 4 or shots.shape[1:] != (SHOT, SHOT, 3) or len(shots) == 0:
                raise ValueError(f"the face {name} has no shots of {SHOT} x {SHOT} pixels")

    def vectors(self) -> list[Floats32]:
        """For each name (4, N, D): its shots turned counter-clockwise by 0 to 3 quarters."""
        if not self._vectors:
            for name in self.names:
                turned = [np.rot90(s, q) for q in range(4) for s in self.shots[name]]
                self._vectors.append(vectors(turned).reshape(4, len(self.shots[name]), -1))
        return self._vectors


@dataclass(frozen=True)
class Likeness:
    """How like the taught faces a top is: the nearest, its quarter turn, how like (up to 1), the next nearest."""

    face: str
    quarter: int
    like: float
    next_face: str
    next_like: float
    foreign: float
    """How like a pip face, if those are not taught; 0 otherwise."""

    @property
    def margin(self) -> float:
        """By how much the nearest is nearer than anything else; from pip faces half as much is as clear.

        An icon that looks like pips is less like them by 0.1 and more, ordinary dice are more like them by 0.2.
        """
        return min(self.like - self.next_like, 2 * (self.like - self.foreign))


def likenesses(tops: Floats32, taught: TaughtFaces) -> list[Likeness]:
    """Compare unit vectors (N, D) of tops with the taught faces."""
    scores = np.stack([_vote(tops, v) for v in taught.vectors()], axis=1)  # (N, faces, 4)
    best = scores.max(axis=2)
    foreign = (
        _vote(tops, pips()).max(axis=1) if not set(PIP_NAMES) & set(taught.names) else np.zeros(len(tops))
    )
    out = []
    for k in range(len(tops)):
        order = np.argsort(-best[k], kind="stable")
        first, second = int(order[0]), int(order[1]) if len(order) > 1 else None
        out.append(
            Likeness(
                face=taught.names[first],
                quarter=int(scores[k, first].argmax()),
                like=float(best[k, first]),
                next_face=taught.names[second] if second is not None else "",
                next_like=float(best[k, second]) if second is not None else 0.0,
                foreign=float(foreign[k]),
            )
        )
    return out


def _vote(tops: Floats32, shots: Floats32) -> Floats:
    """(N, D) against (Q, M, D) -> (N, Q): mean likeness of the nearest shots of each turn."""
    like = np.einsum("nd,qmd->nqm", tops, shots)
    count = min(_NEAREST, like.shape[2])
    return np.asarray(np.sort(like, axis=2)[:, :, -count:].mean(axis=2), np.float64)


PIP_NAMES = ("1", "2", "3", "4", "5", "6")
_PIP_PLACES = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def pip_shot(value: int, *, size: float, spread: float, body: int, ink: int) -> Shots:
    """A drawn pip face: pips of radius `size` and places `spread` off the middle, both as shares of the edge."""
    big = 4
    edge = SHOT * big / SHARE
    out = np.full((SHOT * big, SHOT * big, 3), 128, np.uint8)
    lo, hi = int((SHOT * big - edge) / 2), int((SHOT * big + edge) / 2)
    cv2.rectangle(out, (lo, lo), (hi, hi), (body, body, body), -1)
    for x, y in _PIP_PLACES[value]:
        centre = (round(SHOT * big / 2 + x * spread * edge), round(SHOT * big / 2 + y * spread * edge))
        cv2.circle(out, centre, round(size * edge), (ink, ink, ink), -1)
    return np.asarray(cv2.resize(out, (SHOT, SHOT), interpolation=cv2.INTER_AREA), np.uint8)


_pips: list[Floats32] = []


def pips() -> Floats32:
    """Vectors of drawn pip faces, (24, M, D): what ordinary dice show, which lie on many a table."""
    if not _pips:
        looks = [(s, d, b, i) for s in (0.08, 0.105) for d in (0.25, 0.29) for b, i in ((235, 25), (40, 230))]
        rows = [
            np.rot90(pip_shot(value, size=s, spread=d, body=b, ink=i), quarter)
            for value in range(1, 7)
            for quarter in ((0,) if value in (1, 4, 5) else (0, 1))
            for s, d, b, i in looks
        ]
        _pips.append(vectors(rows).reshape(-1, len(looks), vectors(rows[:1]).shape[1]))
    return _pips[0]
