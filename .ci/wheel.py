"""Run with the installed wheel on the path, away from the sources: what the program needs must have come along."""

import os
import sys
import tempfile
from pathlib import Path

import companion
from companion.cli import main

sources = Path(os.environ["BEARS_ROOT"])
if sources in Path(companion.__file__).parents and "installed" not in Path(companion.__file__).parts:
    sys.exit(f"the sources were imported instead of the wheel: {companion.__file__}")

with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    for arguments in (
        ["--version"],
        ["print", "cards", "-o", "cards.pdf"],
        [
            "score",
            str(sources / "examples" / "table" / "005.jpg"),
            "--profile",
            str(sources / "examples" / "profile"),
        ],
    ):
        print("bears", *arguments, flush=True)
        status = main([*arguments, "--debug"])
        if status != 0:
            sys.exit(f"the installed wheel does not work: exit status {status}")
