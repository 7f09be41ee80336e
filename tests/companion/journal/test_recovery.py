from __future__ import annotations

import random
import shutil
import sqlite3
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.journal import Journal, JournalError, Row, read_journal, recovery
from companion.journal.carving import WriteAheadLog, carve
from companion.journal.rows import unbroken
from companion.journal.schema import NAME, PAGE_BYTES


class Truth(dict[int, list[Row]]):
    """The entries of each match as they were written."""

    def __repr__(self) -> str:
        return "the truth"


SIZES = (0, 10, 200, 3000, 3900, 4100, 9000)


def fill(journal: Journal, *, matches: int = 3, entries: int = 40) -> Truth:
    """Entries of all sizes, from a few bytes to some that take several pages."""
    truth = Truth()
    for _ in range(matches):
        row = journal.begin({"game": "bears", "players": ["Ana", "Ben"]})
        truth[row.match] = [row]
        for k in range(entries):
            body = {"note": "n", "body": {"text": "x" * SIZES[k % 7]}}
            why = {"rule": "because", "t": k / 3} if k % 3 else None
            truth[row.match].append(journal.append(row.match, "note", body, why=why))
    return truth


@pytest.fixture(scope="module")
def closed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Truth]:
    """A journal that was closed well: all is in the file itself."""
    folder = tmp_path_factory.mktemp("closed")
    with Journal.open(folder) as journal:
        truth = fill(journal)
    return folder, truth


@pytest.fixture(scope="module")
def pulled(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Truth]:
    """A journal whose writer died: the last entries are in the write-ahead log only."""
    folder = tmp_path_factory.mktemp("pulled") / "copy"
    with Journal.open(folder.with_name("real")) as journal:
        truth = fill(journal, matches=2)
        journal.tidy()
        truth.update(fill(journal, matches=1, entries=30))
        folder.mkdir()
        for name in (NAME, f"{NAME}-wal"):
            shutil.copy(journal.folder / name, folder / name)
    return folder, truth


def damaged_copy(original: Path, target: Path) -> Path:
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(original, target)
    return target


def check(folder: Path, truth: Truth) -> Journal:
    """Whatever happened to the files: only what was written comes back, from the header on, and writing goes on."""
    seen = read_journal(folder)
    journal = Journal.open(folder)
    for match in journal.matches():
        rows = [row for row in journal.rows(match) if row.kind != "recovered"]
        assert rows == truth[match][: len(rows)]
    for match, rows_seen in seen.matches.items():
        assert [row for row in rows_seen if row.kind != "recovered"] == truth[match][: len(rows_seen)]
    again = journal.begin({"game": "bears", "players": ["Cy", "Di"]})
    journal.append(again.match, "event", {"after": "all"})
    return journal


def left(journal: Journal, truth: Truth) -> int:
    """How many of the entries there were are there still."""
    return sum(row.kind != "recovered" for match in truth for row in journal.rows(match))


def test_a_sound_journal_is_not_touched(pulled: tuple[Path, Truth], tmp_path: Path) -> None:
    """After a pulled plug nothing is missing and nobody is alarmed."""
    folder, truth = pulled
    copy = damaged_copy(folder, tmp_path / "copy")
    with check(copy, truth) as journal:
        assert journal.recovery is None
        assert left(journal, truth) == sum(map(len, truth.values()))
    assert not list(copy.glob("journal-damaged*"))


def test_carving_finds_exactly_what_sqlite_does(pulled: tuple[Path, Truth]) -> None:
    """The recovery reads the bytes by itself; on a sound file both must agree to the entry."""
    folder, truth = pulled
    found = carve(folder / NAME, WriteAheadLog.read(folder / f"{NAME}-wal"))
    assert sorted((row.match, row.seq, row.sum) for row in found) == sorted(
        (row.match, row.seq, row.sum) for rows in truth.values() for row in rows
    )


@pytest.mark.parametrize("length", [16, 100, 4096])
def test_a_destroyed_beginning_costs_nothing_but_what_was_in_it(
    closed: tuple[Path, Truth], tmp_path: Path, length: int
) -> None:
    """The first page holds no entries, only what SQLite has to know; without it everything can still be found."""
    folder, truth = closed
    copy = damaged_copy(folder, tmp_path / "copy")
    raw = (copy / NAME).read_bytes()
    (copy / NAME).write_bytes(random.Random(1).randbytes(length) + raw[length:])
    with check(copy, truth) as journal:
        assert journal.recovery is not None
        assert journal.recovery.lost == 0
        assert journal.recovery.entries == left(journal, truth) == sum(map(len, truth.values()))
        assert journal.recovery.kept.exists()
        assert journal.recovery.kept.name in journal.recovery.sentence
    with Journal.open(copy) as journal:
        assert journal.recovery is None


