import contextlib
import json
import random
from collections.abc import Callable, Iterator
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.games.fields import Fields, LogError
from companion.games.log import Play, replay
from companion.games.outrun import GAME, Match, State, allowed
from companion.games.outrun.cards import HAND_LIMIT
from companion.games.outrun.park import TERRAINS

Json = dict[str, Any]
OutrunPlay = Play[Match, Any, State]

CASES = Path(__file__).parents[3] / "data" / "rules" / "outrun"
GAMES = {"outrun": GAME}
QUICK = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
NAMES = ("Ana", "Ben", "Cy", "Dee", "Eva", "Fay", "Gil", "Hal")
UNDO: Json = {"event": "undo"}
CHOICES = ("equip", "exchange", "none")
KINDS = ("action", "equipment")
LONGEST_GAME = 6000


def some_rows(chance: random.Random) -> list[Json]:
    terrains = [*TERRAINS[1:-1], "path", "path", "path"]
    rows: list[Json] = []
    for _ in range(chance.randint(1, 5)):
        rows.append({"terrain": chance.choice(terrains), "paws": chance.choice([0, 0, 1, 2])})
        if chance.random() < 0.3:
            rows[-1]["capacity"] = chance.randint(1, 3)
    return rows


def a_header(chance: random.Random) -> Json:
    """A match that may be played, in any variant, with a park of made-up tiles."""
    runners = list(NAMES[: chance.randint(2, 8)])
    variants = [name for name in ("everybody_gets_equipment", "park_pass") if chance.random() < 0.3]
    variants += chance.choice([[], [], ["coop"], ["last_one_standing"]])
    endless = "last_one_standing" in variants
    park: list[Json] = [{"tile": "campsite", "rows": [{"terrain": "campsite", "paws": chance.randint(1, 2)}]}]
    if chance.random() < 0.3:
        park[0]["rows"] += some_rows(chance)
    park += [
        {"tile": "example", "rows": some_rows(chance), "back": some_rows(chance)}
        for _ in range(chance.randint(2, 5))
    ]
    if not endless:
        park.append({"tile": "parking", "rows": [{"terrain": "parking", "paws": 1}]})
    deck = 74 if chance.random() < 0.8 else chance.randint(3 * len(runners), 40)
    return {"game": "outrun", "runners": runners, "token": chance.choice(runners), "park": park} | (
        {"variants": variants, "deck": deck} if variants or deck < 74 else {}
    )


def some_effects(chance: random.Random, player: str, runners: list[str]) -> list[Json]:
    effects: list[Json] = []
    for _ in range(chance.choice([0, 1, 1, 1, 2, 3])):
        runner = chance.choice(runners)
        effects.append(
            chance.choice(
                [
                    {"move": runner, "rows": chance.choice([-3, -2, -1, 1, 2, 3, 4, 12])},
                    {"move": player, "rows": chance.choice([1, 2, 3, 4])},
                    {"draw": runner, "cards": chance.randint(1, 4)},
                    {"discard": runner, "cards": chance.randint(1, 2)},
                    {"remove_card": player},
                ]
            )
        )
    return effects


def a_wanted_event(chance: random.Random, state: State) -> Json:
    """One of those that `allowed` names; a card's effects may turn out to be impossible."""
    may = allowed(state)
    if may.bear_draw is not None:
        return {
            "event": "bear",
            "values": [chance.choice([0, 0, 1, 1, 2, 3]) for _ in range(may.bear_draw.cards)],
        }
    runners = list(state.trail.places)
    if may.reactions and chance.random() < 0.1:
        player = chance.choice(may.reactions)
        return {"event": "reaction", "player": player, "effects": some_effects(chance, player, runners)}
    if may.cards and chance.random() < 0.3:
        kind = chance.choice(may.cards)
        return {"event": "card", "kind": kind, "effects": some_effects(chance, may.to_move, runners)}
    return written(chance.choice(may.events))


def written(event: object) -> Json:
    name = {"ResolveTerrain": "terrain", "EndTurn": "end_turn"}.get(type(event).__name__)
    choice = getattr(event, "choice", None)
    return {"event": name or type(event).__name__.lower(), **({"choice": choice} if choice else {})}


def any_event(chance: random.Random, header: Json) -> Json:
    """An event that is probably refused."""
    player = chance.choice(header["runners"])
    effects = some_effects(chance, player, header["runners"])
    return chance.choice(
        [
            UNDO,
            {"event": "terrain"},
            {"event": "terrain", "choice": chance.choice(CHOICES)},
            {"event": "crawl"},
            {"event": "sprint"},
            {"event": "card", "kind": chance.choice(KINDS), "effects": effects},
            {"event": "reaction", "player": player, "effects": effects},
            {"event": "end_turn"},
            {"event": "bear", "values": [1] * chance.randrange(5)},
        ]
    )


