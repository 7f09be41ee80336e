"""One piece of a photographed table with dice on it, and its truth."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training import surfaces, things
from vision.training.solids import TILE, Die, Eye, Light, draw_die, look_at

Array = NDArray[np.floating[Any]]
PICTURE = (2304, 1296)
PATCH = 256  # px of a training patch
TOP = 16  # px of a die's edge on the rectified plane
CROP = 48  # px of a kept top, TOP_SHARE edges wide
CROP_SHARE = 1.38
RIGHT_SIZES = (20.0, 44.0)  # px of an edge that the loose finder finds
WRONG_SIZES = ((60.0, 260.0), (6.0, 13.0))  # and what it must leave to a search at another scale


@dataclass
class Sample:
    """A patch, the dice on it, and crops of tops."""

    patch: NDArray[np.uint8]  # (PATCH, PATCH, 3) BGR
    dice: Array  # (N, 12): centre x, y px; yaw rad; visible share; contrast; known size 0/1; corners in loose
    quads: Array  # (N, 4, 2) px: corners of the top, icon order
    crops: NDArray[np.uint8]  # (M, CROP, CROP, 3) BGR
    icons: NDArray[np.int32]  # (M,): index, 100000+pips, or -1 for what is no top


def pip_face(value: int, rng: np.random.Generator) -> Array:
    """Ink coverage of a pip face, (TILE, TILE)."""
    out = np.zeros((TILE * 2, TILE * 2), np.uint8)
    spread, r = rng.uniform(0.24, 0.31), rng.uniform(0.07, 0.125)
    if value == 1:
        r *= rng.choice([1.0, 1.0, 1.5])
    s = spread
    places: dict[int, list[tuple[float, float]]] = {
        1: [(0, 0)], 2: [(-s, -s), (s, s)], 3: [(-s, -s), (0, 0), (s, s)], 4: [(-s, -s), (s, s), (-s, s), (s, -s)],
        5: [(-s, -s), (s, s), (-s, s), (s, -s), (0, 0)], 6: [(-s, -s), (-s, 0), (-s, s), (s, -s), (s, 0), (s, s)],
    }  # fmt: skip
    for x, y in places[value]:
        cv2.circle(
            out,
            (int((0.5 + x) * 2 * TILE * 16), int((0.5 + y) * 2 * TILE * 16)),
            int(r * 2 * TILE * 16),
            255,
            -1,
            cv2.LINE_AA,
            4,
        )
    return np.asarray(cv2.resize(out, (TILE, TILE), interpolation=cv2.INTER_AREA), np.float32) / 255


def icon_face(mask: NDArray[np.uint8], share: float) -> Array:
    """Ink coverage of an icon face, (TILE, TILE): the icon on `share` of the edge."""
    n = max(8, round(TILE * share))
    small = np.asarray(cv2.resize(mask, (n, n), interpolation=cv2.INTER_AREA), np.float32) / 255
    out = np.zeros((TILE, TILE), np.float32)
    o = (TILE - n) // 2
    out[o : o + n, o : o + n] = small
    return out


def make_light(rng: np.random.Generator) -> Light:
    """A lamp or a window, the room's light, and two reflections."""
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
        lobes.append(
            (
                np.array([f * np.cos(e), f * np.sin(e), z], np.float32),
                float(rng.uniform(1, 25)),
                float(rng.uniform(0.1, 0.5)),
            )
        )
    warm2 = warm * rng.uniform(-0.5, 1)
    tint2 = np.array([1 - warm2, 1.0, 1 + warm2], np.float32)
    side, height = rng.uniform(0, 6.3), rng.uniform(0, 1)
    flat = np.sqrt(1 - height * height)
    sky = np.array([flat * np.cos(side), flat * np.sin(side), height], np.float32) * np.float32(
        rng.uniform(0.5, 1)
    )
    lamp, room = tint * level * np.float32(1 - room_share), tint2 * level * np.float32(room_share)
    return Light(direction, lamp, room, tuple(lobes), sky)


