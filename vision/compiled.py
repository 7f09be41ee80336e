"""Loops over numbers, compiled by numba when they are first called, and kept on disk for the next time.

Who never calls one never waits for numba: a table that only reads dice starts as soon as without it. What is kept is
found out of date when the file changes in which a compiled function stands, not when others do: so compiled functions
call only others of the same file, and use no constants but those of that file. What is not compiled calls them from
another file: only so is it noticed that what is kept is damaged.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from functools import update_wrapper
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np

F = TypeVar("F", bound=Callable[..., Any])

Number = float | np.float32
"""What is reckoned with values of float32 arrays is a float32, too: else it would be slower."""


def compiled(function: F) -> F:
    """The function, compiled; other threads go on while it runs. Division by zero gives infinity, as in numpy."""
    together = _together.setdefault(id(function.__globals__), _Together())
    return cast(F, _Compiled(function, together))


class _Compiled:
    """One function, which is compiled with those that stand in the same module."""

    def __init__(self, function: Callable[..., Any], together: _Together) -> None:
        self.function, self._together = function, together
        self.fast: Any = None
        self._has_run = False
        together.functions.append(self)
        update_wrapper(self, function)

    def __call__(self, *args: Any) -> Any:  # noqa: ANN401 - whatever the function takes and gives
        if self.fast is None:
            self._together.make()
        fast = self.fast
        try:
            out = fast(*args)
        except Exception:
            # what is kept may be damaged, as when somebody pulled the plug, and then anything may be raised
            if self._has_run:
                raise
            self._together.make_anew()
            if self.fast is fast:
                raise
            out = self.fast(*args)
        self._has_run = True
        return out

    def forget(self) -> None:
        """Remove what is kept of it."""
        if self.fast.stats.cache_path is not None:
            name = f"{Path(self.function.__code__.co_filename).stem}.{self.function.__qualname__}-"
            for file in [*Path(self.fast.stats.cache_path).glob("*.nb[ic]")]:
                if file.name.startswith(name):
                    with suppress(OSError):
                        file.unlink()


class _Together:
    """The compiled functions of one module, which call each other by their names there."""

    def __init__(self) -> None:
        self.functions: list[_Compiled] = []
        self._is_kept = True
        self._making = threading.Lock()

    def make(self) -> None:
        """Have them compiled when they are called, or what is kept of that used."""
        with self._making:
            if any(one.fast is None for one in self.functions):
                self._make(kept=True)

    def make_anew(self) -> None:
        """Remove what is kept, and do without, if that was not done before."""
        with self._making:
            if self._is_kept:
                for one in self.functions:
                    one.forget()
                self._make(kept=False)
                self._is_kept = False

    def _make(self, *, kept: bool) -> None:
        made = [_fast(one.function, kept=kept) for one in self.functions]
        for one, fast in zip(self.functions, made, strict=True):
            one.function.__globals__[one.function.__name__] = fast
        # only now may others call them
        for one, fast in zip(self.functions, made, strict=True):
            one.fast = fast


_together: dict[int, _Together] = {}


def _fast(function: Callable[..., Any], *, kept: bool) -> Any:  # noqa: ANN401 - numba's own
    from numba import njit  # noqa: PLC0415 - only who needs it waits for it

    if kept:
        try:
            return njit(cache=True, nogil=True, error_model="numpy")(function)
        except RuntimeError:  # there is no folder to keep it in
            pass
    return njit(nogil=True, error_model="numpy")(function)
