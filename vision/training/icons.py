"""Masks of thousands of icons, to print on the dice that the networks are trained with.

The packs come from the npm registry (``npm install @iconify-json/game-icons ...``); their licences are in NOTICE.
Icons of the example pictures are left out, so that those pictures stay a fair test.
"""

from __future__ import annotations

import argparse
import io
import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

SIZE = 96
PACKS = {
    "game-icons": 3200,
    "mdi": 2200,
    "tabler": 1200,
    "ph": 1200,
    "lucide": 600,
    "carbon": 600,
    "fa6-solid": 900,
    "bi": 600,
}
HELD_OUT = (
    "bear-face", "camping-tent", "run", "winchester-rifle", "night-sleep",
    "teddy-bear", "tent", "run-fast", "pistol", "bed",
)  # fmt: skip


def rasterise(body: str, width: float, height: float) -> NDArray[np.uint8]:
    """Coverage of one icon's SVG body, (SIZE, SIZE) uint8."""
    import resvg_py
    from PIL import Image

    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{SIZE}" height="{SIZE}">'
        + body.replace("currentColor", "#000")
        + "</svg>"
    )
    png = resvg_py.svg_to_bytes(svg_string=svg, width=SIZE, height=SIZE)
    return np.asarray(Image.open(io.BytesIO(bytes(png))).convert("RGBA"))[:, :, 3].copy()


def collect(packages: Path, seed: int = 1) -> tuple[NDArray[np.uint8], list[str]]:
    """Masks (N, SIZE, SIZE) and names of the icons that can be told apart at the size of a die."""
    rng = np.random.default_rng(seed)
    masks, names = [], []
    for pack, wanted in PACKS.items():
        data = json.loads((packages / pack / "icons.json").read_text(encoding="utf-8"))
        icons = sorted(data["icons"].items())
        chosen = 0
        for k in rng.permutation(len(icons)):
            name, icon = icons[k]
            if any(name == h or name.startswith(h + "-") for h in HELD_OUT):
                continue
            width = icon.get("width", data.get("width", 16))
            height = icon.get("height", data.get("height", 16))
            mask = rasterise(icon["body"], width, height)
            if mask.shape != (SIZE, SIZE) or not 0.06 < mask.mean() / 255 < 0.75:
                continue
            masks.append(mask)
            names.append(f"{pack}:{name}")
            chosen += 1
            if chosen == wanted:
                break
    return np.stack(masks), names


def main() -> None:
    """Write the masks to one file."""
    parser = argparse.ArgumentParser(description="Rasterise icon packs into one file.")
    parser.add_argument("packages", type=Path, help="node_modules/@iconify-json")
    parser.add_argument("-o", "--out", type=Path, required=True)
    args = parser.parse_args()
    masks, names = collect(args.packages)
    np.savez_compressed(args.out, masks=masks, names=np.array(names))
    print(f"{len(names)} icons")


if __name__ == "__main__":
    main()
