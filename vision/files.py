"""Files that somebody named: a pipe or a device in a file's place might never end, or never begin."""

from __future__ import annotations

import errno
import stat
from importlib.resources.abc import Traversable
from pathlib import Path


class NotAFile(OSError):
    """At the path is a pipe, a device or a socket."""


def read_file(path: Path | Traversable, most: int = -1) -> bytes:
    """The file's content, of a long one the first `most` bytes; raises OSError as `check_file` does."""
    if isinstance(path, Path):
        check_file(path)
    with path.open("rb") as file:
        return file.read(most)


def check_file(path: Path) -> None:
    """Raises an OSError that names the path, unless there is a file: NotAFile or IsADirectoryError for other things."""
    mode = path.stat().st_mode
    if stat.S_ISREG(mode):
        return
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, "Is a directory", str(path))
    what = "a pipe" if stat.S_ISFIFO(mode) else "a socket" if stat.S_ISSOCK(mode) else "a device"
    raise NotAFile(errno.EINVAL, f"it is {what}, and a file is needed", str(path))
