"""The words in a drawing: labels, the doubts' numbers, the seats' points, and the panel under the picture."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from PIL import ImageDraw

from companion.drawing.ink import DOUBT, SURE, ZONE, Colour, Spots, colour_of, hull, stroke_for
from companion.drawing.labels import Box, place_label
from companion.drawing.letters import Font, as_picture, capital, font_of, text, with_panel, wrapped
from companion.sheet.assessment import Assessment
from companion.sheet.words import campsite_line, doubt_lines
from vision.pictures import Picture

FAR_MM = 900.0
"""How far out seats' names and borders may be; the picture ends sooner."""


def write(
    canvas: Picture, assessment: Assessment, names: Sequence[str], marks: Sequence[tuple[float, float] | None]
) -> Picture:
    """Put the faces' names, the doubts' numbers, the seats' points and the panel into the picture."""
    height, width = canvas.shape[:2]
    small, large = font_of(width / 88), font_of(width / 58)
    lines = _panel_lines(assessment, names, width, large)
    sheet = with_panel(canvas, lines, large)
    pen = ImageDraw.Draw(sheet)
    _write_labels(pen, assessment, small, (width, height))
    _write_seats(pen, assessment, names, large, (width, height))
    for number, mark in enumerate(marks, 1):
        if mark is not None:
            x = min(max(mark[0], large.size), width - large.size)
            y = min(max(mark[1], large.size), height)
            text(pen, (x, y), str(number), large, DOUBT, anchor="lb")
    return as_picture(sheet)


def _write_labels(
    pen: ImageDraw.ImageDraw, assessment: Assessment, font: Font, size: tuple[int, int]
) -> None:
    """The faces' names beside the dice, where they hide least."""
    labelled = _labelled(assessment)
    off = 5.0 * stroke_for(size[0])
    things = [_bounds(hull(assessment, members, off)) for members, _ in labelled]
    placed: list[Box] = []
    for k, (members, colour) in enumerate(labelled):
        label = " + ".join(assessment.dice[die].face for die in members)
        around = (pen.textlength(label, font=font) + font.size / 3, font.size * 1.15)
        others = [*things[:k], *things[k + 1 :], *placed]
        placed.append(place_label(around, things[k], others, size))
        left, top, right, bottom = placed[-1]
        text(pen, ((left + right) / 2, (top + bottom) / 2), label, font, colour, anchor="mm")


def _labelled(assessment: Assessment) -> list[tuple[tuple[int, ...], Colour]]:
    """What gets a label: every pair as a whole, and every other die; in doubt if one of its dice is."""
    doubted = {k for doubt in assessment.doubts for k in doubt.dice}
    paired = {k for pair in assessment.pairs for k in pair}
    groups: list[tuple[int, ...]] = [*assessment.pairs]
    groups += [(k,) for k in range(len(assessment.dice)) if k not in paired]
    labelled = []
    for members in groups:
        colours = [colour_of(assessment.dice[k], doubted=k in doubted) for k in members]
        labelled.append((members, DOUBT if DOUBT in colours else colours[0]))
    return labelled


def _bounds(spots: Spots) -> Box:
    (left, top), (right, bottom) = spots.min(axis=0), spots.max(axis=0)
    return float(left), float(top), float(right), float(bottom)


def _write_seats(
    pen: ImageDraw.ImageDraw,
    assessment: Assessment,
    names: Sequence[str],
    font: Font,
    size: tuple[int, int],
) -> None:
    """Name and points of every seat, as far out in its direction as the picture shows."""
    layout, view = assessment.layout, assessment.view
    if layout is None or view is None:
        return
    for seat, (name, angle) in enumerate(zip(names, layout.seats, strict=True)):
        label = capital(name)
        if assessment.round is not None:
            label += f": {assessment.round.seats[seat].points}" + ("" if assessment.sure else "?")
        along = np.array([math.cos(math.radians(angle)), math.sin(math.radians(angle)), 0.0])
        wide, high = pen.textlength(label, font=font) / 2 + font.size / 2, font.size
        for distance in np.arange(FAR_MM, layout.campsite_mm, -10.0):
            ((x, y),) = view.project((distance * along).reshape(1, 3))
            if wide <= x <= size[0] - wide and high <= y <= size[1] - high:
                text(pen, (float(x), float(y)), label, font, ZONE, anchor="mm")
                break


def _panel_lines(
    assessment: Assessment, names: Sequence[str], width: int, font: Font
) -> list[tuple[str, Colour]]:
    found: list[tuple[str, Colour]] = []
    if assessment.sure:
        found.append((f"Sure: {len(assessment.dice)} dice read", SURE))
    else:
        found.append((f"Please check: {len(assessment.doubts)} in doubt", DOUBT))
    found += [(f"{k}  {line}", DOUBT) for k, line in enumerate(doubt_lines(assessment, names), 1)]
    if assessment.round is not None:
        found += [
            (f"{capital(name)}: {score.written}", ZONE)
            for name, score in zip(names, assessment.round.seats, strict=True)
        ]
        found.append((campsite_line(assessment.round), ZONE))
    return [(part, colour) for line, colour in found for part in wrapped(line, font, width - font.size)]
