"""A photo of rendered light: the lens, exposure, white balance, blur, noise, tone and JPEG."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from traced.layout import SIZE, Camera, Floats

Light = npt.NDArray[np.float32]
"""(H, W, 3) linear RGB."""

MARGIN = 40
"""Rendered pixels beyond the picture at each side, as the lens bends what lies there into it."""
RENDERED = (SIZE[0] + 2 * MARGIN, SIZE[1] + 2 * MARGIN)


def pinhole(camera: Camera) -> Floats:
    """The matrix of the camera without distortion, square pixels and its centre in the middle, that is rendered."""
    focal = float(camera.K[0, 0])
    return np.array([[focal, 0, (RENDERED[0] - 1) / 2], [0, focal, (RENDERED[1] - 1) / 2], [0, 0, 1]])


def through_lens(rendered: Light, camera: Camera) -> Light:
    """What the camera sees, of the pinhole's picture."""
    u, v = np.meshgrid(np.arange(SIZE[0], dtype=np.float64), np.arange(SIZE[1], dtype=np.float64))
    pixels = np.stack([u, v], -1).reshape(-1, 1, 2)
    rays = cv2.undistortPoints(pixels, camera.K, camera.dist).reshape(SIZE[1], SIZE[0], 2)
    K = pinhole(camera)
    x, y = (rays[..., i] * K[i, i] + K[i, 2] for i in (0, 1))
    bent = cv2.remap(rendered, x.astype(np.float32), y.astype(np.float32), cv2.INTER_LANCZOS4)
    return np.maximum(bent, 0).astype(np.float32)


@dataclass(frozen=True)
class Photo:
    """How a picture was taken; `wb` is the share of the light's tint that white balance takes away."""

    exposure: float
    ev: float
    wb: float
    tint: tuple[float, float, float]
    blur: float
    iso: float
    vignette: float
    contrast: float
    quality: int

    def to_json(self) -> dict[str, Any]:
        """As in truth files."""
        return asdict(self) | {"tint": list(self.tint), "motion": [0, 0]}


def taken(rng: np.random.Generator, *, soft: bool, ev: float = 0.25) -> Photo:
    """A photo as cameras happen to take it."""
    return Photo(
        exposure=0.18,
        ev=float(rng.uniform(-ev, ev)),
        wb=float(rng.uniform(0.65, 0.92)),
        tint=(
            float(rng.uniform(0.97, 1.03)),
            float(rng.uniform(0.985, 1.03)),
            float(rng.uniform(0.97, 1.03)),
        ),
        blur=float(rng.uniform(1.1, 1.4) if soft else rng.uniform(0.1, 0.6)),
        iso=float(rng.uniform(0.8, 1.5)),
        vignette=float(rng.uniform(0.12, 0.29)),
        contrast=float(rng.uniform(0.12, 0.28)),
        quality=int(rng.integers(88, 94)),
    )


@dataclass(frozen=True)
class Meter:
    """What the camera measures on the empty table: the gain at which its mean is 1, and the tint of white paper."""

    gain: float
    white: Floats

    @classmethod
    def of(cls, empty: Light, paper: Floats) -> Meter:
        """`paper` (N, 2) are pixels of white paper; it is kept from being blown out."""
        mean = float((empty @ np.array([0.2126, 0.7152, 0.0722], np.float32)).mean())
        x, y = np.clip(paper.round().astype(int), 0, np.array(SIZE) - 1).T
        white = empty[y, x].astype(np.float64)
        brightest = float(white.mean(1).max())
        return cls(min(1 / mean, 0.78 / 0.18 / brightest), white.mean(0) / white.mean())


def develop(rng: np.random.Generator, light: Light, meter: Meter, photo: Photo) -> npt.NDArray[np.uint8]:
    """The picture in BGR, before JPEG."""
    balance = meter.white**-photo.wb
    gains = balance / balance[1] * photo.tint * (meter.gain * photo.exposure * 2**photo.ev)
    v, u = np.mgrid[-1 : 1 : SIZE[1] * 1j, -1 : 1 : SIZE[0] * 1j].astype(np.float32)
    shade = 1 - photo.vignette * (0.7 * u * u + 0.3 * v * v)
    picture = light * gains.astype(np.float32) * shade[..., None]
    picture = cv2.GaussianBlur(picture, (0, 0), max(0.3, photo.blur))
    spread = np.sqrt(photo.iso * (0.00022 * np.maximum(picture, 0) + 4e-6))
    noise = cv2.GaussianBlur(rng.standard_normal(picture.shape).astype(np.float32), (0, 0), 0.5) * 1.6
    picture = np.clip(picture + spread * noise, 0, 1)
    tone = np.where(picture <= 0.0031308, 12.92 * picture, 1.055 * picture ** (1 / 2.4) - 0.055)
    tone += photo.contrast * (tone * tone * (3 - 2 * tone) - tone)
    return np.asarray(np.clip(tone * 255 + 0.5, 0, 255), np.uint8)[..., ::-1].copy()
