"""The truth of a picture: outlines, and how much of each piece the camera sees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from traced.layout import Camera, Floats, Piece, Table

_STEPS = 24


def picture_truth(table: Table, pieces: Sequence[Piece], hidden_by: Floats, **more: object) -> dict[str, Any]:
    """What is known of a picture; `hidden_by` (N, 4) are spheres that hide pieces: mm and radius."""
    camera, board = table.camera, table.board
    seen = visible(pieces, camera.eye, hidden_by)
    return {
        "camera": {"R": camera.R.round(8).tolist(), "t": camera.t.round(5).tolist()},
        "cards": [asdict(card) for card in table.cards],
        "board": {
            "x0": board.x0,
            "y0": board.y0,
            "yaw_deg": board.yaw_deg,
            "cell": board.cell,
            "cells": [8, 8],
            "z": board.z,
            "kind": board.kind,
            "corners_px": camera.project(board.corners).round(2).tolist(),
        },
        "pieces": [_piece_truth(camera, piece, share) for piece, share in zip(pieces, seen, strict=True)],
        **more,
    }


def _piece_truth(camera: Camera, piece: Piece, share: float) -> dict[str, Any]:
    return asdict(piece) | {
        "cell": list(piece.cell),
        "visible": round(share, 3),
        "outline": piece.outline.round(3).tolist(),
        "outline_px": camera.project(piece.outline).round(2).tolist(),
    }


def visible(pieces: Sequence[Piece], eye: Floats, spheres: Floats) -> list[float]:
    """Share of the camera-side surface of each piece that neither another piece nor a sphere (N, 4) hides."""
    out = []
    for piece in pieces:
        points = _facing(piece, eye)
        hidden = np.zeros(len(points), bool)
        for other in pieces:
            if other is not piece:
                hidden |= _through_pyramid(points, eye, other)
        for x, y, z, radius in spheres:
            hidden |= _distance(points, eye, np.array([x, y, z])) < radius
        out.append(1 - float(hidden.mean()))
    return out


def _facing(piece: Piece, eye: Floats) -> Floats:
    """(N, 3) points, evenly spread over the sides that face the eye."""
    *base, tip = piece.outline
    grid = (np.arange(_STEPS) + 0.5) / _STEPS
    u, v = (a.ravel() for a in np.meshgrid(grid, grid))
    fold = u + v > 1
    u, v = np.where(fold, 1 - u, u), np.where(fold, 1 - v, v)
    out = []
    for a, b in zip(base, base[1:] + base[:1], strict=True):
        normal = np.cross(tip - a, b - a)
        if normal @ (eye - a) > 0:
            points = a + u[:, None] * (b - a) + v[:, None] * (tip - a)
            out.append(points + 0.01 * normal / np.linalg.norm(normal))
    return np.vstack(out)


def _through_pyramid(points: Floats, eye: Floats, piece: Piece) -> Floats:
    """(N,) bool: whether the way from each point to the eye passes through a pyramid."""
    *base, tip = piece.outline
    normals = [np.cross(tip - a, b - a) for a, b in zip(base, base[1:] + base[:1], strict=True)]
    planes = [(n, n @ tip) for n in normals] + [(np.array([0, 0, -1.0]), -piece.z)]
    first, last = np.zeros(len(points)), np.ones(len(points))
    for normal, offset in planes:
        depth = points @ normal - offset
        slope = (eye - points) @ normal
        with np.errstate(divide="ignore", invalid="ignore"):
            crossing = -depth / slope
        first = np.where(slope < 0, np.maximum(first, crossing), first)
        last = np.where(slope > 0, np.minimum(last, crossing), last)
        last = np.where((slope == 0) & (depth > 0), -1, last)
    return np.asarray(first < last)


def _distance(points: Floats, eye: Floats, centre: Floats) -> Floats:
    """(N,) how near the way from each point to the eye comes to a centre."""
    way = eye - points
    share = np.clip(((centre - points) * way).sum(1) / (way * way).sum(1), 0, 1)
    return np.asarray(np.linalg.norm(points + share[:, None] * way - centre, axis=1), np.float64)
