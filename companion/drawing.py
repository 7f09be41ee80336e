"""What was read, drawn into the picture, so that a person can check it at a glance, on a phone too.

Green is sure, amber has to be looked at, with a number that stands beside its reason in the panel under the picture;
grey was seen and does not count. A blue line goes round each pair; white lines are the campsite and the borders of the
seats' areas.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import cast

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFont

from calibration.files import write_file
from companion.errors import BadInput
from companion.labels import Box, place_label
from companion.sheet.assessment import Assessment, Die, Doubt
from companion.sheet.layout import Layout
from companion.sheet.words import campsite_line, doubt_lines, seat_names
from vision.lens import View
from vision.pictures import Picture

Colour = tuple[int, int, int]
"""Blue, green, red, 0..255, as in the picture."""

SURE: Colour = (90, 215, 60)
DOUBT: Colour = (20, 165, 255)
ASIDE: Colour = (165, 165, 165)
PAIR: Colour = (245, 170, 60)
ZONE: Colour = (255, 255, 255)
DARK: Colour = (25, 25, 25)

Spots = npt.NDArray[np.float64]
"""(N, 2) px in the picture."""

_SUFFIXES = (".jpg", ".jpeg", ".png")
_QUALITY = 92
_FAR_MM = 900.0
"""Seats' borders are drawn this far out; the picture ends sooner."""


def check_target(path: Path) -> None:
    """Raise `BadInput` unless a drawing can be saved under this name; to be asked before the work is done."""
    if path.suffix.lower() not in _SUFFIXES:
        raise BadInput(f"'{path}' should end in .jpg or .png; choose another name for the drawing")
    if path.is_dir():
        raise BadInput(f"'{path}' is a folder; give the drawing's file name")
    if not path.parent.is_dir():
        raise BadInput(f"there is no folder '{path.parent}' to save the drawing in; make it first")


def save_drawing(drawing: Picture, path: Path) -> None:
    """Write a picture as JPEG or PNG, whole or not at all; raises OSError if it cannot be written."""
    options = [] if path.suffix.lower() == ".png" else [cv2.IMWRITE_JPEG_QUALITY, _QUALITY]
    done, raw = cv2.imencode(path.suffix.lower(), drawing, options)
    if not done:
        raise BadInput(
            f"a drawing of {drawing.shape[1]} x {drawing.shape[0]} pixels cannot be saved as '{path}'"
        )
    write_file(path, np.asarray(raw, dtype=np.uint8).tobytes())


def draw(picture: Picture, assessment: Assessment, *, names: Sequence[str] = ()) -> Picture:
    """A copy of the picture (H, W, 3) uint8 BGR with everything that was read, and a panel of text under it."""
    names = seat_names(len(assessment.layout.seats), names) if assessment.layout else ()
    canvas = picture.copy()
    stroke = _stroke(canvas.shape[1])
    if assessment.view is not None and assessment.layout is not None:
        _draw_zones(canvas, assessment.layout, assessment.view, stroke)
    doubted = {k for doubt in assessment.doubts for k in doubt.dice}
    for k, die in enumerate(assessment.dice):
        colour = _colour(die, doubted=k in doubted)
        _line(canvas, _grown(_shape(die, loose=assessment.loose), 2 * stroke), colour, stroke, closed=True)
    for pair in assessment.pairs:
        _line(canvas, _hull(assessment, pair, 5 * stroke), PAIR, stroke, closed=True)
    marks = [_draw_doubt(canvas, doubt, assessment, stroke) for doubt in assessment.doubts]
    return _write(canvas, assessment, names, marks)


def _draw_zones(canvas: Picture, layout: Layout, view: View, stroke: int) -> None:
    turn = np.linspace(0, 2 * math.pi, 121)
    circle = layout.campsite_mm * np.stack([np.cos(turn), np.sin(turn), np.zeros_like(turn)], axis=1)
    _line(canvas, view.project(circle), ZONE, stroke)
    for border in layout.borders():
        along = np.array([math.cos(math.radians(border)), math.sin(math.radians(border)), 0.0])
        steps = np.linspace(layout.campsite_mm, _FAR_MM, 60)
        _line(canvas, view.project(steps[:, None] * along), ZONE, stroke)


