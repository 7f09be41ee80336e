"""A match of Bears! as it stands, and what each event does to it."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, Literal

from companion.games.bears.calls import Call, Judgement, Sighting, Verdict, judge
from companion.games.bears.dice import CAMP_DICE_EACH, Campsite, SeatDice, conservation_faults
from companion.games.bears.events import Camp, CampRolled, Event, RoundEnded, RoundRead, RoundStarted
from companion.games.bears.scoring import Score, score_seat
from companion.games.bears.sections import (
    ENDING_A_ROUND,
    ENDING_THE_GAME,
    NEW_ROUND,
    PLAYING,
    SCORING,
    SETTING_UP,
    SURVIVAL,
)
from companion.games.bears.settings import Match
from companion.games.log import Refused

Phase = Literal["setup", "reroll", "ready", "playing", "ended", "over"]

ROLLED: Final = -1.0
"""The time of the roll among what was seen of a campsite: before every event that has a time."""

_STANDING: Final[dict[Phase, str]] = {
    "setup": "the Camp Dice of this round are not rolled yet",
    "reroll": "all Camp Dice show the same face and must be rolled again",
    "ready": "the Camp Dice are rolled and play has not begun",
    "playing": "the round is being played",
    "ended": "the round has ended and is to be read",
    "over": "the game is over",
}


@dataclass(frozen=True)
class Round:
    """The round in hand: everything accepted in it so far."""

    sightings: tuple[Sighting, ...] = ()
    """What was in the campsite: first what was rolled, from before the round on, then what was seen."""
    started: float | None = None
    closed: float | None = None
    calls: tuple[Call, ...] = ()
    """In the order they arrived."""

    @property
    def campsite(self) -> Campsite | None:
        """What was last seen in the campsite, or rolled; `None` before the roll."""
        return self.sightings[-1].campsite if self.sightings else None


@dataclass(frozen=True)
class PlayedRound:
    """A round that has been read: everyone's score and every verdict, in the order of time."""

    scores: tuple[tuple[str, Score], ...]
    verdicts: tuple[Verdict, ...]


@dataclass(frozen=True)
class State:
    """A match of Bears! at one moment."""

    match: Match
    players: tuple[str, ...]
    """Those still in, in the order of the header."""
    totals: tuple[int, ...]
    """The points of all players of the header, in its order; they stay 0 in the survival variant."""
    round: Round = Round()
    rounds: tuple[PlayedRound, ...] = ()
    latest: float = 0
    """No round may start, no campsite be seen and no round be closed before this time."""
    breaking_tie: bool = False
    """Whether the round in hand is played to break a tie for the win."""
    winner: str | None = None

    @cached_property
    def judgement(self) -> Judgement:
        """The verdicts of the round in hand, which may still change until it is read."""
        return judge(
            self.round.calls,
            started=self.round.started,
            sightings=self.round.sightings,
            closed=self.round.closed,
            repeat_call_s=self.match.repeat_call_s,
        )

    @property
    def phase(self) -> Phase:
        """What the match waits for."""
        if self.winner is not None:
            return "over"
        if self.round.campsite is None:
            return "setup"
        if self.round.started is None:
            return "reroll" if self.round.campsite.one_kind_gone else "ready"
        return "playing" if self.judgement.ended_at is None else "ended"

    @property
    def number(self) -> int:
        """The number of the round in hand, from 1; once the game is over, of the last."""
        return len(self.rounds) + (self.winner is None)

    @property
    def camp_dice(self) -> int:
        """How many Camp Dice are in play, five for each player still in."""
        return CAMP_DICE_EACH * len(self.players)


def start(match: Match) -> State:
    """The state before anything has happened."""
    return State(match, match.players, (0,) * len(match.players))


def apply(state: State, event: Event) -> State:
    """What the match is after `event`; raises `Refused` if the rules forbid it now."""
    if state.winner is not None:
        raise Refused(f"the game is over, {state.winner} has won", ENDING_THE_GAME)
    match event:
        case CampRolled():
            return _roll(state, event)
        case RoundStarted():
            return _start_round(state, event)
        case Camp():
            return _see_campsite(state, event)
        case Call():
            return _call(state, event)
        case RoundEnded():
            return _close_round(state, event)
        case RoundRead():
            return _read_round(state, event)


def _roll(state: State, event: CampRolled) -> State:
    _require(state, "setup", "reroll", because="the Camp Dice are rolled once, before play", rule=PLAYING)
    if event.campsite.dice != state.camp_dice:
        raise Refused(
            f"{len(state.players)} players have {state.camp_dice} Camp Dice between them, not {event.campsite.dice}",
            _why_out(state) if len(state.players) < len(state.match.players) else SETTING_UP,
        )
    return replace(state, round=replace(state.round, sightings=(Sighting(ROLLED, event.campsite),)))


