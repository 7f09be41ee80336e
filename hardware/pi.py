"""The Raspberry Pi's own pins, and what using them may raise."""

from __future__ import annotations

import sys

from gpiozero import Factory, GPIOZeroError, PinUnknownPi

from hardware.errors import PartMissing


def pi_pins() -> Factory:
    """The pins of the Raspberry Pi that this runs on, through lgpio, whose edges carry the kernel's time.

    Made explicitly, since gpiozero would otherwise settle for a library whose stamps are made in Python. Raises
    PartMissing with what to do.
    """
    try:
        from gpiozero.pins.lgpio import LGPIOFactory  # noqa: PLC0415 - only a Pi has lgpio
    except ImportError as error:
        raise PartMissing("lgpio is not installed: apt install python3-lgpio") from error
    except OSError as error:  # at import it makes a pipe in the working directory
        raise PartMissing(f"lgpio needs a working directory that can be written to: {error}") from error
    try:
        return LGPIOFactory()
    except PinUnknownPi as error:
        raise PartMissing("this is not a Raspberry Pi: it has no pins") from error
    except pin_faults() as error:
        raise PartMissing(f"the pins cannot be used, is the user in the group gpio? ({error})") from error


def pi_hears() -> bool:
    """Whether the thread is alive through which lgpio tells every edge; it never comes back by itself."""
    thread = getattr(sys.modules.get("lgpio"), "_notify_thread", None)
    return thread is not None and bool(thread.is_alive())


def pin_faults() -> tuple[type[Exception], ...]:
    """What using a pin may raise: gpiozero's errors, the system's, and lgpio's where it is loaded."""
    faults: list[type[Exception]] = [GPIOZeroError, OSError]
    own = getattr(sys.modules.get("lgpio"), "error", None)
    if isinstance(own, type) and issubclass(own, Exception):
        faults.append(own)
    return tuple(faults)