def _draw_doubt(
    canvas: Picture, doubt: Doubt, assessment: Assessment, stroke: int
) -> tuple[float, float] | None:
    """Draw round what is in doubt; returns the pixel where its number goes, None if it is about the whole table."""
    if len(doubt.outline) > 2:
        outline = np.asarray(doubt.outline, dtype=np.float64)
        _line(canvas, outline, DOUBT, 2 * stroke, closed=True)
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
    _line(canvas, pixels, DOUBT, 2 * stroke)
    return float(pixels[6, 0]), float(pixels[6, 1])


def _line(
    canvas: Picture, points: npt.ArrayLike, colour: Colour, stroke: int, *, closed: bool = False
) -> None:
    """A line with a dark rim, to be seen on any table; what lies far outside the picture is left out."""
    spots = np.asarray(points, dtype=np.float64).reshape(-1, 2)
    limit = 4.0 * max(canvas.shape[:2])
    spots = spots[(np.abs(spots) < limit).all(axis=1)]
    if len(spots) < 2:
        return
    # OpenCV draws sub-pixel places as whole numbers of sixteenths.
    fixed = np.round(spots * 16).astype(np.int32).reshape(-1, 1, 2)
    for shade, wide in ((DARK, stroke + max(2, stroke // 2)), (colour, stroke)):
        cv2.polylines(canvas, [fixed], closed, shade, wide, cv2.LINE_AA, 4)


def _colour(die: Die, *, doubted: bool) -> Colour:
    if not die.counts:
        return ASIDE
    return SURE if die.sure and not doubted else DOUBT


def _shape(die: Die, *, loose: bool) -> Spots:
    """What is drawn round a die: its top, or the whole die where the picture is loose; (N, 2) px."""
    if len(die.outline) > 2 and not loose:
        return np.asarray(die.outline, dtype=np.float64)
    left, top, right, bottom = die.box
    return np.array([(left, top), (right, top), (right, bottom), (left, bottom)], dtype=np.float64)


def _grown(spots: Spots, by: float) -> Spots:
    """The shape with its corners moved outwards by so many px, so that a line round it does not hide the icon."""
    out = spots - spots.mean(axis=0)
    length = np.maximum(np.linalg.norm(out, axis=1, keepdims=True), 1e-6)
    return np.asarray(spots + out / length * by, dtype=np.float64)


def _hull(assessment: Assessment, members: Sequence[int], by: float) -> Spots:
    """A line round several dice, `by` px off them."""
    every = np.concatenate([_grown(_shape(assessment.dice[k], loose=assessment.loose), by) for k in members])
    return np.asarray(cv2.convexHull(every.astype(np.float32)), dtype=np.float64).reshape(-1, 2)


def _stroke(width: int) -> int:
    """How wide lines are in a picture of this width, px: alike on a screen whatever the picture's size."""
    return max(2, round(width / 800))


def _write(
    canvas: Picture, assessment: Assessment, names: Sequence[str], marks: Sequence[tuple[float, float] | None]
) -> Picture:
    """Put the faces' names, the doubts' numbers, the seats' points and the panel into the picture."""
    height, width = canvas.shape[:2]
    small, large = _font(width / 88), _font(width / 58)
    lines = _panel_lines(assessment, names, width, large)
    step = round(large.size * 1.45)
    panel = np.full((step * len(lines) + step // 2, width, 3), DARK, dtype=np.uint8)
    sheet = Image.fromarray(np.ascontiguousarray(np.vstack([canvas, panel])[:, :, ::-1]))
    pen = ImageDraw.Draw(sheet)
    _write_labels(pen, assessment, small, (width, height))
    _write_seats(pen, assessment, names, large, (width, height))
    for number, mark in enumerate(marks, 1):
        if mark is not None:
            x = min(max(mark[0], large.size), width - large.size)
            y = min(max(mark[1], large.size), height)
            _text(pen, (x, y), str(number), large, DOUBT, anchor="lb")
    for row, (line, colour) in enumerate(lines):
        pen.text((large.size / 2, height + step * row + step // 4), line, font=large, fill=_rgb(colour))
    return np.ascontiguousarray(np.asarray(sheet, dtype=np.uint8)[:, :, ::-1])


def _write_labels(
    pen: ImageDraw.ImageDraw, assessment: Assessment, font: ImageFont.FreeTypeFont, size: tuple[int, int]
) -> None:
    """The faces' names beside the dice, where they hide least."""
    labelled = _labelled(assessment)
    off = 5.0 * _stroke(size[0])
    things = [_bounds(_hull(assessment, members, off)) for members, _ in labelled]
    placed: list[Box] = []
    for k, (members, colour) in enumerate(labelled):
        label = " + ".join(assessment.dice[die].face for die in members)
        around = (pen.textlength(label, font=font) + font.size / 3, font.size * 1.15)
        others = [*things[:k], *things[k + 1 :], *placed]
        placed.append(place_label(around, things[k], others, size))
        left, top, right, bottom = placed[-1]
        _text(pen, ((left + right) / 2, (top + bottom) / 2), label, font, colour, anchor="mm")


def _bounds(spots: Spots) -> Box:
    (left, top), (right, bottom) = spots.min(axis=0), spots.max(axis=0)
    return float(left), float(top), float(right), float(bottom)


def _labelled(assessment: Assessment) -> list[tuple[tuple[int, ...], Colour]]:
    """What gets a label: every pair as a whole, and every other die; in doubt if one of its dice is."""
    doubted = {k for doubt in assessment.doubts for k in doubt.dice}
    paired = {k for pair in assessment.pairs for k in pair}
    groups: list[tuple[int, ...]] = [*assessment.pairs]
    groups += [(k,) for k in range(len(assessment.dice)) if k not in paired]
    labelled = []
    for members in groups:
        colours = [_colour(assessment.dice[k], doubted=k in doubted) for k in members]
        labelled.append((members, DOUBT if DOUBT in colours else colours[0]))
    return labelled


def _panel_lines(
    assessment: Assessment, names: Sequence[str], width: int, font: ImageFont.FreeTypeFont
) -> list[tuple[str, Colour]]:
    found: list[tuple[str, Colour]] = []
    if assessment.sure:
        found.append((f"Sure: {len(assessment.dice)} dice read", SURE))
    else:
        found.append((f"Please check: {len(assessment.doubts)} in doubt", DOUBT))
    found += [(f"{k}  {line}", DOUBT) for k, line in enumerate(doubt_lines(assessment, names), 1)]
    if assessment.round is not None:
        found += [
            (f"{_capital(name)}: {score.written}", ZONE)
            for name, score in zip(names, assessment.round.seats, strict=True)
        ]
        found.append((campsite_line(assessment.round), ZONE))
    return [(part, colour) for line, colour in found for part in _wrapped(line, font, width - font.size)]


def _write_seats(
    pen: ImageDraw.ImageDraw,
    assessment: Assessment,
    names: Sequence[str],
    font: ImageFont.FreeTypeFont,
    size: tuple[int, int],
) -> None:
    """Name and points of every seat, as far out in its direction as the picture shows."""
    layout, view = assessment.layout, assessment.view
    if layout is None or view is None:
        return
    for seat, (name, angle) in enumerate(zip(names, layout.seats, strict=True)):
        label = _capital(name)
        if assessment.round is not None:
            label += f": {assessment.round.seats[seat].points}" + ("" if assessment.sure else "?")
        along = np.array([math.cos(math.radians(angle)), math.sin(math.radians(angle)), 0.0])
        wide, high = pen.textlength(label, font=font) / 2 + font.size / 2, font.size
        for distance in np.arange(_FAR_MM, layout.campsite_mm, -10.0):
            ((x, y),) = view.project((distance * along).reshape(1, 3))
            if wide <= x <= size[0] - wide and high <= y <= size[1] - high:
                _text(pen, (float(x), float(y)), label, font, ZONE, anchor="mm")
                break


def _text(
    pen: ImageDraw.ImageDraw,
    place: tuple[float, float],
    text: str,
    font: ImageFont.FreeTypeFont,
    colour: Colour,
    *,
    anchor: str,
) -> None:
    rim = max(1, round(font.size / 9))
    pen.text(
        place, text, font=font, fill=_rgb(colour), anchor=anchor, stroke_width=rim, stroke_fill=_rgb(DARK)
    )


def _wrapped(line: str, font: ImageFont.FreeTypeFont, width: float) -> list[str]:
    """The line in parts that fit into `width` pixels; a single long word stays whole."""
    parts: list[str] = []
    for word in line.split(" "):
        longer = f"{parts[-1]} {word}" if parts else word
        if parts and font.getlength(longer) <= width:
            parts[-1] = longer
        else:
            parts.append(f"    {word}" if parts else word)
    return parts


def _font(size: float) -> ImageFont.FreeTypeFont:
    # Pillow brings this one along; OpenCV's differs from version to version, and fonts differ from system to system.
    return cast(ImageFont.FreeTypeFont, ImageFont.load_default(max(9, round(size))))


def _rgb(colour: Colour) -> Colour:
    return colour[2], colour[1], colour[0]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
