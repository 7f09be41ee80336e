"""What the camera's code uses of picamera2 exists there: names, parameters, controls, choices, formats."""

import ast
import json
from pathlib import Path
from typing import Any

import pytest

from hardware import session
from tests.hardware import fake_picamera2
from tests.hardware.picamera2_api import API, members, package_api, signature

CODE = [Path(session.__file__).parent / name for name in ("session.py", "picamera.py")]
KEPT = json.loads(API.read_text())
PICAMERA2, REQUEST = KEPT["classes"]["Picamera2"], KEPT["classes"]["CompletedRequest"]
OBJECTS: dict[str, dict[str, Any]] = {
    "Picamera2": PICAMERA2,
    "self._camera": PICAMERA2,
    "request": REQUEST,
    "self.request": REQUEST,
}
"""What picamera2's objects are called in the code."""


def parameters(written: str) -> ast.arguments:
    [function] = ast.parse(f"def f({written}): ...").body
    assert isinstance(function, ast.FunctionDef)
    return function.args


def used() -> list[tuple[str, str, ast.Call | None]]:
    """Every use of one of picamera2's objects: the object, the name, and the call if it is one."""
    uses = []
    for path in CODE:
        tree = ast.parse(path.read_text())
        calls = {id(node.func): node for node in ast.walk(tree) if isinstance(node, ast.Call)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and ast.unparse(node.value) in OBJECTS:
                uses.append((ast.unparse(node.value), node.attr, calls.get(id(node))))
            if isinstance(node, ast.Call) and ast.unparse(node.func) in OBJECTS:
                uses.append((ast.unparse(node.func), "__init__", node))
    return uses


USED = used()


def test_the_code_is_looked_at() -> None:
    """If the objects were renamed, the tests below would check nothing."""
    assert {
        "configure",
        "create_video_configuration",
        "set_controls",
        "start",
        "captured_request",
        "close",
        "cancel_all_and_flush",
        "global_camera_info",
        "camera_controls",
        "get_metadata",
        "make_array",
        "__init__",
    } == {name for _, name, _ in USED}


@pytest.mark.parametrize(("where", "name", "call"), USED, ids=[f"{where}.{name}" for where, name, _ in USED])
def test_everything_used_exists(where: str, name: str, call: ast.Call | None) -> None:
    """It could only fail on a Pi, at the table, and picamera2 does change."""
    there = OBJECTS[where]
    if call is None:
        assert name in there["properties"]
        return
    wanted = parameters(there["methods"][name])
    positional, named = [arg.arg for arg in wanted.args], [arg.arg for arg in wanted.args + wanted.kwonlyargs]
    assert len(call.args) <= len(positional)
    given = positional[: len(call.args)] + [str(keyword.arg) for keyword in call.keywords]
    assert len(given) == len(set(given))
    assert set(given) <= set(named)
    needed = positional[: len(positional) - len(wanted.defaults)]
    assert set(needed) <= set(given)


def test_every_wait_has_a_number() -> None:
    """A camera that stops never ends a wait without one."""
    waits = [call for _, name, call in USED if name == "captured_request" and call is not None]
    assert waits
    for call in waits:
        assert [keyword.arg for keyword in call.keywords] == ["wait"]
    assert isinstance(session.FRAME_S, float)


def strings(path: Path) -> set[str]:
    """The strings of a module that look like names of controls."""
    found = {
        node.value
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    return {text for text in found if text.isidentifier() and text[0].isupper() and not text.isupper()}


def test_controls_exist_and_go_the_right_way() -> None:
    """picamera2 refuses a control that libcamera does not have, and metadata lack what is misspelt."""
    wanted = strings(CODE[0])
    assert {
        "ExposureTime",
        "AnalogueGain",
        "AwbEnable",
        "ColourGains",
        "LensPosition",
        "SensorTimestamp",
    } <= wanted
    assert wanted <= set(KEPT["controls"])


def test_choices_and_colour_spaces_exist() -> None:
    """Enumerations of libcamera's Python module are made from the names of its choices."""
    code = CODE[0].read_text()
    for node in ast.walk(ast.parse(code)):
        written = ast.unparse(node) if isinstance(node, ast.Attribute) else ""
        if written.startswith("controls.") and written.count(".") == 2:
            _, name, choice = written.split(".")
            assert choice in KEPT["controls"][name.removesuffix("Enum")]["choices"]
        if written.startswith("ColorSpace."):
            assert written in KEPT["libcamera_names"]
    assert "controls.AfModeEnum.Manual" in code


@pytest.mark.parametrize("name", ["Picamera2", "CompletedRequest"])
def test_the_fake_is_like_the_real_one(name: str) -> None:
    """What works with the fake must work with the real one: same names, same parameters, same that may be left out."""
    fake = members(Path(fake_picamera2.__file__).read_text(), name)
    real = KEPT["classes"][name]
    assert set(fake["properties"]) <= set(real["properties"])
    for method, written in fake["methods"].items():
        ours, theirs = parameters(written), parameters(real["methods"][method])
        assert [arg.arg for arg in ours.args] == [arg.arg for arg in theirs.args]
        assert len(ours.defaults) == len(theirs.defaults)


def test_the_extract_is_made_of_the_sources() -> None:
    """The tool reads a class as Python would: overloads do not count, properties are told from methods."""
    modules = {
        "picamera2.py": (
            "class Picamera2:\n"
            "    @overload\n    def wait(self, job: int = ...) -> int: ...\n"
            "    def wait(self, job, timeout=None) -> int: ...\n"
            "    def _hidden(self): ...\n"
            "    @staticmethod\n    def info() -> dict:\n        valid = ('a', 'b')\n"
            "    @property\n    def size(self): return libcamera.Size(1, 2)\n"
        ),
        "request.py": "class CompletedRequest:\n    def release(self) -> None: ...\n",
        "formats.py": "RGB_FORMATS = {'RGB888'}\nYUV_FORMATS = {'YUV420'}\n",
    }
    assert package_api(modules) == {
        "classes": {
            "Picamera2": {"methods": {"wait": "job, timeout=None", "info": ""}, "properties": ["size"]},
            "CompletedRequest": {"methods": {"release": ""}, "properties": []},
        },
        "stream_keys": ["a", "b"],
        "formats": {"rgb": ["RGB888"], "yuv": ["YUV420"]},
        "libcamera_names": ["Size"],
    }
    [function] = ast.parse("def f(self, a: int, *, b: str = 'x', **more): ...").body
    assert isinstance(function, ast.FunctionDef)
    assert signature(function) == "a, *, b='x', **more"
