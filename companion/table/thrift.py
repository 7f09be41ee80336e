"""Memory that is needed for a moment only is given back to the system, as far as the C library can do that.

A still and the networks that read it need some 60 MB for a twentieth of a second; glibc would keep most of it. Python
keeps thousands of small objects that are let go, for later ones of their kind, until it has collected all garbage.
"""

from __future__ import annotations

import ctypes
import functools
import gc
from typing import Any

from vision import networks, pictures

_M_MMAP_THRESHOLD = -3
"""`mallopt`'s name for it, see mallopt(3)."""
LARGE_BYTES = 1 << 18
"""What is larger than this is mapped, and so goes back as soon as it is freed."""


def begin() -> None:
    """Give large pieces back as soon as they are freed, from now on; what is there already counts as there for ever."""
    gc.collect()
    gc.freeze()
    library = _glibc()
    if library is not None:
        library.mallopt(_M_MMAP_THRESHOLD, LARGE_BYTES)


def give_back() -> None:
    """Give back what is free now; takes a few milliseconds."""
    networks.let_go()
    pictures.let_go()
    library = _glibc()
    if library is not None:
        library.malloc_trim(0)


def tidy() -> None:
    """Give back all that is free, small objects too; may take some ten milliseconds more."""
    gc.collect()
    give_back()


@functools.cache
def _glibc() -> Any | None:  # noqa: ANN401 - the C library
    try:
        library = ctypes.CDLL("libc.so.6")
    except OSError:
        return None
    return library if hasattr(library, "malloc_trim") and hasattr(library, "mallopt") else None
