import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

import hardware
from hardware.outputs import DISPLAY, Light, Sound
from hardware.terminal import TerminalConsole
from hardware.terminal.blocks import as_characters
from tests.hardware.terminal.window import Window

ROOT = Path(hardware.__file__).parents[1]
OpenWindow = Callable[..., Window]

PROGRAM = """
import os, signal, sys, time
signal.signal(signal.SIGHUP, signal.SIG_DFL)  # whoever starts tests in the background ignores them
signal.signal(signal.SIGINT, signal.default_int_handler)
from hardware.terminal import open_console
with open_console() as console:
    console.tell("here we go")
    {then}
"""


def picture_of(*box: int) -> Image.Image:
    picture = Image.new("1", DISPLAY)
    ImageDraw.Draw(picture).rectangle(box, fill=1)
    return picture


def open_console(window: Window) -> TerminalConsole:
    return TerminalConsole(window.inside, window.inside)


def start(window: Window, then: str) -> subprocess.Popen[bytes]:
    """A program in the window that opens a console and goes on as told."""
    return run(window, PROGRAM.format(then=then))


def run(window: Window, code: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, "TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8"},
        stdin=window.inside,
        stdout=window.inside,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


@pytest.mark.parametrize(("size", "style"), [((80, 24), "braille"), ((150, 45), "half")])
def test_the_display_is_seen(open_window: OpenWindow, size: tuple[int, int], style: str) -> None:
    """What the box would show is in the window, pixel by pixel."""
    window = open_window(*size)
    picture = picture_of(3, 5, 40, 33)
    with open_console(window) as console:
        console.display.show(picture)
        wanted = [f"│{row}│" for row in as_characters(picture, "half" if style == "half" else "braille")]
        window.see(
            lambda page: [line[: len(wanted[0])] for line in page.lines()[1 : len(wanted) + 1]] == wanted
        )
        assert console.display.working()


def test_what_is_shown_later_does_not_matter_to_what_was_shown(open_window: OpenWindow) -> None:
    """A picture is taken as it is at the call, whoever draws on it afterwards."""
    window = open_window()
    with open_console(window) as console:
        picture = picture_of(0, 0, 127, 63)
        console.display.show(picture)
        picture.paste(0, (0, 0, 128, 64))
        window.see(lambda page: "⣿" * 64 in page.text())
        console.display.close()
        window.see(lambda page: "⣿" not in page.text() and " off " in page.lines()[0])


def test_lines_seats_lamps_and_sounds_are_seen(open_window: OpenWindow) -> None:
    """All that the box would light and sound, and what happens in words."""
    window = open_window()
    with open_console(window) as console:
        console.seat(("Ana", "Ben", "Cleo"))
        console.lamps.light(1, Light.ON)
        console.lamps.light(99, Light.ON)
        console.buzzer.play(Sound.ROUND_OVER)
        for k in range(20):
            console.tell(f"line {k}")
        page = window.see(lambda page: "line 19" in page.text() and "round over" in page.text())
        assert "1 ○ Ana" in page.text()
        assert "2 ● Ben" in page.text()
        assert "line 18" in page.text()
        assert "q end" in page.lines()[-1]
        window.see(lambda page: "round over" not in page.text())


def test_lamps_blink(open_window: OpenWindow) -> None:
    """A false call's lamp is seen on and off without anybody doing anything."""
    window = open_window()
    with open_console(window) as console:
        console.seat(("Ana", "Ben"))
        console.lamps.light(0, Light.FAST)
        for _ in range(2):
            window.see(lambda page: "1 ● Ana" in page.text())
            window.see(lambda page: "1 ○ Ana" in page.text())
        before = window.written.count("●".encode())
        time.sleep(1.5)
        assert 4 <= window.written.count("●".encode()) - before <= 8
        console.lamps.close()


def test_the_bell_rings_only_when_wanted(open_window: OpenWindow) -> None:
    """A bell can be a nuisance; a tick never rings it."""
    window = open_window()
    with TerminalConsole(window.inside, window.inside, bell=True) as console:
        console.buzzer.play(Sound.TICK)
        window.see(lambda page: "tick" in page.text())
        assert window.seen().rings == 0
        console.buzzer.play(Sound.GO)
        window.see(lambda page: page.rings == 1)
    silent = open_window()
    with open_console(silent) as console:
        console.buzzer.play(Sound.GO)
        silent.see(lambda page: "♪ go" in page.text())
        assert silent.seen().rings == 0


def test_a_small_change_sends_little(open_window: OpenWindow) -> None:
    """A clock on the display must not make the whole page flicker."""
    window = open_window()
    with open_console(window) as console:
        console.display.show(picture_of(0, 0, 100, 63))
        console.tell("seen")
        window.see(lambda page: "seen" in page.text() and "⣿" in page.text())
        before = len(window.written)
        console.display.show(picture_of(0, 0, 101, 63))
        window.see(lambda page: "⣿" * 51 in page.text())
        assert len(window.written) - before < 250
        before = len(window.written)
        time.sleep(0.6)
        assert len(window.written) == before, "nothing is sent while nothing changes"


def test_a_new_size_gets_a_new_page(open_window: OpenWindow) -> None:
    """Windows are resized at any moment."""
    window = open_window()
    with open_console(window) as console:
        console.display.show(picture_of(0, 0, 127, 63))
        window.see(lambda page: "⣿" * 64 in page.text())
        before = len(window.written)
        window.resize(150, 50)
        window.see(lambda page: "█" * 128 in page.text(), since=before)


