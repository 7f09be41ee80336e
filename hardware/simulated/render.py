"""From a scene to the picture that the camera takes of it.

What rests is drawn once and kept; a picture costs what has changed since the last one, and what moves. The result
does not depend on which pictures were taken before.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import cv2
import numpy as np

from hardware.camera import Picture
from hardware.simulated.ground import Ground
from hardware.simulated.hands import Painter
from hardware.simulated.looks import Look
from hardware.simulated.optics import Floats, Optics
from hardware.simulated.pieces import Box, Cutout, Overlay, overlap, smeared
from hardware.simulated.scene import Card, Cup, Die, Hand, Knock, Light, Pile, Scene
from hardware.simulated.shadows import Shade, shade_of_cup, shade_of_die, shade_of_hand
from hardware.simulated.solids import Carver

EXPOSURE_S = 1 / 100
"""How long the shutter is open."""

_Thing = Die | Cup | Pile
_Drawn = tuple[Cutout | None, Shade | None]
_Setting = tuple[tuple[Card, ...], Light, Knock]


class Pyramids(Protocol):
    """Whoever can draw pyramids."""

    def drawn(self, pile: Pile, optics: Optics, light: Light) -> _Drawn:
        """A pile as it is seen, and its shadow; None for what is out of the picture."""
        ...


class Renderer:
    """Takes pictures of one size of a look's table; `pyramids` is needed where there are any."""

    def __init__(
        self, look: Look, ground: Ground, size: tuple[int, int], *, pyramids: Pyramids | None = None
    ) -> None:
        self._look, self._ground, self._size = look, ground, size
        self._pyramids = pyramids
        self._carver = Carver(look)
        self._painter: Painter | None = None
        self._grain = _Grain(look, size)
        self._setting: _Setting | None = None
        self._optics = look.optics.scaled(size)
        self._bare: Picture = np.zeros((1, 1, 3), np.uint8)
        self._laid: Picture = self._bare
        self._resting: dict[_Thing, _Drawn] = {}
        self._hands: dict[Hand, tuple[Overlay, Overlay | None] | None] = {}

    def take(self, scene: Scene, number: int) -> Picture:
        """The picture (H, W, 3) uint8 BGR of a scene; `number` decides its noise."""
        self._set_up(scene)
        things: list[Die | Pile] = [*scene.dice, *scene.piles]
        self._lay([*(thing for thing in things if thing.resting), *scene.cups], scene.light)
        moving = [thing for thing in things if not thing.resting]
        shown = self._laid
        if moving or scene.hands:
            shown = self._laid.copy()
            self._draw_moving(shown, moving, scene.hands, scene.light)
        return self._grain.on(shown, number)

    def _set_up(self, scene: Scene) -> None:
        """The bare table, anew if the light, the cards or the camera changed."""
        setting = (scene.cards, scene.light, scene.knock)
        if setting == self._setting:
            return
        self._setting = setting
        seen = self._ground.seen(scene.cards, scene.light, scene.knock)
        whole = self._ground.optics(scene.knock)
        self._optics = whole.scaled(self._size)
        if self._size != whole.size:
            seen = np.asarray(cv2.resize(seen, self._size, interpolation=cv2.INTER_AREA), np.uint8)
        self._bare = seen
        self._laid = seen.copy()
        self._resting = {}
        self._hands = {}

    def _lay(self, things: Sequence[_Thing], light: Light) -> None:
        """Bring the picture of what rests up to date, where it changed."""
        wanted = set(things)
        changed = [drawn for thing, drawn in self._resting.items() if thing not in wanted]
        kept = {thing: drawn for thing, drawn in self._resting.items() if thing in wanted}
        for thing in things:
            if thing not in kept:
                kept[thing] = self._drawn(thing, light)
                changed.append(kept[thing])
        if not changed:
            return
        self._resting = dict(sorted(kept.items(), key=lambda item: self._order(item[0])))
        for box in _merged([piece.box for drawn in changed for piece in drawn if piece is not None]):
            part = self._bare[box[1] : box[3], box[0] : box[2]].astype(np.float32)
            for _, shade in self._resting.values():
                if shade is not None:
                    shade.over(part, box)
            for cutout, _ in self._resting.values():
                if cutout is not None:
                    cutout.over(part, box)
            self._laid[box[1] : box[3], box[0] : box[2]] = part + 0.5

    def _drawn(self, thing: _Thing, light: Light) -> _Drawn:
        if isinstance(thing, Cup):
            return self._carver.cup(thing, self._optics, light), shade_of_cup(thing, self._optics, light)
        if isinstance(thing, Pile):
            assert self._pyramids is not None
            return self._pyramids.drawn(thing, self._optics, light)
        return (
            self._carver.die(thing, self._optics, light),
            shade_of_die(thing, self._look.edge, self._optics, light),
        )

    def _order(self, thing: _Thing) -> tuple[float, int]:
        """The farthest first."""
        eye = self._optics.eye
        number = thing.body.number if isinstance(thing, Die) else -1
        x, y, _ = _place(thing)
        return -float(np.hypot(x - eye[0], y - eye[1])), number

    def _draw_moving(
        self, shown: Picture, moving: Sequence[Die | Pile], hands: Sequence[Hand], light: Light
    ) -> None:
        drawn = [pair for hand in hands if (pair := self._hand(hand, light)) is not None]
        things = [(thing, *self._drawn(thing, light)) for thing in sorted(moving, key=self._order)]
        for _, _, shade in things:
            if shade is not None:
                _onto(shown, shade)
        for _, under in drawn:
            if under is not None:
                under.onto(shown)
        for thing, cutout, _ in things:
            if cutout is not None:
                self._moved(cutout, thing).onto(shown)
        for over, _ in drawn:
            over.onto(shown)

    def _hand(self, hand: Hand, light: Light) -> tuple[Overlay, Overlay | None] | None:
        """A hand and its shadow; kept as long as it stays where it is."""
        if hand not in self._hands:
            if len(self._hands) > 8:
                self._hands.clear()
            self._painter = self._painter or Painter(self._look, self._size)
            made = self._painter.hand(hand, self._optics, light, EXPOSURE_S)
            self._hands[hand] = (
                (made[0], shade_of_hand(made[1], self._optics, light)) if made is not None else None
            )
        return self._hands[hand]

    def _moved(self, cutout: Cutout, thing: Die | Pile) -> Overlay:
        """What is on its way, blurred."""
        at = np.array([_place(thing), _place(thing)])
        at[1, :2] += np.asarray(thing.speed) * EXPOSURE_S
        px = self._optics.project(at)
        shift = px[1] - px[0]
        by = int(np.abs(shift).max())
        x0, y0, x1, y1 = cutout.box
        tones = np.pad(cutout.tones, ((by, by), (by, by), (0, 0))).astype(np.uint8)
        cover = np.pad(cutout.cover.mean(axis=2) * 255, by).astype(np.uint8)
        return Overlay.of((x0 - by, y0 - by, x1 + by, y1 + by), smeared(tones, shift), smeared(cover, shift))


