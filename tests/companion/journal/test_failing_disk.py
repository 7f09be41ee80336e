"""The disk fails under the running journal: really, by way of the kernel, and without needing to be root."""

from __future__ import annotations

import contextlib
import json
import os
import resource
import shlex
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.journal import Journal, JournalBusy, JournalError, read_journal, schema
from companion.journal.schema import NAME


def in_trouble(journal: Journal) -> bool:
    return journal.evidence_trouble is not None


@contextlib.contextmanager
def no_writing(path: Path) -> Iterator[None]:
    """Every write to the file fails: its descriptors are changed for one that may only read."""
    held = [
        int(link.name)
        for link in Path("/proc/self/fd").iterdir()
        if link.is_symlink() and os.path.realpath(link) == str(path.resolve())
    ]
    assert held
    saved = {number: os.dup(number) for number in held}
    reading = os.open(path, os.O_RDONLY)
    for number in held:
        os.dup2(reading, number)
    try:
        yield
    finally:
        for number, copy in saved.items():
            os.dup2(copy, number)
            os.close(copy)
        os.close(reading)


@contextlib.contextmanager
def largest_file(size: int) -> Iterator[None]:
    """No file may grow beyond `size`."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.fixture
def journal(folder: Path) -> Iterator[Journal]:
    with Journal.open(folder) as journal:
        journal.begin({"game": "bears"})
        yield journal


def test_a_write_that_fails_is_said_and_costs_nothing(journal: Journal) -> None:
    """Whoever is told that something was not recorded may try again; nothing else is lost."""
    before = journal.append(1, "event", {"k": 1})
    with no_writing(journal.folder / f"{NAME}-wal"):
        for _ in range(3):
            with pytest.raises(JournalError, match="try again"):
                journal.append(1, "event", {"lost": True})
        assert journal.rows(1)[-1] == before
    after = journal.append(1, "event", {"k": 2})
    assert (after.seq, after.before) == (3, before.sum)
    assert [row.body for row in read_journal(journal.folder).matches[1]] == [
        {"game": "bears"},
        {"k": 1},
        {"k": 2},
    ]


TINY_DISK = """
import json, sys
from pathlib import Path
from companion.journal import Journal, JournalError
disk = Path(sys.argv[1])
filler = disk / "filler"
filler.write_bytes(bytes(100_000))
with Journal.open(disk / "journal") as journal:
    journal.begin({"game": "bears"})
    told = set()
    for k in range(400):
        try:
            journal.append(1, "event", {"k": k, "text": "x" * 700})
            print(k)
        except JournalError as error:
            told.add(str(error))
            if len(told) == 1 and filler.exists():
                filler.unlink()
with Journal.open(disk / "journal") as journal:
    assert journal.recovery is None
    print(json.dumps([row.body["k"] for row in journal.rows(1)[1:]]))
