"""`bears play` on a Raspberry Pi that is none: every part real but the chip, the camera and systemd.

Run by `test_fake_pi.py`, in a process of its own, since it is ended by a signal as on the device.
"""

import os
import signal
import sys
import threading
import time
import warnings

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


def evening(chip: FakeLgpio, world: World) -> None:
    """What happens: somebody presses ok, two shout at once, the camera stalls and comes back, the plug is pulled."""
    while len(chip.callbacks) < len(PINS):
        time.sleep(0.05)
    time.sleep(1.5)
    press(chip, Menu.OK)
    press(chip, Shout(1), Shout(0))
    time.sleep(1)
    world.stalled.set()
    time.sleep(3)
    world.stalled.clear()
    time.sleep(3)
    os.kill(os.getpid(), signal.SIGINT)


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    session.FRAME_S = 0.5
    chip, world = FakeLgpio(), World(bgr=(90, 100, 110))
    patched = pytest.MonkeyPatch()
    with world.installed(patched), chip.installed(patched):
        threading.Thread(target=evening, args=(chip, world), daemon=True).start()
        status = main(sys.argv[1:])
    sys.stdout.write(f"lent {world.lent}, opened {world.opened}, {chip.died}\n")
    sys.exit(status)
