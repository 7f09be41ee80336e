"""What lights a table: a lamp or a window, the room, and what shiny things mirror. Colours are linear, BGR."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.training.arrays import Floats


@dataclass(frozen=True, eq=False)
class Light:
    """One lamp or window, the room, and what dice mirror."""

    direction: Floats
    """Towards the lamp, (3,), unit length."""
    lamp: Floats
    """Its colour, (3,)."""
    room: Floats
    """The room's colour, (3,)."""
    lobes: tuple[tuple[Floats, float, float], ...]
    """Bright places to be mirrored: direction, strength, width (rad)."""
    sky: Floats
    """Where most of the room's light comes from, (3,), at most unit length."""

    def on_table(self) -> Floats:
        """The light that falls on the table, (3,)."""
        return self.lamp * max(float(self.direction[2]), 0.1) + self.room

    def mirrored(self, reflected: Floats) -> Floats:
        """Strength of what a mirror would show along unit directions (N, 3)."""
        out = np.full(len(reflected), 0.12, np.float32)
        for direction, strength, width in self.lobes:
            out += strength * np.exp((reflected @ direction - 1) / (width * width))
        return out


def make_light(rng: np.random.Generator) -> Light:
    """A lamp or a window, the room's light, and one or two reflections."""
    up = rng.uniform(0.12, 0.98)
    turn = rng.uniform(0, 2 * np.pi)
    flat = np.sqrt(1 - up * up)
    direction = np.array([flat * np.cos(turn), flat * np.sin(turn), up], np.float32)
    warm = rng.uniform(-0.35, 0.35)
    tint = np.array([1 - warm, 1.0, 1 + warm], np.float32)  # BGR
    room_share = rng.uniform(0.15, 0.8)
    level = np.float32(rng.uniform(0.7, 1.2))
    lobes = [(direction, float(rng.uniform(2, 25) * (rng.random() < 0.8)), float(rng.uniform(0.06, 0.5)))]
    if rng.random() < 0.7:
        e, z = rng.uniform(0, 6.3), rng.uniform(0.15, 0.9)
        f = np.sqrt(1 - z * z)
        window = np.array([f * np.cos(e), f * np.sin(e), z], np.float32)
        lobes.append((window, float(rng.uniform(1, 25)), float(rng.uniform(0.1, 0.5))))
    warm2 = warm * rng.uniform(-0.5, 1)
    tint2 = np.array([1 - warm2, 1.0, 1 + warm2], np.float32)
    side, height = rng.uniform(0, 6.3), rng.uniform(0, 1)
    flat = np.sqrt(1 - height * height)
    sky = np.array([flat * np.cos(side), flat * np.sin(side), height], np.float32)
    sky = sky * np.float32(rng.uniform(0.5, 1))
    lamp, room = tint * level * np.float32(1 - room_share), tint2 * level * np.float32(room_share)
    return Light(direction, lamp, room, tuple(lobes), sky)