def test_what_is_lost_is_told_and_what_follows_it_is_not_used(
    closed: tuple[Path, Truth], tmp_path: Path
) -> None:
    """Entries behind a gap would tell a match that never was; they are kept, but a match ends before the gap."""
    folder, truth = closed
    copy = damaged_copy(folder, tmp_path / "copy")
    raw = bytearray((copy / NAME).read_bytes())
    victim = truth[2][20]
    place = raw.index(victim.sum.encode("ascii"))
    raw[place] ^= 1
    (copy / NAME).write_bytes(raw)
    with check(copy, truth) as journal:
        assert journal.recovery is not None
        assert journal.recovery.matches == (2,)
        assert journal.recovery.lost == len(truth[2]) - 20
        assert "21 entries of match 2 could not" in journal.recovery.sentence
        assert [row.kind for row in journal.rows(2)][-2:] == ["note", "recovered"]
        assert journal.rows(2)[-1].body["lost"] == 21
        assert [journal.rows(match) for match in (1, 3)] == [truth[1], truth[3]]
        [(strays,)] = journal._file.execute("SELECT COUNT(*) FROM stray")
        assert strays == 20


@pytest.mark.parametrize("size", [0, 1, 5000, 4096 * 7])
def test_a_truncated_journal_gives_what_is_left(
    closed: tuple[Path, Truth], tmp_path: Path, size: int
) -> None:
    """A card that lost its end, or all of it."""
    folder, truth = closed
    copy = damaged_copy(folder, tmp_path / "copy")
    with (copy / NAME).open("r+b") as file:
        file.truncate(size)
    with check(copy, truth) as journal:
        assert (journal.recovery is None) == (size == 0)


@pytest.mark.parametrize("name", [NAME, f"{NAME}-wal"])
def test_either_half_may_be_missing(pulled: tuple[Path, Truth], tmp_path: Path, name: str) -> None:
    """SQLite would delete a write-ahead log without its file; it is all there is of the last round."""
    folder, truth = pulled
    copy = damaged_copy(folder, tmp_path / "copy")
    (copy / name).unlink()
    with check(copy, truth) as journal:
        assert (journal.recovery is not None) == (name == NAME)
        if name == NAME:
            assert journal.recovery is not None
            assert journal.recovery.kept.with_name(f"{journal.recovery.kept.name}-wal").exists()


Damage = Sequence[tuple[float, int, int | None]]
damages = st.lists(
    st.tuples(
        st.floats(0, 1),
        st.sampled_from([1, 4, 16, 512, 4096, 8192]),
        st.none() | st.integers(0, 2**32),
    ),
    min_size=1,
    max_size=6,
)
"""Places in a file, each with how many bytes from there are zeros (None) or else noise."""


def spoil(path: Path, damage: Damage) -> None:
    raw = bytearray(path.read_bytes())
    for place, length, seed in damage:
        start = min(int(place * len(raw)), len(raw) - 1)
        end = min(start + length, len(raw))
        raw[start:end] = bytes(end - start) if seed is None else random.Random(seed).randbytes(end - start)
    path.write_bytes(raw)


@given(damage=damages)
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_damage_to_the_file_is_noticed_or_harmless(
    closed: tuple[Path, Truth], tmp_path: Path, damage: Damage
) -> None:
    """No damage may stop the table, change what happened, or cost an entry without a word."""
    folder, truth = closed
    copy = damaged_copy(folder, tmp_path / "copy")
    spoil(copy / NAME, damage)
    with check(copy, truth) as journal:
        if left(journal, truth) < sum(map(len, truth.values())):
            assert journal.recovery is not None


