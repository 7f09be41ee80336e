"""Looks at every part of the device and at what it stands on, and says how to mend what is wrong."""

from __future__ import annotations

import grp
import os
import time
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from hardware.bear_track import START, TrackView
from hardware.device import Device
from hardware.errors import CameraLost, CameraTimedOut
from hardware.wiring import DisplayWiring, TrackWiring

GROUPS = ("gpio", "i2c", "spi", "video")
"""Who may use pins, buses and camera on Raspberry Pi OS."""

THROTTLED = Path("sys/devices/platform/soc/soc:firmware/get_throttled")
"""What the firmware knows of its power: a hexadecimal number, whose bits 0 and 16 are undervoltage now and ever."""

EARLIEST = 1_790_000_000
"""A wall clock from before this (September 2026) was never set."""

CAMERA_S = 10.0
"""How long the camera may take from being opened to its first frame."""


SWEEP_ROWS, SWEEP_S = 8, 1.6
"""The trail along which the Bear runs to show the track, and how long it may take."""


class State(Enum):
    """How a part is."""

    OK = "ok"
    LOOK = "look"
    """It works, but somebody should look at it."""
    MISSING = "missing"


@dataclass(frozen=True)
class Finding:
    """What was found of one part, in a line, and how to mend it, in another; "" if nothing needs it."""

    part: str
    state: State
    told: str
    mend: str = ""


def board(root: Path = Path("/")) -> Finding:
    """Which computer this is; `root` is where its files are."""
    try:
        model = (root / "proc/device-tree/model").read_text().strip("\0 \n")
    except OSError:
        model = ""
    if model.startswith("Raspberry Pi"):
        return Finding("computer", State.OK, model)
    return Finding(
        "computer",
        State.MISSING,
        f"{model or 'this computer'} is not a Raspberry Pi",
        "the box needs one; anywhere else: bears play --simulate",
    )


def groups(member_of: frozenset[str] | None = None) -> Finding:
    """Whether the user may use the parts; `member_of` are the groups it is in, those of this process if not given."""
    mine = _my_groups() if member_of is None else member_of
    lacking = [name for name in GROUPS if name not in mine]
    if not lacking or (os.geteuid() == 0 and member_of is None):
        return Finding("groups", State.OK, f"member of {', '.join(GROUPS)}")
    return Finding(
        "groups",
        State.LOOK,
        f"the user is not in {', '.join(lacking)}",
        f"sudo usermod -aG {','.join(lacking)} $USER, then log out and in again",
    )


def _my_groups() -> frozenset[str]:
    names = set()
    for number in {*os.getgroups(), os.getegid()}:
        try:
            names.add(grp.getgrgid(number).gr_name)
        except KeyError:
            continue
    return frozenset(names)


def power(root: Path = Path("/")) -> Finding:
    """Whether the power supply is strong enough; without that, everything else looks like a random fault."""
    try:
        bits = int((root / THROTTLED).read_text().strip(), 16)
    except (OSError, ValueError):
        return Finding("power", State.OK, "not known here")
    mend = "use the power supply made for this Raspberry Pi, and a short cable"
    if bits & 1:
        return Finding("power", State.LOOK, "the voltage is too low at this moment", mend)
    if bits & 1 << 16:
        return Finding("power", State.LOOK, "the voltage has been too low since it was switched on", mend)
    return Finding("power", State.OK, "the voltage has been high enough")


def clock(root: Path = Path("/"), now_s: float | None = None) -> Finding:
    """Whether the wall clock has been set; presses and frames do not need it, the history of matches does."""
    now = time.time() if now_s is None else now_s
    day = time.strftime("%Y-%m-%d %H:%M", time.localtime(now))
    if (root / "run/systemd/timesync/synchronized").exists():
        return Finding("clock", State.OK, f"{day}, set by the network")
    if now < EARLIEST:
        return Finding(
            "clock",
            State.LOOK,
            f"it says {day}, so it was never set",
            "connect it to a network for a minute; matches are judged rightly all the same",
        )
    return Finding("clock", State.OK, day)


def pins(device: Device) -> Finding:
    """Whether the pins can be used at all."""
    if "pins" in device.missing:
        return Finding("pins", State.MISSING, device.missing["pins"], _PINS)
    return Finding("pins", State.OK, "edges are heard" if device.buttons.alive() else "open")


def buttons(device: Device) -> Finding:
    """Whether the buttons are heard, and none hangs."""
    if "pins" in device.missing:
        return Finding("buttons", State.MISSING, "there are no pins", "see pins")
    if "buttons" in device.missing:
        return Finding("buttons", State.MISSING, device.missing["buttons"], _BUSY)
    stuck = device.buttons.stuck()
    if stuck:
        names = ", ".join(
            f"seat {button.seat + 1}" if hasattr(button, "seat") else button.value for button in stuck
        )
        return Finding(
            "buttons", State.LOOK, f"held down: {names}", "let go, or look for a short circuit to ground"
        )
    if not device.buttons.alive():
        return Finding("buttons", State.MISSING, "nothing is heard of them", "restart the program")
    return Finding("buttons", State.OK, "none is held down")


