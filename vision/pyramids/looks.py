"""How likely a pixel is in each taught colour, before what is behind it: the board, or the piece that carries it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import cv2
import numpy as np
import numpy.typing as npt

from vision.networks import Floats32
from vision.pyramids.colours import TaughtColours, light_of, tints_of
from vision.pyramids.lighting import FLOOR, logarithm
from vision.pyramids.pixels import LIGHT_STEP, LIGHTS, TINT_STEP, TINT_UNIT, TINTS, Kinds, bins

_BINS = LIGHTS * TINTS * TINTS
_TINT_BLUR = 0.9
_LIGHT_BLURS = ((0.6, 1.6), (0.4, 5.0))
"""How much lighter or darker than taught a face may be, as shares and steps: in other light much."""
_STRAY = 0.03
"""Share of a piece's pixels that can have any colour: pips, glare, what is mirrored."""
_ELSEWHERE = 0.35
"""Share of a see-through piece's pixels that show something else than what is just behind: it bends the light."""
_GLOWS = ((1.0, 0.0, 0.5), (0.7, 0.0, 0.3), (0.45, 0.0, 0.2))
"""How much light of their own see-through pieces may have, of what they had when taught, how much more of what they
touch shows through them, and how often."""
_GLOWS_RIDING = ((1.0, 0.0, 0.35), (0.7, 0.25, 0.2), (0.45, 0.45, 0.15), (0.15, 0.7, 0.15), (0.15, 0.0, 0.15))
"""The same of those that ride on others: less light comes into them from below, and what they stand on is near."""
_SIDES = (0.15, 0.5, 0.85)
"""Which of a piece's pixels, the darkest first, what rides on it may have behind it."""
_KINDS = 3
"""So many kinds of board behind see-through pieces are told apart."""
_CLEAR = 0.35
"""So near to the tint of the board behind it, a piece may pass for the board in a shadow."""
SHIFTS = np.array([(0, 0, 0), (0, 0.07, 0), (0, -0.07, 0), (0, 0, 0.07), (0, 0, -0.07)], np.float32)
"""By how much the light on a piece may be of another tint than on the board about it; none comes first."""
_APART, _SAME, _MOST_APART = 0.5, 0.1, 2.0
"""Colours less apart than the first, nats a pixel, are hard to tell from each other, and less than the second are the
same; no pixel says more than the third."""
_OTHER_LIGHTS = np.array(
    [
        (light, red, blue)
        for light in (0, -0.6, -0.3, 0.3, 0.6)
        for red in (0, -0.25, -0.12, 0.12, 0.25)
        for blue in (0, -0.25, -0.12, 0.12, 0.25)
    ],
    np.float32,
)
"""What light may do to lightness and tints that is not known."""
_LEAST_NEEDED, _MOST_NEEDED = 0.5, 1.2
"""By how much a piece's colour must be more likely than the next, nats a pixel."""
_RIDING_NEEDED = np.float32(0.8)
"""The same, at least, of what rides on a see-through piece: their colours mix."""
_NEAR_NEEDED, _NEVER = 0.8, 9.0
_FEW = 200
_GREY = np.full((1, 3), 0.2, np.float32)