def a_match(
    seed: int, *, longest: int = LONGEST_GAME, wild: float = 0.1
) -> tuple[list[Json], list[OutrunPlay]]:
    """The lines of a match, in which now and then something impossible is tried, and the play after each."""
    chance = random.Random(seed)
    lines = [a_header(chance)]
    plays = [Play.begin(GAME, Fields(lines[0]))]
    while len(lines) <= longest and not plays[-1].state.winners:
        state = plays[-1].state
        lines.append(any_event(chance, lines[0]) if chance.random() < wild else a_wanted_event(chance, state))
        plays.append(plays[-1].take(Fields(lines[-1]), line=len(lines)))
    return lines, plays


MATCHES = st.builds(
    a_match, st.integers(0, 2**32), longest=st.integers(1, 80), wild=st.sampled_from([0, 0.1, 0.5])
)


def as_log(lines: list[Json]) -> bytes:
    return "\n".join(json.dumps(line) for line in lines).encode()


def check(state: State) -> None:
    """What holds at any moment of any match."""
    runners, trail, cards = state.match.runners, state.trail, state.cards
    assert sorted([*trail.places, *trail.home, *trail.eaten]) == sorted(runners)
    assert list(trail.places) == [runner for runner in runners if runner in trail.places]
    assert all(trail.bear < row < len(trail.park.rows) for row in trail.places.values())
    held = sum(cards.hands.values()) + len(cards.equipped)
    assert cards.deck + cards.discard_pile + held + cards.out == state.match.deck
    assert min(cards.deck, cards.discard_pile, cards.out) >= 0
    assert all(0 <= hand <= HAND_LIMIT for hand in cards.hands.values())
    assert all(cards.hands[runner] == 0 and runner not in cards.equipped for runner in trail.eaten)
    for number, row in enumerate(trail.park.rows):
        inside = sum(place == number for place in trail.places.values())
        put_there = trail.park.endless and number == trail.park.camp_rows - 1
        assert inside <= row.capacity or row.terrain == "campsite" or put_there


@QUICK
@given(MATCHES)
def test_runners_and_cards_are_conserved(match: tuple[list[Json], list[OutrunPlay]]) -> None:
    """Nobody and no card is lost or doubled, all are ahead of the Bear, no row holds more than it can."""
    for play in match[1]:
        check(play.state)


@QUICK
@given(MATCHES)
def test_replay_is_the_same_twice_and_undo_leads_to_the_start(
    match: tuple[list[Json], list[OutrunPlay]],
) -> None:
    """Playing and replaying are one; whatever was refused, so many undos as events bring the start back."""
    lines, plays = match
    play = replay(as_log(lines), GAMES)
    assert play == plays[-1]
    assert play.report() == replay(as_log(lines), GAMES).report() == plays[-1].report()
    undone = replay(as_log(lines + [UNDO] * len(lines)), GAMES)
    assert undone.state == plays[0].state
    assert {**undone.report(), "refused": []} == plays[0].report()


@QUICK
@given(MATCHES)
def test_what_is_allowed_is_what_is_accepted(match: tuple[list[Json], list[OutrunPlay]]) -> None:
    """A screen that offers what is allowed offers all there is and nothing that would be refused."""
    for play in match[1][-3:]:
        may = allowed(play.state)
        assert (may.to_move, may.phase) == (play.state.to_move, play.state.phase)
        offered = [written(event) for event in may.events]
        offered += [{"event": "card", "kind": kind, "effects": []} for kind in may.cards]
        offered += [{"event": "reaction", "player": player, "effects": []} for player in may.reactions]
        if may.bear_draw:
            offered.append({"event": "bear", "values": [0] * may.bear_draw.cards})
        for event in everything(play.state):
            accepted = len(play.take(Fields(event), line=1).refused) == len(play.refused)
            assert accepted == (event in offered), event
        assert bool(offered) == (may.phase != "over")


def everything(state: State) -> Iterator[Json]:
    """Every event that there is, cards without an effect."""
    yield from ({"event": name} for name in ("terrain", "crawl", "sprint", "end_turn"))
    yield from ({"event": "terrain", "choice": choice} for choice in CHOICES)
    yield from ({"event": "card", "kind": kind, "effects": []} for kind in KINDS)
    yield from ({"event": "reaction", "player": player, "effects": []} for player in state.match.runners)
    yield from ({"event": "bear", "values": [0] * cards} for cards in range(20))


@QUICK
@given(MATCHES)
def test_refusals_name_their_rule_and_change_nothing(
    match: tuple[list[Json], list[OutrunPlay]],
) -> None:
    """Whoever is refused something is told the section of the rulebook."""
    _, plays = match
    for before, after in pairwise(plays):
        if len(after.refused) > len(before.refused):
            assert after.state == before.state
            assert "(rulebook: " in str(after.refused[-1]) or "(match log: undo)" in str(after.refused[-1])


