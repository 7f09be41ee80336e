"""A simulated campsite for watching: dice, and a hand that goes where it is told, frame by frame."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from calibration.building import build_profile
from calibration.profile import Profile
from hardware.camera import WATCHING
from hardware.simulated.ground import Ground
from hardware.simulated.looks import Look, make_look
from hardware.simulated.photoset import lying, make_body, write_photo_set
from hardware.simulated.render import Renderer
from hardware.simulated.scene import Die, Hand, Knock, Light, Scene
from vision.lens import View
from vision.pictures import Picture
from vision.watch.camp import CampWatch
from vision.watch.look import Look as Seen
from vision.watch.look import Placed

FRAME_NS = 66_666_667
LOOK_SEED = 4

Place = tuple[float, float, float]


@cache
def ground() -> Ground:
    """The table top, which takes a while to make."""
    return Ground(make_look(LOOK_SEED))


@cache
def profile() -> Profile:
    """The table of `make_look(LOOK_SEED)`, as calibrated and taught by pictures of it."""
    with TemporaryDirectory() as folder:
        photos = Path(folder) / "set"
        write_photo_set(photos, make_look(LOOK_SEED), (200.0, 340.0))
        return build_profile(photos).profile


@dataclass
class Camp:
    """A campsite under a camera. `dice` by name; the hand's fingers are where `hand` says, None if it is away."""

    dice: dict[str, Die] = field(default_factory=dict)
    hand: Place | None = None
    heading: float = math.radians(160)
    light: Light | None = None
    knock: Knock = field(default_factory=Knock)
    number: int = 0

    def __post_init__(self) -> None:
        self.look: Look = make_look(LOOK_SEED)
        self._renderer = Renderer(self.look, ground(), WATCHING)
        self._bodies = np.random.default_rng(3)

    def lay(self, name: str, face: str, x: float, y: float, yaw: float = 0.3) -> None:
        """Lay a die down."""
        kind = "camp" if face in {"bear", "tent"} else "player"
        self.dice[name] = lying(make_body(len(self.dice), kind, self._bodies), face, x, y, yaw)

    def move(self, name: str, dx: float, dy: float, turn: float = 0.0) -> None:
        """Push a die."""
        die = self.dice[name]
        self.dice[name] = replace(die, x=die.x + dx, y=die.y + dy, yaw=die.yaw + turn)

    def roll(self, name: str, face: str) -> None:
        """Turn a die so that it shows another face."""
        die = self.dice[name]
        self.dice[name] = replace(die, up=die.body.faces.index(face))

    def picture(self) -> Picture:
        """The next frame."""
        self.number += 1
        hands: tuple[Hand, ...] = ()
        if self.hand is not None:
            x, y, z = self.hand
            hands = (Hand(0, x, y, z, self.heading, open=4.0),)
        scene = Scene(
            tuple(self.dice.values()),
            hands,
            self.look.cards,
            self.light or self.look.light,
            knock=self.knock,
        )
        return self._renderer.take(scene, self.number)

    def reaches(self, *places: Place) -> Iterator[None]:
        """The hand at these places, a frame each."""
        for place in places:
            self.hand = place
            yield


class Watching:
    """A watch over a camp, and what it saw so far."""

    def __init__(self, camp: Camp) -> None:
        self.camp = camp
        known = profile()
        assert known.view is not None
        assert known.marker_mm is not None
        assert known.edge_mm is not None
        lens = known.view.lens.scaled(*WATCHING)
        self.watch = CampWatch(
            view=View(lens, known.view.pose),
            cards=known.cards,
            marker_mm=known.marker_mm,
            edge_mm=known.edge_mm,
            radius_mm=110.0,
            faces=known.faces,
            watched_faces=("bear", "tent"),
        )
        self.names = list(camp.dice)
        dice = [Placed(d.face, d.x, d.y, math.degrees(d.yaw)) for d in camp.dice.values()]
        self.now_ns = 0
        self.watch.begin(camp.picture(), dice, time_ns=0)
        self.seen: list[Seen] = []

    def look(self, frames: int = 1) -> Seen:
        """The next frames."""
        for _ in range(frames):
            self.now_ns += FRAME_NS
            self.seen.append(self.watch.look(self.camp.picture(), time_ns=self.now_ns))
        return self.seen[-1]

    def reach(self, *places: Place | None) -> Seen:
        """The hand goes through these places, a frame each."""
        for place in places:
            self.camp.hand = place
            self.look()
        return self.seen[-1]

    def states(self, seen: Seen | None = None) -> dict[str, str]:
        """Each die's state in a look, the last one if none is given."""
        look = seen or self.seen[-1]
        return {name: look.dice[k].state for k, name in enumerate(self.names)}


def over(x: float, y: float, z: float = 0.0) -> Place:
    """A place for a hand, mm."""
    return (x, y, z)


def way(start: Place, end: Place, frames: int) -> Sequence[Place]:
    """A straight way from one place to another, both included."""
    shares = np.linspace(0, 1, frames)
    return [tuple(float(a + (b - a) * s) for a, b in zip(start, end, strict=True)) for s in shares]  # type: ignore[misc]
