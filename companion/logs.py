"""Match logs on disk, or from standard input: their bytes, as long as they can be a match's."""

import sys
from pathlib import Path
from typing import Final

from companion.errors import BadInput
from vision.files import read_file

LARGEST_LOG: Final = 64_000_000
"""Bytes; a match of a whole evening has some hundred thousand."""

STANDARD_INPUT: Final = Path("-")


def read_log(log: Path) -> bytes:
    """All of a match log, `-` for standard input; raises `BadInput` for what is far too large, OSError naming it."""
    if log == STANDARD_INPUT:
        if sys.stdin is None:
            raise BadInput("there is no standard input to read the match log from; name a file instead")
        content = sys.stdin.buffer.read(LARGEST_LOG + 1)
    else:
        content = read_file(log, LARGEST_LOG + 1)
    if len(content) > LARGEST_LOG:
        raise BadInput(
            f"the match log '{log}' is larger than {LARGEST_LOG // 1_000_000} MB; it cannot be one"
        )
    return content
