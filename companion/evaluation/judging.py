"""One picture's assessment against the truth: right, asked, or wrong, and why.

*Right*: sure, and everything correct. *Asked*: not sure, so that a person would be asked; needlessly, if all that was
read is right and nothing was hard to see. *Wrong*: sure, but something is not correct, the fault that matters most.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from companion.evaluation.truth import LooseTruth, TableTruth, TrueDie, Truth
from companion.games.bears.dice import CAMP_DICE_EACH
from companion.sheet.assessment import Assessment, Die

Verdict = Literal["right", "asked", "wrong"]

SAME_PLACE = 0.55
"""A die is taken for a true one if it was read within this share of an edge from it."""


@dataclass(frozen=True)
class Judgement:
    """How one picture was read: the verdict, every fault in words, and counts to add up over a set."""

    verdict: Verdict
    needless: bool
    faults: tuple[str, ...]
    counts: Mapping[str, int] = field(default_factory=dict)


def judge(truth: Truth, read: Assessment) -> Judgement:
    """Compare what was read with what was there."""
    found = _judge_loose(truth, read) if isinstance(truth, LooseTruth) else _judge_table(truth, read)
    verdict: Verdict = "asked" if not read.sure else "wrong" if found.faults else "right"
    needless = verdict == "asked" and not found.faults and not found.counts["hidden"] + found.counts["hard"]
    return Judgement(verdict, needless, tuple(found.faults), found.counts)


@dataclass
class _Findings:
    counts: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)


def _judge_table(truth: TableTruth, read: Assessment) -> _Findings:
    found = _Findings()
    ours = [k for k, die in enumerate(truth.dice) if die.kind != "other"]
    where = _match([truth.dice[k] for k in ours], read.dice)
    read_as = {ours[k]: j for k, j in where.items()}
    for k in ours:
        _judge_die(truth.dice[k], read.dice[read_as[k]] if k in read_as else None, found)
    for j, die in enumerate(read.dice):
        if die.sure and j not in read_as.values():
            found.counts["spurious"] += 1
            found.faults.append(f"spurious {die.face} at {die.x:.0f}, {die.y:.0f}")
    _judge_pairs(truth, read, read_as, found)
    _judge_round(truth, read, found)
    away = CAMP_DICE_EACH * len(truth.seats) - sum(die.kind == "camp" for die in truth.dice)
    if "teach" not in truth.tags:
        found.counts["hidden"] += max(0, away)
    if found.counts["hidden"]:
        found.faults.append(f"{found.counts['hidden']} dice hidden or off the table: nobody can be sure")
    return found


def _match(truth: Sequence[TrueDie], read: Sequence[Die]) -> dict[int, int]:
    """True dice -> read dice, the nearest first, each once."""
    reach = SAME_PLACE * truth[0].edge_mm if truth else 0.0
    near = sorted(
        (math.dist((t.x, t.y), (r.x, r.y)), k, j) for k, t in enumerate(truth) for j, r in enumerate(read)
    )
    match: dict[int, int] = {}
    for distance, k, j in near:
        if distance <= reach and k not in match and j not in match.values():
            match[k] = j
    return match


def _judge_die(true: TrueDie, read: Die | None, found: _Findings) -> None:
    counts = found.counts
    counts["readable"] += true.clear
    counts["hidden"] += true.hidden
    counts["hard"] += not true.clear and not true.hidden
    if read is None:
        if true.clear:
            counts["missed"] += 1
            found.faults.append(f"missed {true.face} at {true.x:.0f}, {true.y:.0f}")
        return
    counts["found"] += true.clear
    if not true.clear and read.face == true.face:
        return
    if not read.sure:
        counts["unsure"] += true.clear
    elif read.face != true.face:
        counts["wrong face"] += 1
        found.faults.append(f"{true.face} read as {read.face} at {true.x:.0f}, {true.y:.0f}")
    elif read.zone != true.zone:
        counts["wrong zone"] += 1
        found.faults.append(f"{true.face} of zone {true.zone} read in zone {read.zone}")
    else:
        counts["sure and right"] += 1


def _judge_pairs(truth: TableTruth, read: Assessment, read_as: Mapping[int, int], found: _Findings) -> None:
    """Only pairs of clear dice have to be found; others may be."""
    true_of = {j: k for k, j in read_as.items()}
    clear = {k for k, die in enumerate(truth.dice) if die.clear}
    wanted = {pair for pair in truth.pairs if pair <= clear}
    got = {frozenset(true_of.get(j, -1 - j) for j in pair) for pair in read.pairs} - (truth.pairs - wanted)
    found.counts["pairs"] += len(wanted)
    found.counts["pairs right"] += len(wanted & got)
    if wanted != got:
        found.faults.append(f"pairs: {len(wanted - got)} missing, {len(got - wanted)} too many")


def _judge_round(truth: TableTruth, read: Assessment, found: _Findings) -> None:
    if truth.scores is None:
        return
    found.counts["rounds"] += 1
    want = (truth.bears_left, truth.tents_left, truth.scores)
    got = read.round and (read.round.campsite.bears, read.round.campsite.tents, read.round.points)
    if got == want:
        found.counts["rounds right"] += 1
    else:
        found.faults.append(f"bears left, tents left, points: {got} instead of {want}")


def _judge_loose(truth: LooseTruth, read: Assessment) -> _Findings:
    """By place where the truth has boxes; else only the faces are known, in any order."""
    found = _Findings()
    sure = [die for die in read.dice if die.sure]
    if truth.unreadable:
        found.counts["hidden"] = 1
        found.faults.append("unreadable: nobody can be sure")
        return found
    found.counts["readable"] = len(truth.faces)
    found.counts["unsure"] = len(read.dice) - len(sure)
    for k, face in enumerate(truth.faces):
        hit = next((die for die in sure if _fits(truth, k, die)), None)
        if hit is None:
            found.counts["missed"] += 1
            found.faults.append(f"missed a {face}")
            continue
        sure.remove(hit)
        found.counts["found"] += 1
        if hit.face == face:
            found.counts["sure and right"] += 1
        else:
            found.counts["wrong face"] += 1
            found.faults.append(f"{face} read as {hit.face}")
    found.counts["spurious"] = len(sure)
    found.faults += [f"spurious {die.face}" for die in sure]
    return found


def _fits(truth: LooseTruth, k: int, die: Die) -> bool:
    if truth.boxes is None:
        return die.face == truth.faces[k]
    left, top, right, bottom = truth.boxes[k]
    x, y = (die.box[0] + die.box[2]) / 2, (die.box[1] + die.box[3]) / 2
    return left <= x <= right and top <= y <= bottom
