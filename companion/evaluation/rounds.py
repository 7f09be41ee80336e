"""Rounds that the device judged and scored by itself, compared with what really happened at a simulated table."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from companion.games.bears.play import PlayedRound
from hardware.simulated.truth import RoundTruth

NEAR_S = 0.002
"""A press and the call that it became are at the same time, but for rounding."""


@dataclass(frozen=True)
class Agreement:
    """How rounds went: each is right, asked (people had to say something) or wrong.

    `wrong` says which scores and verdicts were wrong although nobody was asked about them.
    """

    rounds: int = 0
    right: int = 0
    asked: int = 0
    wrong: tuple[str, ...] = ()
    calls: int = 0
    verdicts_right: int = 0

    def __add__(self, other: Agreement) -> Agreement:
        return Agreement(
            self.rounds + other.rounds,
            self.right + other.right,
            self.asked + other.asked,
            self.wrong + other.wrong,
            self.calls + other.calls,
            self.verdicts_right + other.verdicts_right,
        )

    @property
    def sentence(self) -> str:
        """The comparison in a sentence for people."""
        if not self.rounds:
            return "no round was finished"
        said = f"{self.right} of {self.rounds} rounds right, {self.asked} asked, {len(self.wrong)} faults; "
        said += f"{self.verdicts_right} of {self.calls} calls judged as they were"
        return said + "".join(f"\n  {fault}" for fault in self.wrong)


@dataclass
class _Round:
    faults: list[str] = field(default_factory=list)
    calls: int = 0
    right: int = 0


def agreement(
    played: Sequence[PlayedRound],
    truths: Sequence[RoundTruth],
    *,
    names: Sequence[str],
    origin_ns: int,
    asked: Collection[int] = (),
    before: int = 0,
    both_gone_sleeper: int = 5,
    survival: bool = False,
) -> Agreement:
    """Compare the rounds of a match with the truth; `asked` are the numbers of the rounds people were asked in.

    `names` are the players by seat, `origin_ns` is the start of the match on the clock of the truth. `before` rounds
    had been played when the truth began. `both_gone_sleeper` and `survival` are the match's.
    """
    total = Agreement()
    for number, (round_, truth) in enumerate(zip(played[before:], truths, strict=False), start=before + 1):
        found = _compare(round_, truth, names, origin_ns)
        if truth.table is not None:
            meant = truth.table.points(both_gone_sleeper=both_gone_sleeper, survival=survival)
            found.faults += _scores(round_, dict(zip(names, meant, strict=True)), survival=survival)
        was_asked = number in asked
        faults = tuple(f"round {number}: {fault}" for fault in found.faults)
        total += Agreement(
            rounds=1,
            right=int(not was_asked and not faults),
            asked=int(was_asked),
            wrong=faults,
            calls=found.calls,
            verdicts_right=found.right,
        )
    return total


def _scores(played: PlayedRound, meant: Mapping[str, int], *, survival: bool) -> list[str]:
    """The scores that are not as the dice lie (`meant`) less the false calls, which cost nothing in `survival`."""
    false_calls = [v.call.player for v in played.verdicts if v.ruling == "false" and not survival]
    right = {name: meant[name] - false_calls.count(name) for name, _ in played.scores}
    return [
        f"{name} got {score.points} points, right are {right[name]}"
        for name, score in played.scores
        if score.points != right[name]
    ]


def _compare(played: PlayedRound, truth: RoundTruth, names: Sequence[str], origin_ns: int) -> _Round:
    """The calls of a round."""
    found = _Round()
    verdicts = {(v.call.player, round(v.call.t, 3)): v.ruling for v in played.verdicts}
    for shout in truth.calls():
        t = (shout.time_ns - origin_ns) / 1e9
        name = names[shout.seat]
        ruling = next((r for (who, at), r in verdicts.items() if who == name and abs(at - t) <= NEAR_S), None)
        if ruling is None:
            if "late" not in shout.allowed:
                found.faults.append(f"{name}'s call at {t:.3f} s was not heard")
            continue
        found.calls += 1
        if ruling in shout.allowed:
            found.right += 1
        else:
            found.faults.append(
                f"{name}'s call at {t:.3f} s was judged {ruling}, right is {' or '.join(sorted(shout.allowed))}"
            )
    return found
