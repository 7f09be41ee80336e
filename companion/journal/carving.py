"""Entries found in the raw bytes of a journal, whatever SQLite thinks of the file.

Every entry carries its own check sum, so it can be looked for anywhere: in pages that nothing leads to any more, in a
write-ahead log that is damaged in the middle, in a file without its beginning. What has the form of one of our records
and the right sum is an entry; the form is that of https://www.sqlite.org/fileformat2.html, sections 1.6, 2.1 and 4.
"""

import contextlib
import os
import re
import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from companion.journal.rows import Row
from companion.journal.schema import COLUMNS, PAGE_BYTES, as_row

LOG_HEADER: Final = 32
FRAME_HEADER: Final = 24
LARGEST_RECORD: Final = 10_000_000
LONGEST_VARINT: Final = 9

RECORD: Final = re.compile(rb"[\x0c-\x28]\x00(?=.)", re.DOTALL)
"""Where a record of ours may begin: how long its own header is, and that its first column, the key, is left out."""

COUNTING: Final = struct.Struct("=16xI")
"""Where the index of the write-ahead log says how many of its frames count, https://www.sqlite.org/walformat.html."""

INTEGERS: Final = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
"""Bytes of an integer by its serial type."""


@dataclass(frozen=True)
class Frame:
    """A page in the write-ahead log."""

    page: int
    commits: bool
    """Whether it is the last of what was written at once."""
    salt: bytes
    """The same in all frames that were written since the log was last begun anew."""
    image: bytes = field(repr=False)


@dataclass(frozen=True)
class WriteAheadLog:
    """The write-ahead log as it lies on the disk."""

    salt: bytes | None
    """What the frames that count carry; None if the log has no header that can be believed."""
    frames: tuple[Frame, ...]
    raw: bytes = field(repr=False)

    @classmethod
    def read(cls, path: Path) -> "WriteAheadLog | None":
        """The log; None if there is none, or nothing in it. Raises `OSError` if it may not be read."""
        raw = read_what_can_be(path)
        if not raw:
            return None
        starts = range(LOG_HEADER, len(raw) - FRAME_HEADER + 1, FRAME_HEADER + PAGE_BYTES)
        ends = FRAME_HEADER + PAGE_BYTES
        return cls(_salt(raw[:LOG_HEADER]), tuple(_frame(raw[start : start + ends]) for start in starts), raw)

    def commits_passed_over(self, index: Path) -> int:
        """How many transactions lie in the log that SQLite, which made the `index` of it, did not take for good.

        Raises `OSError` if the index may not be read.
        """
        counting = 0
        with contextlib.suppress(FileNotFoundError, struct.error):
            [counting] = COUNTING.unpack_from(index.read_bytes())
        return sum(frame.commits and frame.salt == self.salt for frame in self.frames[counting:])


def carve(path: Path, log: WriteAheadLog | None) -> list[Row]:
    """All entries in the file at `path` and in its write-ahead log, in no order, some maybe twice.

    Raises `OSError` if the file may not be read.
    """
    raw = read_what_can_be(path)
    images = [raw[start : start + PAGE_BYTES] for start in range(0, len(raw), PAGE_BYTES)]
    old = dict(enumerate(images, start=1))
    new = old | ({} if log is None else {frame.page: frame.image for frame in log.frames})
    found: dict[tuple[int, int, str], Row] = {}
    for image in (*images, *(() if log is None else (frame.image for frame in log.frames))):
        for row in _entries(image, (new, old)):
            found[row.match, row.seq, row.sum] = row
    return list(found.values())


def read_what_can_be(path: Path) -> bytes:
    """A file, with zeros where the disk cannot be read any more; nothing if there is none.

    Raises `OSError` if it may not be read.
    """
    try:
        file = os.open(path, os.O_RDONLY)
    except FileNotFoundError:
        return b""
    try:
        size = os.fstat(file).st_size
        return b"".join(
            _read_page(file, start, min(PAGE_BYTES, size - start)) for start in range(0, size, PAGE_BYTES)
        )
    finally:
        os.close(file)


