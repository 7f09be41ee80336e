import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from calibration.files import whole_folder, write_file, write_folder

POWER_CUTS = """
import os, sys
from pathlib import Path
from calibration.files import whole_folder, write_folder

root = Path(sys.argv[1])
TOUCHES = {"open", "os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.listdir", "os.scandir", "shutil.rmtree"}
left = None

def cut(event, args):
    global left
    if left is not None and event in TOUCHES:
        left -= 1
        if left == 0:
            os._exit(9)

sys.addaudithook(cut)

def fill(version):
    def write(folder):
        (folder / "faces").mkdir()
        for name in ("profile.json", "faces/a.png", "faces/b.png"):
            (folder / name).write_text(version)
    return write

def held(folder):
    place = whole_folder(folder)
    if not place.exists():
        return None
    texts = {(place / name).read_text() for name in ("profile.json", "faces/a.png", "faces/b.png")}
    assert len(texts) == 1, f"a mixture: {texts}"
    return texts.pop()

for old in (None, "old"):
    survived, at = False, 0
    while not survived:
        at += 1
        folder = root / f"{old}-{at}" / "profile"
        folder.parent.mkdir(parents=True)
        if old:
            write_folder(folder, fill(old))
        child = os.fork()
        if child == 0:
            left = at
            write_folder(folder, fill("new"))
            os._exit(0)
        survived = os.waitpid(child, 0)[1] == 0
        found = held(folder)
        assert found in (old, "new"), (old, at, found)
        assert not survived or found == "new", (old, at, found)
        write_folder(folder, fill("newer"))
        assert held(folder) == "newer", (old, at)
        beside = sorted(path.name for path in folder.parent.iterdir())
        assert beside == ["profile"], (old, at, beside)
    print(at - 1)
"""


def holding(text: str) -> Callable[[Path], None]:
    def fill(folder: Path) -> None:
        (folder / "x").write_text(text)

    return fill


def test_a_plug_pulled_at_any_moment_leaves_the_old_folder_or_the_new(tmp_path: Path) -> None:
    """The process dies before its 1st, 2nd, ... touch of the disk; each time a whole profile must be found afterwards.

    And the next save must go through and tidy up what the dead one left.
    """
    done = subprocess.run(
        [sys.executable, "-c", POWER_CUTS, str(tmp_path)],
        text=True,
        capture_output=True,
        check=False,
        cwd=Path(__file__).parents[2],
    )
    assert done.returncode == 0, done.stderr
    cuts = [int(line) for line in done.stdout.split()]
    assert len(cuts) == 2
    assert min(cuts) > 10


def test_everything_is_on_the_disk_before_it_takes_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A rename can reach the disk before the file's content; a pulled plug would leave an empty profile by its name."""
    synced: set[int] = set()
    unsynced_at_rename: list[str] = []
    sync, rename = os.fsync, os.rename

    def note_sync(handle: int) -> None:
        synced.add(os.fstat(handle).st_ino)
        sync(handle)

    def note_rename(source: Path, target: Path) -> None:
        if Path(source).name.endswith(".new"):
            inside = [Path(source), *Path(source).rglob("*")]
            unsynced_at_rename.extend(str(path) for path in inside if path.stat().st_ino not in synced)
        rename(source, target)

    monkeypatch.setattr(os, "fsync", note_sync)
    monkeypatch.setattr(os, "rename", note_rename)

    def fill(folder: Path) -> None:
        (folder / "faces").mkdir()
        (folder / "faces" / "a.png").write_bytes(b"a")
        (folder / "profile.json").write_bytes(b"b")

    write_folder(tmp_path / "profile", fill)
    assert unsynced_at_rename == []
    assert tmp_path.stat().st_ino in synced


