"""Text in cells of a terminal, of which some characters take two and some none."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator


def cells(text: str) -> Iterator[tuple[str, int]]:
    """What stands in a cell of its own, with how many cells it takes; nothing that could steer a terminal."""
    cluster, wide = "", 1
    for character in text:
        kind = unicodedata.category(character)
        if kind in {"Mn", "Me"}:
            cluster += character if cluster else ""
        elif kind[0] != "C" or character == "\t":
            if cluster:
                yield cluster, wide
            cluster = " " if character.isspace() else character
            wide = 2 if unicodedata.east_asian_width(character) in "WF" else 1
    if cluster:
        yield cluster, wide


def width(text: str) -> int:
    """How many cells a text takes."""
    return sum(wide for _, wide in cells(text))


def cut(text: str, columns: int) -> str:
    """The text in at most so many cells, with an ellipsis if it is longer."""
    if width(text) <= columns:
        return text
    kept, used = "", 0
    for cluster, wide in cells(text):
        used += wide
        if used > columns - 1:
            break
        kept += cluster
    return kept + "…" if columns > 0 else ""


def wrap(text: str, columns: int, *, indent: str = "  ") -> list[str]:
    """The text in lines of at most so many cells; lines after the first are indented."""
    lines: list[str] = []
    for word in text.split():
        if lines and width(f"{lines[-1]} {word}") <= columns:
            lines[-1] += f" {word}"
        else:
            lines.append(cut(f"{indent if lines else ''}{word}", columns))
    return lines or [""]
