"""`bears play` on a Raspberry Pi that is none: every part real but the chip, the camera and systemd.

Run by `test_fake_pi.py`, in a process of its own, since it is ended by a signal as on the device.
"""

import contextlib
import faulthandler
import io
import os
import signal
import sys
import threading
import time
import warnings
from typing import TextIO

import pytest

from companion.cli import main
from hardware import session
from hardware.buttons import Button, Menu, Shout
from hardware.wiring import Wiring
from tests.hardware.fake_lgpio import FakeLgpio
from tests.hardware.fake_picamera2 import World

PINS = Wiring().buttons()


def press(chip: FakeLgpio, *buttons: Button) -> None:
    """Press buttons 0.1 ms after one another, and let go of them."""
    now_ns = time.monotonic_ns()
    for k, button in enumerate(buttons):
        chip.edge(PINS[button], 0, now_ns + k * 100_000)
    time.sleep(0.1)
    for button in buttons:
        chip.edge(PINS[button], 1, time.monotonic_ns())


class Ears(io.StringIO):
    """Passes on what the program says, and waits for something to be said."""

    def __init__(self, out: TextIO) -> None:
        super().__init__()
        self._out = out
        self._said = threading.Condition()

    def write(self, text: str) -> int:
        """Say it."""
        with self._said:
            super().write(text)
            self._said.notify_all()
        return self._out.write(text)

    def flush(self) -> None:
        """Let it be heard."""
        self._out.flush()

    def hear(self, words: str) -> None:
        """Wait until it was said."""
        with self._said:
            self._said.wait_for(lambda: words in self.getvalue())


def evening(chip: FakeLgpio, world: World, ears: Ears) -> None:
    """What happens: somebody presses ok, two shout at once, the camera stalls and comes back, the plug is pulled."""
    ears.hear("Match 1")
    press(chip, Menu.OK)
    press(chip, Shout(1), Shout(0))
    ears.hear("Pressed")
    world.stalled.set()
    ears.hear("camera is gone")
    world.stalled.clear()
    ears.hear("camera is back")
    os.kill(os.getpid(), signal.SIGINT)


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    faulthandler.dump_traceback_later(90, exit=True)
    session.FRAME_S = 0.5
    chip, world, ears = FakeLgpio(), World(bgr=(90, 100, 110)), Ears(sys.stdout)
    patched = pytest.MonkeyPatch()
    with contextlib.redirect_stdout(ears), world.installed(patched), chip.installed(patched):
        threading.Thread(target=evening, args=(chip, world, ears), daemon=True).start()
        status = main(sys.argv[1:])
    sys.stdout.write(f"lent {world.lent}, opened {world.opened}, {chip.died}\n")
    sys.exit(status)
