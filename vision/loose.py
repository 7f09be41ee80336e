"""Dice in any photograph, without corner cards: unknown scale, unknown side, unknown lens.

Nothing tells how large the dice are, nor how many there should be. So the dice of a picture judge each other: they are
of about one size, and what might be one of them is a doubt though it is like no face.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.faces import ALIKE, FLAT, Likeness, TaughtFaces, cut_top, likenesses, spread, vectors
from vision.loose_tops import MOST_GAIN, LooseTop, brightened, find_boxed, find_loose, gain, overlap
from vision.pictures import Picture
from vision.seen import UNKNOWN_DIE, Oddity, Pixel, Seen, SeenDie

__all__ = ["LooseReader", "LooseTop", "find_boxed", "of_one_size"]

SURE = 0.35
_HOT, _CLEAR = 0.85, 0.6
"""Heat of a top that is there though it is like no face, and though nothing at all can be seen on it."""

LIKE, MARGIN = 0.6, 0.08
_WARM, _LIKELY = 0.3, 0.7
"""A top with less heat than this must be more than somewhat like a face to be worth a doubt."""
_TEPID, _MUCH_LIKE = 0.5, 0.8
"""And one with less heat than this must be much like one to be sure: a blurred five off its middle is a little like a
three."""
_LUKEWARM, _WHOLE, _MARKED, _NEAR_SIZE = 0.24, 0.9, 0.55, 1.35
"""Heat, visible share, and contrast and size against the picture's sure dice, of a top like no face that may be a die:
a blurred one, or one in another light. Sides, shadows and cloth have less of at least one of them."""
MAYBE = 0.55
"""A top less like every taught face than this is none of them: cloth and pips themselves pass for tops."""

_ODD_SIZE = 1.9
"""A top this much larger or smaller than the picture's others is something else: dice of one game are of one size."""


def of_one_size(tops: Sequence[LooseTop], weights: Sequence[float]) -> list[bool]:
    """Which tops are about as large as most, each counted by its weight."""
    sizes = np.log([t.edge for t in tops])
    near = np.abs(sizes[:, None] - sizes[None]) < math.log(1.35)
    usual = sizes[int((near @ np.asarray(weights)).argmax())] if len(tops) else 0.0
    return [bool(abs(size - usual) < math.log(_ODD_SIZE)) for size in sizes]


class LooseReader:
    """Reads loose pictures with faces taught from loose pictures."""

    def __init__(self, *, faces: TaughtFaces) -> None:
        self._faces = faces

    def read(self, picture: Picture) -> Seen:
        """All dice in the picture (H, W, 3) uint8 BGR; places are boxes in px, x and y are not numbers."""
        began = time.perf_counter()
        brighter = gain(picture)
        tops = find_loose(picture, brighter=brighter)
        shots = [brightened(cut_top(picture, t.corners), brighter) for t in tops]
        likes = likenesses(vectors(shots), self._faces) if tops else []
        trust = [t.heat * max(0.0, k.like - LIKE / 2) ** 4 for t, k in zip(tops, likes, strict=True)]
        usual = of_one_size(tops, trust)
        dice: list[SeenDie] = []
        kept: list[LooseTop] = []
        contrasts: list[float] = []
        left: list[int] = []
        for k in np.argsort([-t for t in trust], kind="stable"):
            if not usual[k] or any(overlap(tops[k], other) for other in kept):
                continue
            why = _doubt(tops[k], spread(shots[k]), likes[k])
            if why is None:
                left.append(k)
            else:
                kept.append(tops[k])
                contrasts.append(spread(shots[k]))
                dice.append(_seen(tops[k], likes[k], why))
        dice = _doubting_odd_sizes(dice, kept)
        usual_one = _Usual.of([(t, c) for t, d, c in zip(kept, dice, contrasts, strict=True) if d.sure])
        for k in left:
            if usual_one.may_be(tops[k], spread(shots[k])) and not any(_beside(tops[k], t) for t in kept):
                kept.append(tops[k])
                dice.append(_seen(tops[k], likes[k], f"may be a die, but not much like {likes[k].face}"))
        ms = (time.perf_counter() - began) * 1e3
        dark = [Oddity(UNKNOWN_DIE, "the picture is too dark to see every die", math.nan, math.nan, ())]
        return Seen(tuple(dice), tuple(dark if brighter >= MOST_GAIN else ()), (), ms, None)