@given(damage=damages)
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_damage_to_the_write_ahead_log_costs_in_silence_only_what_was_last(
    pulled: tuple[Path, Truth], tmp_path: Path, damage: Damage
) -> None:
    """Only the end of the log cannot be told from what was never written: the last entry, and what was wiped out."""
    folder, truth = pulled
    copy = damaged_copy(folder, tmp_path / "copy")
    spoil(copy / f"{NAME}-wal", damage)
    with check(copy, truth) as journal:
        if journal.recovery is None:
            wiped = sum(length // PAGE_BYTES + 2 for _, length, _ in damage)
            assert left(journal, truth) >= sum(map(len, truth.values())) - wiped


def test_any_byte_of_the_beginning_may_be_wrong(tmp_path: Path) -> None:
    """SQLite has its own opinion of many of them: the file is none of its, may not be written, or is empty."""
    with Journal.open(tmp_path / "sound") as journal:
        [rows] = fill(journal, matches=1, entries=2).values()
    raw = (tmp_path / "sound" / NAME).read_bytes()
    tables = raw.index(b"CREATE TABLE")
    for place in (*range(72), *range(100, 108), *range(tables, tables + 3)):
        copy = tmp_path / f"{place}"
        copy.mkdir()
        (copy / NAME).write_bytes(raw[:place] + b"\xff" + raw[place + 1 :])
        assert read_journal(copy).matches == {1: tuple(rows)}
        with Journal.open(copy) as journal:
            assert journal.rows(1) == rows
        shutil.rmtree(copy)


def test_an_empty_file_is_an_empty_journal(tmp_path: Path) -> None:
    """The power went when the very first journal was being made; there is nothing to alarm anybody with."""
    (tmp_path / NAME).touch()
    seen = read_journal(tmp_path)
    assert (seen.matches, seen.damaged) == ({}, False)
    with Journal.open(tmp_path) as journal:
        assert journal.recovery is None


def test_an_index_that_may_not_be_read_is_not_taken_for_damage(
    pulled: tuple[Path, Truth], tmp_path: Path
) -> None:
    """That SQLite passed over a part of the write-ahead log is known only from its index."""
    folder, _ = pulled
    log = WriteAheadLog.read(folder / f"{NAME}-wal")
    assert log is not None
    assert log.commits_passed_over(tmp_path / "none") > 1
    with pytest.raises(IsADirectoryError):
        log.commits_passed_over(tmp_path)


@pytest.mark.parametrize("step", range(3))
def test_a_recovery_that_is_interrupted_is_finished(
    pulled: tuple[Path, Truth], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    """The power may go a second time, just when the first damage is being mended."""
    folder, truth = pulled
    copy = damaged_copy(folder, tmp_path / "copy")
    spoil(copy / f"{NAME}-wal", [(0.0, 16, None)])
    moves = 0
    really = Path.rename

    def rename(self: Path, target: Path) -> None:
        nonlocal moves
        if moves == step:
            raise OSError(5, "the power went")
        moves += 1
        really(self, target)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "rename", rename)
        with pytest.raises(JournalError, match="the power went"):
            Journal.open(copy)
    with check(copy, truth) as journal:
        assert left(journal, truth) == sum(map(len, truth.values()))
        assert journal.recovery is not None
        assert journal.recovery.lost == 0
        assert journal.recovery.entries == sum(map(len, truth.values()))


def test_a_write_that_was_tried_twice_is_recovered_as_it_was_in_the_end(tmp_path: Path) -> None:
    """The bytes of a failed attempt may still lie in the file; what others follow from is what happened."""
    with Journal.open(tmp_path) as journal:
        header = journal.begin({"game": "bears"})
        failed = journal.append(1, "event", {"try": 1})
    with Journal.open(tmp_path / "other") as journal:
        journal.begin({"game": "bears"})
    second = recovery._told(header, {"try": 2}, lambda: failed.stamp)
    third = recovery._told(second, {"then": 3}, lambda: failed.stamp)
    for found in ([header, failed, second, third], [third, second, failed, header]):
        assert recovery.sort_out(found).matches == ((header, second, third),)


def test_an_entry_that_follows_from_another_is_not_taken_for_the_next(tmp_path: Path) -> None:
    """A sound entry with the right number may still belong to what was never finished, or to another journal."""
    rows = {}
    for name in ("one", "other"):
        with Journal.open(tmp_path / name) as journal:
            rows[name] = [
                journal.begin({"game": "bears", "players": [name, "Ana"]}),
                journal.append(1, "event", {}),
            ]
    assert unbroken(rows["one"]) == rows["one"]
    assert unbroken([rows["one"][0], rows["other"][1]]) == rows["one"][:1]


def test_a_file_that_is_no_journal_is_set_aside(tmp_path: Path) -> None:
    """Whatever lies there under our name is not overwritten."""
    with sqlite3.connect(tmp_path / NAME) as file:
        file.execute("CREATE TABLE entry (something TEXT)")
        file.execute("PRAGMA user_version = 1")
    file.close()
    with Journal.open(tmp_path) as journal:
        assert journal.recovery is not None
        assert journal.recovery.entries == 0
        journal.begin({"game": "bears"})
