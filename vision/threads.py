"""Work done side by side, on as many cores as OpenCV may use: numpy and OpenCV let other threads go on meanwhile.

`cv2.setNumThreads(1)` and an affinity to one core therefore hold for this, too. What comes out never depends on it.
"""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

import cv2

A = TypeVar("A")
B = TypeVar("B")


def cores() -> int:
    """How many may be used, at least 1."""
    allowed = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(cv2.getNumThreads(), allowed))


def each(work: Callable[[A], B], items: Sequence[A]) -> list[B]:
    """`[work(item) for item in items]`, some of it side by side, in any order; may be called from within itself.

    Whoever calls works along, and waits for nobody who has not begun; so it cannot come to a standstill. If some of
    the work raises an error, what has not begun is left undone.
    """
    helpers = min(len(items), cores()) - 1
    if helpers < 1:
        return [work(item) for item in items]
    todo = deque(enumerate(items))
    done: dict[int, B] = {}

    def some() -> None:
        while (taken := _next(todo)) is not None:
            k, item = taken
            try:
                done[k] = work(item)
            except BaseException:
                todo.clear()
                raise

    helping = _helped_by(some, helpers)
    try:
        some()
    finally:
        todo.clear()
        begun = [helper for helper in helping if not helper.cancel()]
        errors = [helper.exception() for helper in begun]
    for error in errors:
        if error is not None:
            raise error
    return [done[k] for k in range(len(items))]


def _next(todo: deque[tuple[int, A]]) -> tuple[int, A] | None:
    try:
        return todo.popleft()
    except IndexError:
        return None


def both(first: Callable[[], A], second: Callable[[], B]) -> tuple[A, B]:
    """What each of the two gives, done side by side."""
    a: list[A] = []
    b: list[B] = []
    each(_call, [lambda: a.append(first()), lambda: b.append(second())])
    return a[0], b[0]


def _call(work: Callable[[], None]) -> None:
    work()


_starting = threading.Lock()
_pool: ThreadPoolExecutor | None = None


def _helped_by(work: Callable[[], None], helpers: int) -> list[Future[None]]:
    global _pool  # noqa: PLW0603 - threads are the process's
    with _starting:
        if _pool is None:
            _pool = ThreadPoolExecutor(max(1, (os.cpu_count() or 1) - 1), thread_name_prefix="vision")
        pool = _pool
    try:
        return [pool.submit(work) for _ in range(helpers)]
    except RuntimeError:  # the process ends
        return []


def _begin_anew() -> None:
    """After a fork there are no other threads, whatever the lock and the pool say."""
    global _pool, _starting
    _pool, _starting = None, threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_begin_anew)