def test_a_failure_while_filling_leaves_the_old_folder_and_no_rubbish(tmp_path: Path) -> None:
    """A full disk in the middle of saving is the usual way to lose a profile."""
    folder = tmp_path / "profile"
    write_folder(folder, holding("old"))

    def full(new: Path) -> None:
        (new / "x").write_text("new")
        raise OSError(28, "No space left on device", str(new / "x"))

    with pytest.raises(OSError, match="No space") as problem:
        write_folder(folder, full)
    assert problem.value.filename == str(folder)
    assert (folder / "x").read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["profile"]


def test_a_folder_is_made_with_its_parents(tmp_path: Path) -> None:
    """`--out profiles/ours` works the first time."""
    write_folder(tmp_path / "a" / "b", holding("x"))
    assert (whole_folder(tmp_path / "a" / "b") / "x").read_text() == "x"


def test_a_file_is_replaced_whole(tmp_path: Path) -> None:
    """A PDF or a lens file is never half the old and half the new one."""
    path = tmp_path / "lens.json"
    write_file(path, b"old")
    write_file(path, b"new")
    assert path.read_bytes() == b"new"
    assert [entry.name for entry in tmp_path.iterdir()] == ["lens.json"]


def test_devices_are_not_replaced_and_links_are_followed(tmp_path: Path) -> None:
    """`-o /dev/stdout` by root would otherwise put a file in the device's place."""
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("pipe")
    for name in ("pipe", "link"):
        with pytest.raises(FileExistsError):
            write_file(tmp_path / name, b"x")
    assert (tmp_path / "pipe").is_fifo()
    (tmp_path / "sheet").symlink_to("cards.pdf")
    write_file(tmp_path / "sheet", b"x")
    assert (tmp_path / "sheet").is_symlink()
    assert (tmp_path / "cards.pdf").read_bytes() == b"x"


def test_files_get_the_permissions_that_are_usual_here(tmp_path: Path) -> None:
    """A profile made by one user is to be read by the service's user, as the umask allows."""
    before = os.umask(0o022)
    try:
        write_file(tmp_path / "lens.json", b"x")
        write_folder(tmp_path / "profile", holding("x"))
    finally:
        os.umask(before)
    assert (tmp_path / "lens.json").stat().st_mode & 0o777 == 0o644
    assert (tmp_path / "profile").stat().st_mode & 0o777 == 0o755


def test_errors_name_what_was_asked_for(tmp_path: Path) -> None:
    """Nobody knows our hidden files' names; and nothing is left where writing failed."""
    with pytest.raises(FileNotFoundError) as missing:
        write_file(tmp_path / "nowhere" / "lens.json", b"x")
    assert missing.value.filename == str(tmp_path / "nowhere" / "lens.json")
    (tmp_path / "folder").mkdir()
    with pytest.raises(IsADirectoryError) as folder:
        write_file(tmp_path / "folder", b"x")
    assert folder.value.filename == str(tmp_path / "folder")
    (tmp_path / "file").write_text("x")
    with pytest.raises(NotADirectoryError) as below:
        write_folder(tmp_path / "file" / "profile", holding("x"))
    assert below.value.filename == str(tmp_path / "file" / "profile")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "folder"]


@pytest.mark.parametrize("protected", [".", "faces"])
def test_a_write_protected_folder_is_not_replaced(tmp_path: Path, protected: str) -> None:
    """Whoever protected a profile wants to keep it: it is refused before anything is done, not after."""
    folder = tmp_path / "profile"

    def fill(text: str) -> Callable[[Path], None]:
        def write(new: Path) -> None:
            (new / "faces").mkdir()
            (new / "profile.json").write_text(text)

        return write

    write_folder(folder, fill("old"))
    (folder / protected).chmod(0o555)
    try:
        with pytest.raises(PermissionError) as refused:
            write_folder(folder, fill("new"))
        assert refused.value.filename == str(folder)
        assert (folder / "profile.json").read_text() == "old"
        assert [path.name for path in tmp_path.iterdir()] == ["profile"]
    finally:
        (folder / protected).chmod(0o755)
    write_folder(folder, fill("new"))
    assert (folder / "profile.json").read_text() == "new"
