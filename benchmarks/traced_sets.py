"""Render a labelled set of pyramids by path tracing, for `bears evaluate`.

    python benchmarks/traced_sets.py SET --seed 1 --palette rainbow --material solid --board wood --light window

It needs Blender as a package: Python 3.11 and `pip install bpy==4.2.0 'numpy<2' 'opencv-python-headless<4.11'`. A
picture takes a minute or two on one core; those that are there already are left alone.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from traced.options import BOARDS, LIGHTS, MATERIALS, PALETTES, Options
from traced.sets import write_set


def main() -> None:
    """Render a set."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, metavar="SET")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--palette", choices=list(PALETTES), default="rainbow")
    parser.add_argument("--material", choices=MATERIALS, default="opaque")
    parser.add_argument("--board", choices=BOARDS, default="wood")
    parser.add_argument("--light", choices=LIGHTS, default="window")
    parser.add_argument("--samples", type=int, default=32, help="paths a pixel, at most")
    parser.add_argument("--only", nargs="*", default=[], help="some pictures, as table/000")
    args = parser.parse_args()
    options = Options(args.seed, args.palette, args.material, args.board, args.light, args.samples)
    write_set(options, args.folder, args.only)


if __name__ == "__main__":
    main()
