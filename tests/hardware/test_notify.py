import os
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.notify import Notifier


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[socket.socket]:
    """A socket as systemd's."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as made:
        made.bind(str(tmp_path / "notify"))
        made.settimeout(0.2)
        yield made


def told(manager: socket.socket) -> list[str]:
    messages = []
    manager.setblocking(False)
    while True:
        try:
            messages.append(manager.recv(4096).decode())
        except BlockingIOError:
            return messages


def environment(manager: socket.socket, **more: str) -> dict[str, str]:
    return {"NOTIFY_SOCKET": manager.getsockname(), "PATH": "/bin", **more}


def test_the_manager_hears_how_it_goes(manager: socket.socket) -> None:
    """`systemctl start` waits for READY, `systemctl status` shows the status, which must stay one line."""
    notifier = Notifier.from_environment(environment(manager))
    notifier.status("Ana and Ben,\nround 2")
    notifier.status("Ana and Ben,\nround 2")
    notifier.ready()
    notifier.stopping()
    assert told(manager) == ["STATUS=Ana and Ben, round 2", "READY=1", "STOPPING=1"]


def test_the_watchdog_is_fed_often_enough_and_not_with_every_turn(manager: socket.socket) -> None:
    """A loop that goes round a hundred times a second must not spend its time telling so."""
    notifier = Notifier.from_environment(
        environment(manager, WATCHDOG_USEC="200000", WATCHDOG_PID=str(os.getpid()))
    )
    started = time.monotonic()
    while time.monotonic() - started < 0.3:
        notifier.alive()
        time.sleep(0.001)
    assert 3 <= len(told(manager)) <= 7


@pytest.mark.parametrize(
    "more", [{}, {"WATCHDOG_USEC": "200000", "WATCHDOG_PID": "1"}, {"WATCHDOG_USEC": "soon"}]
)
def test_without_a_watchdog_it_is_not_fed(manager: socket.socket, more: dict[str, str]) -> None:
    """Nobody asked, or somebody else was asked."""
    notifier = Notifier.from_environment(environment(manager, **more))
    notifier.alive()
    assert told(manager) == []


def test_its_variables_are_taken_out_of_the_environment(manager: socket.socket) -> None:
    """A program that is started from here would otherwise speak for this one."""
    found = environment(manager, WATCHDOG_USEC="1000000", WATCHDOG_PID=str(os.getpid()))
    Notifier.from_environment(found)
    assert found == {"PATH": "/bin"}


def test_without_a_manager_nothing_happens(tmp_path: Path) -> None:
    """At a desk nobody listens; and a manager that is gone is no reason to end a match."""
    for notifier in (Notifier.from_environment({}), Notifier(str(tmp_path / "nobody"), watched_s=0.1)):
        notifier.ready()
        notifier.alive()
        notifier.status("playing")
        notifier.stopping()


def test_a_manager_that_is_busy_does_not_hold_up_the_table(manager: socket.socket) -> None:
    """Signs of life are sent from the loop that hears the shouts; one that is lost is followed by the next."""
    notifier = Notifier(manager.getsockname(), watched_s=1e-9)
    started = time.monotonic()
    for _ in range(2000):
        notifier.alive()
    assert time.monotonic() - started < 1
    assert told(manager)


def test_a_socket_without_a_file_is_found() -> None:
    """Names that begin with @ are abstract."""
    name = f"bears-test-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind("\0" + name)
        Notifier.from_environment({"NOTIFY_SOCKET": "@" + name}).ready()
        assert told(manager) == ["READY=1"]
