"""Putting right what was misread or misjudged in a match of Bears!, in the terms of people at the table.

Each is one correction of the match, refused as a whole where it cannot be, and taken back by one undo.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from companion.games.bears.calls import Call, Verdict
from companion.games.bears.dice import CampFace
from companion.games.bears.play import State
from companion.match.live import Match, Outcome
from companion.match.story import CORRECTING, Story

Event = Mapping[str, Any]
Slots = dict[tuple[int, int], list[Event]]
"""What takes the place of events that count, by entry and index."""

JUST_AFTER_S: Final = 0.001
"""How long after a call a die is taken to have left that was still there at the call."""


@dataclass(frozen=True)
class Standing:
    """An event that counts: the entry in whose place it stands, which of its events it is, the round it belongs to."""

    seq: int
    index: int
    event: Event
    round: int

    @property
    def slot(self) -> tuple[int, int]:
        """Its place."""
        return self.seq, self.index


def standing(story: Story) -> list[Standing]:
    """All events that count, in the order of the log."""
    found: list[Standing] = []
    number = 1
    corrected = {seq for correction in story.corrections for seq, _ in correction.changes}
    for entry in story.entries:
        if entry.fate != "counts" and entry.seq not in corrected:
            continue
        for index, line in enumerate(story.standing(entry.seq)):
            found.append(Standing(entry.seq, index, line.said, number))
            number += line.said["event"] == "round_read"
    return found


def correct_sheet(
    match: Match,
    round_number: int,
    player: str,
    *,
    pairs: Sequence[Sequence[str]],
    loose: Sequence[str],
) -> Outcome:
    """The dice in front of `player` at the end of a round that has been read were these; raises `LogError`."""

    def change(event: Event) -> Event:
        sheet = {"pairs": [list(pair) for pair in pairs], "loose": list(loose)}
        return {**event, "players": {**event["players"], player: sheet}}

    return _change_read(
        match, round_number, change, about=f"{player}'s dice in round {round_number}", of=player
    )


def correct_die(
    match: Match, round_number: int, player: str, face: str, *, pair: int | None = None, at: int
) -> Outcome:
    """A die of `player` showed `face`: the one `at` 0 or 1 in a `pair`, or without one `at` a place among the loose.

    Raises `LogError` if that makes no dice of the game.
    """
    sheet = sheet_of(match.story, round_number, player)
    if sheet is None:
        return _nothing(f"round {round_number} of {player} has not been read")
    pairs, loose = [list(pair) for pair in sheet["pairs"]], list(sheet["loose"])
    dice = loose if pair is None else pairs[pair] if 0 <= pair < len(pairs) else []
    if not 0 <= at < len(dice):
        return _nothing(f"{player} has no such die in round {round_number}")
    dice[at] = face
    return correct_sheet(match, round_number, player, pairs=pairs, loose=loose)


def correct_campsite(match: Match, round_number: int, *, bears: int, tents: int) -> Outcome:
    """This was left in the campsite at the end of a round that has been read; raises `LogError`."""
    return _change_read(
        match,
        round_number,
        lambda event: {**event, "campsite": {"bears": bears, "tents": tents}},
        about=f"the campsite of round {round_number}",
    )


def correct_table(match: Match, round_number: int, read: Event) -> Outcome:
    """The whole table at the end of a round was as the `round_read` event `read` says; raises `LogError`."""
    return _change_read(match, round_number, lambda _: read, about=f"the table of round {round_number}")


def correct_roll(match: Match, round_number: int, *, bears: int, tents: int) -> Outcome:
    """These were the Camp Dice before a round; raises `LogError`."""
    rolls = [
        s for s in standing(match.story) if s.round == round_number and s.event["event"] == "camp_rolled"
    ]
    if not rolls:
        return _nothing(f"the Camp Dice of round {round_number} are not rolled yet")
    roll = {**rolls[-1].event, "bears": bears, "tents": tents}
    return match.amend(
        _changes(match.story, {rolls[-1].slot: [roll]}), about=f"the roll of round {round_number}"
    )


def reassign_call(match: Match, seq: int, player: str) -> Outcome:
    """The call in entry `seq` was another player's; raises `LogError`."""
    call = _call_in(match.story, seq)
    if call is None:
        return _nothing(f"entry {seq} is no call that counts")
    change: Slots = {call.slot: [{**call.event, "player": player}]}
    return match.amend(_changes(match.story, change), about=f"{_told(call)} was {player}'s")


def overrule_call(
    match: Match, seq: int, verdict: Literal["false", "ended", "void"], *, gone: CampFace | None = None
) -> Outcome:
    """The call in entry `seq` was `false`, or it `ended` the round, or it never was (`void`).

    The verdict follows from what was in the campsite, so it is that which is corrected. For `ended`, `gone` is the
    kind of which none was left, by default the one that went first; whatever was seen to be taken after the call is
    struck out. For `false`, the last die of the kind left just after the call.
    """
    call = _call_in(match.story, seq)
    if call is None:
        return _nothing(f"entry {seq} is no call that counts")
    about = f"{_told(call)} is {verdict}"
    if verdict == "void":
        return _first_that_can_be(match, _void(match.story, call), about)
    ruled = ruling(match, call)
    if ruled == verdict:
        return _nothing(f"{_told(call)} is {verdict} already")
    if ruled not in ("false", "ended"):
        return _nothing(
            f"{_told(call)} was not judged, it was {ruled}; correct the call or the roll before it"
        )
    tries = _ended(match.story, call, gone) if verdict == "ended" else _false(match.story, call)
    wanted = (call, verdict)
    return _first_that_can_be(match, tries, about, wanted=wanted)