@dataclass(frozen=True)
class _Usual:
    """What the sure dice of a picture are like: edge, px, and spread of grey levels; not a number if there is none."""

    edge: float
    contrast: float

    @classmethod
    def of(cls, sure: Sequence[tuple[LooseTop, float]]) -> _Usual:
        """The medians of some tops and their contrasts."""
        if not sure:
            return cls(math.nan, math.nan)
        return cls(float(np.median([t.edge for t, _ in sure])), float(np.median([c for _, c in sure])))

    def may_be(self, top: LooseTop, contrast: float) -> bool:
        """Whether what is like no face can be a die of this picture all the same."""
        return (
            top.heat >= _LUKEWARM
            and top.visible >= _WHOLE
            and contrast >= _MARKED * self.contrast
            and self.edge / _NEAR_SIZE < top.edge < self.edge * _NEAR_SIZE
        )


def _doubting_odd_sizes(dice: Sequence[SeenDie], tops: Sequence[LooseTop]) -> list[SeenDie]:
    """The same dice, doubting those that are not hot and not of the others' size: they may be a side, or a thing."""
    edges = [t.edge for t, d in zip(tops, dice, strict=True) if d.sure]
    usual = float(np.median(edges)) if edges else math.nan
    return [
        replace(d, sure=False, why="may be no die")
        if d.sure and t.heat < _TEPID and not usual / _NEAR_SIZE < t.edge < usual * _NEAR_SIZE
        else d
        for d, t in zip(dice, tops, strict=True)
    ]


def _beside(one: LooseTop, other: LooseTop) -> bool:
    """Whether a top lies where the other's sides are."""
    return bool(np.linalg.norm(one.centre - other.centre) < 0.95 * max(one.edge, other.edge))


def _doubt(top: LooseTop, contrast: float, like: Likeness) -> str | None:
    """Empty where the face is sure, a reason where it is not, None where this is surely no die of ours."""
    if contrast < FLAT:
        return "washed out or covered" if top.heat >= _CLEAR else None
    if like.like < MAYBE and top.heat >= _HOT:
        return f"a die, but not much like {like.face}"
    if like.like < MAYBE or (top.heat < _WARM and like.like < _LIKELY):
        return None
    clear = like.like >= ALIKE and like.margin >= 2 * MARGIN
    if (top.heat < SURE and not clear) or (top.heat < _TEPID and like.like < _MUCH_LIKE):
        return "may be no die"
    if like.like < LIKE:
        return f"not much like {like.face}"
    if top.visible < 0.6:
        return "partly covered"
    if like.margin < MARGIN:
        return f"could be {like.face} or {like.next_face or 'something else'}"
    return ""


def _seen(top: LooseTop, like: Likeness, why: str) -> SeenDie:
    order = np.roll(top.corners, like.quarter, axis=0)
    outline: tuple[Pixel, ...] = tuple((round(float(a), 1), round(float(b), 1)) for a, b in order)
    low, high = top.corners.min(axis=0), top.corners.max(axis=0)
    confidence = max(
        0.0, min(1.0, top.heat * min(1.0, like.like / LIKE) * min(1.0, max(0.0, like.margin) / MARGIN))
    )
    return SeenDie(
        face=like.face,
        x=math.nan,
        y=math.nan,
        yaw_deg=math.nan,
        confidence=round(confidence, 3),
        sure=why == "",
        why=why,
        outline=outline,
        box=(
            round(float(low[0]), 1),
            round(float(low[1]), 1),
            round(float(high[0]), 1),
            round(float(high[1]), 1),
        ),
    )
