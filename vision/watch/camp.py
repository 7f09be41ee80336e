"""The campsite watched through a round on the small stream: which dice are there, gone, or out of sight in each frame.

Knows nothing of games. A die is *there* when its top's pixels are as they were, or the finder sees a top in its place,
and no hand is at it. It is *gone* when its place is in clear view and empty, it has turned up nowhere else in the
campsite, and nothing is left over the campsite that covered it and might still have it below. Everything else is
*hidden*: that is never a reason to count it as gone. The frame that first showed the place empty is remembered, so that
a late certainty tells an early time.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np

from vision.cover import Overseer
from vision.faces import TaughtFaces
from vision.finder import FAINTEST, MAYBE, SURE
from vision.lens import Card, View
from vision.pictures import Picture, StoredPicture
from vision.watch.arrivals import Arrivals
from vision.watch.blobs import Blobs
from vision.watch.cards import CardCheck
from vision.watch.dice import CONFIRMED, Kept
from vision.watch.field import Change, Field, Mask, Traits, compared, grown, shrunk
from vision.watch.gate import Gate
from vision.watch.look import Look, Placed, Trouble
from vision.watch.search import Shown, Spot
from vision.watch.tops import SAME

IN_PLACE = 0.3
"""A top this near to a die's place, in edges, is that die."""

_SETTLED = 4
"""Frames without any change after which what is still not clear is looked at once more, by other means."""
_CALM = 10
"""Frames without any change after which a clear field becomes what the next ones are compared with."""
_CARDS_EVERY_NS = 2_000_000_000
_HAND_MM2 = 150.0
"""What is foreign and larger than this may be a finger."""
_MOST_OF_A_TOP = 0.75
"""What covers a die's top to less than this share of its edge leaves enough of it to be found."""
_CRUMBS_MM2 = 30.0
_PUSHED_MM, _ROLLED_MM = 150.0, 55.0
"""How far from its place a die that was knocked about may lie."""
_DRIFT_MM = 25.0
"""An arm moves on, but part of where it was or this near to it it still is: it reaches in from beyond the picture."""
_REACH_MM_S = 2500.0
"""Hands are not faster; what is farther from a die than they get between two frames does not have it."""


