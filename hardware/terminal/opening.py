"""Which console suits where the program runs."""

from __future__ import annotations

import os
import sys

from hardware.terminal.console import Console
from hardware.terminal.plain import PlainConsole
from hardware.terminal.screen import TerminalConsole


def open_console(*, bell: bool = False) -> Console:
    """The terminal, if standard input and output are one that can move its cursor; else plain lines."""
    if in_terminal():
        return TerminalConsole(
            sys.stdin.fileno(), sys.stdout.fileno(), bell=bell, coloured="NO_COLOR" not in os.environ
        )
    return PlainConsole(sys.stdout)


def in_terminal() -> bool:
    """Whether there is a terminal for keys and pictures."""
    try:
        there = os.isatty(sys.stdin.fileno()) and os.isatty(sys.stdout.fileno())
    except (AttributeError, OSError, ValueError):
        return False
    encoding = (sys.stdout.encoding or "").lower().replace("-", "")
    return there and encoding == "utf8" and os.environ.get("TERM", "dumb") != "dumb"
