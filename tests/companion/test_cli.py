import argparse
import errno
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from calibration.errors import CalibrationError
from companion import cli
from companion.errors import BadInput, CompanionError
from hardware.errors import PartMissing
from vision.errors import CardsNotVisible, VisionError

Run = Callable[[argparse.Namespace], int]
Bears = Callable[[Run], int]


@pytest.fixture
def bears(monkeypatch: pytest.MonkeyPatch) -> Bears:
    """Run the command line with one made-up subcommand that does what the test wants."""

    def run_as_command(run: Run, *options: str) -> int:
        command = SimpleNamespace(SUMMARY="does it", add_arguments=lambda _parser: None, run=run)
        monkeypatch.setattr(cli, "COMMANDS", ("replay",))
        monkeypatch.setattr(cli, "load_command", lambda _name: command)
        return cli.main(["replay", *options])

    return run_as_command


def failing(error: BaseException) -> Run:
    def run(_args: argparse.Namespace) -> int:
        raise error

    return run


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (CompanionError("no"), 1),
        (BadInput("no"), 2),
        (PartMissing("no"), 3),
        (VisionError("no"), 2),
        (CardsNotVisible("no"), 2),
        (CalibrationError("no"), 2),
    ],
)
def test_our_errors_are_one_line_with_their_status(
    bears: Bears, capsys: pytest.CaptureFixture[str], error: Exception, status: int
) -> None:
    """Scripts tell bad input from missing hardware by the exit status, people by the one line."""
    assert bears(failing(error)) == status
    assert capsys.readouterr() == ("", "bears: no\n")


@pytest.mark.parametrize(
    ("number", "status", "says"),
    [
        (errno.ENOENT, 2, "there is no file or folder 'here'"),
        (errno.EACCES, 2, "not allowed to use 'here'"),
        (errno.EISDIR, 2, "'here' is a folder"),
        (errno.ENOTDIR, 2, "'here' is not a folder"),
        (errno.EEXIST, 2, "'here' already exists"),
        (errno.EROFS, 2, "read-only"),
        (errno.ENAMETOOLONG, 2, "'here' cannot be used"),
        (errno.ENOSPC, 1, "the disk is full"),
        (errno.EIO, 1, "'here' could not be used"),
    ],
)
def test_what_the_system_refuses_is_one_line(
    bears: Bears, capsys: pytest.CaptureFixture[str], number: int, status: int, says: str
) -> None:
    """A missing folder or a full disk is no fault of the program, so nobody has to read a traceback for it."""
    assert bears(failing(OSError(number, os.strerror(number), "here"))) == status
    out, err = capsys.readouterr()
    assert not out
    assert err.startswith("bears: ")
    assert err.count("\n") == 1
    assert says in err


def test_a_fault_of_the_program_is_one_line_and_says_how_to_see_more(
    bears: Bears, capsys: pytest.CaptureFixture[str]
) -> None:
    """Even a bug must not throw a traceback at somebody who sits at a table with dice in the hand."""
    assert bears(failing(ZeroDivisionError("division by zero"))) == 1
    assert capsys.readouterr().err == (
        "bears: this is a fault in the program (ZeroDivisionError: division by zero); --debug shows where\n"
    )


def test_debug_shows_the_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    """`--debug` is for whoever mends the program, before or after the subcommand alike."""
    command = SimpleNamespace(
        SUMMARY="does it", add_arguments=lambda _parser: None, run=failing(BadInput("no"))
    )
    monkeypatch.setattr(cli, "load_command", lambda _name: command)
    for arguments in (["--debug", "replay"], ["replay", "--debug"]):
        with pytest.raises(BadInput):
            cli.main(arguments)


def test_a_message_of_several_lines_becomes_one(bears: Bears, capsys: pytest.CaptureFixture[str]) -> None:
    """A file name may contain anything, and a terminal must not obey it."""
    assert bears(failing(BadInput("first\n  second \x1b[31m\udcff"))) == 2
    assert capsys.readouterr().err == "bears: first second \\x1b[31m\\udcff\n"


