"""The innermost loops of fitting stacks: how they lie in the picture, what they explain, and which edges pull at them.

All of them project the same solids, and so stand in one file: compiled functions call only those of their own.

Stacks are given by their make-ups (N,), places `at` (N, PARTS), and the first corners (N, 2) and rows (N,) of their
patches, which lie one below the other. `levels` (make-ups,) tells how many pieces of each are in sight, `solids`
(make-ups, MOST_LEVELS, 3) how far their bases' corners are from the middle and how high tips and bases are, mm.
"""

from __future__ import annotations

import math

import numpy as np

from vision.compiled import compiled
from vision.lens import Floats
from vision.networks import Floats32
from vision.pyramids.makeups import Columns, Indices

_ALONG = np.array([0.12, 0.31, 0.5, 0.69, 0.88])
"""Where along a rim edges are looked for."""
_REACH_PX, _STEP_PX = 4.0, 0.5
"""How far to both sides of a line edges may pull, and in which steps that is looked at."""
_NEAR = 0.03
"""How much clearer an edge must be to pull from a pixel farther, squared."""
_CLEAR = 0.35
_SPOTS = 13
_RIM, _SIDE = (0.06, 0.94), (0.04, 0.98)
"""From where to where along rims and sides that many spots are looked at."""
_ON_SKIRT = 0.92
"""Share of a side below a rider's rim that is looked at."""
_HELD = 0.02
"""Pixels' worth of edges that hold each number where it is."""
_UNIT_MM, _UNIT_RAD, _MOST_UNITS = 0.5, 0.02, 2.0


@compiled
def _project(camera: Floats, x: float, y: float, z: float) -> tuple[float, float]:
    """Where a place, mm, is in a window, px."""
    across = camera[0] * x + camera[1] * y + camera[2] * z + camera[9]
    down = camera[3] * x + camera[4] * y + camera[5] * z + camera[10]
    away = camera[6] * x + camera[7] * y + camera[8] * z + camera[11]
    u, v = across / away, down / away
    k1, k2, p1, p2, k3 = camera[12], camera[13], camera[14], camera[15], camera[16]
    r2 = u * u + v * v
    radial = 1 + r2 * (k1 + r2 * (k2 + r2 * k3))
    bent_u = u * radial + 2 * p1 * u * v + p2 * (r2 + 2 * u * u)
    bent_v = v * radial + p1 * (r2 + 2 * v * v) + 2 * p2 * u * v
    return camera[17] * bent_u + camera[18] * bent_v + camera[19], camera[20] * bent_v + camera[21]


@compiled
def projected(camera: Floats, places: Floats) -> Floats:
    """(N, 2) px in a window of (N, 3) mm."""
    out = np.empty((len(places), 2))
    for k in range(len(places)):
        out[k, 0], out[k, 1] = _project(camera, places[k, 0], places[k, 1], places[k, 2])
    return out


@compiled
def _shape(
    camera: Floats, solid: Floats, x: float, y: float, yaw: float, corner: Floats, out: Floats
) -> None:
    """Put into (5, 2) px of a patch where the base's corners and the tip of a piece are."""
    along, up = solid[0] * math.cos(yaw + math.pi / 4), solid[0] * math.sin(yaw + math.pi / 4)
    tip, base = solid[1], solid[2]
    for k in range(5):
        # each corner is a quarter turn from the one before
        if k == 4:
            u, v = _project(camera, x, y, tip)
        else:
            u, v = _project(camera, x + along, y + up, base)
            along, up = -up, along
        out[k, 0], out[k, 1] = u - corner[0], v - corner[1]


@compiled
def _at(values: Floats32, width: int, height: int, top: int, u: float, v: float) -> float:
    """A value between four of a patch that begins in a row; those at the border beyond it."""
    # in this order, what is no number is 0
    u, v = min(max(0.0, u), width - 1.0), min(max(0.0, v), height - 1.0)
    x, y = min(int(u), width - 2), min(int(v), height - 2)
    right, below = u - x, v - y
    y += top
    above = values[y, x] + right * (values[y, x + 1] - values[y, x])
    under = values[y + 1, x] + right * (values[y + 1, x + 1] - values[y + 1, x])
    return float(above + below * (under - above))


