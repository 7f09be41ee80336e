"""What holds the house together: the command starts at once, packages are what they say, one OpenCV only."""

import ast
import json
import re
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from importlib.metadata import distribution, packages_distributions
from pathlib import Path

import pytest

import companion
from companion.cli import COMMANDS

ROOT = Path(companion.__file__).parents[1]
PACKAGES = ("companion", "calibration", "vision", "hardware")
HEAVY = {"numpy", "cv2", "PIL", "reportlab", "vision", "calibration", "hardware"}
LOCKS = sorted(ROOT.glob("requirements*.lock"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())


def python(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, text=True, capture_output=True, timeout=30, check=True
    )


def modules_after(arguments: list[str]) -> set[str]:
    code = (
        "import contextlib, io, json, sys\n"
        "from companion.cli import main\n"
        "with contextlib.redirect_stdout(io.StringIO()):\n"
        f"    assert main({arguments}) == 0\n"
        "print(json.dumps(sorted(sys.modules)))"
    )
    return set(json.loads(python(code).stdout))


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], *([name, "--help"] for name in COMMANDS)])
def test_help_imports_nothing_heavy(arguments: list[str]) -> None:
    """On a Raspberry Pi numpy and OpenCV take seconds to import; nobody should wait for them to read the help."""
    assert not modules_after(arguments) & HEAVY


def test_help_answers_within_half_a_second() -> None:
    """The best of five, since the machine may be busy with something else."""
    best = 9.0
    for _ in range(5):
        start = time.perf_counter()
        subprocess.run(
            [sys.executable, "-m", "companion", "--help"], cwd=ROOT, stdout=subprocess.DEVNULL, check=True
        )
        best = min(best, time.perf_counter() - start)
    assert best < 0.5


def test_every_command_module_is_listed_and_no_other() -> None:
    """A command that nobody can find in `bears --help` does not exist, and one without a module is a promise."""
    modules = {path.stem for path in (ROOT / "companion" / "commands").glob("*.py")} - {"__init__"}
    assert modules == set(COMMANDS)


def test_the_installed_command_is_ours() -> None:
    """`bears` on the path must be this program, in this version."""
    installed = distribution("bears-companion")
    assert installed.version == companion.__version__
    [script] = installed.entry_points.select(group="console_scripts", name="bears")
    assert script.value == PROJECT["project"]["scripts"]["bears"]


def test_only_one_opencv_is_installed() -> None:
    """All OpenCV distributions write into the same folder `cv2`; the second one installed breaks the first."""
    assert set(packages_distributions()["cv2"]) == {"opencv-python-headless"}


def package_folders() -> Iterator[Path]:
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            yield path.parent


@pytest.mark.parametrize(
    "folder", sorted(set(package_folders())), ids=lambda folder: str(folder.relative_to(ROOT))
)
def test_every_package_says_what_lives_there(folder: Path) -> None:
    """A newcomer opens `__init__.py` first."""
    docstring = ast.get_docstring(ast.parse((folder / "__init__.py").read_text()))
    assert docstring
    assert len(docstring.splitlines()) <= 6


@pytest.mark.parametrize("path", sorted((ROOT / "tests").rglob("test_*.py")), ids=lambda path: path.stem)
def test_every_test_says_what_it_protects(path: Path) -> None:
    """Whoever sees a test fail at night needs the sentence that says why it matters."""
    silent = [
        node.name
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_") and not ast.get_docstring(node)
    ]
    assert not silent


def requirements(lock: Path) -> dict[str, str]:
    """The lock's entries, name -> its whole text with version, marker and hashes."""
    entries = re.split(r"\n(?=\S)", re.sub(r"^\s*#.*\n", "", lock.read_text(), flags=re.MULTILINE).strip())
    return {entry.partition("==")[0] + entry.partition(";")[2].partition("\\")[0]: entry for entry in entries}


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.stem)
def test_locks_pin_everything_by_hash_and_name_no_place(lock: Path) -> None:
    """The lock must give the same files everywhere, from whichever index pip is set up to use."""
    for entry in requirements(lock).values():
        assert "==" in entry
        assert "--hash=sha256:" in entry
    assert "://" not in lock.read_text()
    assert "--find-links" not in lock.read_text()


def test_what_is_tested_is_what_runs() -> None:
    """The tests' lock adds packages to the running one, and changes none."""
    run, dev = requirements(ROOT / "requirements.lock"), requirements(ROOT / "requirements-dev.lock")
    assert {name: dev.get(name) for name in run} == run


@pytest.mark.parametrize(
    ("lock", "series"),
    [
        ("requirements.lock", "4.14."),
        ("requirements-opencv5.lock", "5."),
        ("requirements-oldest.lock", "4.10."),
    ],
)
def test_locks_cover_the_declared_range_of_opencv(lock: str, series: str) -> None:
    """`opencv-python-headless>=4.10,<6` is a promise; each of its ends and what people get is tested."""
    entry = requirements(ROOT / lock)["opencv-python-headless"]
    assert entry.startswith(f"opencv-python-headless=={series}")


def test_python_versions_agree() -> None:
    """The oldest Python is written down in several places."""
    assert PROJECT["project"]["requires-python"] == ">=3.11"
    assert PROJECT["tool"]["ruff"]["target-version"] == "py311"
    assert PROJECT["tool"]["mypy"]["python_version"] == "3.11"
