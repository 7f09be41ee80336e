"""Dice that rolled beyond the corner cards are read as far as the picture shows them, at a price only then."""

import math
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from calibration.profile import Profile
from vision.cover import Overseer
from vision.lens import View
from vision.outskirts import Outskirts
from vision.pictures import Picture, load_picture, pixels_of
from vision.plane import halved
from vision.reading import Reader
from vision.tops import Tops, beyond

EDGE, MARKER = 16.0, 60.0
LYING = (63.6, 210.2)
"""A tent in examples/table/001 with nothing near it."""


@pytest.fixture(scope="module")
def view(profile: Profile) -> View:
    """Where the examples' camera stands."""
    assert profile.view is not None
    return profile.view


def moved(
    picture: Picture, view: View, at: tuple[float, float], to: tuple[float, float], into: Picture
) -> Picture:
    """With what is seen round one place also at another, as large as it would be seen there."""
    a, b = (
        view.project([(x + u * 24, y + v * 24, EDGE) for u, v in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
        for x, y in (at, to)
    )
    H = cv2.getPerspectiveTransform(a.astype(np.float32), b.astype(np.float32))
    size = picture.shape[1::-1]
    there = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillConvexPoly(there, np.round(b).astype(np.int32), (1,))
    return np.where(there[..., None] > 0, cv2.warpPerspective(picture, H, size), into).astype(np.uint8)


@pytest.mark.parametrize("to", [(80.0, 292.0), (-372.0, 150.0), (371.0, 120.0)], ids=["far", "left", "right"])
def test_a_die_beyond_the_cards_is_read(
    reader: Reader, view: View, examples: Path, truths: dict[str, dict[str, Any]], to: tuple[float, float]
) -> None:
    """The table does not end at the cards, and a die that nobody looks for is missed."""
    picture = load_picture(examples / "table" / "001.jpg")
    at = min(truths["001"]["dice"], key=lambda d: math.dist((d["x"], d["y"]), LYING))
    seen = reader.read(moved(picture, view, (at["x"], at["y"]), to, picture))
    die = min(seen.dice, key=lambda d: math.dist((d.x, d.y), to))
    assert math.dist((die.x, die.y), to) < 3
    assert die.face == at["face"]


def test_nothing_is_looked_for_where_the_table_is_empty(profile: Profile, view: View, examples: Path) -> None:
    """In another light too; but where the empty table is not known everything is looked at."""
    picture = load_picture(examples / "table" / "005.jpg")
    outskirts = Outskirts(Tops(profile.cards, EDGE), profile.cards, MARKER)
    knowing, blind = (Overseer(empty, view, profile.cards) for empty in (pixels_of(profile.background), None))
    darker = (picture * np.linspace(0.9, 0.5, picture.shape[1])[None, :, None]).astype(np.uint8)
    for shown in (picture, darker):
        assert outskirts.with_something(knowing.glance(shown, view), view) == []
    one = moved(picture, view, LYING, (80.0, 292.0), darker)
    (part,) = outskirts.with_something(knowing.glance(one, view), view)
    assert part.left < 72
    assert 88 < part.right < part.left + 120
    assert part.far > 300
    assert len(outskirts.with_something(blind.glance(picture, view), view)) == 4


def test_tops_at_a_seam_are_found_once(profile: Profile, view: View, examples: Path) -> None:
    """With the cards nearer together, part of the dice lie beyond the plane, and some right on its border."""
    picture = load_picture(examples / "table" / "005.jpg")
    whole = Tops(profile.cards, EDGE)
    closer = [type(c)(c.id, c.x * 0.82, c.y * 0.8, c.yaw_deg) for c in profile.cards]
    parts = Tops(closer, EDGE)
    plane = parts.plane(view)
    looked_for = [t for t in whole(picture, view) if t.found.heat > 0.5 and plane.depth(t.x, t.y) > -2 * EDGE]
    assert any(plane.depth(t.x, t.y) < 0 for t in looked_for)
    found = parts(picture, view, half=halved(picture), beyond=beyond(plane))
    assert all(math.dist((a.x, a.y), (b.x, b.y)) > 0.6 * EDGE for a in found for b in found if a is not b)
    for top in looked_for:
        near = [t for t in found if math.dist((t.x, t.y), (top.x, top.y)) < 1.5]
        assert [t.found.heat > 0.4 for t in near] == [True]