@dataclass(frozen=True, eq=False)
class Looks:
    """`tables` (K, bins, C): the logarithms of how dense C colours are before a board of `kinds` (K, 3) of light.

    `behind` (H, W) is of which kind the empty board is where; `around` are the shares (bins,) of each see-through
    colour's samples before anything there may be.
    """

    colours: TaughtColours
    kinds: Floats32
    tables: Floats32
    behind: Kinds
    around: Mapping[str, Floats32]
    _riding: dict[int, Floats32] = field(default_factory=dict, repr=False)
    _riding_needed: dict[int, Floats32] = field(default_factory=dict, repr=False)

    @property
    def names(self) -> tuple[str, ...]:
        """Of the colours."""
        return self.colours.names

    def likely(self, tints: Floats32, behind: Kinds) -> Floats32:
        """(N, C): the logarithm of how dense each colour is at (N, 3) tints, before these kinds (N,) of board."""
        found = bins(np.ascontiguousarray(tints))
        if len(self.kinds) > 1:
            found += behind * np.int32(_BINS)
        return np.asarray(self.tables.reshape(-1, len(self.names)).take(found, axis=0), np.float32)

    def riding(self, tints: Floats32, carrier: int) -> Floats32:
        """(N, C): the same of what rides on a piece of the colour `carrier`, which shows through it."""
        if not self.colours.through:
            return np.asarray(self.tables[0].take(bins(np.ascontiguousarray(tints)), axis=0), np.float32)
        if carrier not in self._riding:
            table = self.tables[0].copy()
            before = _usual(self.colours, self.names[carrier], self.kinds)
            for name, around in self.around.items():
                table[:, self.names.index(name)] = _seen_before(
                    self.colours, name, before, around, touching=True
                )
            self._riding[carrier] = table
        return np.asarray(self._riding[carrier].take(bins(np.ascontiguousarray(tints)), axis=0), np.float32)

    @property
    def clear(self) -> bool:
        """Whether pieces of some colour may look like the board but for its light: as clear ones do, and shadows."""
        return any(
            np.abs(np.median(self.colours.shown(name, light)[:, 1:], axis=0) - _tint(light)).max() < _CLEAR
            for name in self.colours.through
            for light in self.kinds
        )

    @cached_property
    def mixed_up(self) -> tuple[tuple[int, int], ...]:
        """Each two colours that may look alike in light of a slightly other tint, before some kind of board."""
        pairs = np.argwhere(np.triu(np.minimum.reduce(self._told_apart) < _APART, k=1))
        return tuple((first, second) for first, second in pairs.tolist())

    @cached_property
    def same(self) -> frozenset[int]:
        """Colours that look next to the same as another before any kind of board."""
        pairs = np.argwhere(np.maximum.reduce(self._told_apart) < _SAME)
        return frozenset(pairs.ravel().tolist())

    @cached_property
    def _told_apart(self) -> list[Floats32]:
        each = [self._apart(kind, SHIFTS) for kind in range(len(self.kinds))]
        return [np.asarray(np.minimum(apart, apart.T), np.float32) for apart in each]

    @cached_property
    def needed(self) -> Floats32:
        """(C, C): by how much a piece of each colour must be likelier than of each other, nats a pixel, to be sure.

        It is the more the less they are apart in light of whatever tint, before some kind of board.
        """
        apart = [self._apart(kind, _OTHER_LIGHTS, few=True) for kind in range(len(self.kinds))]
        return self._unless_dazzled(_needed(apart))

    def needed_riding(self, carrier: int) -> Floats32:
        """(C, C): the same of what rides on a piece of the colour `carrier`."""
        if self.names[carrier] not in self.colours.through:
            return self.needed
        if carrier not in self._riding_needed:
            before = _typical(self.colours, self.names[carrier], self.kinds)
            apart = self._each_apart(
                before, lambda tints: self.riding(tints, carrier), _OTHER_LIGHTS, few=True
            )
            needed = self._unless_dazzled(_needed([apart]))
            self._riding_needed[carrier] = np.maximum(np.maximum(needed, self.needed), _RIDING_NEEDED)
        return self._riding_needed[carrier]

    def _unless_dazzled(self, needed: Floats32) -> Floats32:
        """Colours that were taught in too bright pictures are never sure against those they come near."""
        out = needed.copy()
        for colour, name in enumerate(self.names):
            if name in self.colours.dazzled:
                out[colour] = out[:, colour] = unless_dazzled(needed[colour])
        return out

    def _apart(self, kind: int, shifts: Floats32, *, few: bool = False) -> Floats32:
        def likely(tints: Floats32) -> Floats32:
            return self.likely(tints, np.full(len(tints), kind, np.uint8))

        return self._each_apart(self.kinds[kind], likely, shifts, few=few)

    def _each_apart(
        self, behind: Floats32, likely: Callable[[Floats32], Floats32], shifts: Floats32, *, few: bool
    ) -> Floats32:
        """(C, C): by how much each colour is likelier at its samples than each other, nats a pixel, before some light.

        The others may have the shift that suits them best; of `few` samples.
        """
        count = len(self.names)
        out = np.full((count, count), _MOST_APART, np.float32)
        for colour, name in enumerate(self.names):
            tints = self.colours.shown(name, behind)
            tints = tints[:: 1 + len(tints) // _FEW] if few else tints
            mine = likely(tints)[:, colour, None]
            over = (mine - likely(tints + shift) for shift in shifts)
            out[colour] = np.minimum.reduce([np.clip(some, -2, _MOST_APART).mean(axis=0) for some in over])
            out[colour, colour] = _MOST_APART
        return out

    def before(self, empty: Floats32) -> Looks:
        """The same before the same empty board from another place, of (H, W, 3) logarithms of light."""
        return replace(self, behind=self.kinds_of(empty))

    def kinds_of(self, logs: Floats32) -> Kinds:
        """(...,): of which kind of board (..., 3) logarithms of light are."""
        return _kinds_of(logs, self.kinds)


def unless_dazzled(needed: Floats32) -> Floats32:
    """What is needed where the light is hardly known: of colours that come near, more than there can be."""
    return np.where(needed > _NEAR_NEEDED, np.float32(_NEVER), needed)


def _needed(apart: Sequence[Floats32]) -> Floats32:
    least = np.minimum.reduce([np.minimum(some, some.T) for some in apart])
    return np.asarray(np.clip(_MOST_APART - least, _LEAST_NEEDED, _MOST_NEEDED), np.float32)


def looks(colours: TaughtColours, empty: Floats32) -> Looks:
    """How the colours look before an empty board, of (H, W, 3) logarithms of light."""
    kinds = _kinds(empty) if colours.through else _GREY
    about = np.array([*kinds, *(_typical(colours, name, kinds) for name in colours.names)])
    around = {name: _before(colours, name, about) for name in colours.through}
    return Looks(colours, kinds, _tables(colours, kinds, around), _kinds_of(empty, kinds), around)


def _kinds_of(logs: Floats32, kinds: Floats32) -> Kinds:
    edges = _lightness(kinds)
    return np.asarray(np.searchsorted((edges[1:] + edges[:-1]) / 2, _lightness(light_of(logs))), np.uint8)


def _kinds(empty: Floats32) -> Floats32:
    """(K, 3): the light of the parts of a board that differ most, the darkest first."""
    spots = np.ascontiguousarray(empty[::3, ::3].reshape(-1, 3))
    order = np.argsort(tints_of(spots)[:, 0], kind="stable")
    first = np.empty((len(spots), 1), np.int32)
    first[order, 0] = np.arange(len(spots)) * _KINDS // len(spots)
    until = (cv2.TERM_CRITERIA_COUNT + cv2.TERM_CRITERIA_EPS, 12, 1e-3)
    _, _, centres = cv2.kmeans(spots, _KINDS, first, until, 1, cv2.KMEANS_USE_INITIAL_LABELS)
    kinds = light_of(np.asarray(centres, np.float32))
    return np.asarray(kinds[np.argsort(_lightness(kinds), kind="stable")])


def _tint(light: Floats32) -> Floats32:
    return tints_of(np.log(light + np.float32(FLOOR))[None])[0, 1:]


def _lightness(light: Floats32) -> Floats32:
    return np.asarray(np.log(light + np.float32(1e-2)).mean(axis=-1), np.float32)


def _usual(colours: TaughtColours, name: str, kinds: Floats32) -> Floats32:
    """(K, 3): the light of dark, middling and bright sides of a piece of this colour on the board."""
    own = light_of(logarithm(colours.samples[name][None])[0])
    some = np.quantile(own, _SIDES, axis=0)
    return np.asarray(some + np.array(colours.through.get(name, (0, 0, 0))) * kinds.mean(axis=0), np.float32)


def _typical(colours: TaughtColours, name: str, kinds: Floats32) -> Floats32:
    """(3,): the same of middling sides."""
    return np.asarray(_usual(colours, name, kinds)[len(_SIDES) // 2], np.float32)


def _tables(colours: TaughtColours, kinds: Floats32, around: Mapping[str, Floats32]) -> Floats32:
    """(K, bins, C): the logarithms of the densities of C colours before K kinds of board."""
    out = np.empty((len(kinds), _BINS, len(colours.names)), np.float32)
    for c, name in enumerate(colours.names):
        if name in colours.through:
            for k, light in enumerate(kinds):
                out[k, :, c] = _seen_before(colours, name, light[None], around[name])
        else:
            out[:, :, c] = _logarithms(_counts([colours.shown(name, _GREY[0])]))
    return out


def _seen_before(
    colours: TaughtColours, name: str, behind: Floats32, around: Floats32, *, touching: bool = False
) -> Floats32:
    """(bins,): the logarithm of how dense a see-through colour is before things, `behind` or `touching` it."""
    just = _before(colours, name, behind, touching=touching)
    return _logarithms(np.asarray((1 - _ELSEWHERE) * just + _ELSEWHERE * around, np.float32))


def _before(colours: TaughtColours, name: str, behind: Floats32, *, touching: bool = False) -> Floats32:
    """(bins,): the shares of a see-through colour's samples, before any of some things behind or `touching` it."""
    each = [
        often * _counts([colours.shown(name, light, glow=glow, touching=more) for light in behind])
        for glow, more, often in (_GLOWS_RIDING if touching else _GLOWS)
    ]
    return np.asarray(sum(each), np.float32)


def _counts(shown: Iterable[Floats32]) -> Floats32:
    """(bins,): the shares of some samples' (N, 3) tints, each sample's alike."""
    each = [np.bincount(bins(np.ascontiguousarray(tints)), minlength=_BINS) / len(tints) for tints in shown]
    return np.asarray(sum(each) / np.float32(len(each)), np.float32)


def _logarithms(shares: Floats32) -> Floats32:
    """(bins,): the logarithm of the density at every bin, of the samples' shares there, blurred."""
    planes = shares.reshape(LIGHTS, TINTS, TINTS)
    tinted = [cv2.GaussianBlur(a, (0, 0), _TINT_BLUR, borderType=cv2.BORDER_REPLICATE) for a in planes]
    blurred = _along_light(np.stack(tinted).astype(np.float32).reshape(LIGHTS, -1))
    edge = (np.arange(TINTS + 1) - TINTS / 2) * TINT_STEP
    width = np.diff(np.sinh(edge) * TINT_UNIT)
    room = (LIGHT_STEP * width[:, None] * width[None]).astype(np.float32).ravel()
    stray = _STRAY / (LIGHTS * LIGHT_STEP * 36.0)
    return np.asarray(np.log((1 - _STRAY) * blurred / room + stray).ravel(), np.float32)


def _along_light(flat: Floats32) -> Floats32:
    """(LIGHTS, N) blurred along the first axis."""
    steps = np.arange(LIGHTS)
    off = steps[:, None] - steps[None]
    kernel = sum(share * _bell(off, wide) for share, wide in _LIGHT_BLURS)
    return np.asarray(kernel @ flat, np.float32)


def _bell(off: npt.NDArray[np.int64], wide: float) -> Floats32:
    bell = np.exp(-0.5 * (off / wide) ** 2)
    return np.asarray(bell / (wide * np.sqrt(2 * np.pi)), np.float32)