@compiled
def _cover(
    shape: Floats,
    width: int,
    height: int,
    first: Floats,
    last: Floats,
    rows: Columns,
    left: Columns,
    right: Columns,
) -> None:
    """Put into (2,) and (R,) from and to before which row, and which columns in each row, a piece covers a patch.

    Where exactly its outline begins and ends in each row is put into (height,).
    """
    begin = math.ceil(min(max(0.0, shape[:, 1].min()), height))
    end = max(math.floor(min(max(-1.0, shape[:, 1].max()), height - 1.0)) + 1, begin)
    rows[0], rows[1] = begin, end
    for row in range(begin, end):
        first[row], last[row] = math.inf, -math.inf
    # a row meets the outline where it meets the outermost of the lines between the corners
    for k in range(8):
        a, b = k % 4, (k + 1) % 4 if k < 4 else 4
        if shape[a, 1] > shape[b, 1]:
            a, b = b, a
        drop = shape[b, 1] - shape[a, 1]
        if drop <= 0:
            continue
        slope = (shape[b, 0] - shape[a, 0]) / drop
        low = math.ceil(min(max(0.0, shape[a, 1]), height))
        for row in range(low, math.floor(min(max(-1.0, shape[b, 1]), height - 1.0)) + 1):
            u = shape[a, 0] + slope * (row - shape[a, 1])
            first[row], last[row] = min(first[row], u), max(last[row], u)
    for row in range(begin, end):
        start = math.ceil(min(max(0.0, first[row]), width))
        left[row - begin] = start
        right[row - begin] = max(math.floor(min(max(-1.0, last[row]), width - 1.0)) + 1, start)


@compiled
def spanned(shapes: Floats, width: int, height: int) -> tuple[Columns, Columns, Columns]:
    """What pieces whose (M, 5, 2) px are given cover of a picture.

    Gives the rows (M, 2), from and to before, and for each of these the columns (M, R), from and to before.
    """
    most = 0
    for shape in shapes:
        most = max(most, math.ceil(min(max(0.0, shape[:, 1].max() - shape[:, 1].min()), height)) + 1)
    rows = np.empty((len(shapes), 2), np.int32)
    left, right = np.zeros((len(shapes), most), np.int32), np.zeros((len(shapes), most), np.int32)
    first, last = np.empty(height), np.empty(height)
    for k in range(len(shapes)):
        _cover(shapes[k], width, height, first, last, rows[k], left[k], right[k])
    return rows, left, right


@compiled
def lay(
    camera: Floats,
    solids: Floats,
    levels: Indices,
    makeups: Indices,
    at: Floats,
    corners: Floats,
    tops: Indices,
    edge: Floats32,
    unknown: float,
    begin: Indices,
    shapes: Floats,
    rows: Columns,
    left: Columns,
    right: Columns,
    edges: Floats,
) -> None:
    """Lay stacks into patches of R rows with edges (K * R, W), of which `unknown` is where nothing is known.

    Their pieces `begin` (N,) at these of M pieces, of which are put the shapes (M, 5, 2) px, and what they cover of
    their patches: rows (M, 2) and columns (M, R), as `spanned` gives them. Into `edges` (N, 2) are put the edges along
    the outlines and their lengths, px.
    """
    width, height = edge.shape[1], left.shape[1]
    first, last = np.empty(height), np.empty(height)
    outer_first, outer_last = np.empty(height), np.empty(height)
    for n in range(len(makeups)):
        kind, top = makeups[n], tops[n]
        edged, length = 0.0, 0.0
        least, most = height, 0
        for level in range(levels[kind]):
            piece = begin[n] + level
            shape = shapes[piece]
            _shape(camera, solids[kind, level], at[n, 0], at[n, 1], at[n, 2 + level], corners[n], shape)
            _cover(shape, width, height, first, last, rows[piece], left[piece], right[piece])
            a, b = rows[piece, 0], rows[piece, 1]
            # the pieces of a stack have rows in common, so that none between them is left out
            for row in range(a, b):
                if least <= row < most:
                    outer_first[row] = min(outer_first[row], first[row])
                    outer_last[row] = max(outer_last[row], last[row])
                else:
                    outer_first[row], outer_last[row] = first[row], last[row]
            if a < b:
                least, most = min(least, a), max(most, b)
            sure, far = _feet(shape, edge, width, height, top, unknown if level else 0.0)
            edged += sure
            length += far
        for row in range(least, most):
            if outer_last[row] > outer_first[row]:
                edged += _in_row(edge[top + row], width, outer_first[row])
                edged += _in_row(edge[top + row], width, outer_last[row])
                length += 2
        edges[n, 0], edges[n, 1] = edged, length


