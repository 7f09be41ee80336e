"""Masks of thousands of icons, to print on the dice that the networks are trained with.

The packs are npm packages, @iconify-json/game-icons and others; their licences are in NOTICE. Icons of the example
pictures are left out, so that those pictures stay a fair test.
"""

from __future__ import annotations

import io
import json
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from vision.training.arrays import Bytes

SIZE = 96
"""Side of a mask, px."""


@dataclass(frozen=True)
class Pack:
    """A pack of icons: its name, the version that the networks were made with, and how many are wanted of it."""

    name: str
    version: str
    wanted: int


PACKS = (
    Pack("game-icons", "1.2.4", 3200),
    Pack("mdi", "1.2.3", 2200),
    Pack("tabler", "1.2.41", 1200),
    Pack("ph", "1.2.2", 1200),
    Pack("lucide", "1.2.137", 600),
    Pack("carbon", "1.2.29", 600),
    Pack("fa6-solid", "1.2.4", 900),
    Pack("bi", "1.2.7", 600),
)
HELD_OUT = (
    "bear-face",
    "camping-tent",
    "run",
    "winchester-rifle",
    "night-sleep",
    "teddy-bear",
    "tent",
    "run-fast",
    "pistol",
    "bed",
)
"""Icons of the example pictures, and what begins like these."""


class NoIcons(RuntimeError):
    """The packs are not there and cannot be fetched; the message says what to do."""


def install(folder: Path) -> Path:
    """Fetch the packs into a folder with npm, unless they are there; returns where they lie. Raises NoIcons."""
    packages = folder / "node_modules" / "@iconify-json"
    if all((packages / pack.name / "icons.json").exists() for pack in PACKS):
        return packages
    npm = shutil.which("npm")
    if npm is None:
        raise NoIcons("npm is missing: install Node.js, or name a folder with the packs with --packages")
    folder.mkdir(parents=True, exist_ok=True)
    wanted = [f"@iconify-json/{pack.name}@{pack.version}" for pack in PACKS]
    command = [npm, "install", "--no-save", "--ignore-scripts", "--no-audit", "--no-fund", *wanted]
    done = subprocess.run([*command, "--prefix", str(folder)], check=False)  # noqa: S603  (nothing of it is foreign)
    if done.returncode:
        raise NoIcons("npm could not install the packs of icons; what it says above tells why")
    return packages


def rasterise(body: str, width: float, height: float) -> Bytes:
    """Coverage of one icon's SVG body, (SIZE, SIZE) uint8; needs resvg_py."""
    import resvg_py
    from PIL import Image

    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{SIZE}" height="{SIZE}">'
        + body.replace("currentColor", "#000")
        + "</svg>"
    )
    png = resvg_py.svg_to_bytes(svg_string=svg, width=SIZE, height=SIZE)
    return np.asarray(Image.open(io.BytesIO(bytes(png))).convert("RGBA"))[:, :, 3].copy()


def held_out(name: str) -> bool:
    """Whether an icon is not for training."""
    return any(name == h or name.startswith(h + "-") for h in HELD_OUT)


def collect(packages: Path, *, seed: int = 1, most: int | None = None) -> tuple[Bytes, list[str]]:
    """Masks (N, SIZE, SIZE) and names of icons that can be told apart at the size of a die, at most `most` a pack.

    Raises NoIcons if a pack is missing.
    """
    rng = np.random.default_rng(seed)
    masks: list[Bytes] = []
    names: list[str] = []
    for pack in PACKS:
        file = packages / pack.name / "icons.json"
        if not file.exists():
            raise NoIcons(f"{file} is missing: install @iconify-json/{pack.name}")
        data = json.loads(file.read_text(encoding="utf-8"))
        icons = sorted(data["icons"].items())
        enough = len(names) + min(pack.wanted, most or pack.wanted)
        for k in rng.permutation(len(icons)):
            name, icon = icons[k]
            if held_out(name):
                continue
            width, height = (icon.get(side, data.get(side, 16)) for side in ("width", "height"))
            mask = rasterise(icon["body"], width, height)
            if mask.shape == (SIZE, SIZE) and 0.06 < mask.mean() / 255 < 0.75:
                masks.append(mask)
                names.append(f"{pack.name}:{name}")
                if len(names) == enough:
                    break
    return np.stack(masks), names


def write(path: Path, packages: Path, *, most: int | None = None) -> int:
    """Write masks and names as one .npz; how many. Raises NoIcons."""
    masks, names = collect(packages, most=most)
    part = path.with_suffix(".part.npz")
    np.savez_compressed(part, masks=masks, names=np.array(names))
    part.rename(path)
    return len(names)
