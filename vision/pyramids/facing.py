"""How the sides of pieces are lit by the way they face: known from when they were taught, and seen on sure pieces.

White pieces in a shade and clear ones may look alike pixel for pixel; but how bright a white side must be, when it
faces this way, follows from the pictures of teaching and from how the other pieces about are lit now.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from vision.lens import Floats
from vision.networks import Floats32
from vision.pyramids.colours import MOST_LIGHT, TO_TINTS, Facing, TaughtColours, Through, Way, facing_it
from vision.pyramids.fits import Fit, Footprint
from vision.pyramids.lighting import FLOOR
from vision.pyramids.showing import facets
from vision.pyramids.solids import in_sight, points
from vision.pyramids.window import Window

_FEWEST = 12
"""Pixels of a side that tell how it is lit."""
_REACHES = (0.1, 0.4, 1.0)
"""How far light may reach beyond the sides that face it: from lamps that stand high, from wide windows."""
_DIM = 0.03
_HOLD_TAUGHT, _HOLD_NOW = 0.01, 1.5
"""How strongly sides are held to be lit alike when taught; and to be lit as when taught now, in sides."""
_OFF = np.array([0.12, 0.08, 0.08])
"""How far off a side's lightness and tints usually are, nats, and how many sides that is worth."""
_OTHERWISE = np.array([0.5, 0.1, 0.1])
"""How far off they may be besides, where only see-through pieces tell of opaque ones or opaque ones of those: a lamp
lights what scatters its light inside otherwise."""
_USUALLY = 3.0
_ENOUGH = 3
"""Sides of sure pieces that are enough to tell how the others are lit."""
_FARTHEST = 5.0
"""Nothing counts as farther off than so many times the usual."""
_ROUNDS, _ODD = 3, 4.0
_DARKEST = 0.004


@dataclass(frozen=True, eq=False)
class Side:
    """A side of a piece: which way it faces, rad over the table from +x, its light (3,) and that of the board behind.

    Light is blue, green and red from 0 to 1, as it would be in the light of the empty board.
    """

    azimuth: float
    light: Floats
    behind: Floats


def sides(
    window: Window, found: Fit, level: int, face: Footprint, light: Floats32, behind: Floats32
) -> list[Side]:
    """Those sides of a piece of a stack of which enough is seen, of (h, w, 3) light at `face` and `behind` it."""
    size, height = in_sight(found.pile)[level]
    base = points([found.x, found.y], found.yaws[level], size, window.board.z + height)[:4, :2]
    corners = found.corners[level]
    spots = facets(face, corners)
    near = int(corners[:4, 1].argmax())
    axis = corners[4] - corners[near]
    out = []
    for other in ((near + 1) % 4, (near - 1) % 4):
        off = corners[other] - corners[near]
        on = spots.sides == int(off[0] * axis[1] - off[1] * axis[0] > 0)
        if np.count_nonzero(on) < _FEWEST:
            continue
        across, along = (base[near] + base[other]) / 2 - (found.x, found.y)
        rows, columns = spots.rows[on] - face.rows.start, spots.columns[on] - face.columns.start
        out.append(
            Side(
                float(np.arctan2(along, across)),
                np.median(light[rows, columns], axis=0).astype(np.float64),
                behind[rows, columns].mean(axis=0, dtype=np.float64),
            )
        )
    return out


def taught_facing(
    seen: Mapping[str, Sequence[Side]], through: Mapping[str, Through]
) -> tuple[Way, Mapping[str, Facing]]:
    """Where the light came from when the colours were taught, and how their sides were lit by the way they face.

    One lamp or window lights the sides of all colours that face it, and some light comes from all about.
    """
    tried = [
        (
            (azimuth, reach),
            {name: _fitted(some, through.get(name), (azimuth, reach)) for name, some in seen.items()},
        )
        for azimuth in np.arange(-np.pi, np.pi, np.pi / 12).tolist()
        for reach in _REACHES
    ]
    return min(tried, key=lambda one: sum(float((f.off**2).sum()) for f in one[1].values()))


