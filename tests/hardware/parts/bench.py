"""What the builders of parts have in common.

The contract suites run on every implementation of every protocol: a line more in one of the tables in this folder, and
a part is held to its contract. Those called "wired" are the real ones on a Raspberry Pi (`pytest -m device`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.settings import load_settings
from hardware.wiring import Wiring


@dataclass(frozen=True)
class Bench:
    """What a builder may want."""

    folder: Path
    monkeypatch: pytest.MonkeyPatch


def wired() -> Wiring:
    """How this device is wired: as its settings say."""
    return load_settings().wiring


def named(table: Mapping[str, Callable[[Bench], AbstractContextManager[object]]]) -> list[object]:
    """The builders as parameters of a test; the wired ones only run with `-m device`."""
    return [
        pytest.param(builder, id=name, marks=[pytest.mark.device] if name == "wired" else [])
        for name, builder in table.items()
    ]
