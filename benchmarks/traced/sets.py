"""A whole set, written as `bears profile build` and `bears evaluate` read it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from traced.developing import Light, Meter, develop, taken, through_lens
from traced.layout import CARD_MM, MARKER_MM, Table, lay_table
from traced.options import Options
from traced.patches import boxes, patched
from traced.plan import Shot, description, plan
from traced.scene import Scene
from traced.truth import picture_truth


def write_set(options: Options, folder: Path, only: Sequence[str] = ()) -> None:
    """Render a set into a folder. Pictures that are there already are left alone; `only` names some of them."""
    table = lay_table(np.random.default_rng([options.seed, 0]), options.board)
    shots = list(plan(options, table))
    for name in ("teach", "table", "truth"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    (folder / "set.json").write_text(json.dumps(description(options, table, shots, folder.name), indent=1))
    scene = Scene(table, options, np.random.default_rng([options.seed, 1]))
    tables: dict[str, tuple[Light, Meter]] = {}
    for number, shot in enumerate(shots):
        if (folder / f"{shot.name}.jpg").exists() or (only and shot.name not in only):
            continue
        light = options.changed if "light-changed" in shot.tags else options.light
        scene.light(light)
        if light not in tables:
            tables[light] = _empty(scene, table, folder / f"empty-{light}.npy")
        empty, meter = tables[light]
        seen = empty if shot.name == "background" else _over(empty, scene, table, shot)
        _write(shot, light, table, folder, seen, meter, np.random.default_rng([options.seed, 2, number]))
        print(shot.name, flush=True)


def _write(
    shot: Shot, light: str, table: Table, folder: Path, seen: Light, meter: Meter, rng: np.random.Generator
) -> None:
    """Take the photo, and write it down with its truth."""
    photo = taken(rng, soft="soft" in shot.tags, ev=0.1 if "teach" in shot.tags else 0.25)
    truth = picture_truth(
        table,
        shot.pieces,
        np.empty((0, 4)) if shot.arm is None else shot.arm.spheres,
        picture=f"{shot.name}.jpg",
        tags=[*shot.tags, f"light-{light}"],
        light=light,
        photo=photo.to_json(),
    )
    (folder / "truth" / f"{Path(shot.name).name}.json").write_text(json.dumps(truth))
    picture = develop(rng, through_lens(seen, table.camera), meter, photo)
    cv2.imwrite(str(folder / f"{shot.name}.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, photo.quality])


def _empty(scene: Scene, table: Table, kept: Path) -> tuple[Light, Meter]:
    """The empty table in its light, which takes long and is kept, and what the camera measures on it."""
    if kept.exists():
        light: Light = np.load(kept).astype(np.float32)
    else:
        scene.clear()
        light = scene.render()
        np.save(kept, light.astype(np.float16))
    away = (CARD_MM + MARKER_MM) / 4
    paper = [(c.x + dx, c.y + dy, 0.1) for c in table.cards for dx, dy in ((away, 0), (-away, 0), (0, away))]
    return light, Meter.of(through_lens(light, table.camera), table.camera.project(np.array(paper)))


def _over(empty: Light, scene: Scene, table: Table, shot: Shot) -> Light:
    """The empty table, with what stands there and all near it rendered anew."""
    clutter = "clutter" in shot.tags
    scene.place(shot.pieces, shot.arm, clutter=clutter)
    things = [piece.outline for piece in shot.pieces] + ([*scene.clutter] if clutter else [])
    if shot.arm is not None:
        things.append(shot.arm.spheres[:, :3])
    out = empty.copy()
    for box in boxes(table, things, scene.lit_from):
        patched(out, scene.render(box), box)
    return out