def _place(thing: _Thing) -> tuple[float, float, float]:
    """Where a thing is, mm."""
    if isinstance(thing, Cup):
        return thing.x, thing.y, 0.0
    lowest = thing.pieces[0] if isinstance(thing, Pile) else thing
    return lowest.x, lowest.y, lowest.z


class _Grain:
    """The sensor's noise: two sheets of it, another piece of them for every picture."""

    _SPARE = 64

    def __init__(self, look: Look, size: tuple[int, int]) -> None:
        rng = np.random.default_rng([look.seed, 4])
        shape = (size[1] + self._SPARE, size[0] + self._SPARE, 3)
        grain = np.round(rng.standard_normal(shape, np.float32) * np.float32(look.grain))
        self._more = np.clip(grain, 0, 255).astype(np.uint8)
        self._less = np.clip(-grain, 0, 255).astype(np.uint8)
        self._seed = look.seed

    def on(self, picture: Picture, number: int) -> Picture:
        """A new picture with noise."""
        h, w = picture.shape[:2]
        a = (number * 2654435761 + self._seed) & 0xFFFFFFFF
        x, y, u, v = (int(a >> shift) % self._SPARE for shift in (3, 9, 15, 21))
        out = cv2.add(picture, self._more[y : y + h, x : x + w])
        return np.asarray(cv2.subtract(out, self._less[v : v + h, u : u + w], dst=out), np.uint8)


def _onto(shown: Picture, piece: Cutout | Shade) -> None:
    """Draw a piece into a picture of bytes."""
    height, width = shown.shape[:2]
    x0, y0, x1, y1 = piece.box
    box = (max(x0, 0), max(y0, 0), min(x1, width), min(y1, height))
    mine, _ = overlap(piece.box, box)
    if mine is None:
        return
    part = shown[box[1] : box[3], box[0] : box[2]]
    tones: Floats = part.astype(np.float32)
    piece.over(tones, box)
    part[:] = tones + np.float32(0.5)


def _merged(boxes: Sequence[Box]) -> list[Box]:
    """Boxes that overlap made one, until none do."""
    out: list[Box] = []
    for box in boxes:
        new = box
        while True:
            hits = [b for b in out if overlap(b, new)[0] is not None]
            if not hits:
                break
            out = [b for b in out if b not in hits]
            all_ = [*hits, new]
            new = (
                min(b[0] for b in all_),
                min(b[1] for b in all_),
                max(b[2] for b in all_),
                max(b[3] for b in all_),
            )
        out.append(new)
    return out
