"""The whole way from a reading to the verdict, on readings made from the truth of rendered pictures."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from companion.evaluation.judging import Judgement, judge
from companion.evaluation.truth import TableTruth, load_truth
from companion.sheet.assess import assess
from companion.sheet.layout import Layout
from vision.seen import Seen

FACES = ("bear", "tent", "runner", "gun", "sleeper")


@pytest.fixture(scope="module")
def truths(
    pictures: Mapping[str, Mapping[str, Any]], tmp_path_factory: pytest.TempPathFactory
) -> Mapping[str, TableTruth]:
    """The same pictures as the evaluation knows them."""
    folder: Path = tmp_path_factory.mktemp("truth")
    found = {}
    for name, raw in pictures.items():
        path = folder / f"{name.replace('/', '-')}.json"
        path.write_text(json.dumps(raw))
        truth = load_truth(path, loose=False)
        assert isinstance(truth, TableTruth)
        found[name] = truth
    return found


def judge_seen(seen: Seen, truth: TableTruth) -> Judgement:
    return judge(truth, assess(seen, Layout(truth.seats), FACES))


def test_every_picture_comes_out_right_or_asked_for_a_reason(
    pictures: Mapping[str, Mapping[str, Any]], truths: Mapping[str, TableTruth], look: Callable[..., Seen]
) -> None:
    """A good reading of these tables must give the true pairs and points; questions only where something is hidden."""
    asked = set()
    for name, raw in pictures.items():
        found = judge_seen(look(raw, random.Random(name), place_mm=0.0), truths[name])
        assert found.verdict != "wrong", (name, found.faults)
        assert not found.needless, name
        assert found.counts["pairs right"] == found.counts["pairs"], name
        if found.verdict == "asked":
            asked.add(name)
    assert asked == {"dev-a/004", "dev-a/006", "dev-a/009", "dev-b/006"}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("strangers", "times", "needless"),
    [("ignored", 200, 0.01), ("unknown", 40, 0.06), ("unsure", 40, 0.06)],
)
def test_noise_makes_no_picture_wrong(
    pictures: Mapping[str, Mapping[str, Any]],
    truths: Mapping[str, TableTruth],
    look: Callable[..., Seen],
    strangers: str,
    times: int,
    needless: float,
) -> None:
    """Half a millimetre of noise must never turn into wrong points, and hardly ever into a needless question.

    With a reader that takes the pip dice lying about for something that might be ours, one of the twenty pictures
    has room for one, and has to be asked about.
    """
    rng = random.Random(20240601)
    counts: Counter[str] = Counter()
    for name, raw in pictures.items():
        for _ in range(times):
            found = judge_seen(look(raw, rng, strangers=strangers), truths[name])
            assert found.verdict != "wrong", (name, found.faults)
            counts["needless"] += found.needless
            counts.update({k: found.counts[k] for k in ("pairs", "pairs right")})
    assert counts["pairs right"] == counts["pairs"]
    assert counts["needless"] <= needless * times * len(pictures)
