"""Files and folders that are whole or not there, whenever the plug is pulled."""

from __future__ import annotations

import errno
import fcntl
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path


def write_file(path: Path, content: bytes) -> None:
    """Write a file so that at any moment there is the old one or the new one. Raises OSError naming `path`."""
    target = path.resolve()
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    with _about(path):
        if target.is_dir():
            raise IsADirectoryError(errno.EISDIR, "is a folder")
        if target.exists() and not target.is_file():
            raise FileExistsError(errno.EEXIST, "is a device, not a file")
        try:
            with part.open("xb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            part.replace(target)
        finally:
            part.unlink(missing_ok=True)
        _sync(target.parent)


def write_folder(folder: Path, fill: Callable[[Path], None]) -> None:
    """Make or replace a folder so that at any moment the old one or the new one can be had by `whole_folder`.

    `fill` writes the files into the new folder that it is given, a hidden sibling. It is brought to the disk, the old
    folder steps aside to `.NAME.old`, the new one takes its name, and only then the old one is removed. POSIX cannot
    exchange two folders in one step; a plug pulled between the two renames leaves the old one aside, where
    `whole_folder` finds it. What was there is lost: the caller makes sure that it may be. Raises OSError naming
    `folder`, PermissionError if it or a folder in it is write-protected.
    """
    folder = folder.resolve()
    new, old = _beside(folder, "new"), _beside(folder, "old")
    with _about(folder):
        _check_writable(folder)
        try:
            folder.parent.mkdir(parents=True, exist_ok=True)
        except FileExistsError:
            raise NotADirectoryError(errno.ENOTDIR, "lies below a file") from None
        with _alone_in(folder.parent):
            if old.exists() and not folder.exists():
                old.rename(folder)
            for leftover in (new, old):
                if leftover.exists():
                    shutil.rmtree(leftover)
            try:
                new.mkdir()
                fill(new)
                for inside in _within(new):
                    _sync(inside)
                if folder.exists():
                    folder.rename(old)
                new.rename(folder)
            finally:
                if new.exists():
                    shutil.rmtree(new)
            _sync(folder.parent)
            if old.exists():
                shutil.rmtree(old)


def whole_folder(folder: Path) -> Path:
    """Where the folder's last whole version is: itself, or aside if writing a newer one was interrupted."""
    aside = _beside(folder.resolve(), "old")
    return aside if not folder.exists() and aside.exists() else folder


def _check_writable(folder: Path) -> None:
    """A folder can be renamed although it is write-protected, and then not removed: it is not even begun."""
    if not folder.is_dir():
        return
    for inside in (folder, *(path for path in folder.rglob("*") if path.is_dir())):
        if not inside.stat().st_mode & 0o222 or not os.access(inside, os.W_OK):
            raise PermissionError(errno.EACCES, "is write-protected")


def _beside(folder: Path, what: str) -> Path:
    return folder.with_name(f".{folder.name}.{what}")


def _within(folder: Path) -> Iterator[Path]:
    """Everything in a folder, the inner before the outer, the folder itself last."""
    for entry in sorted(folder.iterdir()):
        if entry.is_dir():
            yield from _within(entry)
        else:
            yield entry
    yield folder


def _sync(path: Path) -> None:
    """Wait until a file's content, or a folder's names, are on the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """Two programs that write the same profile at once go one after the other."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


@contextmanager
def _about(path: Path) -> Iterator[None]:
    """Errors name what the user asked for, not our hidden files beside it."""
    try:
        yield
    except OSError as problem:
        problem.filename, problem.filename2 = str(path), None
        raise
