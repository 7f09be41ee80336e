import hashlib
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from companion.journal import (
    Journal,
    JournalBusy,
    JournalTooNew,
    find_frame,
    read_journal,
    stamps,
)
from companion.journal.errors import JournalOutOfPlace
from companion.journal.schema import NAME
from companion.journal.stamps import boot_id, clock_synced

HEADER = {"game": "bears", "players": ["Ana", "Ben"]}


def in_trouble(journal: Journal) -> bool:
    return journal.evidence_trouble is not None


def test_what_was_written_is_read(folder: Path) -> None:
    """The journal is the only memory of a match; every field of an entry must come back as it went in."""
    with Journal.open(folder) as journal:
        header = journal.begin(HEADER)
        event = journal.append(1, "event", {"event": "call", "t": 0.1}, why={"rule": "r"}, frame=b"jpeg")
    with Journal.open(folder) as journal:
        assert journal.recovery is None
        assert journal.matches() == [1]
        assert journal.rows(1) == [header, event]
        assert [journal.row(1, seq) for seq in (0, 1, 2, 3)] == [None, header, event, None]
        assert journal.row(2, 1) is None
        assert journal.frame(event) == b"jpeg"
    assert event.body == {"event": "call", "t": 0.1}
    assert event.why == {"rule": "r"}
    assert event.frame == hashlib.sha256(b"jpeg").hexdigest()
    assert event.stamp.boot == boot_id()
    assert event.before == header.sum
    assert event.sound


def test_an_entry_is_seen_from_outside_when_the_call_returns(folder: Path) -> None:
    """An entry that is only in this process' memory is lost when the plug is pulled."""
    with Journal.open(folder) as journal:
        journal.begin(HEADER)
        for k in range(5):
            row = journal.append(1, "event", {"k": k})
            assert read_journal(folder).matches[1][-1] == row


def test_every_entry_is_synced(folder: Path) -> None:
    """Anything below FULL may lose the last entries in a power cut, and off may lose the whole file."""
    with Journal.open(folder) as journal:
        asked = {
            name: journal._file.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("synchronous", "journal_mode")
        }
    assert asked == {"synchronous": 2, "journal_mode": "wal"}


def test_matches_are_numbered_from_one(folder: Path) -> None:
    """People ask for a match by its number, also after a restart."""
    with Journal.open(folder) as journal:
        assert [journal.begin(HEADER).match for _ in range(2)] == [1, 2]
    with Journal.open(folder) as journal:
        assert journal.begin(HEADER).match == 3
        assert journal.rows(7) == []


def test_a_second_writer_is_turned_away(folder: Path) -> None:
    """Two tables writing one journal would mix their matches; the second is told who is in the way."""
    with Journal.open(folder) as journal:
        with pytest.raises(JournalBusy, match=f"process {os.getpid()}"):
            Journal.open(folder)
        code = (
            "import sys; from pathlib import Path; from companion.journal import *\n"
            "try: Journal.open(Path(sys.argv[1]))\n"
            "except JournalBusy as error: print(error)"
        )
        told = subprocess.run(
            [sys.executable, "-c", code, folder], capture_output=True, text=True, check=True
        )
        assert f"process {os.getpid()}" in told.stdout
        assert journal.begin(HEADER).match == 1
    Journal.open(folder).close()


def test_a_newer_journal_is_left_alone(folder: Path) -> None:
    """After a downgrade of the program the matches must still be there for the newer one."""
    with Journal.open(folder) as journal:
        journal.begin(HEADER)
    with sqlite3.connect(folder / NAME) as file:
        file.execute("PRAGMA user_version = 9")
        file.execute("UPDATE format SET version = 9")
    file.close()
    before = (folder / NAME).read_bytes()
    with pytest.raises(JournalTooNew, match="newer version"):
        Journal.open(folder)
    with pytest.raises(JournalTooNew, match="newer version"):
        read_journal(folder)
    assert (folder / NAME).read_bytes() == before


@pytest.mark.parametrize("place", ["/proc/bears", "/dev/null/bears"])
def test_a_folder_that_cannot_be_made_is_bad_input(place: str) -> None:
    """A read-only card or a wrong path is said in a line, with the folder and what to do."""
    with pytest.raises(JournalOutOfPlace, match=f"{place} .*--data") as refused:
        Journal.open(Path(place))
    assert refused.value.exit_code == 2


