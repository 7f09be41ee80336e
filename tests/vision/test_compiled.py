"""Compiled functions, wherever they stand."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from vision.compiled import compiled


def test_what_cannot_be_kept_on_disk_is_compiled_all_the_same() -> None:
    """As in a read-only system without a home, or in functions that stand in no file."""
    names: dict[str, Any] = {"compiled": compiled}
    source = "@compiled\ndef twice(x):\n    return 2 * x\n@compiled\ndef four_times(x):\n    return twice(twice(x))\n"
    exec(compile(source, "<nowhere>", "exec"), names)  # noqa: S102
    assert names["four_times"](21) == 84


@compiled
def share(of: float, whole: float) -> float:
    """A quotient."""
    return of / whole


@compiled
def half(of: float) -> float:
    """By another compiled function."""
    return share(of, 2.0)


imported = half
"""As a module has it that imports it before it is ever called."""


def test_compiled_functions_call_each_other() -> None:
    """Whichever is called first, in several threads at once; who imported them before that has them, too."""
    found: list[float] = []
    threads = [threading.Thread(target=lambda: found.append(imported(3.0))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [1.5] * 4
    assert half(5.0) == 2.5
    assert imported.__doc__ == "By another compiled function."


def test_division_by_zero_is_as_in_numpy() -> None:
    """A stack of no length must not end a reading."""
    assert share(1.0, 0.0) == np.inf


MODULE = """
from vision.compiled import compiled

@compiled
def twice(x):
    return 2 * x

@compiled
def four_times(x):
    return twice(twice(x))
"""
PROGRAM = "from quick import four_times; print(four_times(21), four_times.fast.stats.cache_hits)"


def run(folder: Path, first: str = "") -> str:
    """What the program says that uses the module in a folder, where it is kept, too; it does something `first`."""
    paths = os.pathsep.join([str(folder), str(Path.cwd())])
    env = os.environ | {"PYTHONPATH": paths, "NUMBA_CACHE_DIR": str(folder / "kept")}
    done = subprocess.run(
        [sys.executable, "-c", first + PROGRAM],
        env=env,
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    return (done.stdout + done.stderr).strip()


def halved(file: Path) -> None:
    """As when the plug was pulled while it was written."""
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


@pytest.mark.parametrize("kind", ["*.nbi", "*.nbc"])
@pytest.mark.parametrize(
    "damage", [lambda file: file.write_bytes(b""), halved, lambda file: file.write_bytes(bytes(4096))]
)
def test_damaged_files_are_replaced(tmp_path: Path, kind: str, damage: Callable[[Path], None]) -> None:
    """Whatever is left of them, what was to be reckoned is, and the next time after that all is kept again."""
    (tmp_path / "quick.py").write_text(MODULE)
    assert run(tmp_path) == "84 Counter()"
    assert run(tmp_path).startswith("84 Counter({(int64,): 1})")
    files = [*(tmp_path / "kept").rglob(kind)]
    assert len(files) == 2
    for file in files:
        damage(file)
    assert run(tmp_path).startswith("84 ")
    run(tmp_path)
    assert run(tmp_path).startswith("84 Counter({(int64,): 1})")


@pytest.mark.parametrize("room", [10, 3000])
def test_a_full_disk_is_no_reason_not_to_reckon(tmp_path: Path, room: int) -> None:
    """Whether the index or what is compiled has no room any more; nothing is left lying about half written."""
    (tmp_path / "quick.py").write_text(MODULE)
    limit = f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, ({room}, {room}))\n"
    assert run(tmp_path, limit).startswith("84 ")
    kept = [file.stat().st_size for file in (tmp_path / "kept").rglob("*.nb?")]
    assert max(kept, default=0) <= room
    assert run(tmp_path).startswith("84 ")


def test_errors_are_those_of_the_function() -> None:
    """What it does not take is told, however often."""
    for _ in range(2):
        with pytest.raises(Exception, match="unicode"):
            half("none")  # type: ignore[arg-type]


def test_a_table_that_only_reads_dice_does_not_wait_for_the_compiler() -> None:
    """It takes more than a second to load on a Raspberry Pi, and 60 MB."""
    told = "import sys, companion.table.opening, companion.commands.score; print('numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
