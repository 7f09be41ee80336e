"""Makes `tests/data/picamera2/api.json`: what picamera2 and libcamera offer, as far as the camera could want it.

picamera2 cannot be imported without libcamera, which only a Raspberry Pi has, so its sources are parsed instead:

    pip download --no-deps --no-binary :all: picamera2==0.3.38
    git clone --depth 1 https://github.com/raspberrypi/libcamera
    python tests/hardware/picamera2_api.py picamera2-0.3.38.tar.gz --libcamera libcamera

With `--check` nothing is written: it says whether the extract is that of the given package, which may be a wheel or
an installed folder too (`/usr/lib/python3/dist-packages/picamera2` on a Pi).
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import json
import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
API = ROOT / "tests" / "data" / "picamera2" / "api.json"
CLASSES = {"Picamera2": "picamera2.py", "CompletedRequest": "request.py"}
DOTTED = re.compile(r"\blibcamera\.((?:[A-Za-z_]\w*\.)*[A-Z]\w*)")


def sources(package: Path) -> dict[str, str]:
    """The package's modules by name, from an sdist, a wheel or the folder `picamera2`."""
    if package.is_dir():
        return {path.name: path.read_text() for path in sorted(package.glob("*.py"))}
    if package.suffix == ".whl":
        with zipfile.ZipFile(package) as wheel:
            inside = [name for name in wheel.namelist() if re.fullmatch(r"picamera2/\w+\.py", name)]
            return {Path(name).name: wheel.read(name).decode() for name in inside}
    found = {}
    with tarfile.open(package) as archive:
        for member in archive.getmembers():
            parts = Path(member.name).parts
            if len(parts) == 3 and parts[1] == "picamera2" and member.name.endswith(".py"):
                content = archive.extractfile(member)
                assert content is not None
                found[parts[2]] = content.read().decode()
    return found


def signature(function: ast.FunctionDef) -> str:
    """The parameters as they are written, without `self` and without types."""
    given = function.args
    given.args = [arg for arg in given.args if arg.arg != "self"]
    for arg in [*given.args, *given.kwonlyargs]:
        arg.annotation = None
    return ast.unparse(given)


def members(source: str, name: str) -> dict[str, Any]:
    """The public methods of a class with their signatures, and its properties. The last definition counts."""
    [found] = [
        node for node in ast.parse(source).body if isinstance(node, ast.ClassDef) and node.name == name
    ]
    methods: dict[str, str] = {}
    properties = set()
    for node in found.body:
        if not isinstance(node, ast.FunctionDef) or (node.name.startswith("_") and node.name != "__init__"):
            continue
        marks = {ast.unparse(mark) for mark in node.decorator_list}
        if "overload" in marks:
            continue
        if marks & {"property", f"{node.name}.setter"}:
            properties.add(node.name)
        else:
            methods[node.name] = signature(node)
    return {"methods": methods, "properties": sorted(properties)}


def constant(source: str, name: str) -> list[str]:
    """The strings of a set or tuple that is assigned to a name, anywhere in a module."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Assign) and any(ast.unparse(target) == name for target in node.targets):
            return sorted(ast.literal_eval(node.value))
    raise LookupError(name)


def package_api(modules: dict[str, str]) -> dict[str, Any]:
    """What the sources of picamera2 say."""
    return {
        "classes": {name: members(modules[module], name) for name, module in CLASSES.items()},
        "stream_keys": constant(modules["picamera2.py"], "valid"),
        "formats": {
            "rgb": constant(modules["formats.py"], "RGB_FORMATS"),
            "yuv": constant(modules["formats.py"], "YUV_FORMATS"),
        },
        "libcamera_names": sorted({name for text in modules.values() for name in DOTTED.findall(text)}),
    }


def libcamera_controls(checkout: Path) -> dict[str, Any]:
    """The controls that a checkout of libcamera describes: direction, and what may be chosen from."""
    controls: dict[str, Any] = {}
    for path in sorted((checkout / "src" / "libcamera").glob("control_ids_*.yaml")):
        text = path.read_text()
        for chunk in re.split(r"^  - (?=[A-Z]\w+:$)", text, flags=re.MULTILINE)[1:]:
            name = chunk.partition(":")[0]
            direction = re.search(r"^      direction: (\w+)$", chunk, re.MULTILINE)
            choices = re.findall(r"^        - name: (\w+)$", chunk, re.MULTILINE)
            controls[name] = {"direction": direction[1] if direction else "inout"}
            if choices:
                shared = len(_common_prefix(choices)) if len(choices) > 1 else 0
                controls[name]["choices"] = [choice[shared:] for choice in choices]
    return controls


def _common_prefix(names: list[str]) -> str:
    first = min(names)
    last = max(names)
    same = 0
    while same < min(len(first), len(last)) and first[same] == last[same]:
        same += 1
    return first[:same]


def version_of(package: Path) -> dict[str, str]:
    """Which package it is."""
    if package.is_dir():
        return {"from": "an installed package"}
    return {
        "from": f"{package.name} from PyPI",
        "sha256": hashlib.sha256(package.read_bytes()).hexdigest(),
    }


def main() -> int:
    """Write the extract, or compare."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("package", type=Path, help="picamera2's sdist or wheel, or the folder of its modules")
    parser.add_argument("--libcamera", type=Path, help="a checkout of the Raspberry Pi's libcamera")
    parser.add_argument("--check", action="store_true", help="compare with the extract that is there")
    args = parser.parse_args()
    api = package_api(sources(args.package))
    if args.check:
        kept = json.loads(API.read_text())
        different = [key for key in api if api[key] != kept[key]]
        sys.stdout.write("".join(f"{key} differ from {API}\n" for key in different))
        return 1 if different else 0
    if args.libcamera is None:
        parser.error("--libcamera is needed to write the extract")
    commit = subprocess.run(
        ["git", "rev-parse", "HEAD"], cwd=args.libcamera, capture_output=True, text=True, check=True
    ).stdout.strip()
    made = {
        "made_by": "tests/hardware/picamera2_api.py",
        "picamera2": version_of(args.package),
        "libcamera": {"from": "github.com/raspberrypi/libcamera", "commit": commit},
        **api,
        "controls": libcamera_controls(args.libcamera),
    }
    API.parent.mkdir(parents=True, exist_ok=True)
    API.write_text(json.dumps(made, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