def test_a_file_is_no_folder_to_look_into(tmp_path: Path) -> None:
    """Whoever gives the file instead of its folder hears so."""
    (tmp_path / "journal.sqlite").write_text("")
    with pytest.raises(JournalOutOfPlace, match="Not a directory"):
        read_journal(tmp_path / "journal.sqlite")


def test_without_a_journal_there_are_no_matches(folder: Path) -> None:
    """Looking must not make anything."""
    assert read_journal(folder).matches == {}
    assert not folder.exists()


def test_looking_does_not_need_the_right_to_write(folder: Path) -> None:
    """Whoever looks at the service's journal is another user."""
    with Journal.open(folder) as journal:
        row = journal.begin(HEADER)
    assert {path.name for path in folder.iterdir()} == {NAME, "journal.lock"}
    assert read_journal(folder).matches == {1: (row,)}


def test_old_pictures_make_room_for_new_ones_and_entries_never_do(folder: Path) -> None:
    """The card of the device is small; the pictures go, what happened stays."""
    with Journal.open(folder, evidence_bytes=100_000) as journal:
        journal.begin(HEADER)
        rows = [journal.append(1, "event", {"k": k}, frame=bytes([k]) * 30_000) for k in range(20)]
        assert not in_trouble(journal)
        kept = [k for k, row in enumerate(rows) if journal.frame(row) is not None]
        assert kept == [17, 18, 19]
        assert len(journal.rows(1)) == 21
        journal.append(1, "event", {}, frame=bytes(100_001))
        assert in_trouble(journal)
    assert sum(path.stat().st_size for path in folder.iterdir()) < 400_000


def test_damaged_pictures_are_set_aside(folder: Path) -> None:
    """Evidence is worth keeping, but no match may stop for it."""
    with Journal.open(folder) as journal:
        journal.begin(HEADER)
        first = journal.append(1, "event", {}, frame=b"first")
    (folder / "evidence.sqlite").write_bytes(os.urandom(9000))
    with Journal.open(folder) as journal:
        assert journal.frame(first) is None
        assert find_frame(folder, str(first.frame)) is None
        journal.append(1, "event", {}, frame=b"second")
        assert in_trouble(journal)
        third = journal.append(1, "event", {}, frame=b"third")
        assert not in_trouble(journal)
        assert journal.frame(third) == find_frame(folder, str(third.frame)) == b"third"
        assert len(journal.rows(1)) == 4
    assert len(list(folder.glob("evidence-damaged-*.sqlite"))) == 1


def test_the_wall_clock_is_believed_only_when_it_was_set(tmp_path: Path) -> None:
    """A Raspberry Pi starts with an old time; an entry says whether the network had corrected it."""
    timesync = tmp_path / "timesync"
    assert clock_synced(timesync) is None
    timesync.mkdir()
    assert clock_synced(timesync) is False
    (timesync / "synchronized").touch()
    assert clock_synced(timesync) is True


def test_an_entry_that_somebody_changed_is_not_believed(folder: Path) -> None:
    """Nobody is scored by an entry that is not as it was written, nor by what came after it."""
    with Journal.open(folder) as journal:
        journal.begin(HEADER)
        for k in range(4):
            journal.append(1, "event", {"k": k})
        with sqlite3.connect(folder / NAME) as file:
            file.execute("UPDATE entry SET text = '{\"k\": 9}' WHERE text = '{\"k\": 2}'")
        file.close()
        assert [row.body.get("k") for row in journal.rows(1)] == [None, 0, 1]
        assert journal.row(1, 4) is None
        assert read_journal(folder).damaged
    with Journal.open(folder) as journal:
        assert journal.recovery is not None
        assert journal.recovery.lost == 2


def test_stamps_tell_the_given_time() -> None:
    """The simulated table has a clock and starts of its own."""
    stamp = stamps(lambda: 7, boot="simulated")()
    assert (stamp.mono_ns, stamp.boot) == (7, "simulated")


def test_what_json_cannot_say_is_not_recorded(folder: Path) -> None:
    """An entry that nobody could read again would be worse than an error now."""
    with Journal.open(folder) as journal:
        journal.begin(HEADER)
        for body in ({"t": float("nan")}, {"t": object()}):
            with pytest.raises((ValueError, TypeError)):
                journal.append(1, "event", body)
        assert journal.append(1, "event", {}).seq == 2
