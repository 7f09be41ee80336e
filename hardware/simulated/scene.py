"""What there is to be seen at one moment: dice, pyramids, hands, cards, light, and where the camera stands.

Plain values; whoever moves things makes new ones. mm in the table frame, angles in radians.
"""

from __future__ import annotations

from dataclasses import dataclass

SIDES = ("+x", "-x", "+y", "-y", "+z", "-z")
"""The order of a die's faces, in the frame of its body."""


@dataclass(frozen=True)
class Body:
    """A die as a thing: which of the kinds it is, and what is printed on its six sides, in the order of `SIDES`."""

    number: int
    kind: str
    """"camp", "player" or "pips"."""
    faces: tuple[str, ...]
    turns: tuple[int, ...]
    """Quarter turns of each print."""


@dataclass(frozen=True)
class Die:
    """A die at one moment: which side is up, and where it is."""

    body: Body
    up: int
    """Index into `SIDES`."""
    x: float
    y: float
    yaw: float
    z: float = 0.0
    """How high its foot is above the table."""
    tilt: float = 0.0
    """Turned by this about a horizontal axis, towards `lean`; 0 as it lies."""
    lean: float = 0.0
    resting: bool = True
    """Whether nothing touches it; what moves is drawn anew in every picture."""
    speed: tuple[float, float] = (0.0, 0.0)
    """mm/s, for the blur of motion."""

    @property
    def face(self) -> str:
        """What is on top."""
        return self.body.faces[self.up]


@dataclass(frozen=True)
class Hand:
    """A hand and its arm. `x`, `y`, `z`: the place between the tips of thumb and forefinger."""

    person: int
    x: float
    y: float
    z: float
    heading: float
    """Where the arm points, counter-clockwise from +x."""
    open: float = 10.0
    """How far thumb and forefinger are from what they would grip, mm."""
    curl: float = 1.0
    """1: fingers bent to grip; 0: laid flat."""
    left: bool = False
    bend: float = 0.0
    """Turn of the hand against the arm."""
    speed: tuple[float, float] = (0.0, 0.0)
    """mm/s."""


@dataclass(frozen=True)
class Card:
    """A corner card: its centre and its turn."""

    id: int
    x: float
    y: float
    yaw: float


@dataclass(frozen=True)
class Cup:
    """A cup that stands on the table."""

    x: float
    y: float
    radius: float = 38.0
    height: float = 85.0


@dataclass(frozen=True)
class Pyramid:
    """A pyramid at one moment: its colour's name, its size (1 to 3) and where the middle of its base is."""

    colour: str
    size: int
    x: float
    y: float
    yaw: float
    z: float = 0.0
    tilt: float = 0.0
    """Turned by this about a horizontal axis, towards `lean`; 0 as it stands."""
    lean: float = 0.0


@dataclass(frozen=True)
class Pile:
    """Pyramids that stand together, bottom to top, or hang from one hand."""

    pieces: tuple[Pyramid, ...]
    resting: bool = True
    """Whether nothing touches it; what moves is drawn anew in every picture."""
    speed: tuple[float, float] = (0.0, 0.0)
    """mm/s, for the blur of motion."""


@dataclass(frozen=True)
class Light:
    """A lamp or a window, and the room. Colours are linear, blue green red, 1 being a well lit white."""

    direction: tuple[float, float, float]
    """Towards the lamp, unit length."""
    lamp: tuple[float, float, float]
    room: tuple[float, float, float]
    soft: float = 1.5
    """How blurred shadows are, mm for each 10 mm of height."""
    glare: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """What the table top mirrors: strength, and the place of its middle, mm."""


@dataclass(frozen=True)
class Knock:
    """How the camera was turned (rad) and shifted (mm) since it was set up, in its own frame."""

    turn: tuple[float, float, float] = (0.0, 0.0, 0.0)
    shift: tuple[float, float, float] = (0.0, 0.0, 0.0)


@dataclass(frozen=True)
class Scene:
    """All that is to be seen at one moment."""

    dice: tuple[Die, ...]
    hands: tuple[Hand, ...]
    cards: tuple[Card, ...]
    light: Light
    cups: tuple[Cup, ...] = ()
    knock: Knock = Knock()
    piles: tuple[Pile, ...] = ()
