"""Exact reading of the values in a match log: what is missing or mistyped is a `LogError` that names the field."""

import json
import math
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Final, TypeVar

Word = TypeVar("Word", bound=str)

LONGEST_SHOWN: Final = 40


class LogError(ValueError):
    """A line of a match log that cannot be used: not JSON, an unknown event, or a field missing or mistyped.

    `problem` goes on from the place, as in "line 3, field t" + "is missing".
    """

    def __init__(self, problem: str, *, field: str | None = None, line: int | None = None) -> None:
        super().__init__(problem)
        self.problem = problem
        self.field = field
        self.line = line

    def at(self, line: int) -> "LogError":
        """The same error, known to be in `line` (counted from 1)."""
        return LogError(self.problem, field=self.field, line=line)

    def __str__(self) -> str:
        places = [f"line {self.line}"] if self.line is not None else []
        places += [f"field {self.field}"] if self.field is not None else []
        return f"{', '.join(places)} {self.problem}".lstrip()


class Record(dict[str, object]):
    """A JSON object as it was written, which remembers the names that it gave twice."""

    def __init__(self, pairs: Iterable[tuple[str, object]]) -> None:
        pairs = list(pairs)
        super().__init__(pairs)
        self.twice = frozenset[str]()
        if len(self) < len(pairs):
            times = Counter(name for name, _ in pairs)
            self.twice = frozenset(name for name in times if times[name] > 1)


@dataclass(frozen=True)
class Value:
    """One value of a match log and the path to it, as in `players.Ana.pairs[0]`; the methods raise `LogError`."""

    given: object
    path: str

    def whole(self, *, at_least: int | None = None, at_most: int | None = None) -> int:
        """A whole number written as one: neither `3.0` nor `true`."""
        if isinstance(self.given, bool) or not isinstance(self.given, int):
            raise self._wrong(f"must be a whole number{_range(at_least, at_most)}")
        if (at_least is not None and self.given < at_least) or (at_most is not None and self.given > at_most):
            raise self._wrong(f"must be a whole number{_range(at_least, at_most)}")
        return self.given

    def number(self, *, at_least: int) -> float:
        """A finite number as it was written, `int` or `float`."""
        wanted = f"must be a number{_range(at_least, None)}"
        if isinstance(self.given, bool) or not isinstance(self.given, int | float):
            raise self._wrong(wanted)
        try:
            finite = math.isfinite(self.given)
        except OverflowError:
            finite = False
        if not finite or self.given < at_least:
            raise self._wrong(wanted)
        return self.given

    def text(self) -> str:
        """A text that is not empty."""
        if not isinstance(self.given, str) or not self.given:
            raise self._wrong("must be a text that is not empty")
        return self.given

    def one_of(self, words: Collection[Word], *, called: str = "") -> Word:
        """One of `words`, and nothing else; `called` says what they are where they are too many to be listed."""
        for word in words:
            if isinstance(self.given, str) and self.given == word:
                return word
        raise self._wrong(f"must be {called}" if called else f"must be one of {', '.join(map(show, words))}")

    def items(self) -> "tuple[Value, ...]":
        """The values of a list."""
        if not isinstance(self.given, list | tuple):
            raise self._wrong("must be a list")
        return tuple(Value(item, f"{self.path}[{index}]") for index, item in enumerate(self.given))

    def names(self, *, at_least: int, at_most: int) -> tuple[str, ...]:
        """A list of distinct names, none of them empty."""
        names = tuple(item.text() for item in self.items())
        if len(set(names)) < len(names):
            raise LogError("must be distinct names", field=self.path)
        if not at_least <= len(names) <= at_most:
            raise LogError(f"must be {at_least} to {at_most} names, not {len(names)}", field=self.path)
        return names

    def fields(self) -> "Fields":
        """The fields of an object."""
        if not isinstance(self.given, Mapping):
            raise self._wrong("must be an object")
        return Fields(self.given, self.path)

    def _wrong(self, wanted: str) -> LogError:
        return LogError(f"{wanted}, not {show(self.given)}", field=self.path)


@dataclass(frozen=True)
class Fields:
    """The named fields of an object in a match log; fields that nobody asks for are ignored."""

    values: Mapping[str, object]
    path: str = ""

    def __getitem__(self, name: str) -> Value:
        """The field `name`, which has to be there."""
        if name not in self.values:
            raise LogError("is missing", field=self._path_of(name))
        return self._value(name, self.values[name])

    def get(self, name: str, default: object) -> Value:
        """The field `name`, or `default` where it was left out; a `null` is not left out."""
        return self._value(name, self.values.get(name, default))

    def has(self, name: str) -> bool:
        """Whether the field `name` was given, be it `null`."""
        return name in self.values

    def all(self) -> tuple[tuple[str, Value], ...]:
        """Every name with its value, in the order written, where the names themselves say something."""
        return tuple((name, self[name]) for name in self.values)

    def _value(self, name: str, given: object) -> Value:
        if isinstance(self.values, Record) and name in self.values.twice:
            raise LogError("is given twice", field=self._path_of(name))
        return Value(given, self._path_of(name))

    def _path_of(self, name: str) -> str:
        step = name if name.isidentifier() and name.isascii() and len(name) <= LONGEST_SHOWN else show(name)
        return f"{self.path}.{step}" if self.path else step


def show(value: object) -> str:
    """Name a value of a log in an error: short, in one line, in ASCII."""
    if isinstance(value, Mapping):
        return "an object"
    if isinstance(value, list | tuple):
        return "a list"
    if isinstance(value, float) and not math.isfinite(value):
        return "a number beyond all measure"
    if isinstance(value, int) and value.bit_length() > LONGEST_SHOWN * 4:
        return "a number beyond all measure"
    written = json.dumps(value, default=str)
    return written if len(written) <= LONGEST_SHOWN else f"{written[:LONGEST_SHOWN]}..."


def _range(at_least: int | None, at_most: int | None) -> str:
    if at_least is not None and at_most is not None:
        return f" from {at_least} to {at_most}"
    return "" if at_least is None else f", {at_least} or more"