def display(device: Device, wiring: DisplayWiring, root: Path = Path("/")) -> Finding:
    """Whether the display answers."""
    if "display" not in device.missing:
        return Finding("display", State.OK, f"{wiring.chip} on {wiring.bus}")
    why = device.missing["display"]
    if wiring.bus == "spi":
        mend = "sudo raspi-config nonint do_spi 0, and look at its wires; SPI cannot tell whether it is there"
    elif not (root / f"dev/i2c-{wiring.i2c_port}").exists():
        mend = "sudo raspi-config nonint do_i2c 0, then restart"
    else:
        mend = f"look at its wires; i2cdetect -y {wiring.i2c_port} should show it at {wiring.i2c_address:x}"
    return Finding("display", State.MISSING, why, mend)


def lamps(device: Device) -> Finding:
    """Whether the lamps' pins can be used; nobody can tell whether they are lit."""
    return _output("lamps", device)


def buzzer(device: Device) -> Finding:
    """Whether the buzzer's pin can be used."""
    return _output("buzzer", device)


def track(device: Device, wiring: TrackWiring) -> Finding:
    """Whether the bear track takes what it is shown; the Bear runs along it once."""
    if "track" in device.missing:
        return Finding("track", State.MISSING, device.missing["track"], _BUSY)
    rows = ("path",) * SWEEP_ROWS
    for row in range(START, SWEEP_ROWS):
        device.track.show(TrackView(rows, row))
        time.sleep(SWEEP_S / SWEEP_ROWS)
    device.track.show(TrackView(rows))
    until = time.monotonic() + SWEEP_S
    while not device.track.working() and time.monotonic() < until:
        time.sleep(0.05)
    if device.track.working():
        return Finding("track", State.OK, f"{wiring.kind}: the Bear should have run along it")
    mend = {
        "lights": "sudo raspi-config nonint do_spi 0, then restart",
        "pointer": f"i2cdetect -y {wiring.i2c_port} should show the servo's board at {wiring.i2c_address:x}",
    }.get(wiring.kind, _BUSY)
    return Finding("track", State.MISSING, f"{wiring.kind}: it does not answer", mend)


def _output(part: str, device: Device) -> Finding:
    if "pins" in device.missing:
        return Finding(part, State.MISSING, "there are no pins", "see pins")
    if part in device.missing:
        return Finding(part, State.MISSING, device.missing[part], _BUSY)
    return Finding(part, State.OK, "its pins can be used")


def camera(device: Device) -> Finding:
    """Whether the camera delivers pictures, bright enough to be of use."""
    if device.camera is None:
        why = device.missing.get("camera", "there is none")
        return Finding("camera", State.MISSING, why, _LIBRARY if why.startswith("picamera2") else _CAMERA)
    try:
        frame = device.camera.frame(timeout_s=CAMERA_S)
    except (CameraTimedOut, CameraLost) as error:
        return Finding("camera", State.MISSING, str(error), _CAMERA)
    height, width = frame.picture.shape[:2]
    mean = float(frame.picture.mean())
    told = f"{width}x{height}, exposed {frame.exposure_ns / 1e6:.0f} ms"
    if not 16 < mean < 240:
        dark = "dark" if mean <= 16 else "bright"
        return Finding(
            "camera", State.LOOK, f"{told}, but its pictures are too {dark}", "look at the lens and the light"
        )
    return Finding("camera", State.OK, told)


_PINS = "on a Raspberry Pi: apt install python3-lgpio, a virtual environment that sees it, and the group gpio"
_BUSY = "another program has the pin, or the wiring is set otherwise: systemctl stop bears-companion"
_LIBRARY = (
    "a virtual environment that sees the system's packages and keeps its numpy, as docs/hardware.md makes it"
)
_CAMERA = "look at its cable; rpicam-hello --list-cameras must show it, and no other program may use it"


def examine(
    device: Device,
    wiring: DisplayWiring | None,
    root: Path = Path("/"),
    *,
    with_track: TrackWiring | None = None,
) -> tuple[Finding, ...]:
    """Everything about an opened device; without `wiring` or `with_track` it is not meant to have display or track."""
    return (
        board(root),
        groups(),
        pins(device),
        buttons(device),
        *([] if wiring is None else [display(device, wiring, root)]),
        lamps(device),
        buzzer(device),
        *([] if with_track is None else [track(device, with_track)]),
        camera(device),
        power(root),
        clock(root),
    )