def ruling(match: Match, call: Standing, story: Story | None = None) -> str:
    """The verdict on a call that counts, as the rules give it; "" if there is none."""
    state: State = (match.story if story is None else story).play.state
    played = [played.verdicts for played in state.rounds]
    verdicts: Sequence[Verdict] = (
        played[call.round - 1] if call.round <= len(played) else state.judgement.verdicts
    )
    pressed = Call(call.event["t"], call.event["player"])
    return next((verdict.ruling for verdict in verdicts if verdict.call == pressed), "")


def sheet_of(story: Story, round_number: int, player: str) -> Event | None:
    """The dice of `player` at the end of a round as they now stand: `pairs` and `loose`; None if not read."""
    read = _read_of(story, round_number)
    return None if read is None else read.event["players"].get(player)


def _change_read(
    match: Match, round_number: int, change: Callable[[Event], Event], *, about: str, of: str | None = None
) -> Outcome:
    read = _read_of(match.story, round_number)
    if read is None:
        return _nothing(f"round {round_number} has not been read yet")
    if of is not None and of not in read.event["players"]:
        return _nothing(f"{of} was not in round {round_number}")
    return match.amend(_changes(match.story, {read.slot: [change(read.event)]}), about=about)


def _read_of(story: Story, round_number: int) -> Standing | None:
    return next(
        (s for s in standing(story) if s.round == round_number and s.event["event"] == "round_read"), None
    )


def _call_in(story: Story, seq: int) -> Standing | None:
    return next((s for s in standing(story) if s.seq == seq and s.event["event"] == "call"), None)


def _ended(story: Story, call: Standing, gone: CampFace | None) -> list[Slots]:
    """The campsite lacked a kind at the call: what was seen of it later does not count."""
    t = call.event["t"]
    seen = [
        s for s in standing(story) if s.round == call.round and s.event["event"] in ("camp_rolled", "camp")
    ]
    later = [s for s in seen if s.event.get("t", -1) > t]
    before = next(s.event for s in reversed(seen) if s.event.get("t", -1) <= t)
    if gone is None:
        ends = [s.event for s in later if not (s.event["bears"] and s.event["tents"])]
        gone = "tent" if ends and ends[0]["bears"] else "bear"
    left = {
        "event": "camp",
        "t": t,
        "bears": 0 if gone == "bear" else before["bears"],
        "tents": 0 if gone == "tent" else before["tents"],
    }
    closings = [s for s in standing(story) if s.round == call.round and s.event["event"] == "round_ended"]
    struck = [*later, *closings]
    if not struck:
        return [{call.slot: [left, call.event]}]
    return [{s.slot: [left] if s is struck[0] else [] for s in struck}]


def _false(story: Story, call: Standing) -> list[Slots]:
    """The last die of its kind was still there at the call, and left just after."""
    t = call.event["t"]
    emptied = [
        s
        for s in standing(story)
        if s.round == call.round
        and s.event["event"] == "camp"
        and s.event["t"] <= t
        and not (s.event["bears"] and s.event["tents"])
    ]
    after = round(t + JUST_AFTER_S, 6)
    goes_on: Slots = {s.slot: [{**s.event, "t": after}] for s in emptied}
    if not emptied or _read_of(story, call.round) is None:
        return [goes_on]
    last = emptied[-1]
    closing = {"event": "round_ended", "t": after}
    return [goes_on, {**goes_on, last.slot: [*goes_on[last.slot], closing]}]


def _void(story: Story, call: Standing) -> list[Slots]:
    """The call is struck out; if it had ended a round that was read, the referee ends it instead."""
    seen = [s for s in standing(story) if s.round == call.round and s.event["event"] == "camp"]
    closing = {"event": "round_ended", "t": max([call.event["t"], *(s.event["t"] for s in seen)])}
    struck: Slots = {call.slot: []}
    if seen and seen[-1].slot > call.slot:
        return [struck, {**struck, seen[-1].slot: [seen[-1].event, closing]}]
    return [struck, {call.slot: [closing]}]


def _changes(story: Story, slots: Slots) -> dict[int, list[Event]]:
    """The correction that puts something into these places; what else stands for the same entries stays."""
    changes: dict[int, list[Event]] = {}
    for seq in {seq for seq, _ in slots}:
        events = enumerate(line.said for line in story.standing(seq))
        changes[seq] = [new for index, event in events for new in slots.get((seq, index), [event])]
    return changes


def _first_that_can_be(
    match: Match, tries: Sequence[Slots], about: str, *, wanted: tuple[Standing, str] | None = None
) -> Outcome:
    """Make the first of several corrections that is accepted and gives the verdict that is wanted."""
    outcome = _nothing("nothing in the log could be changed so that it would follow")
    for slots in tries:
        changes = _changes(match.story, slots)
        story, refusal = match.preview(changes)
        if refusal is not None:
            outcome = Outcome(accepted=False, seq=None, reason=refusal.reason, rule=refusal.rule)
            continue
        if wanted is not None:
            call, verdict = wanted
            ruled = ruling(match, call, story)
            if ruled != verdict:
                outcome = _nothing(f"by the rules {_told(call)} would be {ruled} then, not {verdict}")
                continue
        return match.amend(changes, about=about)
    return outcome


def _told(call: Standing) -> str:
    return f"{call.event['player']}'s call at {call.event['t']:.2f} s"


def _nothing(reason: str) -> Outcome:
    return Outcome(accepted=False, seq=None, reason=reason, rule=CORRECTING)
