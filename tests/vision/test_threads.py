"""Work side by side: the same results, no standstill, and nothing left over when the process ends."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator

import cv2
import pytest

from vision import threads


@pytest.fixture
def four(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if there were four cores."""
    monkeypatch.setattr(threads, "cores", lambda: 4)


@pytest.fixture
def one_thread() -> Iterator[None]:
    """OpenCV told to use one thread."""
    before = cv2.getNumThreads()
    cv2.setNumThreads(1)
    yield
    cv2.setNumThreads(before)


def test_results_come_in_the_order_of_the_items(four: None) -> None:
    """Whoever is done first."""

    def squared(n: int) -> int:
        time.sleep(0.002 * (n % 3))
        return n * n

    assert threads.each(squared, range(20)) == [n * n for n in range(20)]
    assert threads.each(str, []) == []


def test_work_is_done_side_by_side(four: None) -> None:
    """Two that wait for each other both get on."""
    met = threading.Barrier(2)
    assert threads.both(lambda: met.wait(20) in (0, 1), lambda: met.wait(20) in (0, 1)) == (True, True)


def test_one_thread_for_opencv_is_one_thread_for_us(one_thread: None) -> None:
    """What is measured on one core must run on one, and in order."""
    assert threads.cores() == 1
    mine = threading.get_ident()
    assert threads.each(lambda _: threading.get_ident(), range(5)) == [mine] * 5


def test_work_within_work_never_stands_still(four: None) -> None:
    """All threads may be busy with work that has more to share out."""

    def nested(depth: int) -> int:
        return 1 if depth == 0 else sum(threads.each(nested, [depth - 1] * 4))

    assert nested(4) == 4**4


@pytest.mark.parametrize("in_the_callers", [True, False])
def test_an_error_is_raised_and_the_rest_is_left_undone(four: None, in_the_callers: bool) -> None:
    """The caller hears of it whichever thread it was in, after all that had begun has ended."""
    begun, mine = [], threading.get_ident()

    def work(n: int) -> None:
        begun.append(n)
        time.sleep(0.001)
        if (threading.get_ident() == mine) == in_the_callers:
            raise ValueError("as told")

    with pytest.raises(ValueError, match="as told"):
        threads.each(work, range(100_000))
    count = len(begun)
    time.sleep(0.02)
    assert len(begun) == count < 100_000


ENDS = """
import os, sys, time
from vision import threads
threads.cores = lambda: 3
assert threads.each(str, range(9)) == [str(n) for n in range(9)]
{then}
"""


def run(then: str) -> subprocess.Popen[str]:
    """A process that has worked side by side."""
    code = ENDS.format(then=then)
    return subprocess.Popen([sys.executable, "-W", "ignore", "-c", code], stdout=subprocess.PIPE, text=True)


def test_a_forked_process_works_side_by_side_too() -> None:
    """It has none of its parent's threads; to wait for them would be for ever."""
    child = run(
        "pid = os.fork()\n"
        "assert threads.each(int, '123') == [1, 2, 3]\n"
        "sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) if pid else 7)"
    )
    child.communicate(timeout=60)
    assert child.returncode == 7


def test_ctrl_c_ends_the_process_soon() -> None:
    """Only what had begun is waited for."""
    child = run("print('ready', flush=True)\nthreads.each(lambda _: time.sleep(0.05), range(10_000))")
    assert child.stdout is not None
    assert child.stdout.readline() == "ready\n"
    time.sleep(0.2)
    child.send_signal(signal.SIGINT)
    child.communicate(timeout=30)
    assert child.returncode not in (0, None)
