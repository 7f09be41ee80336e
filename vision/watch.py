"""The campsite watched through a round on the small stream: which dice are there, gone, or out of sight in each frame.

Knows nothing of games. A die is *there* when its top's pixels are as they were, or the finder sees a top in its place.
It is *gone* when its place is in clear view and empty, it has turned up nowhere else in the campsite, and nothing is
left over the campsite that covered it and might still have it below. Everything else is *hidden*: that is never a
reason to count it as gone. The frame that first showed the place empty is remembered, so that a late certainty tells
an early time.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from vision.cover import Overseer
from vision.faces import TaughtFaces
from vision.finder import FAINTEST, MAYBE
from vision.lens import Card, View
from vision.pictures import Picture
from vision.watch_cards import CardCheck
from vision.watch_dice import CONFIRMED, Kept, union
from vision.watch_field import Change, Field, Mask, Traits, compared, grown, touching, traits
from vision.watch_gate import Gate
from vision.watch_look import Look, Placed, Trouble
from vision.watch_search import Named, Spot, name, spots
from vision.watch_tops import SAME

IN_PLACE = 0.3
"""A top this near to a die's place, in edges, is that die."""

_SETTLED = 4
"""Frames without any change after which what is still not clear is looked at once more, by other means."""
_CARDS_EVERY_NS = 2_000_000_000
_CALM_FRAMES = 10
_REACH_MM_S = 2500.0
"""Hands are not faster; what is farther from a die than they get between two frames does not have it."""


@dataclass(eq=False)
class _Arrival:
    """A top where none of the known dice lies: how often in a row it was seen so."""

    named: Named
    times: int = 1


