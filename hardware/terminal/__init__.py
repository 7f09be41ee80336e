"""The device on an ordinary computer: display, lamps and sounds in the terminal, the keyboard for buttons.

`open_console` gives the console that suits where the program runs; without a terminal it prints a line an event.
"""

from hardware.terminal.console import Console
from hardware.terminal.keyboard import Keyboard
from hardware.terminal.opening import in_terminal, open_console
from hardware.terminal.plain import PlainConsole
from hardware.terminal.screen import TerminalConsole

__all__ = ["Console", "Keyboard", "PlainConsole", "TerminalConsole", "in_terminal", "open_console"]