@compiled
def _in_row(values: Floats32, width: int, u: float) -> float:
    """A value between two of (W,); those at the ends beyond them."""
    u = min(max(0.0, u), width - 1.0)
    x = min(int(u), width - 2)
    return float(values[x] + (u - x) * (values[x + 1] - values[x]))


@compiled
def _feet(
    shape: Floats, edge: Floats32, width: int, height: int, top: int, least: float
) -> tuple[float, float]:
    """The edges, at `least` so sure, along the two lower rims of a piece that face the camera; and their length, px."""
    edged, length = 0.0, 0.0
    for k in range(2):
        # the middles of opposite rims are opposite each other
        a = k if shape[k, 1] + shape[k + 1, 1] > shape[k + 2, 1] + shape[(k + 3) % 4, 1] else k + 2
        b = (a + 1) % 4
        across, down = shape[b, 0] - shape[a, 0], shape[b, 1] - shape[a, 1]
        sure = 0.0
        for along in _ALONG:
            sure += _at(edge, width, height, top, shape[a, 0] + along * across, shape[a, 1] + along * down)
        far = math.hypot(across, down)
        edged += max(sure / len(_ALONG), least) * far
        length += far
    return edged, length


@compiled
def gain(
    sums: Floats32,
    counts: Indices,
    begin: Indices,
    tops: Indices,
    rows: Columns,
    left: Columns,
    right: Columns,
    gains: Floats32,
) -> None:
    """Put into (C, M) what pieces gain where no other of their stack rides on them, of running sums (C, W + 1, K * R).

    N stacks have `counts` (N,) pieces, which `begin` (N,) at these of M; `rows` and the others are as `lay` gives them.
    """
    for colour in range(len(sums)):
        layer = sums[colour]
        for n in range(len(counts)):
            for piece in range(begin[n], begin[n] + counts[n]):
                start, total = rows[piece, 0], 0.0
                for row in range(start, rows[piece, 1]):
                    a, b = left[piece, row - start], right[piece, row - start]
                    total += layer[b, tops[n] + row] - layer[a, tops[n] + row]
                rider = piece + 1
                if rider < begin[n] + counts[n]:
                    other = rows[rider, 0]
                    for row in range(max(start, other), min(rows[piece, 1], rows[rider, 1])):
                        a = max(left[piece, row - start], left[rider, row - other])
                        b = min(right[piece, row - start], right[rider, row - other])
                        if a < b:
                            total -= layer[b, tops[n] + row] - layer[a, tops[n] + row]
                gains[colour, piece] = total


@compiled
def totals(sums: Floats32, rows: Columns, left: Columns, right: Columns, every: int) -> Floats32:
    """(M,): the sums over pieces that stand alone, of running sums (W + 1, H); by one row of `every` so many."""
    out = np.empty(len(rows), np.float32)
    for piece in range(len(rows)):
        total = 0.0
        for k in range(0, rows[piece, 1] - rows[piece, 0], every):
            row = rows[piece, 0] + k
            total += sums[right[piece, k], row] - sums[left[piece, k], row]
        out[piece] = total * every
    return out


