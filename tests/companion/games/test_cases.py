import json
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main

CASES = Path(__file__).parents[2] / "data" / "rules"


@pytest.mark.parametrize("log", [pytest.param(p, id=p.stem) for p in sorted(CASES.glob("*/*.jsonl"))])
def test_a_match_log_ends_in_the_state_it_must(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The rules, sentence by sentence, through the command that people use."""
    wanted = json.loads(log.with_suffix(".expect.json").read_text())
    status = main(["replay", str(log), "--json"])
    printed, errors = capsys.readouterr()
    if "exit" in wanted:
        assert (status, printed, errors.count("\n")) == (wanted["exit"], "", 1)
        return
    state = json.loads(printed)
    assert (status, errors) == (0, "")
    assert without_reasons(state) == without_reasons(wanted)
    assert list(state) == list(wanted)


@pytest.mark.parametrize("log", [pytest.param(p, id=p.stem) for p in sorted(CASES.glob("*/*.jsonl"))])
def test_every_refusal_names_its_rule(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Players argue about refusals; the section to look up ends the argument."""
    if main(["replay", str(log), "--json"]) == 0:
        for refusal in json.loads(capsys.readouterr().out)["refused"]:
            assert refusal["reason"].endswith(")")
            assert "(rulebook: " in refusal["reason"] or "(match log: " in refusal["reason"]


def without_reasons(state: dict[str, Any]) -> dict[str, Any]:
    """The wording of a reason is free."""
    return {**state, "refused": [refusal["line"] for refusal in state["refused"]]}
