"""Which stacks, exactly where, explain the pixels of some squares best; the squares are looked at side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from vision.lens import Floats
from vision.networks import Floats32
from vision.pyramids.fits import Fit
from vision.pyramids.lines import unexplained
from vision.pyramids.makeups import LEVELS, PARTS, Indices, carrier, makeup
from vision.pyramids.scoring import Placed, Squares
from vision.pyramids.seen import Cell
from vision.pyramids.snapping import snapped
from vision.pyramids.solids import SIZES, STACKS, Sizes, in_sight
from vision.pyramids.trials import Starts

_REACH_MM, _REACH_RAD = 6.5, np.pi / 4
_WIDE, _CLOSE = 44, 12
"""Places tried: at first with every yaw, then round some of the best."""
_STARTS, _APART_RAD = 2, 0.35
_HOPELESS, _HOPELESS_START = 0.65, 0.2
"""What explains less than this share of what another explains, or more than that share less, is not tried further."""
_ROUNDS = (0.35, 0.15)
_LAST = 0.08
_RIDERS_YAWS = 8
_CLOSE_RIVAL = 600.0
"""By how many nats a rival may be less likely for it to be fitted once more."""
LOST_WORTH = 10.0
"""What a pixel of an edge that a stack does not explain costs it beside its rivals."""
_SPOKEN, _OUTLINED = 0.5, 2.0
"""How much pixels and outlines count where rivals are compared: what they do not share are few pixels, all alike."""


@dataclass
class _Trial:
    """A make-up of a stack on one of the squares: where it stands (PARTS,) and how well it explains the pixels."""

    which: int
    pile: Sizes
    at: Floats
    score: float


def fit(squares: Squares, starts: Sequence[Starts], *, stacks: Sequence[Sizes] = STACKS) -> list[Fit]:
    """The best stack on each of some squares, beginning where its lowest piece may stand, with its rivals."""
    thorough = len(stacks) <= len(SIZES)
    firsts = _firsts(squares, starts, sorted({sizes[0] for sizes in stacks}), thorough=thorough)
    lowest = _lowest(squares, firsts, thorough=thorough)
    tried = _with_riders(squares, lowest, stacks)
    kept: list[_Trial] = []
    for k in range(len(squares.cells)):
        mine = [t for t in tried if t.which == k]
        best = max(t.score for t in mine)
        kept += [t for t in mine if t.score >= best - (1 - _HOPELESS) * abs(best)]
    fits = _exactly(squares, kept)
    fits = _from_the_best(squares, [t.which for t in kept], fits)
    out = []
    for k in range(len(squares.cells)):
        some = [f for f, t in zip(fits, kept, strict=True) if t.which == k]
        lost = unexplained(squares, k, some)
        some = [replace(f, likely=f.likely - LOST_WORTH * n) for f, n in zip(some, lost, strict=True)]
        some.sort(key=lambda f: -f.likely)
        out.append(replace(some[0], rivals=tuple(some[1:])))
    return out


def fit_from(squares: Squares, which: int, sizes: Sizes, tried: Floats) -> Fit:
    """A stack of these sizes on one of some squares, beginning at the best of some places (N, PARTS)."""
    each, makeups = np.array([which]), np.array([makeup(sizes)])
    at, score = _best(tried[None], _placed(squares, each, makeups, tried[None]).scores())
    return _exactly(squares, [_Trial(which, sizes, at[0], float(score[0]))])[0]


def best_of(squares: Squares, piles: Sequence[Sizes], tried: Floats) -> list[float]:
    """The scores of the best places (N, T, PARTS) of a stack on each of the first N of some squares."""
    each, makeups = np.arange(len(piles)), np.array([makeup(pile) for pile in piles])
    scores = _placed(squares, each, makeups, tried).scores()
    return [float(score) for score in scores.reshape(len(piles), -1).max(axis=1)]


def fitted_anew(squares: Squares, which: int, fits: Sequence[Fit]) -> list[Fit]:
    """Some stacks that were fitted elsewhere, fitted to what is seen on one of some squares."""
    trials = [_Trial(which, found.pile, _place(found)[1][0], found.score) for found in fits]
    turned = [(k, t) for k, t in enumerate(_turned_anew(squares, trials)) if t is not trials[k]]
    both = [*trials, *(t for _, t in turned)]
    each, makeups, at = _columns(both)
    near = [replace(t, at=place) for t, place in zip(both, snapped(squares, each, makeups, at), strict=True)]
    tried = _exactly(squares, [*both, *near], snap=False)
    whose = 2 * [*range(len(fits)), *(k for k, _ in turned)]
    best = [
        max((f for f, owner in zip(tried, whose, strict=True) if owner == k), key=lambda f: f.likely)
        for k in range(len(fits))
    ]
    lost = unexplained(squares, which, best)
    return [
        replace(found, likely=found.likely - LOST_WORTH / squares.fine * n)
        for found, n in zip(best, lost, strict=True)
    ]


def seen_as(squares: Squares, which: int, found: Fit) -> Fit:
    """A stack that was fitted, as it is seen on one of some squares, all that it leaves unexplained aside."""
    seen = Placed(squares, np.array([which]), *_place(found))
    again = _as_fit(squares, found.cell, found.pile, seen, 0, float(seen.scores()[0]))
    return replace(again, rivals=found.rivals)


def _place(found: Fit) -> tuple[Indices, Floats]:
    at = np.zeros((1, PARTS))
    at[0, : 2 + len(found.yaws)] = found.x, found.y, *found.yaws
    return np.array([makeup(found.pile)]), at


def _firsts(
    squares: Squares, starts: Sequence[Starts], sizes: Sequence[int], *, thorough: bool
) -> list[_Trial]:
    """Where to begin with each lowest piece that is worth it: up to _STARTS trials for each square and size."""
    which = np.repeat(np.arange(len(starts)), len(sizes))
    piles = [(size,) for _ in starts for size in sizes]
    makeups = np.array([makeup(pile) for pile in piles])
    at = np.zeros((len(piles), PARTS))
    at[:, :3] = [some[size].at for some in starts for size in sizes]
    tried = at[:, None] + _steps(_WIDE, makeups)
    placed = _placed(squares, which, makeups, tried, rough=True)
    found = placed.scores(alone=False).reshape(len(piles), -1)
    order = np.argsort(-found, axis=1, kind="stable")
    most = found.max(axis=1).reshape(len(starts), -1)
    best = most.max(axis=1, keepdims=True)
    worth = thorough | (most >= best - (1 - _HOPELESS) * np.abs(best))
    return [
        _Trial(int(which[k]), piles[k], tried[k, n], float(found[k, n]))
        for k in np.flatnonzero(worth.ravel()).tolist()
        for n in _apart(tried[k, :, 2].tolist(), found[k].tolist(), order[k].tolist())
    ]


def _apart(yaws: list[float], scores: list[float], order: list[int]) -> list[int]:
    """The best of some trials, no two of about the same yaw; `order` has the best first."""
    chosen: list[int] = []
    most = scores[order[0]]
    for k in order:
        if chosen and scores[k] < most - _HOPELESS_START * abs(most):
            break
        turns = ((yaws[k] - yaws[n] + np.pi / 4) % (np.pi / 2) - np.pi / 4 for n in chosen)
        if all(abs(turn) > _APART_RAD for turn in turns):
            chosen.append(k)
        if len(chosen) == _STARTS:
            break
    return chosen


def _lowest(squares: Squares, firsts: Sequence[_Trial], *, thorough: bool) -> list[_Trial]:
    """Where exactly the lowest piece of a stack stands, for each square and size; it may carry others."""
    tracks = list(firsts)
    for reach in _ROUNDS:
        which, makeups, at = _columns(tracks)
        tried = at[:, None] + reach * _steps(_CLOSE, makeups)
        at, found = _best(tried, _placed(squares, which, makeups, tried, rough=True).scores(alone=False))
        tracks = _hopeful(
            [replace(t, at=place, score=s) for t, place, s in zip(tracks, at, found.tolist(), strict=True)],
            thorough=thorough,
        )
    which, makeups, at = _columns(tracks)
    at = snapped(squares, which, makeups, at)
    placed = Placed(squares, which, makeups, at)
    carrying = placed.scores(alone=False)
    best: dict[tuple[int, Sizes], int] = {}
    for k, first in enumerate(tracks):
        before = best.setdefault((first.which, first.pile), k)
        if carrying[k] > carrying[before]:
            best[first.which, first.pile] = k
    alone = placed.scores()
    return [_Trial(tracks[k].which, tracks[k].pile, at[k], float(alone[k])) for k in best.values()]


def _hopeful(tracks: Sequence[_Trial], *, thorough: bool) -> list[_Trial]:
    """Those of some trials of single pieces that are worth going on with."""
    most: dict[int, float] = {}
    own: dict[tuple[int, Sizes], float] = {}
    for t in tracks:
        most[t.which] = max(most.get(t.which, -np.inf), t.score)
        own[t.which, t.pile] = max(own.get((t.which, t.pile), -np.inf), t.score)
    return [
        t
        for t in tracks
        if (thorough or t.score >= most[t.which] - (1 - _HOPELESS) * abs(most[t.which]))
        and t.score >= own[t.which, t.pile] - _HOPELESS_START * abs(own[t.which, t.pile])
    ]


def _with_riders(squares: Squares, lowest: Sequence[_Trial], stacks: Sequence[Sizes]) -> list[_Trial]:
    """All stacks on the lowest pieces found; riders are tried one by one, each on what holds it up."""
    layer = list(lowest)
    tried = [*layer]
    while layer := [replace(t, pile=pile) for t in layer for pile in stacks if carrier(pile) == t.pile]:
        layer = _turned(squares, layer, 0)
        several = [t for t in layer if len(in_sight(t.pile)) > 2]
        if several:  # the one below was turned as if nothing rode on it
            layer = [t for t in layer if len(in_sight(t.pile)) < 3] + _turned(squares, several, 1)
        tried += layer
    return tried


def _turned_anew(squares: Squares, trials: Sequence[_Trial]) -> list[_Trial]:
    """The trials with all riders turned as fits best, from below."""
    out = [*trials]
    for level in range(1, max(LEVELS)):
        some = [k for k, t in enumerate(out) if len(in_sight(t.pile)) > level]
        for below in {len(in_sight(out[k].pile)) - 1 - level for k in some}:
            mine = [k for k in some if len(in_sight(out[k].pile)) - 1 - level == below]
            for k, t in zip(mine, _turned(squares, [out[k] for k in mine], below), strict=True):
                out[k] = t
    return out


def _turned(squares: Squares, trials: Sequence[_Trial], below: int) -> list[_Trial]:
    """The trials with the rider that is so far below the uppermost turned as fits best."""
    which, makeups, at = _columns(trials)
    level = 1 + LEVELS[makeups] - below
    turned = np.repeat(at[:, None], _RIDERS_YAWS, axis=1)
    yaws = at[:, 2, None] + np.arange(_RIDERS_YAWS) * (np.pi / 2 / _RIDERS_YAWS)
    turned[np.arange(len(level)), :, level] = yaws
    at, found = _best(turned, _placed(squares, which, makeups, turned).scores())
    return [
        _Trial(t.which, t.pile, place, score)
        for t, place, score in zip(trials, at, found.tolist(), strict=True)
    ]


def _exactly(squares: Squares, kept: Sequence[_Trial], *, snap: bool = True) -> list[Fit]:
    which, makeups, at = _columns(kept)
    if snap:
        at = snapped(squares, which, makeups, at)
    tried = at[:, None] + _LAST * _steps(_CLOSE, makeups)
    placed = _placed(squares, which, makeups, tried)
    found = placed.scores().reshape(len(kept), -1)
    best = found.argmax(axis=1)
    return [
        _as_fit(
            squares,
            squares.cells[trial.which],
            trial.pile,
            placed,
            k * found.shape[1] + n,
            float(found[k, n]),
        )
        for k, (trial, n) in enumerate(zip(kept, best.tolist(), strict=True))
    ]


def _from_the_best(squares: Squares, which: Sequence[int], fits: Sequence[Fit]) -> list[Fit]:
    """The stacks, some fitted once more where the best on the same square stands, if they are better there.

    A rival that was fitted less well than it could be would make the best look surer than it is.
    """
    best: dict[int, Fit] = {}
    for k, found in zip(which, fits, strict=True):
        if k not in best or found.likely > best[k].likely:
            best[k] = found
    again = [
        n
        for n, (k, found) in enumerate(zip(which, fits, strict=True))
        if found is not best[k]
        and found.pile[0] == best[k].pile[0]
        and found.likely > best[k].likely - _CLOSE_RIVAL
    ]
    if not again:
        return list(fits)
    trials = []
    for n in again:
        found, first = fits[n], best[which[n]]
        yaws = dict(zip(found.sizes, found.yaws, strict=True)) | dict(
            zip(first.sizes, first.yaws, strict=True)
        )
        at = np.zeros(PARTS)
        at[: 2 + len(found.sizes)] = first.x, first.y, *(yaws[size] for size in found.sizes)
        trials.append(_Trial(which[n], found.pile, at, 0.0))
    out = list(fits)
    for n, other in zip(again, _exactly(squares, trials, snap=False), strict=True):
        if other.likely > out[n].likely:
            out[n] = other
    return out


def _as_fit(squares: Squares, cell: Cell, pile: Sizes, placed: Placed, which: int, score: float) -> Fit:
    """One of the stacks that were placed."""
    levels = len(in_sight(pile))
    corners, mine = placed.pieces(which, levels)
    gain = float(mine.max(axis=0).sum())
    x, y, *yaws = placed.at[which].tolist()
    return Fit(
        cell=cell,
        pile=pile,
        x=x,
        y=y,
        yaws=tuple(yaws[:levels]),
        colours=tuple(mine.argmax(axis=0).tolist()),
        score=score,
        likely=_SPOKEN * gain / squares.fine**2 + _OUTLINED * (score - gain) / squares.fine,
        edged=float(placed.edged[which]),
        corners=corners,
    )


def _columns(trials: Sequence[_Trial]) -> tuple[Indices, Indices, Floats]:
    """The squares (N,), make-ups (N,) and places (N, PARTS) of N trials."""
    which = np.array([t.which for t in trials], np.int64)
    makeups = np.array([makeup(t.pile) for t in trials], np.int64)
    return which, makeups, np.array([t.at for t in trials], np.float64).reshape(-1, PARTS)


def _placed(
    squares: Squares, which: Indices, makeups: Indices, tried: Floats, *, rough: bool = False
) -> Placed:
    """N * T stacks at T places (N, T, PARTS) for each of N."""
    count = tried.shape[1]
    return Placed(
        squares,
        np.repeat(which, count),
        np.repeat(makeups, count),
        tried.reshape(-1, PARTS),
        rough=rough,
    )


def _best(tried: Floats, found: Floats32) -> tuple[Floats, Floats32]:
    """(N, PARTS) the best of (N, T, PARTS) places of (N * T,) scores, and its score (N,)."""
    each, found = np.arange(len(tried)), found.reshape(len(tried), -1)
    k = found.argmax(axis=1)
    return tried[each, k], found[each, k]


def _steps(count: int, makeups: Indices) -> Floats:
    """(N, count, PARTS) steps to the places round those of stacks, mm and rad, the first of none."""
    return _patterns(count)[LEVELS[makeups]]


@lru_cache(maxsize=4)
def _patterns(count: int) -> Floats:
    """(levels, count, PARTS) steps for stacks of each number of levels; always the same."""
    out = np.zeros((PARTS - 1, count, PARTS))
    for levels in range(1, PARTS - 1):
        parts = 2 + levels
        # multiples of the roots of x ** (parts + 1) = x + 1 fill the room evenly
        root = 2.0
        for _ in range(40):
            root = (1 + root) ** (1 / (parts + 1))
        steps = (np.arange(count)[:, None] * root ** -np.arange(1.0, parts + 1) + 0.5) % 1 * 2 - 1
        steps[0] = 0
        out[levels, :, :parts] = steps * ([_REACH_MM] * 2 + [_REACH_RAD] * levels)
    return out