class CampWatch:
    """Watches the campsite of `radius_mm` from one view.

    `kinds` says which of the taught faces belong to the dice that are watched; dice with others are passed over.
    `empty` is the empty table from this view, if known. A die that was in the campsite is still there when it is found
    up to `border_mm` outside of it.
    """

    def __init__(
        self,
        *,
        view: View,
        cards: Sequence[Card],
        marker_mm: float,
        edge_mm: float,
        radius_mm: float,
        faces: TaughtFaces,
        watched_faces: Iterable[str],
        border_mm: float = 3.0,
        empty: Picture | None = None,
    ) -> None:
        self._field = Field(view, radius_mm=radius_mm, edge_mm=edge_mm)
        self._faces, self._watched_faces = faces, frozenset(watched_faces)
        self._border_mm = border_mm
        self._view, self._cards, self._marker, self._empty = view, tuple(cards), marker_mm, empty
        self._dice: list[Kept] = []

    def begin(self, picture: Picture, dice: Iterable[Placed], *, time_ns: int) -> None:
        """Start with a picture (H, W, 3) of the stream in which nothing moves and these dice lie in the campsite."""
        seen = self._field.plane.rectify(picture)
        self._gate = Gate(self._field.window())
        self._gate.stirs(picture)
        self._check = CardCheck(self._view, self._cards, self._marker)
        self._checked_ns = time_ns
        self._before: Traits = traits(seen)
        self._dice = [
            Kept.lying(k, placed, picture=seen, field=self._field, time_ns=time_ns)
            for k, placed in enumerate(dice)
        ]
        self._strangers = [(s.x, s.y) for s in spots(self._field, seen) if not self._at(s, self._dice)]
        self._arrivals: list[_Arrival] = []
        self._still, self._clear, self._last_ns = 0, True, time_ns
        self._overseer: Overseer | None = None
        self._began_with = picture

    @property
    def dice(self) -> tuple[Placed, ...]:
        """How the watched dice lie or lay."""
        return tuple(die.placed for die in self._dice)

    def look(self, picture: Picture, *, time_ns: int) -> Look:
        """What the next frame (H, W, 3) shows."""
        moving = self._gate.stirs(picture)
        self._still = 0 if moving else self._still + 1
        trouble = self._troubled(picture, time_ns)
        newcomers: tuple[int, ...] = ()
        if trouble:
            for die in self._open():
                die.state = "hidden"
            self._clear = False
        elif moving or self._unsettled():
            newcomers = self._look_closely(picture, time_ns)
        else:
            for die in self._dice:
                if die.state == "there":
                    die.seen_ns = time_ns
        self._last_ns = time_ns
        return Look(
            time_ns, tuple(die.watched() for die in self._dice), self._clear, moving, newcomers, trouble
        )

    def _open(self) -> list[Kept]:
        return [die for die in self._dice if die.state != "gone"]

    def _unsettled(self) -> bool:
        """Whether a frame in which nothing changed is worth a look all the same."""
        open_ = self._arrivals or any(die.state == "hidden" for die in self._dice) or not self._clear
        return bool(open_ and self._still <= _SETTLED) or self._still == _CALM_FRAMES

    def _troubled(self, picture: Picture, time_ns: int) -> Trouble:
        """The cards are checked every two seconds of rest, and at once where little is as it was."""
        open_ = self._open()
        lost = sum(die.state == "hidden" for die in open_)
        rest = self._still > 0 and time_ns - self._checked_ns > _CARDS_EVERY_NS
        if not (rest or self._check.suspicious or (lost >= 2 and 2 * lost > len(open_))):
            return ""
        self._checked_ns = time_ns
        return self._check(picture)

    def _look_closely(self, picture: Picture, time_ns: int) -> tuple[int, ...]:
        seen = self._field.plane.rectify(picture)
        now = traits(seen)
        change = compared(now, self._before)
        missing = [die for die in self._open() if die.pixels.likeness(seen) < SAME]
        for die in self._open():
            if die in missing:
                die.state = "hidden"
            else:
                die.is_there(time_ns)
        hot: list[Spot] = []
        newcomers: tuple[int, ...] = ()
        covering = grown(change.foreign | change.shade, 1)
        if missing or self._arrivals or self._still or bool((covering & self._field.inside).any()):
            hot = spots(self._field, seen)
            missing = self._find_in_place(missing, hot, picture, seen, time_ns)
            newcomers = self._meet_arrivals(missing, hot, picture, seen, time_ns)
            missing = [die for die in missing if die.state != "there"]
        covering = self._judge_places(missing, hot, change, time_ns)
        if self._still >= _SETTLED and (missing or bool((covering & self._field.inside).any())):
            covering = self._settle(missing, hot, covering, picture, time_ns)
        self._let_go(missing, covering, now, time_ns)
        hidden = any(die.state == "hidden" for die in self._dice)
        blocked = int((covering & self._field.inside).sum()) >= self._field.pixels_mm2(self._half_a_top())
        self._clear = not hidden and not blocked
        if self._clear and self._still and not self._arrivals:
            self._remember(seen, now, time_ns)
        return newcomers

    def _half_a_top(self) -> float:
        return self._field.edge_mm**2 / 2

    def _at(self, spot: Spot, dice: Sequence[Kept]) -> Kept | None:
        """The die in whose place a spot is, if any."""
        reach = IN_PLACE * self._field.edge_mm
        near = [die for die in dice if spot.far(die.placed.x, die.placed.y) < reach]
        return min(near, key=lambda die: spot.far(die.placed.x, die.placed.y), default=None)

    def _find_in_place(
        self, missing: list[Kept], hot: Sequence[Spot], picture: Picture, seen: Picture, time_ns: int
    ) -> list[Kept]:
        """Dice whose pixels changed and which the finder sees in their places all the same; returns the others."""
        there = [(spot, die) for spot in hot if spot.found.heat >= MAYBE and (die := self._at(spot, missing))]
        named = name(picture, self._field, [spot for spot, _ in there], self._faces) if there else []
        found: set[int] = set()
        for (_, die), top in zip(there, named, strict=True):
            if die.number in found or top.face not in self._watched_faces:
                continue
            if top.face == die.placed.face:
                found.add(die.number)
                die.is_there(time_ns)
            elif top.sure and self._still >= CONFIRMED:
                found.add(die.number)
                die.lies_now(top.placed, picture=seen, field=self._field, time_ns=time_ns)
        return [die for die in missing if die.number not in found]

    def _meet_arrivals(
        self, missing: list[Kept], hot: Sequence[Spot], picture: Picture, seen: Picture, time_ns: int
    ) -> tuple[int, ...]:
        """Tops where no die lay: dice that were moved, and new ones."""
        known = [die for die in self._dice if die.state == "there" or die in missing]
        near = 0.6 * self._field.edge_mm
        new = [
            spot
            for spot in hot
            if spot.found.heat >= MAYBE
            and math.hypot(spot.x, spot.y) <= self._field.radius_mm
            and not any(spot.far(die.placed.x, die.placed.y) < near for die in known)
            and not any(spot.far(x, y) < near / 2 for x, y in self._strangers)
        ]
        named = name(picture, self._field, new, self._faces) if new else []
        before, self._arrivals = self._arrivals, []
        newcomers: list[int] = []
        for top in named:
            again = next((a for a in before if _close(a.named.placed, top.placed, near / 2)), None)
            arrival = _Arrival(top, again.times + 1 if again else 1)
            if not self._settle_arrival(arrival, missing, seen, time_ns, newcomers):
                self._arrivals.append(arrival)
        return tuple(newcomers)

    def _settle_arrival(
        self, arrival: _Arrival, missing: list[Kept], seen: Picture, time_ns: int, newcomers: list[int]
    ) -> bool:
        """Whether it is known what an arrival is; it then is a die like the others, or nothing of ours."""
        top = arrival.named
        if arrival.times <= CONFIRMED:
            return False
        if top.face not in self._watched_faces or not top.sure:
            if self._still < _SETTLED or top.face in self._watched_faces:
                return False
            self._strangers.append((top.placed.x, top.placed.y))
            return True
        back = [d for d in self._dice if d.state == "gone" and _close(d.placed, top.placed, 2.0)]
        lost = [d for d in missing if d.state != "there"]
        if back:
            back[0].is_there(time_ns)
            return True
        if lost:
            die = min(lost, key=lambda d: (d.placed.face != top.face, _apart(d.placed, top.placed), d.number))
            if die.empties == 0 and self._still < CONFIRMED:
                return False  # its own place is covered: wait and see what is below
            die.lies_now(top.placed, picture=seen, field=self._field, time_ns=time_ns)
            die.moved = True
            return True
        if self._still < CONFIRMED:
            return False
        number = len(self._dice)
        self._dice.append(Kept.lying(number, top.placed, picture=seen, field=self._field, time_ns=time_ns))
        newcomers.append(number)
        return True

    def _judge_places(
        self, missing: Sequence[Kept], hot: Sequence[Spot], change: Change, time_ns: int
    ) -> Mask:
        """Says of each missing die's place whether it is empty; returns what covers the field apart from those."""
        dark = grown(change.foreign | change.shade, 1)
        if not missing:
            return dark
        around = union([die.near for die in missing], dark)
        for arrival in self._arrivals:
            p = arrival.named.placed
            around |= self._field.drawn(
                self._field.outline(p.x, p.y, math.radians(p.yaw_deg)), self._field.edge_mm / 2
            )
        few = self._field.pixels_mm2(30.0)
        covering = dark.copy()
        for die in missing:
            parts = touching(dark, die.whole)
            island = int((parts & ~around).sum()) <= few
            cold = all(
                spot.found.heat < MAYBE or spot.far(die.placed.x, die.placed.y) > 0.6 * self._field.edge_mm
                for spot in hot
            )
            die.place_is(empty=island and cold, time_ns=time_ns)
            if island:
                covering &= ~parts
        return covering

    def _settle(
        self,
        missing: Sequence[Kept],
        hot: Sequence[Spot],
        covering: Mask,
        picture: Picture,
        time_ns: int,
    ) -> Mask:
        """Nothing moves any more: what is not a hand is the light, or something that was put there."""
        if self._overseer is None:
            empty = self._empty if self._empty is not None else self._began_with
            self._overseer = Overseer(empty, self._view, self._cards)
        if self._overseer.covers(picture, self._view):
            return covering
        for die in missing:
            cold = all(
                spot.found.heat < FAINTEST or spot.far(die.placed.x, die.placed.y) > self._field.edge_mm
                for spot in hot
            )
            if cold:
                die.place_is(empty=True, time_ns=time_ns)
                die.empties = max(die.empties, CONFIRMED)
        return np.zeros_like(covering)

    def _let_go(self, missing: Sequence[Kept], covering: Mask, now: Traits, time_ns: int) -> None:
        """Of the missing dice, those that are surely gone; the others are hidden."""
        reach_mm = min(150.0, max(30.0, (time_ns - self._last_ns) * 1e-9 * _REACH_MM_S))
        reach = round(reach_mm / self._field.plane.mm / 2)
        enough = self._field.pixels_mm2(self._half_a_top())
        for die in missing:
            seed = die.near if die.hiding is None else die.hiding
            die.hiding = touching(covering, grown(seed, reach) if die.empties else grown(die.near, 2))
            may_be_below = int((die.hiding & self._field.inside).sum()) >= enough
            if die.empties >= CONFIRMED and not may_be_below and not self._arrivals:
                die.state = "gone"
                self._before[die.near] = now[die.near]

    def _remember(self, seen: Picture, now: Traits, time_ns: int) -> None:
        """Take a clear and quiet frame as what the next are compared with: daylight changes."""
        if self._still < _CALM_FRAMES:
            return
        self._before = now
        for die in self._dice:
            if die.state == "there":
                die.lies_now(die.placed, picture=seen, field=self._field, time_ns=time_ns)


def _close(a: Placed, b: Placed, mm: float) -> bool:
    return _apart(a, b) < mm


def _apart(a: Placed, b: Placed) -> float:
    return math.hypot(a.x - b.x, a.y - b.y)