def die_kinds(
    rng: np.random.Generator, masks: NDArray[np.uint8], loose: bool, pip_share: float
) -> list[dict[str, Any]]:
    """Two to four kinds of dice of one table: bodies, inks, icons."""
    kinds: list[dict[str, Any]] = []
    common_body = surfaces.colour(rng, 0.02, 0.9) if rng.random() < 0.3 else None
    edge = float(rng.uniform(14, 19))
    for k in range(int(rng.integers(2, 4))):
        roll = rng.random()
        if common_body is not None and k < 2:
            body = common_body
        elif roll < 0.45:
            body = np.array([0.72, 0.78, 0.8], np.float32) * np.float32(rng.uniform(0.6, 1.2))
        elif roll < 0.6:
            body = np.full(3, rng.uniform(0.008, 0.04), np.float32)
        else:
            body = surfaces.colour(rng, 0.02, 0.7)
        ink = surfaces.colour(rng, 0.01, 0.9)
        if rng.random() < 0.6:
            ink = np.full(3, 0.02 if body.mean() > 0.2 else 0.8, np.float32)
        tries = 0
        while np.abs(np.sqrt(ink) - np.sqrt(body)).max() < 0.35 and tries < 20:
            ink = surfaces.colour(rng, 0.005, 0.95)
            tries += 1
        pips = rng.random() < pip_share or (k >= 2 and not loose)
        if pips and loose and rng.random() < pip_share:
            body = np.array([0.65, 0.76, 0.8], np.float32) * np.float32(rng.uniform(0.55, 1.2))
            ink = np.full(3, rng.uniform(0.008, 0.05), np.float32)
        share = float(rng.uniform(0.58, 0.9))
        icons = rng.integers(0, len(masks), 3)
        faces = (
            [pip_face(v, rng) for v in range(1, 7)] if pips else [icon_face(masks[i], share) for i in icons]
        )
        tags = [100000 + v for v in range(1, 7)] if pips else [int(i) for i in icons]
        kinds.append(dict(
            body=np.clip(body, 0.005, 0.95), ink=ink, faces=faces, tags=tags,
            gloss=float(rng.choice([0.0, 0.5, 1.0, 1.6])),
            edge=edge if k < 2 or rng.random() < 0.3 else float(edge * rng.uniform(0.8, 1.15)),
            radius=float(rng.uniform(0.12, 0.36) if loose and rng.random() < 0.7 else rng.uniform(0.03, 0.16)),
            pips=pips,
        ))  # fmt: skip
    return kinds


def apart(
    x: float, y: float, yaw: float, edge: float, others: list[tuple[float, float, float, float]], gap: float
) -> bool:
    """Whether a square keeps clear of the others (separating axes)."""
    for ox, oy, oyaw, oedge in others:
        dx, dy = ox - x, oy - y
        if dx * dx + dy * dy > (0.75 * (edge + oedge) + gap) ** 2:
            continue
        free = False
        for axis in (yaw, yaw + np.pi / 2, oyaw, oyaw + np.pi / 2):
            along = abs(dx * np.cos(axis) + dy * np.sin(axis))
            reach = 0.0
            for e, a in ((edge, yaw), (oedge, oyaw)):
                reach += e / 2 * (abs(np.cos(a - axis)) + abs(np.sin(a - axis)))
            if along > reach + gap:
                free = True
                break
        if not free:
            return False
    return True