@compiled
def snap(
    camera: Floats,
    solids: Floats,
    skirts: Floats,
    levels: Indices,
    makeups: Indices,
    corners: Floats,
    tops: Indices,
    edge: Floats32,
    height: int,
    times: int,
    at: Floats,
) -> None:
    """Move stacks `at` (N, PARTS) to where their lines lie on edges, by so many steps of least squares.

    `skirts` (make-ups, MOST_LEVELS) is the share of each piece's sides below the rim of what rides on it; patches are
    of `height` rows.
    """
    parts = at.shape[1]
    matrix, side = np.empty((parts, parts)), np.empty(parts)
    for n in range(len(makeups)):
        kind = makeups[n]
        for _ in range(times):
            matrix[:] = 0.0
            side[:] = 0.0
            for k in range(parts):
                matrix[k, k] = _HELD
            for level in range(levels[kind]):
                share = 1.0 if level == levels[kind] - 1 else _ON_SKIRT * skirts[kind, level]
                _pull(
                    camera,
                    solids[kind, level],
                    share,
                    at[n],
                    2 + level,
                    corners[n],
                    tops[n],
                    edge,
                    height,
                    matrix,
                    side,
                )
            _solve(matrix, side)
            for k in range(parts):
                unit = _UNIT_MM if k < 2 else _UNIT_RAD
                at[n, k] += min(max(side[k], -_MOST_UNITS), _MOST_UNITS) * unit


@compiled
def _pull(
    camera: Floats,
    solid: Floats,
    share: float,
    at: Floats,
    turn: int,
    corner: Floats,
    top: int,
    edge: Floats32,
    height: int,
    matrix: Floats,
    side: Floats,
) -> None:
    """Add to least squares (PARTS, PARTS) and (PARTS,) what edges near the lines of a piece say.

    The lines are the two rims that face the camera and the two sides, up to a share of them, that bound its picture.
    """
    width = edge.shape[1]
    # where it is, and nudged along, up and round
    shapes = np.empty((4, 5, 2))
    x, y, yaw = at[0], at[1], at[turn]
    _shape(camera, solid, x, y, yaw, corner, shapes[0])
    _shape(camera, solid, x + _UNIT_MM, y, yaw, corner, shapes[1])
    _shape(camera, solid, x, y + _UNIT_MM, yaw, corner, shapes[2])
    _shape(camera, solid, x, y, yaw + _UNIT_RAD, corner, shapes[3])
    starts, ends = _lines(shapes[0])
    numbers = (0, 1, turn)
    pull = np.empty(3)
    steps = round(2 * _REACH_PX / _STEP_PX) + 1
    for line in range(4):
        a, b = starts[line], ends[line]
        across, down = shapes[0, b, 0] - shapes[0, a, 0], shapes[0, b, 1] - shapes[0, a, 1]
        length = max(math.hypot(across, down), 1e-6)
        normal_u, normal_v = -down / length, across / length
        begin, end = _RIM if line < 2 else _SIDE
        for spot in range(_SPOTS):
            along = begin + (end - begin) * spot / (_SPOTS - 1)
            if line >= 2:
                along *= share
            u, v = shapes[0, a, 0] + along * across, shapes[0, a, 1] + along * down
            best, clear, off = -math.inf, 0.0, 0.0
            for k in range(steps):
                by = k * _STEP_PX - _REACH_PX
                at_u, at_v = u + by * normal_u, v + by * normal_v
                seen = 0.0
                if 0 <= at_u <= width - 1 and 0 <= at_v <= height - 1:
                    seen = _at(edge, width, height, top, at_u, at_v)
                if seen - _NEAR * by * by > best:
                    best, clear, off = seen - _NEAR * by * by, seen, by
            if clear <= _CLEAR:
                continue
            # how far the spot goes along its normal with each nudge
            for k in range(3):
                first = (shapes[k + 1, a, 0] - shapes[0, a, 0]) * normal_u
                first += (shapes[k + 1, a, 1] - shapes[0, a, 1]) * normal_v
                last = (shapes[k + 1, b, 0] - shapes[0, b, 0]) * normal_u
                last += (shapes[k + 1, b, 1] - shapes[0, b, 1]) * normal_v
                pull[k] = first + (last - first) * along
            for k in range(3):
                side[numbers[k]] += clear * pull[k] * off
                for m in range(3):
                    matrix[numbers[k], numbers[m]] += clear * pull[k] * pull[m]


