"""A match of Bears! in lines for people, as `bears replay` and the end of `bears play` print them."""

from pathlib import Path

import pytest

from companion.cli import main

CASES = Path(__file__).parents[3] / "data" / "rules" / "bears"


def test_every_round_is_written_out(capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever doubts a total can add it up: sums, calls and verdicts of each round, by its number."""
    assert main(["replay", str(CASES / "negative-total-carries-over.jsonl")]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == [
        "Bears!, to 100 points: Ana, Ben",
        "round 1: Ana -1-1-1-1 = -4, Ben 1+1+1+1 = 4",
    ]
    assert [line[: line.index(":")] for line in lines[2:6]] == [
        *("  Ana called at 1 s", "  Ana called at 3 s", "  Ana called at 5 s", "  Ben called at 6 s")
    ]
    assert "(rulebook: Ending a Round)" in lines[5]
    assert lines[6] == "round 2: Ana 1+1+1 = 3, Ben 1+1 = 2"
    assert lines[-2:] == ["totals: Ana -1, Ben 6", "round 3, phase setup; still in: Ana, Ben"]


def test_in_survival_nobody_has_a_total(capsys: pytest.CaptureFixture[str]) -> None:
    """What counts there is who is still in, and in the end who wins."""
    assert main(["replay", str(CASES / "survival-winner.jsonl")]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Bears!, survival: Ana, Ben, Cy"
    assert not any(line.startswith("totals") for line in lines)
    assert lines[-1] == "Ben wins"
