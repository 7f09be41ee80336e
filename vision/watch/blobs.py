"""What covers the campsite: connected changes, apart from those that dice explain."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.watch.field import Mask


@dataclass(frozen=True, eq=False)
class Blobs:
    """The connected parts of a mask: `labels` (H, W) int32, 0 where there is none; `explained[k]` of part k."""

    labels: npt.NDArray[np.int32]
    explained: npt.NDArray[np.bool_]

    @classmethod
    def of(cls, mask: Mask, *, zones: Mask, crumbs: float) -> Blobs:
        """The parts of `mask`; those of which no more than `crumbs` pixels lie outside of `zones` are explained.

        A hand reaches in from beyond the campsite, so it never lies within the surroundings of a die or two.
        """
        count, labels = cv2.connectedComponents(mask.astype(np.uint8), connectivity=8)
        numbers: npt.NDArray[np.int32] = np.asarray(labels, np.int32)
        outside = np.bincount(numbers[~zones], minlength=count)
        explained = outside <= crumbs
        explained[0] = True
        return cls(numbers, np.asarray(explained, np.bool_))

    @property
    def covering(self) -> Mask:
        """All parts that nothing explains."""
        return np.asarray(~self.explained[self.labels])

    def near(self, zone: Mask) -> Mask:
        """The covering parts that share a pixel with `zone`, as a whole."""
        wanted = np.zeros_like(self.explained)
        wanted[np.unique(self.labels[zone])] = True
        return np.asarray((wanted & ~self.explained)[self.labels])

    def clear(self, zone: Mask) -> bool:
        """Whether nothing covering lies in `zone`."""
        return bool(self.explained[self.labels[zone]].all())

    def at(self, place: tuple[int, int]) -> bool:
        """Whether something covering is at a pixel (row, column)."""
        return not bool(self.explained[self.labels[place]])

    def larger_than(self, pixels: float) -> Blobs:
        """The same, with parts no larger than that taken as explained."""
        small = np.bincount(self.labels.reshape(-1), minlength=len(self.explained)) <= pixels
        return Blobs(self.labels, self.explained | small)

    def without(self) -> Blobs:
        """The same with everything explained, as by a change of the light."""
        return Blobs(self.labels, np.ones_like(self.explained))
