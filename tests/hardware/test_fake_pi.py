import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[tuple[str, list[str]]]:
    """The address of a service manager, and what it has heard so far."""
    heard: list[str] = []
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as made:
        made.bind(str(tmp_path / "notify"))

        def listen() -> None:
            while message := made.recv(4096):
                heard.append(message.decode())

        listener = threading.Thread(target=listen, daemon=True)
        listener.start()
        yield made.getsockname(), heard
        made.sendto(b"", made.getsockname())
        listener.join(timeout=2)


def test_an_evening_on_the_device(tmp_path: Path, manager: tuple[str, list[str]]) -> None:
    """The whole program on the real parts' code, as systemd runs it.

    It is ready, hears who was first, loses the camera and finds it again, feeds the watchdog all the while, and ends
    by a signal.
    """
    address, heard = manager
    done = subprocess.run(
        [sys.executable, "-m", "tests.hardware.fake_pi", "play", "--players", "Ana,Ben"],
        cwd=ROOT,
        env=os.environ
        | {
            "NOTIFY_SOCKET": address,
            "WATCHDOG_USEC": "400000",
            "STATE_DIRECTORY": str(tmp_path / "state"),
            "XDG_CONFIG_HOME": str(tmp_path / "config"),
        },
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    said = done.stdout
    assert done.returncode == 0, said + done.stderr
    assert said.index("Ben +0 ms, Ana +0.1 ms") < said.index("camera is gone") < said.index("camera is back")
    assert said.splitlines()[-1].startswith("lent 0, ")
    assert said.splitlines()[-1].endswith(", None")
    assert heard[0] == "READY=1"
    assert heard[-1] == "STOPPING=1"
    assert heard.count("WATCHDOG=1") >= 8