class CampWatch:
    """Watches the campsite of `radius_mm` from one view.

    `watched_faces` are those of the dice that are watched; dice with others are passed over. `empty` is the empty
    table from this view, if known. A die that was in the campsite is still there when it is found up to `border_mm`
    outside of it.
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
        empty: Picture | StoredPicture | None = None,
    ) -> None:
        self._field = Field(view, radius_mm=radius_mm, edge_mm=edge_mm)
        self._faces, self._watched_faces = faces, frozenset(watched_faces)
        self._border_mm = border_mm
        self._view, self._cards, self._marker = view, tuple(cards), marker_mm
        self._overseer = None if empty is None else Overseer(empty, view, self._cards)
        self._dice: list[Kept] = []

    def begin(self, picture: Picture, dice: Iterable[Placed], *, time_ns: int) -> None:
        """Start with a picture (H, W, 3) of the stream in which nothing moves and these dice lie in the campsite."""
        shown = Shown(picture, self._field, self._faces)
        self._gate = Gate(self._field.window())
        self._gate.stirs(picture)
        self._check = CardCheck(self._view, self._cards, self._marker, picture)
        self._checked_ns = self._last_ns = time_ns
        self._before = shown.traits()
        self._dice = [
            Kept.lying(k, placed, picture=shown.field, field=self._field, time_ns=time_ns)
            for k, placed in enumerate(dice)
        ]
        self._arrivals = Arrivals(
            field=self._field,
            watched_faces=self._watched_faces,
            border_mm=self._border_mm,
            strangers=[(s.x, s.y) for s in shown.spots() if self._at(s, self._dice) is None],
        )
        self._stale: list[Mask] = []
        self._outside: list[Mask] = []
        self._still, self._clear = 0, True
        self._over = self._overseer or Overseer(picture, self._view, self._cards)

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
                    die.is_there(time_ns, touched=die.touched)
        self._last_ns = time_ns
        seen = tuple(die.watched() for die in self._dice)
        return Look(time_ns, seen, self._clear, moving, newcomers, trouble)

    def _open(self) -> list[Kept]:
        return [die for die in self._dice if die.state != "gone"]

    def _unsettled(self) -> bool:
        """Whether a frame in which nothing changed is worth a look all the same."""
        open_ = not self._clear or self._stale or self._arrivals.waiting
        return bool(open_ and self._still <= _SETTLED) or self._still == _CALM

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
        shown = Shown(picture, self._field, self._faces)
        now = shown.traits()
        change = compared(now, self._before)
        missing = [die for die in self._open() if not self._recognised(die, shown)]
        hands, covering = self._blobs(change, missing)
        known = [die for die in self._open() if die not in missing]
        busy = missing or self._arrivals.waiting or not covering.clear(self._field.inside)
        hot = shown.spots() if busy else []
        self._outside = self._put_down_outside(hot, change)
        found = self._find_in_place(missing, hot, shown, time_ns)
        missing = [die for die in missing if die not in found]
        arrived, newcomers = self._meet(missing, hot, hands, shown, time_ns)
        missing = [die for die in missing if die not in arrived]
        for die in [*known, *found]:
            touched = not hands.clear(die.grip)
            if not touched or (die in known and die.pixels.unmoved(shown.relief)):
                die.is_there(time_ns, touched=touched)
            else:
                die.state = "hidden"
        for die in missing:
            empty = covering.clear(die.whole) and self._cold(die, hot, FAINTEST, 0.6)
            die.place_is(empty=empty, time_ns=time_ns)
        if self._still >= _SETTLED and not covering.clear(self._field.inside) and not self._covered(picture):
            covering = covering.without()
            self._settle([*known, *found], missing, hot, time_ns)
        self._let_go(missing, covering, time_ns)
        self._renew(covering, shown, now, time_ns)
        return newcomers

    def _blobs(self, change: Change, missing: Sequence[Kept]) -> tuple[Blobs, Blobs]:
        """Hands that may hold a die, and all that covers the campsite, shadows too."""
        zones = np.zeros_like(change.foreign)
        for zone in [*(die.near for die in missing), *self._stale, *self._outside, *self._arrivals.zones()]:
            zones |= zone
        crumbs = self._field.pixels_mm2(_CRUMBS_MM2)
        hands = Blobs.of(grown(change.foreign | change.shade, 1), zones=zones, crumbs=crumbs)
        covering = Blobs.of(grown(change.foreign | change.shade, 1), zones=zones, crumbs=crumbs)
        return hands.larger_than(self._field.pixels_mm2(_HAND_MM2)), covering

    def _recognised(self, die: Kept, shown: Shown) -> bool:
        """Whether a die's top looks as it did, or lies exactly where it lay as far as it can be seen."""
        return die.pixels.likeness(shown.field, shown.relief) >= SAME or die.pixels.unmoved(shown.relief)

    def _put_down_outside(self, hot: Sequence[Spot], change: Change) -> list[Mask]:
        """The surroundings of dice that lie beside the campsite since lately: they hide nothing in it."""
        return [
            self._field.drawn(self._field.outline(spot.x, spot.y, spot.found.turn), self._field.edge_mm)
            for spot in hot
            if spot.found.heat >= SURE
            and math.hypot(spot.x, spot.y) > self._field.radius_mm
            and change.foreign[self._field.halved(spot.x, spot.y)]
        ]

    def _at(self, spot: Spot, dice: Sequence[Kept]) -> Kept | None:
        """The die in whose place a spot is, if any."""
        reach = IN_PLACE * self._field.edge_mm
        near = [die for die in dice if spot.far(die.placed.x, die.placed.y) < reach]
        return min(near, key=lambda die: spot.far(die.placed.x, die.placed.y), default=None)

    def _cold(self, die: Kept, hot: Sequence[Spot], heat: float, edges: float) -> bool:
        """Whether there is no top in a die's place."""
        reach = edges * self._field.edge_mm
        return all(s.found.heat < heat or s.far(die.placed.x, die.placed.y) > reach for s in hot)

    def _find_in_place(
        self, missing: Sequence[Kept], hot: Sequence[Spot], shown: Shown, time_ns: int
    ) -> list[Kept]:
        """Dice whose pixels changed and which the finder sees in their places all the same."""
        there = [
            (spot, die)
            for spot in hot
            if spot.found.heat >= MAYBE and (die := self._at(spot, missing)) is not None
        ]
        named = shown.name([spot for spot, _ in there])
        found: list[Kept] = []
        for (_, die), top in zip(there, named, strict=True):
            if die in found or top.face not in self._watched_faces:
                continue
            if top.face == die.placed.face:
                found.append(die)
            elif top.sure and self._still >= CONFIRMED:
                found.append(die)
                self._stale.append(die.near)
                die.lies_now(top.placed, picture=shown.field, field=self._field, time_ns=time_ns)
        return found

    def _meet(
        self, missing: Sequence[Kept], hot: Sequence[Spot], hands: Blobs, shown: Shown, time_ns: int
    ) -> tuple[list[Kept], tuple[int, ...]]:
        """Dice that were moved and are found again; and numbers of dice that were not known before."""
        again: list[Kept] = []
        newcomers: list[int] = []
        for placed in self._arrivals.meet(hot, shown, known=self._open(), hands=hands, still=self._still):
            back = [d for d in self._dice if d.state == "gone" and d.apart(placed) < 2.0]
            lost = [d for d in missing if d not in again and self._may_have_moved(d, placed)]
            if back:
                die = back[0]
                die.is_there(time_ns)
            elif lost:
                die = min(lost, key=lambda d: (d.placed.face != placed.face, d.apart(placed), d.number))
                if die.empties == 0 and self._still < CONFIRMED:
                    continue  # its own place is covered: wait and see what is below
                self._stale.append(die.near)
                die.lies_now(placed, picture=shown.field, field=self._field, time_ns=time_ns)
                die.moved = True
                again.append(die)
            elif self._still < CONFIRMED or math.hypot(placed.x, placed.y) > self._field.radius_mm:
                continue
            else:
                number = len(self._dice)
                die = Kept.lying(number, placed, picture=shown.field, field=self._field, time_ns=time_ns)
                self._dice.append(die)
                newcomers.append(number)
            self._stale.append(die.near)
            self._arrivals.settled(placed)
        return again, tuple(newcomers)

    def _may_have_moved(self, die: Kept, placed: Placed) -> bool:
        """Whether a die out of sight may be the one that lies there now; one that was turned over rolls less far."""
        reach_mm = _PUSHED_MM if die.placed.face == placed.face else _ROLLED_MM
        return die.apart(placed) <= reach_mm

    def _covered(self, picture: Picture) -> bool:
        """Whether a hand or an arm is over the table, by the looks of it alone."""
        return bool(self._over.covers(picture, self._view))

    def _settle(
        self, seen: Sequence[Kept], missing: Sequence[Kept], hot: Sequence[Spot], time_ns: int
    ) -> None:
        """Nothing moves and nobody reaches over the table: what changed is the light, or something put there."""
        for die in seen:
            die.is_there(time_ns)
        for die in missing:
            if self._cold(die, hot, FAINTEST, 1.0):
                die.place_is(empty=True, time_ns=time_ns)
                die.empties = max(die.empties, CONFIRMED)

    def _let_go(self, missing: Sequence[Kept], covering: Blobs, time_ns: int) -> None:
        """Of the missing dice, those that are surely gone; the others are hidden."""
        reach_mm = min(150.0, max(30.0, (time_ns - self._last_ns) * 1e-9 * _REACH_MM_S))
        for die in missing:
            die.state = "hidden"
            if not die.empties:  # under what is over its place now
                seed = grown(die.near, 2)
            elif die.hiding is None:  # nobody saw it taken
                seed = grown(die.near, round(reach_mm / self._field.halved_mm))
            else:  # under what covered it before, which has moved on
                seed = grown(die.hiding, round(_DRIFT_MM / self._field.halved_mm))
            die.hiding = covering.near(seed)
            below = self._blocks(die.hiding)
            if die.empties >= CONFIRMED and not below and not self._arrivals.waiting:
                die.state = "gone"
                die.hiding = None
                self._stale.append(die.near)

    def _blocks(self, mask: Mask) -> bool:
        """Whether a die can lie in the campsite with most of its top below `mask`."""
        half = round(_MOST_OF_A_TOP / 2 * self._field.edge_mm / self._field.halved_mm)
        return bool((shrunk(mask, half) & self._field.inside).any())

    def _renew(self, covering: Blobs, shown: Shown, now: Traits, time_ns: int) -> None:
        """Bring up to date what the next frames are compared with."""
        kept: list[Mask] = []
        for zone in self._stale:
            if covering.clear(zone):
                self._before = self._before.renewed(zone, now)
            else:
                kept.append(zone)
        self._stale = kept[-2 * len(self._dice) :]
        hidden = any(die.state == "hidden" for die in self._dice)
        self._clear = not hidden and not self._blocks(covering.covering)
        if self._clear and self._still >= _SETTLED and not self._arrivals.waiting:
            self._before, self._stale = now, []
            for die in self._dice:
                if die.state == "there":
                    die.lies_now(die.placed, picture=shown.field, field=self._field, time_ns=time_ns)