@compiled
def _lines(shape: Floats) -> tuple[tuple[int, int, int, int], tuple[int, int, int, int]]:
    """At which corners of (5, 2) px the lines begin and end that should be seen: two rims and two sides."""
    a = 0 if shape[0, 1] + shape[1, 1] > shape[2, 1] + shape[3, 1] else 2
    b = 1 if shape[1, 1] + shape[2, 1] > shape[3, 1] + shape[0, 1] else 3
    middle_u, middle_v = shape[:4, 0].mean(), shape[:4, 1].mean()
    up_u, up_v = shape[4, 0] - middle_u, shape[4, 1] - middle_v
    least, most, c, d = math.inf, -math.inf, 0, 0
    for k in range(4):
        aside = (shape[k, 0] - middle_u) * up_v - (shape[k, 1] - middle_v) * up_u
        if aside < least:
            least, c = aside, k
        if aside > most:
            most, d = aside, k
    return (a, b, c, d), (a + 1, (b + 1) % 4, 4, 4)


@compiled
def _solve(matrix: Floats, side: Floats) -> None:
    """Put into (N,) the solution of linear equations of a symmetric positive (N, N) matrix, by Cholesky's method."""
    count = len(side)
    for k in range(count):
        for m in range(k + 1):
            value = matrix[k, m]
            for j in range(m):
                value -= matrix[k, j] * matrix[m, j]
            matrix[k, m] = math.sqrt(value) if k == m else value / matrix[m, m]
    for k in range(count):
        for j in range(k):
            side[k] -= matrix[k, j] * side[j]
        side[k] /= matrix[k, k]
    for k in range(count - 1, -1, -1):
        for j in range(k + 1, count):
            side[k] -= matrix[j, k] * side[j]
        side[k] /= matrix[k, k]


@compiled
def shaded(
    camera: Floats,
    z: float,
    pieces: Floats,
    ways: Floats,
    coarse: int,
    free: Floats32,
    dark: Floats32,
) -> Indices:
    """(W, 2): how many pixels of the shadows of a stack are free, and how many of them dark, if light comes in W ways.

    `pieces` (L, 5, 3) are corners and tips, mm over the table and above the board, which lies at `z`; shadows reach by
    `ways` (W, 2) over it for each mm of height. `free` and `dark` (w + 1, h) are running sums of a picture so many
    times smaller.
    """
    width, height = free.shape[0] - 1, free.shape[1]
    out = np.zeros((len(ways), 2), np.int64)
    shape = np.empty((5, 2))
    first, last = np.empty(height), np.empty(height)
    rows = np.empty(2, np.int32)
    left, right = np.empty(height, np.int32), np.empty(height, np.int32)
    outer_left, outer_right = np.empty(height, np.int32), np.empty(height, np.int32)
    for n in range(len(ways)):
        outer_left[:], outer_right[:] = width, 0
        for piece in pieces:
            for k in range(5):
                x, y, high = piece[k]
                u, v = _project(camera, x + high * ways[n, 0], y + high * ways[n, 1], z)
                shape[k, 0], shape[k, 1] = u / coarse, v / coarse
            _cover(shape, width, height, first, last, rows, left, right)
            for row in range(rows[0], rows[1]):
                outer_left[row] = min(outer_left[row], left[row - rows[0]])
                outer_right[row] = max(outer_right[row], right[row - rows[0]])
        for row in range(height):
            a, b = outer_left[row], outer_right[row]
            if a < b:
                out[n, 0] += round(free[b, row] - free[a, row])
                out[n, 1] += round(dark[b, row] - dark[a, row])
    return out
