"""In which line of a TOML text each value stands; the standard library's reader does not tell."""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

from companion.games.fields import LONGEST_SHOWN, show

_BLANK: Final = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_KEY: Final = re.compile(r"""[ \t]*("(?:\\.|[^"\\\n])*"|'[^'\n]*'|[A-Za-z0-9_-]+)[ \t]*""")
_STRING: Final = re.compile(
    r'"""(?:\\.|[^\\])*?"""+|' + r"'''.*?'''+|" + r'"(?:\\.|[^"\\\n])*"|' + r"'[^'\n]*'", re.DOTALL
)
_SCALAR: Final = re.compile(r"[^,\]}#\n]*")


def lines_of(toml: str) -> dict[str, int]:
    """The line of every value, from 1, by paths such as `tile[0].front[2].paws`; for text that is valid TOML."""
    scan = _Scan(toml)
    scan.document()
    return scan.lines


def line_of(lines: dict[str, int], path: str) -> int | None:
    """The line of a value or, if there is none at `path`, of the nearest thing that it would belong to."""
    while path:
        if path in lines:
            return lines[path]
        path = path[: max(path.rfind("."), path.rfind("["), 0)]
    return None


class _Scan:
    """One pass over a text that is known to be valid."""

    def __init__(self, text: str) -> None:
        self._text, self._at, self._line = text, 0, 1
        self._tables: Counter[str] = Counter()
        self.lines: dict[str, int] = {}

    def document(self) -> None:
        table = ""
        self._skip()
        while self._at < len(self._text):
            table = self._header() if self._next("[") else self._pair(table)
            self._skip()

    def _header(self) -> str:
        """`[a.b]` or `[[a.b]]`; the path of the table that it opens."""
        several = self._next("[[")
        self._at += 2 if several else 1
        keys = self._keys()
        self._at += 2 if several else 1
        path = ""
        for k, key in enumerate(keys):
            path = _below(path, key)
            self.lines.setdefault(path, self._line)
            if several and k == len(keys) - 1:
                self._tables[path] += 1
            if path in self._tables:
                path = f"{path}[{self._tables[path] - 1}]"
        self.lines.setdefault(path, self._line)
        return path

    def _pair(self, table: str) -> str:
        """`key = value`; the path of the table that it stands in."""
        path = table
        for key in self._keys():
            path = _below(path, key)
            self.lines.setdefault(path, self._line)
        self._at += 1
        self._value(path)
        return table

    def _keys(self) -> list[str]:
        keys = []
        while True:
            found = _KEY.match(self._text, self._at)
            assert found is not None, "the text is valid TOML"
            self._at = found.end()
            keys.append(found[1].strip("\"'"))
            if not self._next("."):
                return keys
            self._at += 1

    def _value(self, path: str) -> None:
        self._skip()
        self.lines[path] = self._line
        if self._next("["):
            self._at += 1
            self._skip()
            count = 0
            while not self._next("]"):
                self._value(f"{path}[{count}]")
                count += 1
                self._separated()
            self._at += 1
        elif self._next("{"):
            self._at += 1
            self._skip()
            while not self._next("}"):
                self._pair(path)
                self._separated()
            self._at += 1
        else:
            self._over(_STRING.match(self._text, self._at) or _SCALAR.match(self._text, self._at))

    def _separated(self) -> None:
        self._skip()
        if self._next(","):
            self._at += 1
            self._skip()

    def _skip(self) -> None:
        self._over(_BLANK.match(self._text, self._at))

    def _over(self, found: re.Match[str] | None) -> None:
        assert found is not None, "the text is valid TOML"
        self._line += found[0].count("\n")
        self._at = found.end()

    def _next(self, what: str) -> bool:
        return self._text.startswith(what, self._at)


def _below(path: str, key: str) -> str:
    """The path of a field, written as in an error."""
    step = key if key.isidentifier() and key.isascii() and len(key) <= LONGEST_SHOWN else show(key)
    return f"{path}.{step}" if path else step
