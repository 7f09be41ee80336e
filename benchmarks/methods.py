"""Measures ways of doing the two hard steps against each other, on labelled sets: finding tops, and knowing faces.

    python benchmarks/methods.py SET [SET ...]

Finding: the network against squares of edges (gradients along four sides of a square of the known size, best of 18
turns). Knowing: the embedding against HOG and against plain normalised correlation, each with the same crops cut at
the network's corners, the same taught shots and the same vote; then the same with the least sure 3 % refused.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.building import build_profile
from calibration.profile import Profile
from vision.cards import fix_view
from vision.faces import TaughtFaces, vectors
from vision.finder import SURE
from vision.pictures import Picture, load_picture
from vision.plane import EDGE_PX, TopPlane
from vision.tops import Tops

Array = NDArray[np.float32]
Describe = Callable[[NDArray[np.uint8]], Array]


def unit(x: Array) -> Array:
    """Rows of length 1."""
    return np.asarray(x / np.maximum(np.linalg.norm(x, axis=1, keepdims=True), 1e-6), np.float32)


def correlation(shots: NDArray[np.uint8]) -> Array:
    """(N, S, S, 3) -> unit vectors: grey values, mean taken off."""
    grey = np.stack(
        [cv2.GaussianBlur(cv2.cvtColor(s, cv2.COLOR_BGR2GRAY), (0, 0), 1.2)[6:-6, 6:-6] for s in shots]
    )
    x = grey.reshape(len(shots), -1).astype(np.float32)
    return unit(x - x.mean(1, keepdims=True))


def hog(shots: NDArray[np.uint8]) -> Array:
    """(N, S, S, 3) -> unit vectors: 8 unsigned directions in 6 x 6 cells, normalised (Dalal and Triggs, 2005)."""
    out = []
    for s in shots:
        grey = np.asarray(cv2.cvtColor(s, cv2.COLOR_BGR2GRAY), np.float32)[6:-6, 6:-6]
        gx, gy = cv2.Sobel(grey, cv2.CV_32F, 1, 0, ksize=3), cv2.Sobel(grey, cv2.CV_32F, 0, 1, ksize=3)
        size, turn = np.hypot(gx, gy), np.arctan2(gy, gx) % np.pi * (8 / np.pi)
        low = np.floor(turn).astype(int) % 8
        share = turn - np.floor(turn)
        cells = np.zeros((8, 6, 6), np.float32)
        for k in range(8):
            part = size * ((low == k) * (1 - share) + ((low + 1) % 8 == k) * share)
            cells[k] = part.reshape(6, part.shape[0] // 6, 6, part.shape[1] // 6).sum((1, 3))
        x = np.sqrt(cells).ravel()
        out.append(x - x.mean())
    return unit(np.stack(out).astype(np.float32))


def edge_squares(plane: Picture) -> NDArray[np.float64]:
    """Tops by their edges: (N, 3) x, y px and score, from gradients on the rectified plane."""
    grey = np.asarray(cv2.GaussianBlur(cv2.cvtColor(plane, cv2.COLOR_BGR2GRAY), (0, 0), 0.8), np.float32)
    gx, gy = cv2.Sobel(grey, cv2.CV_32F, 1, 0, ksize=3), cv2.Sobel(grey, cv2.CV_32F, 0, 1, ksize=3)
    best = np.full(grey.shape, -1.0, np.float32)
    h = EDGE_PX / 2
    for a in np.arange(18) * (np.pi / 36):
        along, across = np.abs(gx * np.cos(a) + gy * np.sin(a)), np.abs(gy * np.cos(a) - gx * np.sin(a))
        total = None
        for k in range(4):
            t = a + k * np.pi / 2
            kernel = np.zeros((25, 25), np.float32)
            c, s = np.cos(t), np.sin(t)
            ends = [(12 + h * c - w * s, 12 + h * s + w * c) for w in (-h + 1.5, h - 1.5)]
            (ax, ay), (bx, by) = ends
            cv2.line(kernel, (round(ax), round(ay)), (round(bx), round(by)), 1.0)
            side = cv2.filter2D(along if k % 2 == 0 else across, -1, kernel / kernel.sum())
            total = side if total is None else np.minimum(total, side)
        assert total is not None
        best = np.maximum(best, np.asarray(total, np.float32))
    peak = np.asarray(cv2.dilate(best, np.ones((13, 13), np.uint8)))
    y, x = np.nonzero((best >= peak) & (best > 12))
    return np.stack([x, y, best[y, x]], 1).astype(np.float64)


def vote(tops: Array, taught: list[Array]) -> NDArray[np.float64]:
    """(N, D) against each face's (4, M, D) -> (N, faces): mean likeness of the three nearest, best quarter turn."""
    out = []
    for shots in taught:
        like = np.sort(np.einsum("nd,qmd->nqm", tops, shots), axis=2)[:, :, -3:].mean(axis=2)
        out.append(like.max(axis=1))
    return np.stack(out, axis=1).astype(np.float64)