def _start_round(state: State, event: RoundStarted) -> State:
    _require(state, "ready", because="a round starts when the Camp Dice show both faces", rule=PLAYING)
    _require_in_order(state, event.t, NEW_ROUND)
    return replace(state, round=replace(state.round, started=event.t), latest=event.t)


def _see_campsite(state: State, event: Camp) -> State:
    _require(state, "playing", because="Camp Dice are taken only in a round", rule=ENDING_A_ROUND)
    _require_in_order(state, event.t, PLAYING)
    before = state.round.campsite
    if before is not None and (event.campsite.bears > before.bears or event.campsite.tents > before.tents):
        raise Refused(
            f"Camp Dice do not come back during a round: {before} were left, not {event.campsite}", PLAYING
        )
    return replace(
        state,
        round=replace(state.round, sightings=(*state.round.sightings, Sighting(event.t, event.campsite))),
        latest=event.t,
    )


def _call(state: State, call: Call) -> State:
    if call.player not in state.players:
        raise Refused(f"{call.player} is out and may not call", _why_out(state))
    return replace(state, round=replace(state.round, calls=(*state.round.calls, call)))


def _close_round(state: State, event: RoundEnded) -> State:
    _require(state, "playing", because="only a round being played can be closed", rule=ENDING_A_ROUND)
    _require_in_order(state, event.t, ENDING_A_ROUND)
    left = state.round.campsite
    if left is None or not left.one_kind_gone:
        raise Refused(f"the round is not over, {left} are left in the campsite", ENDING_A_ROUND)
    return replace(state, round=replace(state.round, closed=event.t), latest=event.t)


def _read_round(state: State, event: RoundRead) -> State:
    _require(state, "ended", because="the dice are scored at the end of a round", rule=SCORING)
    seats = dict(event.seats)
    if set(seats) != set(state.players):
        raise Refused(
            f"the dice of exactly the players still in are read: {', '.join(state.players)}", SCORING
        )
    faults = conservation_faults(event.campsite, seats)
    if faults:
        raise Refused("; ".join(faults), SETTING_UP)
    scores = tuple((name, _score(state, name, seats[name], event.campsite)) for name in state.players)
    ended_at = state.judgement.ended_at
    played = replace(
        state,
        round=Round(),
        rounds=(*state.rounds, PlayedRound(scores, state.judgement.verdicts)),
        latest=state.latest if ended_at is None else max(state.latest, ended_at),
    )
    points = {name: score.points for name, score in scores}
    return _survive(played, points) if state.match.survival else _add_up(played, points)


def _score(state: State, name: str, dice: SeatDice, campsite: Campsite) -> Score:
    return score_seat(
        dice,
        campsite,
        false_calls=state.judgement.false_calls(name),
        variant=state.match.variant,
        both_gone_sleeper=state.match.both_gone_sleeper,
    )


def _survive(state: State, pairs: dict[str, int]) -> State:
    """Whoever has strictly the fewest pairs is out; the last one in wins (rulebook: Alternate Rules)."""
    fewest = min(pairs.values())
    slowest = [name for name in state.players if pairs[name] == fewest]
    if len(slowest) > 1:
        return state
    left = tuple(name for name in state.players if name not in slowest)
    return replace(state, players=left, winner=left[0] if len(left) == 1 else None)


def _add_up(state: State, points: dict[str, int]) -> State:
    """Add the round to the totals and see whether it decides the game (rulebook: Ending the Game)."""
    names = state.match.players
    totals = tuple(total + points.get(name, 0) for name, total in zip(names, state.totals, strict=True))
    state = replace(state, totals=totals)
    total_of = {name: total for name, total in zip(names, totals, strict=True) if name in state.players}
    highest = max(total_of.values())
    if highest < state.match.target and not state.breaking_tie:
        return state
    leaders = tuple(name for name, total in total_of.items() if total == highest)
    if len(leaders) == 1:
        return replace(state, winner=leaders[0])
    return replace(
        state, breaking_tie=True, players=leaders if state.match.tiebreak == "tied" else state.players
    )


def _require(state: State, *phases: Phase, because: str, rule: str) -> None:
    if state.phase not in phases:
        raise Refused(f"{because}, but {_STANDING[state.phase]}", rule)


def _require_in_order(state: State, t: float, rule: str) -> None:
    if t < state.latest:
        raise Refused(
            f"{t:.12g} s is earlier than {state.latest:.12g} s, up to which the match is recorded", rule
        )


def _why_out(state: State) -> str:
    return SURVIVAL if state.match.survival else ENDING_THE_GAME