def _fitted(seen: Sequence[Side], through: Through | None, way: Way) -> Facing:
    """How the sides of a colour are lit, of sides seen, if the light comes from there."""
    behind = np.array(through or (0.0, 0.0, 0.0)) * np.array([side.behind for side in seen])
    own = np.array([side.light for side in seen]) - behind
    towards = np.stack([np.ones(len(seen)), facing_it([side.azimuth for side in seen], way)], axis=1)
    out = np.empty((2, 3))
    for channel in range(3):
        # what is off in light is off in shares of it
        known = towards / (np.maximum(own[:, channel, None], 0) + _DIM)
        wanted = own[:, channel] / (np.maximum(own[:, channel], 0) + _DIM)
        hold = np.diag([0.0, _HOLD_TAUGHT * float((known[:, 1] ** 2).sum()) + 1e-9])
        out[:, channel] = np.linalg.solve(known.T @ known + hold, known.T @ wanted)
    out = np.clip(out, [[-MOST_LIGHT], [0.0]], MOST_LIGHT)
    lit = towards @ out + behind
    off = np.array([_unlike(side, light) for side, light in zip(seen, lit, strict=True)])
    return Facing(out, np.sqrt((off**2).sum(axis=0) / max(len(seen) - 2, 1)))


class Lamp:
    """How otherwise than when taught sides are lit now by the way they face, told by pieces of sure colours."""

    def __init__(self, colours: TaughtColours, sure: Sequence[tuple[str, Sequence[Side]]]) -> None:
        self._colours = colours
        found = [
            (side, _unlike(side, _expected(colours, name, side)))
            for name, some in sure
            if name in colours.facing
            for side in some
        ]
        kinds = [name in colours.through for name, some in sure if name in colours.facing for _ in some]
        self._otherwise2 = {
            kind: np.zeros(3) if kinds.count(kind) >= _ENOUGH else _OTHERWISE**2 for kind in (True, False)
        }
        self.known = len(found) >= _ENOUGH
        """Whether there are enough sides to tell."""
        self._turned = np.zeros((3, 3))
        self._off2 = _OFF**2
        if self.known:
            ways, off = _ways([side for side, _ in found]), np.array([unlike for _, unlike in found])
            trust = np.ones(len(found))
            for _ in range(_ROUNDS):
                weighted = ways.T * trust
                self._turned = np.linalg.solve(weighted @ ways + _HOLD_NOW * np.eye(3), weighted @ off)
                left2 = (off - ways @ self._turned) ** 2
                trust = 1 / (1 + (left2 / _OFF**2).mean(axis=1) / _ODD)
            left2 = (trust[:, None] * left2).sum(axis=0)
            self._off2 = (_USUALLY * _OFF**2 + left2) / (_USUALLY + trust.sum())

    def turned(self, seen: Sequence[Side]) -> Floats:
        """(3,): by how much lightness and tints of a piece with such sides are off from when it was taught."""
        return np.asarray(_ways(seen).mean(axis=0) @ self._turned if seen else self._turned[0], np.float64)

    def likely(self, seen: Sequence[Side], *, carrier: str | None = None) -> Floats:
        """(C,): the logarithm of how likely each colour is by how sides of a piece are lit; 0 where nothing is known.

        A piece that rides on a `carrier` has that behind it.
        """
        out = np.zeros(len(self._colours.names))
        names = self._colours.names
        if not self.known or any(name not in self._colours.facing for name in names):
            return out
        for k, name in enumerate(names):
            off2 = self._off2 + self._otherwise2[name in self._colours.through]
            off2 += self._colours.facing[name].off ** 2
            for side in seen:
                expected = _expected(self._colours, name, side, carrier)
                unlike = _unlike(side, expected) - (_ways([side]) @ self._turned)[0]
                out[k] -= 0.5 * float(np.minimum(unlike**2 / off2, _FARTHEST**2).sum() + np.log(off2).sum())
        return out


def _expected(colours: TaughtColours, name: str, side: Side, carrier: str | None = None) -> Floats:
    """(3,): the light of a side of a colour."""
    behind = side.behind if carrier is None else _expected(colours, carrier, side)
    through = np.array(colours.through.get(name, (0.0, 0.0, 0.0)))
    return colours.facing[name].lit(side.azimuth, colours.way) + through * behind


def _unlike(side: Side, light: Floats) -> Floats:
    """(3,): by how much a side differs from the light that is expected, in tints."""
    unlike = TO_TINTS @ (
        np.log(np.maximum(side.light, 0) + FLOOR) - np.log(np.maximum(light, _DARKEST) + FLOOR)
    )
    return np.asarray(unlike, np.float64)


def _ways(seen: Sequence[Side]) -> Floats:
    """(N, 3): what light from a lamp and from all about depends on."""
    azimuth = np.array([side.azimuth for side in seen])
    return np.stack([np.ones(len(seen)), np.cos(azimuth), np.sin(azimuth)], axis=1)