@QUICK
@given(MATCHES)
def test_every_state_can_be_told(match: tuple[list[Json], list[OutrunPlay]]) -> None:
    """In words and as JSON, with `bear_draw` in the Bear's turn alone."""
    for play in match[1][-5:]:
        report = play.report()
        assert json.loads(json.dumps(report)) == report
        assert (
            (report["bear_draw"] is not None)
            == (report["phase"] == "bear")
            == (report["to_move"] == "bear" and not report["winners"])
        )
        assert (report["phase"] == "over") == bool(report["winners"])
        assert all(line and "\n" not in line for line in GAME.tell(play.state))


@pytest.mark.parametrize("seeds", [range(25), pytest.param(range(25, 200), marks=pytest.mark.slow)])
def test_games_are_played_to_the_end(seeds: range) -> None:
    """Of 2 to 8 runners, in all variants, without an engine error, and somebody wins."""
    for seed in seeds:
        lines, plays = a_match(seed, wild=0.02)
        last = plays[-1].state
        assert last.phase == "over", f"seed {seed} goes on after {len(lines)} lines"
        assert last.winners
        check(last)


ODD_VALUES: tuple[Any, ...] = (
    *(None, True, False, -1, 0, 1, 3.0, 1.5, 10**30, -(10**30), 10**400, "", "Ana", "bear", "none", "\ud800"),
    *([], {}, [None], [[]], {"move": "Ana"}, "campsite", "parking"),
)


def spoil(chance: random.Random, value: Any) -> Any:  # noqa: ANN401 - whatever JSON may be
    """The value with something in it replaced, left out or doubled."""
    if isinstance(value, dict) and value and chance.random() < 0.85:
        name = chance.choice(list(value))
        if chance.random() < 0.1:
            return {key: kept for key, kept in value.items() if key != name}
        return {**value, name: spoil(chance, value[name])}
    if isinstance(value, list) and value and chance.random() < 0.85:
        at = chance.randrange(len(value))
        change: Callable[[], list[Any]] = chance.choice(
            [
                lambda: [*value[:at], spoil(chance, value[at]), *value[at + 1 :]],
                lambda: [*value[:at], *value[at + 1 :]],
                lambda: [*value[: at + 1], *value[at:]],
            ]
        )
        return change()
    return chance.choice(ODD_VALUES)


@settings(QUICK, max_examples=80)
@given(st.integers(0, 2**32))
def test_a_spoilt_log_is_a_state_or_a_log_error(seed: int) -> None:
    """Odd values anywhere, also endless moves and parks without room: never anything but these two."""
    chance = random.Random(seed)
    lines: list[Any] = a_match(seed, longest=30, wild=0.3)[0]
    for _ in range(chance.randint(1, 3)):
        at = chance.choice([0, chance.randrange(len(lines))])
        lines[at] = spoil(chance, lines[at])
    with contextlib.suppress(LogError):
        play = replay(as_log(lines), GAMES)
        check(play.state)
        json.dumps(play.report())
        GAME.tell(play.state)


@pytest.mark.parametrize("byte", [b"", b'"', b"9", b"-"])
def test_any_byte_may_be_wrong(byte: bytes) -> None:
    """Every second byte of a log in turn: a state, or a LogError that names its line."""
    log = (CASES / "last-one-standing-turns-it-again.jsonl").read_bytes()
    for at in range(0, len(log), 2):
        try:
            replay(log[:at] + byte + log[at + 1 :], GAMES).report()
        except LogError as error:
            assert error.line is not None  # noqa: PT017 - either outcome is fine


def test_the_slowest_lines_there_can_be() -> None:
    """Numbers of a thousand digits are no reason to wait."""
    huge = 10**999 - 1
    header = a_header(random.Random(1)) | {"deck": huge, "variants": ["last_one_standing"]}
    row = {"terrain": "river", "paws": huge, "capacity": huge}
    header["park"] = [header["park"][0], *({"tile": "t", "rows": [row] * 9, "back": [row]} for _ in range(9))]
    runners = header["runners"]
    moves = [{"move": runner, "rows": rows} for runner, rows in product(runners, (huge, -huge, 7))]
    cards = [{"draw": runner, "cards": huge} for runner in runners]
    lines = [header, {"event": "terrain", "choice": "none"}]
    lines += [{"event": "card", "kind": "action", "effects": [*moves, *cards]}]
    play = replay(as_log([*lines, {"event": "bear", "values": [huge] * 9}]), GAMES)
    assert [refusal.line for refusal in play.refused] == [4]
    assert len(json.dumps(play.report())) < 10_000
    check(play.state)
