"""Reading JSON that may have been damaged or edited by hand: every value is checked before it is used."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from calibration.errors import CalibrationError
from vision.files import read_file
from vision.lens import Floats, Lens

MAX_BYTES = 5_000_000
MAX_PIXELS = 20_000


@dataclass(frozen=True)
class Fields:
    """The fields of one JSON object, taken out by name; whatever is missing or absurd raises `error` saying where."""

    values: dict[str, Any]
    where: str
    error: type[CalibrationError]

    def refuse(self, what: str) -> CalibrationError:
        """The error to raise about this object."""
        return self.error(f"{self.where}: {what}")

    def has(self, name: str) -> bool:
        """Whether the field is there and not null."""
        return self.values.get(name) is not None

    def take(self, name: str) -> Any:  # noqa: ANN401 - JSON holds anything
        """The field as it is; it must be there."""
        if not self.has(name):
            raise self.refuse(f"'{name}' is missing")
        return self.values[name]

    def text(self, name: str) -> str:
        """A string that is not empty."""
        value = self.take(name)
        if not isinstance(value, str) or not value.strip():
            raise self.refuse(f"'{name}' should be a text, not {_short(value)}")
        return value

    def number(self, name: str, low: float, high: float) -> float:
        """A finite number from `low` to `high`."""
        return self._number(self.take(name), name, low, high)

    def whole(self, name: str, low: int, high: int) -> int:
        """A whole number from `low` to `high`."""
        value = self.number(name, low, high)
        if value != int(value):
            raise self.refuse(f"'{name}' should be a whole number, not {value}")
        return int(value)

    def numbers(self, name: str, shape: tuple[int, ...], low: float, high: float) -> Floats:
        """An array of this shape, every number from `low` to `high`; a length of -1 may be any."""
        rows = self._rows(self.take(name), name, shape, low, high)
        return np.array(rows, dtype=np.float64).reshape([len(rows) if n == -1 else n for n in shape])

    def children(self, name: str) -> Iterator[Fields]:
        """The objects in a list."""
        value = self.take(name)
        if not isinstance(value, list):
            raise self.refuse(f"'{name}' should be a list, not {_short(value)}")
        for index, item in enumerate(value):
            yield self._child(item, f"{name}[{index}]")

    def child(self, name: str) -> Fields:
        """An object inside this one."""
        return self._child(self.take(name), name)

    def texts(self, name: str) -> tuple[str, ...]:
        """A list of strings, none empty and none twice."""
        value = self.take(name)
        if not isinstance(value, list) or not all(isinstance(v, str) and v.strip() for v in value):
            raise self.refuse(f"'{name}' should be a list of texts, not {_short(value)}")
        if len(set(value)) != len(value):
            raise self.refuse(f"'{name}' names something twice")
        return tuple(value)

    def lens(self, name: str | None = None) -> Lens:
        """A lens: width, height, K and dist, here or in the object `name`."""
        fields = self if name is None else self.child(name)
        width, height = fields.whole("width", 16, MAX_PIXELS), fields.whole("height", 16, MAX_PIXELS)
        return fields.lens_of_size(width, height)

    def lens_of_size(self, width: int, height: int) -> Lens:
        """A lens for pictures of this size, from K and dist."""
        K = self.numbers("K", (3, 3), -1e6, 1e6)
        dist = self.numbers("dist", (5,), -100.0, 100.0)
        focal, centre = np.diag(K)[:2], K[:2, 2]
        longest = max(width, height)
        if not ((focal > 0.2 * longest) & (focal < 20 * longest)).all():
            raise self.refuse(f"a focal length of {focal[0]:.0f} px cannot be for pictures {width} px wide")
        if not ((centre > -0.5 * longest) & (centre < 1.5 * longest)).all():
            raise self.refuse("the middle of the lens lies far outside the picture")
        if abs(K[2] - (0, 0, 1)).max() > 0 or K[1, 0] != 0:
            raise self.refuse("'K' is not a camera matrix")
        return Lens(width=width, height=height, K=K, dist=dist)

    def _child(self, value: object, name: str) -> Fields:
        if not isinstance(value, dict):
            raise self.refuse(f"'{name}' should be an object, not {_short(value)}")
        return Fields(values=value, where=f"{self.where}, {name}", error=self.error)

    def _number(self, value: object, name: str, low: float, high: float) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.refuse(f"'{name}' should be a number, not {_short(value)}")
        if not (low <= value <= high and math.isfinite(value)):
            raise self.refuse(f"'{name}' should be from {low:g} to {high:g}, not {_short(value)}")
        return float(value)

    def _rows(self, value: object, name: str, shape: tuple[int, ...], low: float, high: float) -> list[Any]:
        if not isinstance(value, list) or (shape[0] != -1 and len(value) != shape[0]):
            size = " x ".join(str(n) for n in shape if n != -1)
            raise self.refuse(f"'{name}' should be {size} numbers, not {_short(value)}")
        if len(shape) == 1:
            return [self._number(item, name, low, high) for item in value]
        return [self._rows(item, name, shape[1:], low, high) for item in value]


def read_object(path: Path, error: type[CalibrationError], *, what: str) -> Fields:
    """The JSON object in the file at `path`; `what` names it in messages, such as "profile". Raises `error`."""
    try:
        raw = read_file(path, MAX_BYTES + 1)
    except FileNotFoundError:
        raise error(f"there is no {what} at '{path}'; check the path") from None
    except OSError as problem:
        raise error(f"the {what} '{path}' cannot be read: {problem.strerror or problem}") from problem
    if len(raw) > MAX_BYTES:
        raise error(f"the {what} '{path}' is far too large to be one")
    try:
        value = json.loads(raw.decode("utf-8"))
    except json.JSONDecodeError as problem:
        place = f"line {problem.lineno}, column {problem.colno}"
        raise error(
            f"the {what} '{path}' is not valid JSON at {place} ({problem.msg}); mend it, or make it anew"
        ) from None
    except (ValueError, RecursionError):
        raise error(f"the {what} '{path}' is damaged (not valid JSON); make it anew") from None
    if not isinstance(value, dict):
        raise error(f"the {what} '{path}' is damaged (no JSON object); make it anew")
    return Fields(values=value, where=f"the {what} '{path}'", error=error)


def _short(value: object) -> str:
    text = json.dumps(value, default=str)
    return text if len(text) <= 40 else f"{text[:37]}..."
