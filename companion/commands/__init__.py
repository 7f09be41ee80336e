"""The subcommands of `bears`, a module each, named as they are typed.

A module has `SUMMARY`, `add_arguments(parser)` and `run(args) -> int`, and imports nothing heavy before `run`,
so that `bears --help` answers at once; `companion.cli` lists and calls them.
"""
