import io
import os
import subprocess
import sys
import time
from pathlib import Path

from PIL import Image

import hardware
from hardware.outputs import Light, Sound
from hardware.terminal import PlainConsole

ROOT = Path(hardware.__file__).parents[1]


def run(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )


def test_it_prints_a_line_an_event_and_nothing_else() -> None:
    """In a pipe or in CI the lines are all there is, and no sequence may be among them."""
    page = io.StringIO()
    with PlainConsole(page) as console:
        console.seat(("Ana", "Ben"))
        console.tell("round 1")
        console.display.show(Image.new("1", (128, 64), 1))
        console.lamps.light(0, Light.FAST)
        console.buzzer.play(Sound.GO)
        console.tell("Ana 9")
        assert console.display.working()
        assert not console.leaving()
    assert page.getvalue() == "round 1\nAna 9\n"


def test_nobody_presses_its_buttons() -> None:
    """Waiting for a press takes its time, so that a loop that waits does not spin."""
    console = PlainConsole(io.StringIO())
    start = time.monotonic()
    assert not console.buttons.wait(0.1)
    assert time.monotonic() - start >= 0.1
    assert console.buttons.presses() == ()
    assert console.buttons.stuck() == ()
    assert console.buttons.alive()
    console.buttons.close()


def test_a_reader_that_goes_away_is_no_error() -> None:
    """`bears play | head` ends the lines, not the match."""
    code = (
        "import time\n"
        "from hardware.terminal import open_console\n"
        "console = open_console()\n"
        "for k in range(20): console.tell(f'line {k}'); time.sleep(0.02)\n"
        "print('words at the end')\n"
        "raise SystemExit(5 + console.display.working())"
    )
    program = subprocess.Popen(
        [sys.executable, "-c", code],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert program.stdout is not None
    assert program.stderr is not None
    assert program.stdout.readline() == "line 0\n"
    program.stdout.close()
    assert program.stderr.read() == ""
    program.stderr.close()
    assert program.wait(timeout=30) == 5


def test_without_a_terminal_the_console_is_plain() -> None:
    """CI, a pipe and a service have none."""
    code = "from hardware.terminal import open_console; c = open_console(); c.tell('hello'); print(type(c).__name__)"
    done = run(code, TERM="xterm-256color")
    assert (done.stdout, done.stderr) == ("hello\nPlainConsole\n", "")
