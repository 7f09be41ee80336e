"""What the camera read, and what people entered, as events of the match log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.games.bears.dice import Pair, is_camp_face
from companion.sheet.assessment import Assessment

Event = dict[str, object]

VALID_PAIRS: tuple[Pair, ...] = (Pair("gun", "bear"), Pair("runner", "tent"), Pair("sleeper", "tent"))
"""The pairs that are worth something, in the order in which people are asked for them."""


def seconds(t_ns: int) -> float:
    """Nanoseconds of the match's clock as the log has them: seconds, to the microsecond."""
    return max(0.0, round(t_ns / 1e9, 6))


def camp_rolled(*, bears: int, tents: int) -> Event:
    """The Camp Dice before play."""
    return {"event": "camp_rolled", "bears": bears, "tents": tents}


def rolled_in(found: Assessment) -> tuple[int, int] | None:
    """Bears and tents of a roll that was surely read: all Camp Dice in the campsite; None if it is not (yet) one."""
    if found.round is None or not found.sure:
        return None
    camp = [die for die in found.dice if die.counts and die.kind == "camp"]
    if any(die.zone != "campsite" for die in camp):
        return None
    bears = sum(die.face == "bear" for die in camp)
    return bears, len(camp) - bears


@dataclass(frozen=True)
class Dice:
    """The dice before one player: pairs of (player face, camp face), and what lies alone."""

    pairs: tuple[tuple[str, str], ...] = ()
    loose: tuple[str, ...] = ()

    @property
    def camp(self) -> int:
        """How many Camp Dice are among them."""
        return len(self.pairs) + sum(is_camp_face(face) for face in self.loose)


def dice_of(found: Assessment, names: Sequence[str]) -> dict[str, Dice]:
    """What lies before each player; `names` are the players in the order of the layout's seats."""
    pairs: dict[str, list[tuple[str, str]]] = {name: [] for name in names}
    loose: dict[str, list[str]] = {name: [] for name in names}
    paired = {k for pair in found.pairs for k in pair}
    for player, camp in found.pairs:
        seat = found.dice[player].zone
        if isinstance(seat, int):
            pairs[names[seat]].append((found.dice[player].face, found.dice[camp].face))
    for k, die in enumerate(found.dice):
        if isinstance(die.zone, int) and die.counts and k not in paired and die.kind != "other":
            loose[names[die.zone]].append(die.face)
    return {name: Dice(tuple(pairs[name]), tuple(loose[name])) for name in names}


def round_read(found: Assessment, names: Sequence[str]) -> Event:
    """The end of a round as the camera read it, of a reading that has a round."""
    if found.round is None:
        raise ValueError("this reading has no round to record")
    left = found.round.campsite
    return _read((left.bears, left.tents), dice_of(found, names))


@dataclass(frozen=True)
class Counts:
    """One player's dice as people count them: how many of each valid pair, and how many Camp Dice besides."""

    gun_bear: int = 0
    runner_tent: int = 0
    sleeper_tent: int = 0
    wrong_bears: int = 0
    """Bears in wrong pairs or alone."""
    wrong_tents: int = 0
    """Tents in wrong pairs or alone."""

    @property
    def bears(self) -> int:
        """Camp Dice that show a bear."""
        return self.gun_bear + self.wrong_bears

    @property
    def tents(self) -> int:
        """Camp Dice that show a tent."""
        return self.runner_tent + self.sleeper_tent + self.wrong_tents

    def dice(self) -> Dice:
        """The same as dice; what is worth nothing is put down as lying alone."""
        numbers = (self.gun_bear, self.runner_tent, self.sleeper_tent)
        pairs = tuple((p.player, p.camp) for p, n in zip(VALID_PAIRS, numbers, strict=True) for _ in range(n))
        return Dice(pairs, ("bear",) * self.wrong_bears + ("tent",) * self.wrong_tents)


def counts_of(dice: Dice) -> Counts:
    """What people would count before a player."""
    guns, runners, sleepers = (dice.pairs.count((p.player, p.camp)) for p in VALID_PAIRS)
    valid = {(p.player, p.camp) for p in VALID_PAIRS}
    wrong = [camp for player, camp in dice.pairs if (player, camp) not in valid]
    wrong += [face for face in dice.loose if is_camp_face(face)]
    return Counts(guns, runners, sleepers, wrong.count("bear"), wrong.count("tent"))


def counted(campsite: tuple[int, int], counts: Mapping[str, Counts]) -> Event:
    """The end of a round as people counted it: (bears, tents) left in the campsite, and everybody's counts."""
    return _read(campsite, {name: of.dice() for name, of in counts.items()})


def _read(campsite: tuple[int, int], players: Mapping[str, Dice]) -> Event:
    return {
        "event": "round_read",
        "campsite": {"bears": campsite[0], "tents": campsite[1]},
        "players": {
            name: {"pairs": [list(pair) for pair in dice.pairs], "loose": list(dice.loose)}
            for name, dice in players.items()
        },
    }