def strew(
    rng: np.random.Generator,
    kinds: list[dict[str, Any]],
    centre: tuple[float, float],
    reach: float,
    count: int,
) -> list[Die]:
    """Dice in the window: many in touching pairs or clumps, some alone."""
    placed: list[tuple[float, float, float, float]] = []
    dice: list[Die] = []
    tries = 0
    while len(dice) < count and tries < count * 8:
        tries += 1
        kind = kinds[
            int(
                rng.choice(
                    len(kinds),
                    p=np.array([1.0, 1.0, 0.35, 0.35][: len(kinds)])
                    / sum([1.0, 1.0, 0.35, 0.35][: len(kinds)]),
                )
            )
        ]
        edge = float(kind["edge"])
        yaw = float(rng.uniform(0, 2 * np.pi))
        if placed and rng.random() < 0.6:
            ox, oy, oyaw, oedge = placed[int(rng.integers(len(placed)))]
            a = oyaw + rng.integers(4) * np.pi / 2 if rng.random() < 0.6 else rng.uniform(0, 6.3)
            if rng.random() < 0.4:
                yaw = oyaw + rng.normal(0, 0.06) + rng.integers(4) * np.pi / 2
            r = (edge + oedge) / 2 * rng.uniform(1.0, 1.3)
            off = rng.uniform(-0.5, 0.5) * edge if rng.random() < 0.5 else 0.0
            x, y = ox + r * np.cos(a) - off * np.sin(a), oy + r * np.sin(a) + off * np.cos(a)
        else:
            x, y = centre[0] + rng.uniform(-reach, reach), centre[1] + rng.uniform(-reach, reach)
        if not apart(x, y, yaw, edge, placed, 0.05):
            continue
        placed.append((x, y, yaw, edge))
        faces, tags = kind["faces"], kind["tags"]
        chosen = rng.integers(0, len(faces), 6)
        strip = np.concatenate(
            [np.rot90(faces[c], 0 if k == 4 else int(rng.integers(4))) for k, c in enumerate(chosen)], 1
        )
        top = int(tags[chosen[4]])
        dice.append(
            Die(
                x,
                y,
                yaw,
                edge,
                float(kind["radius"]) * edge,
                np.ascontiguousarray(strip, np.float32),
                kind["body"],
                kind["ink"],
                float(kind["gloss"]),
                icon=top,
            )
        )
    return dice


