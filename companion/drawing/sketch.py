"""What was read, drawn into the picture, so that a person can check it at a glance, on a phone too.

Green is sure, amber has to be looked at, with a number that stands beside its reason in the panel under the picture;
grey was seen and does not count. A blue line goes round each pair; white lines are the campsite and the borders of the
seats' areas.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from companion.drawing.ink import DOUBT, PAIR, ZONE, colour_of, grown, hull, line, shape_of, stroke_for
from companion.drawing.lettering import FAR_MM, write
from companion.sheet.assessment import Assessment, Doubt
from companion.sheet.layout import Layout
from companion.sheet.words import seat_names
from vision.lens import View
from vision.pictures import Picture


def draw(picture: Picture, assessment: Assessment, *, names: Sequence[str] = ()) -> Picture:
    """A copy of the picture (H, W, 3) uint8 BGR with everything that was read, and a panel of text under it."""
    names = seat_names(len(assessment.layout.seats), names) if assessment.layout else ()
    canvas = picture.copy()
    stroke = stroke_for(canvas.shape[1])
    if assessment.view is not None and assessment.layout is not None:
        _draw_zones(canvas, assessment.layout, assessment.view, stroke)
    doubted = {k for doubt in assessment.doubts for k in doubt.dice}
    for k, die in enumerate(assessment.dice):
        colour = colour_of(die, doubted=k in doubted)
        line(canvas, grown(shape_of(die, loose=assessment.loose), 2 * stroke), colour, stroke, closed=True)
    for pair in assessment.pairs:
        line(canvas, hull(assessment, pair, 5 * stroke), PAIR, stroke, closed=True)
    marks = [_draw_doubt(canvas, doubt, assessment, stroke) for doubt in assessment.doubts]
    return write(canvas, assessment, names, marks)


def _draw_zones(canvas: Picture, layout: Layout, view: View, stroke: int) -> None:
    turn = np.linspace(0, 2 * math.pi, 121)
    circle = layout.campsite_mm * np.stack([np.cos(turn), np.sin(turn), np.zeros_like(turn)], axis=1)
    line(canvas, view.project(circle), ZONE, stroke)
    for border in layout.borders():
        along = np.array([math.cos(math.radians(border)), math.sin(math.radians(border)), 0.0])
        steps = np.linspace(layout.campsite_mm, FAR_MM, 60)
        line(canvas, view.project(steps[:, None] * along), ZONE, stroke)


def _draw_doubt(
    canvas: Picture, doubt: Doubt, assessment: Assessment, stroke: int
) -> tuple[float, float] | None:
    """Draw round what is in doubt; returns the pixel where its number goes, None if it is about the whole table."""
    if len(doubt.outline) > 2:
        outline = np.asarray(doubt.outline, dtype=np.float64)
        line(canvas, outline, DOUBT, 2 * stroke, closed=True)
        right = outline[int(np.argmax(outline[:, 0] - outline[:, 1]))]
        return float(right[0]), float(right[1])
    if doubt.x is None or doubt.y is None or assessment.view is None or assessment.layout is None:
        return None
    edge = assessment.layout.edge_mm
    around = [(assessment.dice[k].x, assessment.dice[k].y) for k in doubt.dice] or [(doubt.x, doubt.y)]
    radius = max(math.dist((doubt.x, doubt.y), place) for place in around) + edge
    turn = np.linspace(0, 2 * math.pi, 49)
    ring = np.stack(
        [doubt.x + radius * np.cos(turn), doubt.y + radius * np.sin(turn), np.full_like(turn, edge)], axis=1
    )
    pixels = assessment.view.project(ring)
    if not np.isfinite(pixels).all():
        return None
    line(canvas, pixels, DOUBT, 2 * stroke)
    return float(pixels[6, 0]), float(pixels[6, 1])
