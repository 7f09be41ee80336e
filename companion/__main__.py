"""The command `bears`, and `python -m companion`: hears Ctrl-C from its first line on."""

import sys

INTERRUPTED = 130
"""The exit status after Ctrl-C, as shells count it."""


def main() -> int:
    """Run the command line and return its exit status; Ctrl-C is quiet while it is still being imported, too."""
    try:
        from companion.cli import main as run  # noqa: PLC0415 - that import is what Ctrl-C may hit

        return run()
    except KeyboardInterrupt:
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
