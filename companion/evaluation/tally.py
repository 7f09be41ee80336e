"""The figures of a set: one row a picture, and what they add up to."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.evaluation.judging import Judgement


@dataclass(frozen=True)
class Row:
    """One picture of a set: its name, tags, judgement and reading time (ms)."""

    picture: str
    tags: tuple[str, ...]
    judgement: Judgement
    ms: float


@dataclass(frozen=True)
class Tally:
    """All pictures of a set; `what` lies or stands in them, dice or pyramids."""

    name: str
    rows: tuple[Row, ...]
    what: str = "dice"

    @property
    def counts(self) -> Counter[str]:
        """Everything counted, over all pictures; the verdicts and the needless questions included."""
        total: Counter[str] = Counter()
        for row in self.rows:
            total.update(row.judgement.counts)
            total[row.judgement.verdict] += 1
            total["asked needlessly"] += row.judgement.needless
        return total

    @property
    def ms(self) -> float:
        """Median reading time, ms; 0 without pictures."""
        return statistics.median(row.ms for row in self.rows) if self.rows else 0.0

    def as_json(self) -> dict[str, Any]:
        """All figures, for programs."""
        return {
            "set": self.name,
            "pictures": [
                {
                    "picture": row.picture,
                    "verdict": row.judgement.verdict,
                    "needless": row.judgement.needless,
                    "faults": list(row.judgement.faults),
                    "tags": list(row.tags),
                    "ms": round(row.ms, 1),
                }
                for row in self.rows
            ],
            "total": {name.replace(" ", "_"): n for name, n in sorted(self.counts.items())},
            "ms_median": round(self.ms, 1),
        }

    def table(self, *, most_faults: int | None = 3) -> str:
        """The rows as text, each with its first faults (all of them for None)."""
        wide = max((len(row.picture) for row in self.rows), default=0)
        return "\n".join(line for row in self.rows for line in _row_lines(row, wide, most_faults))

    def summary(self) -> str:
        """The totals in a few lines of text."""
        n = self.counts
        pictures = (
            f"{self.name}: {_pictures(len(self.rows))}: {n['right']} right, {n['asked']} asked "
            f"({n['asked needlessly']} needlessly), {n['wrong']} WRONG"
        )
        if self.what != "dice":
            read = (
                f"{self.what}: {n['readable']} to be read, {n['sure and right']} sure and right, {n['unsure']} unsure, "
                f"{n['missed']} missed, {n['spurious']} spurious"
            )
            return "\n".join([pictures, read, f"median reading time: {self.ms:.0f} ms"])
        dice = (
            f"dice: {n['readable']} to be read, {n['sure and right']} sure and right, {n['unsure']} unsure, "
            f"{n['missed']} missed, {n['wrong face']} with a wrong face, {n['wrong zone']} in a wrong zone, "
            f"{n['spurious']} spurious"
        )
        lines = [pictures, dice]
        if n["pairs"] or n["rounds"]:
            lines.append(
                f"pairs: {n['pairs right']} of {n['pairs']} right; "
                f"rounds: {n['rounds right']} of {n['rounds']} right"
            )
        return "\n".join([*lines, f"median reading time: {self.ms:.0f} ms"])


def _row_lines(row: Row, wide: int, most_faults: int | None) -> Sequence[str]:
    judgement = row.judgement
    verdict = str(judgement.verdict).replace("wrong", "WRONG") + (
        " (needlessly)" if judgement.needless else ""
    )
    shown = judgement.faults[:most_faults]
    more = len(judgement.faults) - len(shown)
    head = f"{row.picture:<{wide}}  {verdict:<18}  {row.ms:4.0f} ms  {', '.join(row.tags)}".rstrip()
    faults = [f"{'':<{wide}}    {fault}" for fault in shown]
    return [head, *faults, *([f"{'':<{wide}}    and {more} more"] if more else [])]


def _pictures(n: int) -> str:
    return "1 picture" if n == 1 else f"{n} pictures"