def _read_page(file: int, start: int, length: int) -> bytes:
    try:
        return os.pread(file, length, start).ljust(length, b"\0")
    except OSError:
        return bytes(length)


def _entries(image: bytes, files: tuple[Mapping[int, bytes], ...]) -> Iterator[Row]:
    for place in RECORD.finditer(image):
        for size, key in _lead(image, place.start()):
            for pages in files:
                row = _entry(_payload(image, place.start(), size, pages), key)
                if row is not None:
                    yield row
                    break


def _lead(image: bytes, start: int) -> Iterator[tuple[int, int]]:
    """What may stand before a record that begins at `start`: its size and its key."""
    for first in range(max(0, start - 2 * LONGEST_VARINT), start - 1):
        size, second = _varint(image, first)
        if not 2 <= size <= LARGEST_RECORD or second >= start:
            continue
        key, end = _varint(image, second)
        if end == start:
            yield size, key


def _payload(image: bytes, start: int, size: int, pages: Mapping[int, bytes]) -> bytes:
    """A record of `size` bytes of which the first stand in this page and the rest in those it leads to."""
    local = _local(size)
    parts = [image[start : start + local]]
    missing = size - local
    following = image[start + local : start + local + 4]
    seen = set[bytes]()
    while missing > 0 and len(following) == 4 and following not in seen:
        seen.add(following)
        page = pages.get(int.from_bytes(following, "big"), b"")
        parts.append(page[4 : 4 + missing])
        missing -= PAGE_BYTES - 4
        following = page[:4]
    return b"".join(parts)


def _local(size: int) -> int:
    """How many bytes of a record stand in the page of the table itself."""
    most, least = PAGE_BYTES - 35, (PAGE_BYTES - 12) * 32 // 255 - 23
    if size <= most:
        return size
    kept = least + (size - least) % (PAGE_BYTES - 4)
    return kept if kept <= most else least


def _entry(payload: bytes, key: int) -> Row | None:
    """The entry that a record holds; None if it is none of ours or damaged."""
    header, at = _varint(payload, 0)
    if header > len(payload):
        return None
    end = header
    values: list[object] = []
    while at < header:
        kind, at = _varint(payload, at)
        value, end = _value(kind, payload, end)
        values.append(value)
    if len(values) != len(COLUMNS) or end != len(payload):
        return None
    try:
        row = as_row((key, *values[1:]))
    except ValueError:
        return None
    return row if row.sound else None


def _value(kind: int, payload: bytes, at: int) -> tuple[object, int]:
    if kind in INTEGERS:
        end = at + INTEGERS[kind]
        return int.from_bytes(payload[at:end], "big", signed=True), end
    if kind in (8, 9):
        return kind - 8, at
    if kind >= 13 and kind % 2:
        end = at + (kind - 13) // 2
        return payload[at:end].decode("utf-8", "replace"), end
    return None, at


def _varint(raw: bytes, at: int) -> tuple[int, int]:
    """The number that begins at `at`, and where it ends."""
    value = 0
    for k, byte in enumerate(raw[at : at + LONGEST_VARINT]):
        if k == LONGEST_VARINT - 1:
            return value << 8 | byte, at + LONGEST_VARINT
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + k + 1
    return 0, len(raw) + 1


def _salt(header: bytes) -> bytes | None:
    if len(header) < LOG_HEADER:
        return None
    magic, version, page_bytes, _, salt, *total = struct.unpack(">III I 8s II", header)
    if magic & ~1 != 0x377F0682 or version != 3007000 or page_bytes != PAGE_BYTES:
        return None
    order = ">" if magic & 1 else "<"
    one = two = 0
    for x, y in struct.iter_unpack(f"{order}II", header[:24]):
        one = (one + x + two) & 0xFFFFFFFF
        two = (two + y + one) & 0xFFFFFFFF
    return salt if [one, two] == total else None


def _frame(raw: bytes) -> Frame:
    page, pages, salt = struct.unpack(">II8s", raw[:16])
    return Frame(page, pages != 0, salt, raw[FRAME_HEADER:])
