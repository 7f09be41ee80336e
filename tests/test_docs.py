"""The documentation is true: its commands run, its links lead somewhere, and no command or option is left out.

A ```console block is a session that runs here, each page's in one fresh folder beside `examples`: lines that begin
with `$ ` are commands, what follows is what they print, with `...` for what may differ. Behind a command that has to
fail stands its exit status, as a comment (`# exit status 2`). A ```sh block is for people only: it needs a network, a
camera or pictures of their own, and must not contain what could run here.
"""

import argparse
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

import companion
from companion.cli import build_parser

ROOT = Path(companion.__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
ALL_PAGES = [*PAGES, ROOT / "CHANGELOG.md", ROOT / "examples" / "README.md", ROOT / "systemd" / "README.md"]
COMMANDS = (ROOT / "docs" / "commands.md").read_text()
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
STATUS = re.compile(r"\s+# exit status (\d+)$")
FOR_PEOPLE = (
    "make",
    "git",
    "cd",
    "sudo",
    "pip",
    "npm",
    "ssh",
    "scp",
    "python3",
    "~/bears/bin/pip",
    "rpicam-still",
)


@dataclass(frozen=True)
class Command:
    """One command of a page: what is typed, what it prints (empty: not told), how it ends."""

    typed: str
    prints: str
    status: int


def blocks(page: Path, language: str) -> list[str]:
    return [body for kind, body in FENCE.findall(page.read_text()) if kind == language]


def session(block: str) -> Iterator[Command]:
    for chunk in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        typed, _, prints = chunk.replace("\\\n", " ").partition("\n")
        status = STATUS.search(typed)
        yield Command(STATUS.sub("", typed), prints.strip("\n"), int(status[1]) if status else 0)


def sessions(page: Path) -> list[Command]:
    return [command for block in blocks(page, "console") for command in session(block)]


@pytest.fixture(scope="module")
def path_with_bears(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The search path, with a `bears` in front that is this source tree's."""
    folder = tmp_path_factory.mktemp("bin")
    script = folder / "bears"
    script.write_text(f'#!/bin/sh\nPYTHONPATH="{ROOT}" exec "{sys.executable}" -m companion "$@"\n')
    script.chmod(0o755)
    return f"{folder}:{os.environ['PATH']}"


def as_pattern(prints: str) -> str:
    return ".*".join(re.escape(part) for part in prints.split("..."))


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize("page", [page for page in PAGES if sessions(page)], ids=lambda page: page.stem)
def test_commands_do_what_the_page_says(page: Path, path_with_bears: str, tmp_path: Path) -> None:
    """Somebody types them as they stand; a page that lies is worse than none."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    for command in sessions(page):
        done = subprocess.run(
            ["bash", "-c", command.typed],
            cwd=tmp_path,
            env=os.environ | {"PATH": path_with_bears},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=120,
            check=False,
        )
        printed = done.stdout.strip("\n")
        assert done.returncode == command.status, f"$ {command.typed}\n{printed}"
        if command.prints and not re.fullmatch(as_pattern(command.prints), printed, re.DOTALL):
            pytest.fail(
                f"$ {command.typed}\n{printed}\n--- but the page says\n{command.prints}", pytrace=False
            )


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_what_is_not_run_could_not_run_here(page: Path) -> None:
    """Otherwise a command could hide from the test above in a block of another kind."""
    for block in blocks(page, "sh"):
        for line in block.replace("\\\n", " ").splitlines():
            words = shlex.split(line, comments=True)
            if words and words[0] not in FOR_PEOPLE:
                assert words[0] == "bears"
                given = [word for word in words if word.startswith("examples")]
                assert not given, f"this can run here, so put it into a console block: {line}"
    assert not blocks(page, "bash")
    assert not blocks(page, "shell")


def parsers(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    yield parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for child in action.choices.values():
                yield from parsers(child)


COMMAND_PARSERS = {parser.prog: parser for parser in parsers(build_parser())}


def section(prog: str) -> str:
    """What `docs/commands.md` says under the command's own heading."""
    found = re.search(rf"^#+ `{re.escape(prog)}`.*?\n(.*?)(?=^#|\Z)", COMMANDS, re.MULTILINE | re.DOTALL)
    assert found, f"docs/commands.md has no heading `{prog}`"
    return found[1]


@pytest.mark.parametrize("prog", COMMAND_PARSERS)
def test_every_command_and_option_is_documented(prog: str) -> None:
    """An option that is not in docs/commands.md is found by accident or not at all."""
    text = section(prog)
    for action in COMMAND_PARSERS[prog]._actions:
        if action.option_strings and prog != "bears" and action.dest in {"help", "debug"}:
            continue  # the same everywhere, described once
        for name in action.option_strings or ([str(action.metavar)] if action.metavar else []):
            assert f"`{name}" in text or f" {name}" in text, f"{name} is missing under `{prog}`"


def test_no_command_is_documented_that_does_not_exist() -> None:
    """A page must not promise what was renamed or taken away, nor an option that no command has."""
    headings = set(re.findall(r"^#+ `(bears[a-z ]*)`", COMMANDS, re.MULTILINE))
    assert headings == set(COMMAND_PARSERS)
    for prog, parser in COMMAND_PARSERS.items():
        options = {name for action in parser._actions for name in action.option_strings}
        assert set(re.findall(r"^\| `(--[a-z-]+)", section(prog), re.MULTILINE)) <= options


@pytest.mark.parametrize("page", ALL_PAGES, ids=lambda page: f"{page.parent.name}-{page.stem}")
def test_links_lead_somewhere(page: Path) -> None:
    """Pages and pictures that are linked to exist, headings too."""
    text = FENCE.sub("", page.read_text())
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if "://" in target:
            continue
        name, _, anchor = target.partition("#")
        linked = (page.parent / name).resolve() if name else page
        assert linked.exists(), f"{page.name} links to {target}"
        if anchor:
            headings = re.findall(r"^#+ (.*)$", linked.read_text(), re.MULTILINE)
            anchors = {
                re.sub(r"[^\w\- ]", "", heading).strip().lower().replace(" ", "-") for heading in headings
            }
            assert anchor in anchors, f"{page.name} links to {target}"


def test_every_page_is_linked_from_the_readme() -> None:
    """A page that nobody finds is not read."""
    readme = (ROOT / "README.md").read_text()
    for page in (ROOT / "docs").glob("*.md"):
        assert f"(docs/{page.name})" in readme


def test_every_dependency_has_its_reason() -> None:
    """Whoever adds a dependency says in a line why it is worth it."""
    text = (ROOT / "docs" / "architecture.md").read_text()
    metadata = (ROOT / "pyproject.toml").read_text()
    declared = re.search(r"^dependencies = \[\n(.*?)^\]", metadata, re.MULTILINE | re.DOTALL)
    assert declared
    for name in re.findall(r'"([a-z0-9.-]+)', declared[1]):
        assert re.search(rf"^\| {re.escape(name)} \| .{{20,}} \|$", text, re.MULTILINE), (
            f"why do we need {name}?"
        )