print(json.dumps(sorted(told)))
"""


def may_mount() -> bool:
    tried = subprocess.run(
        ["unshare", "-Urm", "mount", "-t", "tmpfs", "none", "/mnt"], capture_output=True, check=False
    )
    return tried.returncode == 0


def test_a_disk_that_is_really_full(tmp_path: Path) -> None:
    """On a disk of half a megabyte, where anybody may mount one; elsewhere in a file system that allows no more."""
    run = [sys.executable, "-c", TINY_DISK, str(tmp_path)]
    if shutil.which("unshare") and may_mount():
        mount = f"mount -t tmpfs -o size=600k none {tmp_path} && exec "
        run = ["unshare", "-Urm", "sh", "-c", mount + shlex.join(run)]
        wanted = "the disk is full"
    else:
        run = ["sh", "-c", "ulimit -f 400; exec " + shlex.join(run)]
        wanted = "could not be written"
    done = subprocess.run(run, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    *printed, kept, told = done.stdout.splitlines()
    assert json.loads(kept) == [int(k) for k in printed]
    assert len(printed) < 400
    assert all(wanted in error for error in json.loads(told))
    assert json.loads(told)


def test_whatever_fits_is_there_and_whatever_does_not_is_not(folder: Path) -> None:
    """A disk that fills up slowly: each entry is either reported and there, or an error and not there."""
    reported = []
    failed = 0
    with Journal.open(folder) as journal:
        journal.begin({"game": "bears"})
        with largest_file((folder / f"{NAME}-wal").stat().st_size + 60_000):
            for k in range(60):
                try:
                    reported.append(journal.append(1, "event", {"k": k, "text": "x" * (k * 97 % 1500)}))
                except JournalError:
                    failed += 1
        assert reported
        assert failed
        reported.append(journal.append(1, "event", {"then": "space again"}))
        assert journal.rows(1)[1:] == reported
    with Journal.open(folder) as journal:
        assert journal.recovery is None
        assert journal.rows(1)[1:] == reported


def test_a_journal_can_not_begin_on_a_full_disk_and_can_later(folder: Path) -> None:
    """The device says what is wrong instead of playing without a memory, and needs no mending afterwards."""
    folder.mkdir(parents=True)
    with largest_file(1000), pytest.raises(JournalError):
        Journal.open(folder)
    with Journal.open(folder) as journal:
        assert journal.recovery is None
        assert journal.begin({"game": "bears"}).match == 1


def test_a_disk_that_takes_no_picture_still_takes_the_verdict(journal: Journal) -> None:
    """The evidence is nice to have, the verdict is the match."""
    journal.append(1, "event", {"k": 0}, frame=b"first")
    with no_writing(journal.folder / "evidence.sqlite-wal"):
        row = journal.append(1, "event", {"k": 1}, frame=bytes(50_000))
        assert journal.rows(1)[-1] == row
        assert in_trouble(journal)
    assert journal.frame(row) is None
    after = journal.append(1, "event", {"k": 2}, frame=b"third")
    assert not in_trouble(journal)
    assert journal.frame(after) == b"third"


def test_a_disk_that_fails_while_recovering_leaves_the_damaged_file(folder: Path) -> None:
    """Mending needs space; without it the damaged file is still there for the next attempt."""
    with Journal.open(folder) as journal:
        journal.begin({"game": "bears"})
        for k in range(200):
            journal.append(1, "event", {"k": k, "text": "x" * 500})
    raw = (folder / NAME).read_bytes()
    (folder / NAME).write_bytes(bytes(4096) + raw[4096:])
    with largest_file(50_000), pytest.raises(JournalError):
        Journal.open(folder)
    assert (folder / NAME).read_bytes() == bytes(4096) + raw[4096:]
    with Journal.open(folder) as journal:
        assert journal.recovery is not None
        assert len(journal.rows(1)) == 201


MEANINGS = {
    "FULL": "the disk is full.*free some space",
    "READONLY": "may not be .*permissions",
    "READONLY_DBMOVED": "may not be .*permissions",
    "CANTOPEN": "may not be .*permissions",
    "PERM": "may not be .*permissions",
    "BUSY": "another program.*close that one",
    "BUSY_SNAPSHOT": "another program.*close that one",
    "LOCKED": "another program.*close that one",
    "PROTOCOL": "another program.*close that one",
    "NOMEM": "out of memory.*close other programs",
}
OTHERS = [
    *(
        "ABORT",
        "AUTH",
        "CONSTRAINT",
        "ERROR",
        "INTERNAL",
        "INTERRUPT",
        "MISMATCH",
        "MISUSE",
        "NOLFS",
        "RANGE",
    ),
    *(
        "IOERR",
        "IOERR_FSYNC",
        "IOERR_LOCK",
        "IOERR_READ",
        "IOERR_SHORT_READ",
        "IOERR_WRITE",
        "SCHEMA",
        "TOOBIG",
    ),
]


@pytest.mark.parametrize("name", [*MEANINGS, *OTHERS, ""])
def test_only_a_damaged_file_is_called_damaged(
    folder: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Whatever is in the way of a sound journal is said in a line that helps; nothing is set aside for it."""
    with Journal.open(folder) as journal:
        rows = [journal.begin({"game": "bears"}), journal.append(1, "event", {"k": 1})]
    files = {path: path.read_bytes() for path in folder.iterdir()}

    def fails(path: Path) -> sqlite3.Connection:
        error = sqlite3.OperationalError(f"not with {path.name}")
        if name:
            error.sqlite_errorcode, error.sqlite_errorname = getattr(sqlite3, f"SQLITE_{name}"), name
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(schema, "open_for_writing", fails)
        patch.setattr(schema, "open_for_reading", fails)
        for look in (Journal.open, read_journal):
            with pytest.raises(JournalError, match=MEANINGS.get(name, "try again")) as told:
                look(folder)
            assert "is damaged" not in str(told.value)
            assert "\n" not in str(told.value)
    assert {path: path.read_bytes() for path in folder.iterdir()} == files
    with Journal.open(folder) as journal:
        assert journal.recovery is None
        assert journal.rows(1) == rows


def test_a_file_that_another_program_holds(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody copies or looks at the journal with a program of their own; the match goes on when they are done."""
    monkeypatch.setattr(schema, "BUSY_S", 0.05)
    with Journal.open(folder) as journal:
        journal.begin({"game": "bears"})
        with contextlib.closing(sqlite3.connect(folder / NAME, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(JournalBusy, match="another program"):
                journal.append(1, "event", {"k": 1})
        assert journal.append(1, "event", {"k": 2}).seq == 2


def test_an_entry_that_became_unreadable_during_the_match_is_told(folder: Path) -> None:
    """What is not even text any more is damage, to be recovered at the next start, and no fault of the program."""
    with Journal.open(folder) as journal:
        journal.begin({"game": "bears"})
        with contextlib.closing(sqlite3.connect(folder / NAME)) as other, other:
            other.execute("UPDATE entry SET text = CAST(x'ff' AS TEXT)")
        with pytest.raises(JournalError, match=r"is damaged.*start bears again"):
            journal.rows(1)
    assert read_journal(folder).damaged
    with Journal.open(folder) as journal:
        assert journal.recovery is not None