def test_the_terminal_is_given_back(open_window: OpenWindow) -> None:
    """After the program the shell works as before: settings, page and cursor."""
    window = open_window()
    before = window.settings()
    console = open_console(window)
    window.see(lambda page: page.other_page and not page.cursor_shown)
    assert window.settings() != before
    console.close()
    console.close()
    window.see(lambda page: not page.other_page and page.cursor_shown)
    assert window.settings() == before


def test_an_error_gives_the_terminal_back(open_window: OpenWindow) -> None:
    """A traceback on a page that vanishes helps nobody."""
    window = open_window()
    before = window.settings()
    with contextlib.suppress(ZeroDivisionError), open_console(window):
        raise ZeroDivisionError
    window.see(lambda page: not page.other_page and page.cursor_shown)
    assert window.settings() == before


@pytest.mark.parametrize(
    ("then", "number", "status"),
    [
        ("time.sleep(60)", signal.SIGTERM, -signal.SIGTERM),
        ("time.sleep(60)", signal.SIGHUP, -signal.SIGHUP),
        ("time.sleep(60)", signal.SIGINT, -signal.SIGINT),
        ("sys.exit(3)", None, 3),
        ("1 / 0", None, 1),
        ("pass", None, 0),
    ],
)
def test_every_end_gives_the_terminal_back(
    open_window: OpenWindow, then: str, number: signal.Signals | None, status: int
) -> None:
    """Ctrl-C, a service that is stopped, a closed window, an error: nobody should have to type `reset` blindly."""
    window = open_window()
    before = window.settings()
    program = start(window, then)
    window.see(lambda page: page.other_page)
    if number is not None:
        window.see(lambda page: "here we go" in page.text())
        program.send_signal(number)
    _, errors = program.communicate(timeout=20)
    assert program.returncode == status, errors.decode()
    page = window.see(lambda page: not page.other_page)
    assert page.cursor_shown
    assert window.settings() == before


def test_a_console_that_nobody_closes_gives_the_terminal_back(open_window: OpenWindow) -> None:
    """At the latest when the interpreter exits."""
    window = open_window()
    before = window.settings()
    forgetful = "from hardware.terminal import open_console\nkept = open_console()\nkept.tell('forgotten')\n"
    program = run(window, forgetful)
    _, errors = program.communicate(timeout=20)
    assert (program.returncode, errors) == (0, b"")
    window.see(lambda page: not page.other_page and page.cursor_shown)
    assert window.settings() == before


@pytest.mark.parametrize("first", [True, False])
def test_a_handler_of_the_program_is_left_alone(open_window: OpenWindow, first: bool) -> None:
    """The running table ends a match in order when it is stopped; the console must not end it sooner."""
    window = open_window()
    handler = "signal.signal(signal.SIGTERM, lambda *_: sys.exit(7))"
    wait = "console.tell('waiting'); time.sleep(60)"
    code = PROGRAM.format(then=wait if first else f"{handler}; {wait}")
    program = run(window, code.replace("with open", f"{handler}\nwith open") if first else code)
    window.see(lambda page: "waiting" in page.text())
    program.terminate()
    program.communicate(timeout=20)
    assert program.returncode == 7
    window.see(lambda page: not page.other_page)


def test_nobody_waits_for_a_terminal_that_is_not_read(open_window: OpenWindow) -> None:
    """A stuck connection must not hold up the game."""
    window = open_window(reading=False)
    console = open_console(window)
    start_s = time.monotonic()
    for k in range(300):
        console.display.show(picture_of(0, 0, k % 128, 63))
        console.tell(f"line {k}")
    assert time.monotonic() - start_s < 1.0
    start_s = time.monotonic()
    console.close()
    assert time.monotonic() - start_s < 4.0


def test_a_window_that_is_closed_disturbs_nobody(open_window: OpenWindow) -> None:
    """The match goes on to the point where it can be ended in order."""
    window = open_window()
    with open_console(window) as console:
        console.tell("seen")
        window.see(lambda page: "seen" in page.text())
        window.hang_up()
        for k in range(20):
            console.tell(f"line {k}")
            console.display.show(picture_of(k, 0, 127, 63))
            time.sleep(0.02)
        assert not console.display.working()
        assert console.leaving()


def test_control_s_does_not_stop_the_picture(open_window: OpenWindow) -> None:
    """Whoever types it by mistake would think that the game hangs."""
    window = open_window()
    with open_console(window) as console:
        window.see(lambda page: page.other_page)
        window.type("\x13\x1a")
        time.sleep(0.1)
        console.tell("still here")
        window.see(lambda page: "still here" in page.text())


def test_without_colours_no_style_is_used(open_window: OpenWindow) -> None:
    """Some people's eyes, and some terminals, want it plain."""
    for coloured in (True, False):
        window = open_window()
        with TerminalConsole(window.inside, window.inside, coloured=coloured) as console:
            console.seat(("Ana",))
            console.lamps.light(0, Light.ON)
            page = window.see(lambda page: "● Ana" in page.text())
        assert bool(page.styles - {"0"}) == coloured


def test_q_is_heard(open_window: OpenWindow) -> None:
    """The line at the bottom says so."""
    window = open_window()
    with open_console(window) as console:
        assert not console.leaving()
        window.type("q")
        console.buttons.wait(5.0)
        assert console.leaving()
