"""One entry of the journal, and the check sums by which damage to it is noticed."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from companion.journal.stamps import Stamp

SUM_LENGTH: Final = 32


@dataclass(frozen=True)
class Row:
    """One entry of a match, as it is kept."""

    match: int
    """The number of the match, from 1."""
    seq: int
    """The number of the entry in its match; the header is 1."""
    kind: str
    """`header`, `event`, `undo`, `correct`, `note`, `resume` or `close`."""
    text: str
    """What it says, a JSON object as it was written."""
    why_text: str | None
    """The explanation of the event, a JSON object, where there is one."""
    stamp: Stamp
    frame: str | None
    """The SHA-256 of the picture that was kept as evidence, if one was."""
    before: str
    """The check sum of the entry before it in the match; "" for the header."""
    sum: str
    """The check sum of all the above."""

    @cached_property
    def body(self) -> dict[str, Any]:
        """What it says; every call site gets the same object and must not change it."""
        return _object(self.text)

    @cached_property
    def why(self) -> dict[str, Any] | None:
        """The explanation of the event, where there is one."""
        return None if self.why_text is None else _object(self.why_text)

    @property
    def sound(self) -> bool:
        """Whether the entry is as it was written."""
        return self.sum == checksum(self)


def checksum(row: Row) -> str:
    """The check sum that `row` has to have."""
    said = [
        row.match,
        row.seq,
        row.kind,
        row.text,
        row.why_text,
        row.stamp.wall_ns,
        row.stamp.synced,
        row.stamp.boot,
        row.stamp.mono_ns,
        row.frame,
        row.before,
    ]
    return hashlib.sha256(json.dumps(said).encode("ascii")).hexdigest()[:SUM_LENGTH]


def written(body: Mapping[str, object]) -> str:
    """`body` as the journal keeps it; raises `ValueError` or `TypeError` for what JSON cannot say."""
    return json.dumps(body, allow_nan=False)


def unbroken(rows: Iterable[Row]) -> list[Row]:
    """The entries of one match up to the first that is damaged or missing."""
    whole: list[Row] = []
    before = ""
    for seq, row in enumerate(rows, start=1):
        if row.seq != seq or row.before != before or not row.sound:
            break
        whole.append(row)
        before = row.sum
    return whole


def _object(text: str) -> dict[str, Any]:
    found = json.loads(text)
    if not isinstance(found, dict):
        raise ValueError(f"not a JSON object: {text[:40]}")  # noqa: TRY004 - the text is wrong, not a type of ours
    return found
