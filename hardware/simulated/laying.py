"""A table that is laid as a match left it: for a device that is switched on in the middle of one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from hardware.simulated.players import PARTNERS
from hardware.simulated.scene import Die
from hardware.simulated.spots import Spot, areas, beside, free_spot, scattered, strewn

if TYPE_CHECKING:
    from hardware.simulated.world import World

FACES = ("bear", "tent")


def lay(world: World, *, left: tuple[int, int], taken: tuple[int, int]) -> None:
    """Lay bears and tents: some are left in the campsite, the others were taken and lie in pairs before people."""
    top = world.top
    rng = np.random.default_rng([world.seed, 26])
    numbers = iter(top.camp_numbers())
    top.lying.clear()
    spots = iter(scattered(rng, sum(left), [], reach=94.0))
    for face, count in zip(FACES, left, strict=True):
        for _ in range(count):
            _put(world, next(numbers), face, next(spots))
    own: dict[int, list[int]] = {}
    for seat, area in enumerate(areas(top.seats)):
        if not top.owned(seat):
            continue
        own[seat] = top.owned(seat)
        for number, spot in zip(
            own[seat], strewn(rng, area, len(own[seat]), _spots(world), 44.0), strict=False
        ):
            _put(world, number, str(rng.choice(top.bodies[number].faces)), spot)
    faces = [face for face, count in zip(FACES, taken, strict=True) for _ in range(count)]
    pairs: dict[int, list[tuple[int, int]]] = {seat: [] for seat in own}
    for k, face in enumerate(faces):
        seat, number = list(own)[k % len(own)], next(numbers)
        free = [n for n in own[seat] if n in top.lying and n not in {p for p, _ in pairs[seat]}]
        fitting = [n for n in free if PARTNERS.get(top.lying[n].face) == face]
        area = areas(top.seats)[seat]
        for partner in fitting:
            lying = top.lying[partner]
            others = [spot for n, spot in _placed(world) if n != partner]
            near = beside(rng, area, Spot(lying.x, lying.y, lying.yaw), others, gap=2.0, room=8.0)
            if near is not None:
                _put(world, number, face, near)
                pairs[seat].append((partner, number))
                break
        else:
            alone = free_spot(rng, area, _spots(world), 30.0)
            if alone is not None:
                _put(world, number, face, alone)
    world.match.laid(pairs)


def _put(world: World, number: int, face: str, spot: Spot) -> None:
    body = world.top.bodies[number]
    world.top.lying[number] = Die(body, body.faces.index(face), spot.x, spot.y, spot.yaw)


def _placed(world: World) -> list[tuple[int, Spot]]:
    return [(number, Spot(die.x, die.y, die.yaw)) for number, die in world.top.lying.items()]


def _spots(world: World) -> list[Spot]:
    return [spot for _, spot in _placed(world)]