def shadows(
    dice: list[Die], light: Light, corner: tuple[float, float], size: int, rng: np.random.Generator
) -> tuple[Array, Array, Array]:
    """Lamp share and room share that reach the table, and the blurred crowd, (size, size) at 1 px/mm from `corner`."""
    cast = np.zeros((size, size), np.uint8)
    crowd = np.zeros((size, size), np.uint8)
    reach = light.direction[:2] / max(float(light.direction[2]), 0.15)
    for die in dice:
        top = die.top()[:, :2] - corner
        hull = np.asarray(
            cv2.convexHull(np.concatenate([top, top - reach * die.edge]).astype(np.float32))
        ).reshape(1, -1, 2)
        cv2.fillPoly(cast, [np.round(hull * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
        cv2.fillPoly(crowd, [np.round(top[None] * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    soft = float(rng.uniform(0.6, 8))
    lamp = 1 - np.asarray(cv2.GaussianBlur(cast, (0, 0), soft), np.float32) / 255 * np.float32(
        rng.uniform(0.6, 1.0)
    )
    near = np.asarray(cv2.GaussianBlur(crowd, (0, 0), 3.5), np.float32) / 255
    wide = np.asarray(cv2.GaussianBlur(crowd, (0, 0), 9.0), np.float32) / 255
    room = 1 - 0.55 * near - 0.35 * wide
    return lamp, np.clip(room, 0.1, 1), np.asarray(cv2.GaussianBlur(crowd, (0, 0), 1.5), np.float32) / 255


def develop(linear: Array, rng: np.random.Generator, loose: bool) -> NDArray[np.uint8]:
    """What the sensor and the JPEG make of it: (H, W, 3) uint8 BGR."""
    h, w = linear.shape[:2]
    if rng.random() < 0.3:  # a shadow or a pool of light across everything
        y, x = np.mgrid[:h, :w].astype(np.float32)
        a = rng.uniform(0, 6.3)
        ramp = (x - w * rng.uniform(0, 1)) * np.cos(a) + (y - h * rng.uniform(0, 1)) * np.sin(a)
        linear = linear * (1 - np.float32(rng.uniform(0.2, 0.7)) / (1 + np.exp(ramp / rng.uniform(3, 120))))[
            ..., None
        ].astype(np.float32)
    bright: Any = (
        0.4 * np.percentile(linear[::4, ::4], 90) + 0.6 * np.percentile(linear[::4, ::4], 99.5) + 1e-6
    )
    linear = linear * np.float32(rng.uniform(0.3, 1.15) / max(bright, 0.12))
    linear = linear * rng.uniform(0.9, 1.1, 3).astype(np.float32)
    sigma = rng.uniform(0.0, 0.8) if rng.random() < 0.65 else rng.uniform(0.8, 1.9)
    if sigma > 0.2:
        linear = np.asarray(cv2.GaussianBlur(linear, (0, 0), sigma))
    if rng.random() < 0.12:
        n = int(rng.integers(3, 7))
        k = np.zeros((n, n), np.float32)
        a = rng.uniform(0, 3.2)
        c = (n - 1) / 2
        cv2.line(
            k,
            (round(c - c * np.cos(a)), round(c - c * np.sin(a))),
            (round(c + c * np.cos(a)), round(c + c * np.sin(a))),
            1.0,
        )
        linear = np.asarray(cv2.filter2D(linear, -1, k / k.sum()))
    amount = rng.uniform(0.002, 0.02)
    grain = rng.standard_normal(h * w * 3 // 2 + 1, np.float32)
    grain = np.concatenate([grain, grain[::-1]])[: h * w * 3].reshape(linear.shape)
    linear = linear + grain * np.float32(amount) * np.sqrt(np.clip(linear, 0, 1) + np.float32(0.05))
    linear = np.clip(linear, 0, 1.6)
    linear = np.where(linear > 0.8, 0.8 + (linear - 0.8) * 0.5, linear)
    out = np.clip(linear, 0, 1) ** np.float32(1 / 2.2)
    contrast = np.float32(rng.uniform(0, 0.5))
    out = (1 - contrast) * out + contrast * (out * out * (3 - 2 * out))
    if rng.random() < 0.25:  # over-sharpened, as phones do
        out = out + (out - np.asarray(cv2.GaussianBlur(out, (0, 0), 1.2))) * np.float32(rng.uniform(0.3, 1.2))
    picture = np.clip(out * 255 + 0.5, 0, 255).astype(np.uint8)
    if rng.random() < 0.7:
        _, data = cv2.imencode(
            ".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(60 if loose else 82, 96))]
        )
        picture = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR))
    return picture


def device_eye(rng: np.random.Generator) -> tuple[Eye, tuple[float, float]]:
    """A camera on an arm beside the table, and a place on the table that it sees."""
    while True:
        f = float(rng.choice([1695.0, 1695.0, 1695.0, 1330.0, 2250.0]) * rng.uniform(0.93, 1.07))
        distance = float(rng.uniform(560, 860)) * (f / 1695) ** 0.7
        eye = look_at(
            distance,
            np.radians(rng.uniform(36, 72)),
            rng.normal(0, 0.15),
            rng.normal(0, 0.04),
            (rng.normal(0, 30), rng.normal(10, 30)),
            f,
            PICTURE,
        )
        at = (float(rng.uniform(-300, 300)), float(rng.uniform(-230, 230)))
        px = eye.project(np.array([[at[0], at[1], 16.0]]))[0]
        if 120 < px[0] < PICTURE[0] - 120 and 100 < px[1] < PICTURE[1] - 100:
            return eye, at


def phone_eye(rng: np.random.Generator, edge: float, wrong: float) -> Eye:
    """A camera in somebody's hand, such that a die's edge has one of RIGHT_SIZES, with chance `wrong` another."""
    f = float(rng.uniform(700, 2600))
    low, high = WRONG_SIZES[int(rng.integers(2))] if rng.random() < wrong else RIGHT_SIZES
    size = float(np.exp(rng.uniform(np.log(low), np.log(high))))
    elevation = np.radians(rng.uniform(28, 90) if rng.random() < 0.6 else rng.uniform(60, 90))
    return look_at(
        f * edge / size, elevation, rng.uniform(0, 6.3), rng.normal(0, 0.3), (0.0, 0.0), f, (PATCH, PATCH)
    )


@dataclass(frozen=True)
class Shot:
    """A part of a picture: the camera, the part's first pixel and size, and the piece of table (mm) it is about."""

    eye: Eye
    origin: tuple[int, int]
    size: tuple[int, int]
    at: tuple[float, float]
    span: float

    def table_places(self) -> Array:
        """Where the ray through each pixel meets the table, (h, w, 2) mm."""
        w, h = self.size
        gx, gy = np.meshgrid(
            np.arange(0, w + 8, 8, dtype=np.float32), np.arange(0, h + 8, 8, dtype=np.float32)
        )
        rays = self.eye.rays(gx + self.origin[0], gy + self.origin[1])
        down = np.minimum(rays[..., 2], -0.02)
        hit = (
            self.eye.centre[:2].astype(np.float32)
            - rays[..., :2] * np.float32(self.eye.centre[2]) / down[..., None]
        )
        M = np.array([[8, 0, 0], [0, 8, 0]], np.float32)
        return np.asarray(
            cv2.warpAffine(hit, M, (w, h), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE),
            np.float32,
        )


def photograph(
    shot: Shot,
    dice: list[Die],
    light: Light,
    tile: Array,
    laid: tuple[float, float],
    rng: np.random.Generator,
    *,
    flat: Callable[[Array, things.Project], None],
    standing: Callable[[Array, NDArray[np.int16], things.Project], None],
    over: Callable[[Array, NDArray[np.int16], things.Project], None],
) -> tuple[Array, NDArray[np.int16], list[int]]:
    """Linear picture, ids (die k + 1 where its top shows, negative on its sides) and each top's pixels uncovered.

    `laid`: pixels of the table's tile a millimetre, and its turn. `flat`, `standing` and `over` draw what lies under
    the dice's shadows, what stands behind the dice, and what reaches over them.
    """
    eye, origin, (w, h), at = shot.eye, shot.origin, shot.size, shot.at
    step = shot.table_places()
    c, s = np.float32(np.cos(laid[1]) * laid[0]), np.float32(np.sin(laid[1]) * laid[0])
    tx = (step[..., 0] * c - step[..., 1] * s + 5000) % surfaces.TILE
    ty = (step[..., 0] * s + step[..., 1] * c + 5000) % surfaces.TILE
    base = np.array(cv2.remap(tile, tx, ty, cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP))
    field = int(2 * shot.span * 1.3) + 60
    corner = (at[0] - field / 2, at[1] - field / 2)
    lamp, room, crowd = shadows(dice, light, corner, field, rng)
    sx, sy = step[..., 0] - corner[0], step[..., 1] - corner[1]
    lamp_px = np.array(
        cv2.remap(lamp, sx, sy, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=1.0)
    )[..., None]
    room_px = np.array(
        cv2.remap(room, sx, sy, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=1.0)
    )[..., None]

    def project(points: NDArray[np.float64]) -> NDArray[np.float64]:
        return eye.project(points) - origin

    up = max(float(light.direction[2]), 0.1)
    image = base * (light.lamp * up + light.room)
    flat(image, project)
    part = light.lamp * up / (light.lamp * up + light.room)
    image = (image * (lamp_px * part + room_px * (1 - part))).astype(np.float32)
    if rng.random() < 0.4:  # sheen of the table top
        strength = rng.uniform(0.05, 0.6)
        across, along = (
            np.exp(-(((np.arange(n) - rng.uniform(0, n)) / (n * rng.uniform(0.1, 0.5))) ** 2)) for n in (w, h)
        )
        image += (across[None, :] * along[:, None] * strength * 0.4).astype(np.float32)[..., None] * lamp_px
    ids = np.zeros((h, w), np.int16)
    standing(image, ids, project)
    whole = [0] * len(dice)
    for k in sorted(
        range(len(dice)), key=lambda k: -np.hypot(*(np.array([dice[k].x, dice[k].y]) - eye.centre[:2]))
    ):
        whole[k] = draw_die(image, ids, origin, eye, dice[k], k + 1, light, crowd, corner)
    over(image, ids, project)
    return image, ids, whole


def sample(rng: np.random.Generator, masks: NDArray[np.uint8], loose: bool, faces: bool = False) -> Sample:
    """Make one scene and photograph it: the rectified table, a loose picture, or (`faces`) one crowded with icons."""
    kinds = die_kinds(rng, masks, loose, pip_share=(0.1 if faces else 0.75) if loose else 0.0)
    edge = float(kinds[0]["edge"])
    light = make_light(rng)
    if loose:
        eye, at = phone_eye(rng, edge, 0.0 if faces else 0.25), (0.0, 0.0)
        away = float(np.linalg.norm(eye.centre))
        right = RIGHT_SIZES[0] * 0.9 < eye.f * edge / away < RIGHT_SIZES[1] * 1.1
        span = PATCH * (away / eye.f) * 0.75
        origin = (0, 0)
        w = h = PATCH
        count = int(rng.integers(10, 22) if faces else rng.integers(0, 11))
    else:
        eye, at = device_eye(rng)
        right = True
        span = PATCH * edge / TOP / 2
        ring = np.array(
            [
                [at[0] + a * span * 1.08, at[1] + b * span * 1.08, z]
                for a in (-1, 1)
                for b in (-1, 1)
                for z in (0, edge)
            ]
        )
        px = eye.project(ring)
        x0, y0 = (np.maximum(np.floor(px.min(0)) - 6, 0).astype(int) // 2) * 2
        x1, y1 = np.minimum(np.ceil(px.max(0)) + 8, PICTURE).astype(int)
        origin = (int(x0), int(y0))
        w, h = int((x1 - x0) // 2 * 2), int((y1 - y0) // 2 * 2)
        count = int(rng.integers(0, 24))
    dice = strew(rng, kinds, at, span * (0.85 if loose else 1.0), count)

    shot = Shot(eye, origin, (w, h), at, span)
    tile = surfaces.table(rng, masks)
    if rng.random() < 0.25:  # a table of the dice's colour
        body = np.asarray(kinds[0]["body"], np.float32) * np.exp(rng.normal(0, 0.15, 3)).astype(np.float32)
        tile = np.clip(tile * (body / (tile.mean((0, 1)) + 1e-3)), 0, 1).astype(np.float32)
    scale, turned = float(rng.uniform(1.0, 4.0)), rng.uniform(0, 6.3) if rng.random() < 0.5 else 0.0

    def spot() -> tuple[float, float]:
        return (at[0] + rng.uniform(-span, span), at[1] + rng.uniform(-span, span))

    papers = [spot() for _ in range(int(rng.poisson(0.7)))]
    coins = [spot() for _ in range(int(rng.poisson(0.4)))]
    cups = [
        (at[0] + rng.uniform(-span, span), at[1] + rng.uniform(0, span))
        for _ in range(int(rng.random() < 0.15))
    ]
    rods = [(*spot(), rng.uniform(0, 6.3)) for _ in range(int(rng.random() < 0.2))]
    hands = [spot() for _ in range(int(rng.random() < (0.06 if loose else 0.14)))]

    def flat(image: Array, project: things.Project) -> None:
        for place in papers:
            things.paper(image, project, place, light, masks, rng)
        for place in coins:
            things.coin(image, project, place, light, rng)

    def standing(image: Array, ids: NDArray[np.int16], project: things.Project) -> None:
        for place in cups:
            things.cup(image, ids, project, place, light, rng)
        for x, y, t in rods:
            a = np.array([x, y, 4.0])
            b = a + np.array([np.cos(t), np.sin(t), 0]) * 140
            if all(
                np.hypot(*(a[:2] + k * (b - a)[:2] - [d.x, d.y])) > d.edge
                for d in dice
                for k in np.linspace(0, 1, 12)
            ):
                things.rod(image, ids, eye, project, a, b, 4, 4, surfaces.colour(rng), light)

    def over(image: Array, ids: NDArray[np.int16], project: things.Project) -> None:
        for place in hands:
            things.hand(image, ids, eye, project, place, light, rng)

    image, ids, whole = photograph(
        shot, dice, light, tile, (scale, turned), rng, flat=flat, standing=standing, over=over
    )

    def project(points: NDArray[np.float64]) -> NDArray[np.float64]:
        return eye.project(points) - origin

    shown = np.bincount(np.maximum(ids, 0).reshape(-1), minlength=len(dice) + 1)
    picture = develop(image, rng, loose)

    # labels
    if loose:
        patch = picture
    else:
        gx2, gy2 = np.meshgrid(
            (np.arange(PATCH) - PATCH / 2 + 0.5) * edge / TOP + at[0],
            at[1] - (np.arange(PATCH) - PATCH / 2 + 0.5) * edge / TOP,
        )
        uv = project(np.stack([gx2.ravel(), gy2.ravel(), np.full(gx2.size, edge)], 1)).reshape(
            PATCH, PATCH, 2
        )
        half = np.asarray(cv2.resize(picture, (w // 2, h // 2), interpolation=cv2.INTER_AREA))
        maps = ((uv - 0.5) / 2).astype(np.float32)
        patch = np.asarray(
            cv2.remap(half, maps[..., 0], maps[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
        )
    rows, quads, crops, icons = [], [], [], []
    grey = picture.astype(np.float32).max(2)
    for k, die in enumerate(dice):
        top = die.top()
        corners = project(top)
        visible = shown[k + 1] / max(whole[k], 1) if whole[k] else 0.0
        inside = (corners > 0).all() and (corners[:, 0] < w - 1).all() and (corners[:, 1] < h - 1).all()
        spread = float(np.std(grey[ids == k + 1])) if shown[k + 1] > 20 else 0.0
        if loose:
            quad = corners
        else:
            quad = np.stack(
                [
                    (top[:, 0] - at[0]) * TOP / edge + PATCH / 2 - 0.5,
                    (at[1] - top[:, 1]) * TOP / edge + PATCH / 2 - 0.5,
                ],
                1,
            )
        known = abs(die.edge / edge - 1) < 0.08 or loose
        rows.append(
            [*quad.mean(0), die.yaw, (visible if inside else min(visible, 0.5)) * right, spread, float(known)]
        )
        quads.append(quad)
        if inside and visible > 0.9 and spread > 9:
            crops.append(cut(picture, corners))
            icons.append(die.icon)
    for _ in range(2):  # what is no top: sides, seams, table
        if dice:
            die = dice[int(rng.integers(len(dice)))]
            e, z = die.edge, rng.uniform(0, die.edge)
            a = rng.uniform(0, 6.3)
            x, y = (
                die.x + np.cos(a) * e * rng.uniform(0.5, 1.5),
                die.y + np.sin(a) * e * rng.uniform(0.5, 1.5),
            )
        else:
            e, z, x, y = edge, edge, at[0] + rng.uniform(-span, span), at[1] + rng.uniform(-span, span)
        if min([np.hypot(x - d.x, y - d.y) / d.edge for d in dice] or [9]) > 0.4:
            crops.append(cut(picture, project(things.rectangle(x, y, e, e, rng.uniform(0, 6.3), z))))
            icons.append(-1)
    return Sample(
        patch, np.array(rows, np.float32).reshape(-1, 6), np.array(quads, np.float32).reshape(-1, 4, 2),
        np.array(crops, np.uint8).reshape(-1, CROP, CROP, 3), np.array(icons, np.int32),
    )  # fmt: skip


def cut(picture: NDArray[np.uint8], corners: NDArray[np.float64]) -> NDArray[np.uint8]:
    """The top face and a margin, upright, (CROP, CROP, 3)."""
    m = CROP * (1 - 1 / CROP_SHARE) / 2
    target = np.array([[m, m], [CROP - m, m], [CROP - m, CROP - m], [m, CROP - m]], np.float32) - 0.5
    H = cv2.getPerspectiveTransform(corners.astype(np.float32), target)
    return np.asarray(
        cv2.warpPerspective(picture, H, (CROP, CROP), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    )