def taught_vectors(faces: TaughtFaces, describe: Describe) -> list[Array]:
    """For each face (4, N, D)."""
    return [
        describe(np.stack([np.rot90(s, q) for q in range(4) for s in faces.shots[name]])).reshape(
            4, len(faces.shots[name]), -1
        )
        for name in faces.names
    ]


def readable(truth: dict[str, object]) -> list[dict[str, float | str]]:
    """The dice of the game that can be read."""
    dice: list[dict[str, float | str]] = truth["dice"]  # type: ignore[assignment]
    return [
        d for d in dice
        if d["kind"] in ("camp", "player") and float(d["visible"]) >= 0.6 and float(d.get("contrast", 255)) >= 40
    ]  # fmt: skip


def finding(wanted: list[tuple[float, float]], got: NDArray[np.float64], reach: float) -> tuple[int, int]:
    """How many of the wanted places have a find near them, and how many finds have no place."""
    if not len(got) or not wanted:
        return 0, len(got)
    d = np.hypot(*(np.array(wanted)[:, None] - got[None, :, :2]).transpose(2, 0, 1))
    return int((d.min(1) < reach).sum()), int((d.min(0) >= reach).sum())


def measure(folder: Path) -> None:
    """Print the figures of one set."""
    profile: Profile = build_profile(folder).profile
    assert profile.view is not None and profile.marker_mm is not None and profile.edge_mm is not None
    edge = profile.edge_mm
    tops = Tops(profile.cards, edge)
    ways: dict[str, Describe] = {
        "embedding": lambda s: vectors(list(s)),
        "HOG": hog,
        "correlation": correlation,
    }
    taught = {name: taught_vectors(profile.faces, way) for name, way in ways.items()}
    marks: dict[str, list[tuple[bool, float]]] = {name: [] for name in ways}
    wanted = 0
    found = {"network": [0, 0], "edge squares": [0, 0]}
    for path in sorted((folder / "table").glob("*.jpg")):
        truth = json.loads((folder / "truth" / f"{path.stem}.json").read_text())
        picture = load_picture(path)
        grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
        view = fix_view(grey, reference=profile.view, cards=profile.cards, marker_mm=profile.marker_mm).view
        every = [(float(d["x"]), float(d["y"])) for d in truth["dice"]]
        mine = readable(truth)
        wanted += len(mine)
        places = [(float(d["x"]), float(d["y"])) for d in mine]
        seen = [t for t in tops(picture, view) if t.found.heat >= SURE]
        plane = TopPlane(view, profile.cards, edge)
        squares = edge_squares(plane.rectify(picture))
        squares = squares[np.argsort(-squares[:, 2])][
            : 2 * len(every)
        ]  # told how many dice there are, twice over
        squares[:, :2] = plane.place(squares[:, :2])
        for name, got in (
            ("network", np.array([[t.x, t.y, 1] for t in seen]).reshape(-1, 3)),
            ("edge squares", squares),
        ):
            found[name][0] += finding(places, got, edge / 3)[0]
            found[name][1] += finding(every, got, edge / 3)[1]
        pairs = [
            (t, d)
            for d in mine
            for t in seen
            if math.hypot(t.x - float(d["x"]), t.y - float(d["y"])) < edge / 3
        ]
        if not pairs:
            continue
        crops = np.stack([t.shot for t, _ in pairs])
        for name, way in ways.items():
            likes = vote(way(crops), taught[name])
            order = np.sort(likes, axis=1)
            for k, (_, d) in enumerate(pairs):
                right = profile.faces.names[int(likes[k].argmax())] == d["face"]
                marks[name].append((right, float(order[k, -1] - order[k, -2])))
    print(f"{folder.name}: {wanted} readable dice")
    for name, (hits, false) in found.items():
        print(f"  finding, {name:13s} {hits} found, {false} false")
    for name, rows in marks.items():
        margins = np.array([m for _, m in rows])
        kept = margins > np.quantile(margins, 0.03)
        wrong = np.array([not r for r, _ in rows])
        print(
            f"  knowing, {name:13s} {wrong.sum()} of {len(rows)} wrong, {(wrong & kept).sum()} after refusing 3 %"
        )


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description="Compare ways to find tops and to know faces.")
    parser.add_argument("sets", type=Path, nargs="+")
    for folder in parser.parse_args().sets:
        measure(folder)


if __name__ == "__main__":
    main()
