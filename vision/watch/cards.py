"""Whether the camera and the cards are still where they were when the round began."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.cards import find_cards
from vision.lens import Card, View
from vision.markers import fit_markers
from vision.pictures import Picture
from vision.sightings import WHOLE
from vision.watch.look import Trouble

STANDS_PX = 1.2
"""A card this near to its place has not moved; the watching stream shows a millimetre as about one pixel."""

_TWICE = 2
"""Only what two checks in a row say is believed: a sleeve over a card may look like another card once."""


class CardCheck:
    """Looks at the corner cards now and then; two standing cards are proof enough that the camera stands.

    Cards that lie elsewhere in the picture that it begins with are expected there from then on: people know of them.
    """

    def __init__(self, view: View, cards: Sequence[Card], marker_mm: float, begun_with: Picture) -> None:
        self._lens = view.lens
        self._expected = {card.id: view.project(card.corners(marker_mm)) for card in cards}
        grey = np.asarray(cv2.cvtColor(begun_with, cv2.COLOR_BGR2GRAY), np.uint8)
        for number, quad in find_cards(grey, lens=self._lens).items():
            if number in self._expected and _off(quad, self._expected[number]) > 2 * STANDS_PX:
                self._expected[number] = quad
        self._suspicion: Trouble = ""
        self._times = 0

    def __call__(self, picture: Picture) -> Trouble:
        """What is wrong, if two checks in a row agree on it."""
        found = self._looked(picture)
        self._times = self._times + 1 if found and found == self._suspicion else 1
        self._suspicion = found
        return found if found and self._times >= _TWICE else ""

    @property
    def suspicious(self) -> bool:
        """Whether the last check found something that another has to confirm."""
        return bool(self._suspicion)

    def _looked(self, picture: Picture) -> Trouble:
        grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
        fitted = fit_markers(grey, self._expected, lens=self._lens, close=True)
        standing = {
            i
            for i, marker in fitted.items()
            if marker.seen >= WHOLE and _off(marker.corners, self._expected[i]) < STANDS_PX
        }
        if len(standing) == len(self._expected):
            return ""
        seen = find_cards(grey, lens=self._lens)
        moved = [i for i, quad in seen.items() if _off(quad, self._expected[i]) > 2 * STANDS_PX]
        if len(standing) >= 2:
            return "cards moved" if moved else ""
        if len(moved) >= 2:
            return "camera moved"
        return "" if standing else "no cards"


def _off(corners: np.ndarray, expected: np.ndarray) -> float:
    return float(np.sqrt(np.mean(np.sum((corners - expected) ** 2, axis=1))))
