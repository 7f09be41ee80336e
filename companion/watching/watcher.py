"""The campsite watched frame by frame: pictures of the watching stream into glimpses for the referee."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Final

import cv2
import numpy as np

from calibration.profile import Profile
from companion.errors import BadInput
from companion.eyes import reader_of_table
from companion.games.bears.dice import CAMP_FACES, is_camp_face
from companion.referee import CampDie, Glimpse, Sight
from companion.sheet.assessment import Die
from vision.cards import fix_view
from vision.lens import View
from vision.pictures import Picture
from vision.watch.camp import CampWatch
from vision.watch.look import Look, Placed, Watched

WATCHED_BORDER_MM: Final = 2.2
"""A die this far outside the campsite's edge may still lie in it: the stream's pictures are half as wide as a still."""

_HARDLY_THERE: Final = 0.5
"""Confidence below which a die that is not surely read is more likely none, such as the side of another."""


class Watcher:
    """Watches the campsite of one table; made once from the profile, begun anew for each round.

    Raises BadInput for a profile without a table.
    """

    def __init__(self, profile: Profile) -> None:
        reader = reader_of_table(profile)
        if reader is None or profile.view is None or profile.marker_mm is None or profile.edge_mm is None:
            raise BadInput("this profile knows no table; build one with corner cards to watch a campsite")
        self._profile = profile
        self._view, self._marker_mm, self._edge_mm = profile.view, profile.marker_mm, profile.edge_mm
        self._reader = reader
        self._watch: CampWatch | None = None

    def begin(
        self, picture: Picture, *, time_ns: int, dice: Iterable[Die] | None = None
    ) -> tuple[CampDie, ...]:
        """Start a round with a settled picture of the watching stream: the Camp Dice in the campsite.

        `dice` are those of a better picture, if there was one and nothing moved since; else they are read from this.
        Raises VisionError where the picture is not of this table or no cards are seen.
        """
        if dice is None:
            seen = self._reader.read(picture)
            lying = [
                Placed(d.face, d.x, d.y, d.yaw_deg)
                for d in seen.dice
                if d.sure or d.confidence >= _HARDLY_THERE
            ]
            view = seen.view
        else:
            lying = [Placed(d.face, d.x, d.y, d.yaw_deg) for d in dice if d.counts]
            view = None
        camp = [
            placed
            for placed in lying
            if is_camp_face(placed.face) and math.hypot(placed.x, placed.y) <= self._profile.campsite_mm
        ]
        self._watch = self._watching_from(view or self._view_of(picture))
        self._watch.begin(picture, camp, time_ns=time_ns)
        return tuple(_camp_die(number, placed) for number, placed in enumerate(camp))

    def watch(self, picture: Picture, *, time_ns: int, exposure_ns: int = 0) -> Glimpse:
        """What the next frame shows of the dice; `begin` must have been called."""
        if self._watch is None:
            raise RuntimeError("nothing is watched before begin")
        look = self._watch.look(picture, time_ns=time_ns)
        return _glimpse(look, exposure_ns)

    def _view_of(self, picture: Picture) -> View:
        grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
        return fix_view(grey, reference=self._view, cards=self._profile.cards, marker_mm=self._marker_mm).view

    def _watching_from(self, view: View) -> CampWatch:
        profile = self._profile
        stands = view.pose is self._view.pose
        return CampWatch(
            view=view,
            cards=profile.cards,
            marker_mm=self._marker_mm,
            edge_mm=self._edge_mm,
            radius_mm=profile.campsite_mm,
            border_mm=WATCHED_BORDER_MM,
            faces=profile.faces,
            watched_faces=CAMP_FACES,
            empty=profile.background if stands else None,
        )


def _glimpse(look: Look, exposure_ns: int) -> Glimpse:
    return Glimpse(
        time_ns=look.time_ns,
        sights=tuple(_sight(die) for die in look.dice if die.number not in look.newcomers),
        clear=look.clear,
        moving=look.moving,
        newcomers=tuple(
            _camp_die(die.number, die.placed) for die in look.dice if die.number in look.newcomers
        ),
        trouble=look.trouble,
        exposure_ns=exposure_ns,
    )


def _sight(die: Watched) -> Sight:
    placed = die.placed
    assert is_camp_face(placed.face)
    return Sight(die.number, die.state, placed.face, placed.x, placed.y, die.moved, die.since_ns, die.seen_ns)


def _camp_die(number: int, placed: Placed) -> CampDie:
    assert is_camp_face(placed.face)
    return CampDie(number, placed.face, placed.x, placed.y)
