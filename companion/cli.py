"""The command `bears`: finds the subcommand, runs it, and turns every failure into one line and an exit status.

Exit status: 0 done, 2 bad input or usage, 3 missing hardware, 1 anything else; 130 after Ctrl-C and 141 when whoever
read our output went away, as shells count them. A traceback is shown only with `--debug`.
"""

import argparse
import errno
import io
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, Protocol, cast

from companion import __version__
from companion.errors import BadInput, CompanionError

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

COMMANDS = (
    "play",
    "replay",
    "history",
    "export",
    "profile",
    "read",
    "score",
    "evaluate",
    "print",
    "calibrate",
    "judge",
    "park",
    "doctor",
)
"""The subcommands in the order `bears --help` lists them; each is a module of `companion.commands`."""

BAD_INPUT = BadInput.exit_code
MISSING_HARDWARE = 3
INTERRUPTED = 130
OUTPUT_CLOSED = 141


class Command(Protocol):
    """What a module of `companion.commands` has to offer."""

    SUMMARY: str
    """One line for `bears --help`."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Add this command's arguments to its parser."""

    def run(self, args: argparse.Namespace) -> int:
        """Do the work and return the exit status."""


class Parser(argparse.ArgumentParser):
    """A parser whose complaints are one line, and which takes `--debug` at every level of subcommands."""

    def __init__(self, *, allow_abbrev: bool = False, **options: Any) -> None:  # noqa: ANN401 - argparse's own
        super().__init__(allow_abbrev=allow_abbrev, **options)
        self.add_argument(
            "--debug",
            action="store_true",
            default=argparse.SUPPRESS,
            help="show the full traceback when something goes wrong",
        )

    def error(self, message: str) -> NoReturn:
        """Raise `BadInput` with argparse's complaint and where the usage can be read."""
        raise BadInput(f"{message}; see '{self.prog} --help'")

    def _print_message(self, message: str, file: "SupportsWrite[str] | None" = None) -> None:
        # argparse's own takes a full disk for success.
        if message:
            (file or sys.stderr).write(message)


def load_command(name: str) -> Command:
    """Import the module of the subcommand `name`."""
    return cast(Command, import_module(f"companion.commands.{name}"))


def build_parser() -> Parser:
    """Make the parser of the whole command line, subcommands included; imports no numpy and no OpenCV."""
    parser = Parser(
        prog="bears",
        description="Referees Bears!, Bears, Foxes & Hares and Outrun the Bear at the table, and reads pictures of it.",
        epilog="'bears COMMAND --help' tells more about a command.",
    )
    parser.add_argument("--version", action="version", version=f"bears {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name in COMMANDS:
        module = load_command(name)
        subparser = commands.add_parser(name, help=module.SUMMARY, description=module.SUMMARY)
        module.add_arguments(subparser)
        subparser.set_defaults(run=module.run)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run `bears` with `argv` (by default what was typed) and return its exit status; raises only with `--debug`."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    _prepare_output()
    try:
        status = _run(arguments)
        sys.stdout.flush()
    except KeyboardInterrupt:
        status = INTERRUPTED
    except BrokenPipeError:
        status = OUTPUT_CLOSED
    except Exception as error:
        if "--debug" in arguments:
            raise
        message, status = explain(error)
        with suppress(OSError):  # nobody can be told where standard error cannot be written
            print(f"bears: {_one_line(message)}", file=sys.stderr)
    if status:
        _drop_lost_output()
    return status


def explain(error: Exception) -> tuple[str, int]:
    """Say in one line what `error` means to the user, with the exit status that goes with it."""
    if isinstance(error, CompanionError):
        return str(error), error.exit_code

    from calibration.errors import CalibrationError
    from hardware.errors import HardwareError
    from vision.errors import VisionError

    if isinstance(error, VisionError | CalibrationError):
        return str(error), BAD_INPUT
    if isinstance(error, HardwareError):
        return str(error), MISSING_HARDWARE
    if isinstance(error, OSError):
        return _explain_os_error(error)
    if isinstance(error, MemoryError):
        return "the computer ran out of memory; close other programs or use smaller pictures", 1
    return f"this is a fault in the program ({type(error).__name__}: {error}); --debug shows where", 1


def _explain_os_error(error: OSError) -> tuple[str, int]:
    from vision.files import NotAFile

    named = isinstance(error.filename, str | bytes | os.PathLike)
    place = f"'{os.fsdecode(error.filename)}'" if named else "the output"
    match error:
        case FileNotFoundError():
            return f"there is no file or folder {place}; check the path", BAD_INPUT
        case PermissionError():
            return f"not allowed to use {place}; check its owner and permissions", BAD_INPUT
        case IsADirectoryError():
            return f"{place} is a folder, but a file is needed", BAD_INPUT
        case NotADirectoryError():
            return f"{place} is not a folder, or lies below something that is none; check the path", BAD_INPUT
        case NotAFile():
            return f"{place} cannot be read: {error.strerror}", BAD_INPUT
        case FileExistsError():
            return f"{place} already exists; choose another name or remove it first", BAD_INPUT
        case OSError(errno=errno.ENOSPC | errno.EDQUOT):
            return f"the disk is full, {place} could not be written; free some space and try again", 1
        case OSError(errno=errno.EROFS):
            return f"{place} lies on a read-only file system; choose another place", BAD_INPUT
        case OSError(errno=errno.ENAMETOOLONG | errno.ELOOP):
            return f"the path {place} cannot be used: {error.strerror}", BAD_INPUT
    return (
        f"{place} could not be used: {error.strerror or error}" if named else f"{error.strerror or error}",
        1,
    )


def _run(arguments: list[str]) -> int:
    try:
        args = build_parser().parse_args(arguments)
    except SystemExit as stop:  # after --help and --version
        return int(stop.code or 0)
    return cast(int, args.run(args))


def _one_line(message: str) -> str:
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in " ".join(message.split()))


def _prepare_output() -> None:
    # What whoever started us closed; `print` would else take standard output for a closed standard error.
    if sys.stdout is None:
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - stays open
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - stays open
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a file may have a name that is no text


def _drop_lost_output() -> None:
    # What cannot be written any more would make the interpreter complain once again when it exits.
    try:
        sys.stdout.flush()
    except OSError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