def test_ctrl_c_is_quiet(bears: Bears, capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever stops a long evaluation knows that it was stopped."""
    assert bears(failing(KeyboardInterrupt())) == 130
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("module", ["argparse", "companion.errors", "companion.commands.read"])
def test_ctrl_c_is_quiet_while_the_command_is_imported(module: str) -> None:
    """On a Raspberry Pi that takes half a second, time enough to think better of it."""
    code = (
        "import os, signal, sys\n"
        "class Impatient:\n"
        "    def find_spec(self, name, *_):\n"
        f"        if name == {module!r}:\n"
        "            os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.meta_path.insert(0, Impatient())\n"
        "from companion.__main__ import main\n"
        "sys.exit(main())"
    )
    stopped = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=30, check=False)
    assert (stopped.returncode, stopped.stdout, stopped.stderr) == (130, b"", b"")


def test_usage_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    """A wrong option is bad input: one line that names where the usage can be read."""
    assert cli.main(["--nonsense"]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert "see 'bears --help'" in err


def test_options_are_not_abbreviated(bears: Bears) -> None:
    """An abbreviation that works today would change its meaning when an option is added."""
    assert cli.main(["--versio"]) == 2


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    """`bears --version` is what people quote when they report something."""
    assert cli.main(["--version"]) == 0
    assert capsys.readouterr().out == "bears 0.1.0\n"


HEADER = '{"game": "bears", "players": ["Ana", "Ben"]}'


def bears_in_a_shell(line: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    line = f'bears() {{ {sys.executable} -m companion "$@"; }}; {line}'
    environment = os.environ | {"PYTHONPATH": str(Path(cli.__file__).parents[1])}
    return subprocess.run(
        ["bash", "-c", line],
        cwd=cwd,
        env=environment,
        text=True,
        capture_output=True,
        timeout=30,
        check=False,
    )


def test_a_full_disk_is_one_line(tmp_path: Path) -> None:
    """What is lost because the output cannot be written is said once, not twice, and is not success."""
    done = bears_in_a_shell(f"echo '{HEADER}' | bears replay - > /dev/full", tmp_path)
    assert done.returncode == 1
    assert (
        done.stderr
        == "bears: the disk is full, the output could not be written; free some space and try again\n"
    )


def test_a_message_that_cannot_be_written_changes_no_status(tmp_path: Path) -> None:
    """A script that logs to a full disk still learns that its input was bad."""
    assert bears_in_a_shell("bears replay nothing 2> /dev/full", tmp_path).returncode == 2


@pytest.mark.parametrize("asked", ["--help", "--version", "read --help"])
def test_help_that_cannot_be_written_is_no_success(tmp_path: Path, asked: str) -> None:
    """A script that keeps the help in a file must notice that the disk was full."""
    done = bears_in_a_shell(f"bears {asked} > /dev/full", tmp_path)
    assert done.returncode == 1
    assert done.stderr.startswith("bears: the disk is full")


def test_a_closed_standard_error_does_not_spoil_the_output(tmp_path: Path) -> None:
    """With nowhere to complain to, complaints are lost; they must not get among what was asked for."""
    done = bears_in_a_shell("bears replay missing.jsonl --json 2>&-", tmp_path)
    assert (done.returncode, done.stdout) == (2, "")


def test_a_closed_pipe_is_quiet(tmp_path: Path) -> None:
    """`bears ... | head` ends without a word when `head` has seen enough."""
    done = bears_in_a_shell(
        f"{{ sleep 0.3; bears replay - <<< '{HEADER}'; echo status $? >&2; }} | true", tmp_path
    )
    assert done.stderr == "status 141\n"


def test_no_output_at_all_is_no_fault(tmp_path: Path) -> None:
    """A daemon may start us with standard output closed."""
    done = bears_in_a_shell(f"echo '{HEADER}' | bears replay - >&-", tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


def test_names_that_are_no_text_can_be_printed(tmp_path: Path) -> None:
    """Linux allows any byte in a file name; printing one must not end in an encoding error."""
    done = bears_in_a_shell("bears replay $'no\\xffsuch.jsonl'", tmp_path)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "no\\udcffsuch.jsonl" in done.stderr


def test_json_is_not_mixed_with_errors(tmp_path: Path) -> None:
    """Whatever reads our standard output must never find an error message in it."""
    done = bears_in_a_shell("bears replay missing.jsonl --json", tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert json.dumps(done.stderr).count("\\n") == 1
