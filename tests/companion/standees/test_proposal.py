import random
from collections.abc import Iterator, Mapping
from typing import Any

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from companion.games.fields import Fields
from companion.games.log import Play
from companion.games.outrun import BEAR, GAME, State, allowed
from companion.standees import Mismatch, Proposal, SeenRows, Standing, Stray, proposal

Json = dict[str, Any]
OutrunPlay = Play[Any, Any, State]
RUNNERS = ("Ana", "Ben", "Cy", "Dee")
QUICK = settings(
    max_examples=150,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


def tile(name: str, text: str) -> Json:
    """A tile from `P0 R1 S0x2`: the terrains' letters, paw prints, capacity."""
    terrains = dict(
        zip("CAPRSBK", ("campsite", "rest_area", "path", "river", "slope", "bramble", "parking"), strict=True)
    )
    rows = []
    for row in text.split():
        paws, _, capacity = row[1:].partition("x")
        rows.append({"terrain": terrains[row[0]], "paws": int(paws), "capacity": int(capacity or 1)})
    return {"tile": name, "rows": rows}


PARK = [tile("camp", "C1"), tile("hill", "P0 P1 R0 S0 S1x2 P0 B0 A0 P1"), tile("lot", "K1")]


def begin(park: list[Json] = PARK, runners: tuple[str, ...] = RUNNERS, **header: object) -> OutrunPlay:
    """A match before its first event."""
    return Play.begin(
        GAME,
        Fields({"game": "outrun", "runners": list(runners), "token": runners[-1], "park": park, **header}),
    )


def take(play: OutrunPlay, *events: Mapping[str, Any]) -> OutrunPlay:
    """The match after events that the rules must allow."""
    for event in events:
        refused = len(play.refused)
        play = play.take(Fields(event), line=1)
        assert len(play.refused) == refused, event
    return play


def at_random(seed: int, steps: int) -> OutrunPlay:
    """A match some way on in a random park, in which all is allowed that happens."""
    chance = random.Random(seed)
    letters = ["P0", "P1", "P0x2", "R0", "S0", "S1", "B0", "A0x2"]
    tiles = [tile(f"t{k}", " ".join(chance.choices(letters, k=chance.randint(2, 6)))) for k in range(3)]
    runners = RUNNERS[: chance.randint(2, 4)]
    play = begin([tile("camp", "C1"), *tiles, tile("lot", "K1")], runners)
    for _ in range(steps):
        if play.state.winners:
            break
        play = take(play, chance.choice(list(possible(play.state, chance))))
    return play


def possible(state: State, chance: random.Random) -> Iterator[Json]:
    """Events that are allowed; those with a card have one move."""
    may = allowed(state)
    if may.bear_draw is not None:
        yield {"event": "bear", "values": [chance.choice([0, 0, 1, 2]) for _ in range(may.bear_draw.cards)]}
        return
    for event in may.events:
        name = {"ResolveTerrain": "terrain", "EndTurn": "end_turn"}.get(type(event).__name__)
        choice = getattr(event, "choice", None)
        yield {"event": name or type(event).__name__.lower()} | ({"choice": choice} if choice else {})
    who = chance.choice(list(state.trail.places))
    effects = [{"move": who, "rows": chance.choice([-2, -1, 1, 2, 3])}]
    if may.cards:
        yield {"event": "card", "kind": "action", "effects": effects}


def seen(state: State, **changed: int | None) -> SeenRows:
    """All figures on the trail where the match says, but for those that are `changed`."""
    rows = {**state.trail.places, BEAR: state.trail.bear, **changed}
    return SeenRows({who: Standing(row) for who, row in rows.items()})


MATCHES = st.tuples(st.integers(0, 2**32), st.integers(0, 40))
"""A match at random by its seed, and how many events it has had."""


@QUICK
@given(MATCHES, st.data())
def test_whatever_is_seen_each_way_is_allowed_and_explains_it(
    match: tuple[int, int], data: st.DataObject
) -> None:
    """A proposal that the rules refuse, or after which somebody still stands elsewhere, would send people astray."""
    play = at_random(*match)
    state = play.state
    rows = st.none() | st.integers(-1, len(state.trail.park.rows))
    who = st.sampled_from([*state.match.runners, BEAR])
    changed = data.draw(st.dictionaries(who, rows, max_size=3))
    view = seen(state, **changed)
    said = proposal(state, view)
    if not isinstance(said, Proposal):
        return
    assert said.ways
    for way in said.ways:
        after = take(play, *way.events).state
        assert way.told
        for runner in state.trail.places:
            row = view.sure.get(runner)
            if runner in after.trail.home:
                assert row in (None, len(state.trail.park.rows) - 1)
            elif runner in view.sure:
                assert after.trail.places[runner] == row
        if state.phase == "bear":
            assert after.trail.bear == view.sure[BEAR]


@QUICK
@given(MATCHES, st.data())
def test_a_move_without_a_card_is_proposed_first(match: tuple[int, int], data: st.DataObject) -> None:
    """The usual turn: the runner moves the figure, looks at the device, presses ok."""
    begun = at_random(*match)
    before = begun.state
    assume(before.phase in ("terrain", "action", "end_turn"))
    play = begun
    if play.state.phase == "end_turn":
        play = take(play, {"event": "end_turn"})
    if play.state.phase == "terrain":
        choosing = play.state.trail.under(play.state.to_move).terrain in ("campsite", "rest_area")
        play = take(play, {"event": "terrain", "choice": "none"} if choosing else {"event": "terrain"})
    if play.state.phase == "action":
        ways = [
            event for event in possible(play.state, random.Random(0)) if event["event"] in ("crawl", "sprint")
        ]
        play = take(play, data.draw(st.sampled_from(ways)))
    trail = play.state.trail
    assume(trail.places != before.trail.places)
    home = {runner: data.draw(st.sampled_from([None, len(trail.park.rows) - 1])) for runner in trail.home}
    said = proposal(before, seen(play.state, **home))
    assert isinstance(said, Proposal)
    assert said.best.plain
    assert not said.strays
    assert take(begun, *said.best.events).state.trail.places == trail.places


@QUICK
@given(MATCHES, st.integers(0, 2**32))
def test_a_card_that_moves_somebody_is_proposed(match: tuple[int, int], seed: int) -> None:
    """What a card does nobody can see but by who moved; the device offers it, people confirm or say what it was."""
    begun = at_random(*match)
    before = begun.state
    assume(before.phase == "action" and allowed(before).cards)
    card = next(e for e in possible(before, random.Random(seed)) if e["event"] == "card")
    after = take(begun, card).state
    assume(after.trail.places != before.trail.places)
    home = dict.fromkeys(after.trail.home, len(after.trail.park.rows) - 1)
    said = proposal(before, seen(after, **home))
    assert isinstance(said, Proposal)
    assert any(take(begun, *way.events).state.trail.places == after.trail.places for way in said.ways)


@QUICK
@given(MATCHES, st.data())
def test_who_stands_where_the_match_says_is_no_news(match: tuple[int, int], data: st.DataObject) -> None:
    """Nor who is in doubt or not seen: no doubt may contradict or make a move."""
    play = at_random(*match)
    view = seen(play.state)
    doubts = data.draw(st.sets(st.sampled_from([*play.state.match.runners, BEAR])))
    unseen = data.draw(st.sets(st.sampled_from([*play.state.match.runners, BEAR])))
    standing = dict(view.standing) | {who: Standing(None, "it stands between", (1, 2)) for who in doubts}
    assert proposal(play.state, SeenRows({w: s for w, s in standing.items() if w not in unseen})) is None


@QUICK
@given(MATCHES, st.integers(-1, 15))
def test_a_bear_that_stands_elsewhere_is_always_noticed(match: tuple[int, int], row: int) -> None:
    """The Bear on the wrong row eats the wrong runner."""
    play = at_random(*match)
    assume(row != play.state.trail.bear)
    said = proposal(play.state, seen(play.state, bear=row))
    assert said is not None
    if isinstance(said, Proposal):
        assert play.state.phase == "bear"
        assert take(play, *said.best.events).state.trail.bear == row
    else:
        assert Stray(BEAR, row, play.state.trail.bear) in said.strays


def test_a_bear_out_of_place_does_not_hide_the_move() -> None:
    """Both are told: the move, and the Bear who was pushed by a sleeve."""
    said = proposal(begin().state, seen(begin().state, Ana=2, bear=1))
    assert isinstance(said, Proposal)
    assert said.best.told == "Ana crawls"
    assert said.strays == (Stray(BEAR, 1, -1),)
    assert said.strays[0].told == "the Bear stands in row 1, and should be at the start"


def test_who_was_eaten_or_is_home_is_noticed_on_the_trail() -> None:
    """A figure left standing blocks a row that is free."""
    play = begin()
    for _ in RUNNERS:
        play = take(play, {"event": "terrain", "choice": "none"}, {"event": "crawl"}, {"event": "end_turn"})
    play = take(play, {"event": "bear", "values": [2] * play.state.bear_draw.cards})  # type: ignore[union-attr]
    [eaten] = play.state.trail.eaten
    rest = {who: Standing(row) for who, row in play.state.trail.places.items()}
    assert proposal(play.state, SeenRows(rest | {eaten: Standing(None)})) is None
    assert proposal(play.state, SeenRows(rest | {eaten: Standing(play.state.trail.bear)})) is None
    said = proposal(play.state, SeenRows(rest | {eaten: Standing(7)}))
    assert isinstance(said, Mismatch)
    assert said.told == (f"{eaten} stands in row 7, and should be off the trail",)


def test_the_turn_that_nobody_ended_is_ended_by_the_next_move() -> None:
    """People forget to press when they are done; the next runner's move tells."""
    play = take(begin(), {"event": "terrain", "choice": "none"}, {"event": "crawl"})
    said = proposal(play.state, seen(play.state, Ben=3))
    assert isinstance(said, Proposal)
    assert said.best.told == "Ana ends the turn; Ben crawls"
    assert [event["event"] for event in said.best.events] == ["end_turn", "terrain", "crawl"]


def test_a_river_is_told_of() -> None:
    """A row moved by the terrain is no action yet."""
    play = begin([tile("camp", "C1"), tile("t", "P0 R0 P0 P0 P0 P0"), tile("lot", "K1")], ("Ana", "Ben"))
    for _ in range(2):
        play = take(play, {"event": "terrain", "choice": "none"}, {"event": "crawl"}, {"event": "end_turn"})
    play = take(play, {"event": "bear", "values": [0] * play.state.bear_draw.cards})  # type: ignore[union-attr]
    while play.state.to_move != "Ana":
        play = take(play, {"event": "terrain"}, {"event": "crawl"}, {"event": "end_turn"})
    assert play.state.trail.under("Ana").terrain == "river"
    there = play.state.trail.move("Ana", 1).places["Ana"]
    said = proposal(play.state, seen(play.state, Ana=there))
    assert isinstance(said, Proposal)
    assert said.best.told == "the river moves Ana"


def test_a_reaction_is_thought_of_only_when_nothing_else_explains_it() -> None:
    """With reactions nearly anything can be explained."""
    play = take(begin(), {"event": "terrain", "choice": "none"}, {"event": "crawl"})
    said = proposal(play.state, seen(play.state, Ana=4))
    assert isinstance(said, Proposal)
    assert {way.told for way in said.ways} >= {"Ben reacts: Ana +2", "Cy reacts: Ana +2"}
    assert not any(way.plain for way in said.ways)


def test_more_moved_figures_than_any_card_moves_are_no_move() -> None:
    """Somebody knocked against the table."""
    said = proposal(begin().state, seen(begin().state, Ana=2, Ben=3, Cy=4, Dee=5))
    assert isinstance(said, Mismatch)
    assert len(said.told) == 4


def test_what_cannot_be_seen_of_the_bears_cards_is_not_made_up() -> None:
    """Of one card the value can be seen; of several only their sum, and where a runner stopped it not even that."""
    runners = ("Ana", "Ben")
    play = begin([tile("camp", "C1"), tile("t", "P0 P0 P0 P0 P0 P1 P0"), tile("lot", "K1")], runners)
    for _ in runners:
        play = take(play, {"event": "terrain", "choice": "none"}, {"event": "crawl"}, {"event": "end_turn"})
    assert play.state.bear_draw is not None
    assert play.state.bear_draw.cards == 1
    said = proposal(play.state, seen(play.state, bear=1))
    assert isinstance(said, Proposal)
    assert said.best.events == ({"event": "bear", "values": [2]},)
    caught = proposal(play.state, seen(play.state, bear=2))
    assert isinstance(caught, Mismatch)
    assert caught.hint == "the Bear was moved 3 rows: its cards must make at least 3"
    back = proposal(play.state, seen(play.state, bear=5))
    assert isinstance(back, Mismatch)
    assert not back.hint


def test_a_tile_that_would_be_turned_explains_nothing() -> None:
    """In last one standing rows are numbered anew when a tile is turned; what is seen is of the park before."""
    park = [
        tile("camp", "C1"),
        *({**tile(f"t{k}", "P0 P0"), "back": tile("", "P0 P0")["rows"]} for k in range(2)),
    ]
    play = begin(park, ("Ana", "Ben"), variants=["last_one_standing"])
    play = take(play, {"event": "terrain", "choice": "none"}, {"event": "crawl"}, {"event": "end_turn"})
    for row in range(5):
        said = proposal(play.state, seen(play.state, Ben=row))
        if isinstance(said, Proposal):
            assert all(take(play, *way.events).state.trail.park == play.state.trail.park for way in said.ways)


def test_after_the_end_only_strays_are_told() -> None:
    """There is no move any more."""
    play = begin([tile("camp", "C1"), tile("lot", "K1")], ("Ana", "Ben"))
    for _ in range(2):
        play = take(play, {"event": "terrain", "choice": "none"})
        if play.state.phase == "action":
            play = take(play, {"event": "crawl"})
        if play.state.phase == "end_turn":
            play = take(play, {"event": "end_turn"})
    assert play.state.phase == "over"
    assert proposal(play.state, SeenRows({"Ana": Standing(1), "Ben": Standing(None)})) is None
    assert isinstance(proposal(play.state, SeenRows({"Ana": Standing(0)})), Mismatch)


def test_doubts_are_told_in_words() -> None:
    """People are shown whom the camera does not see surely, and why."""
    view = SeenRows(
        {"Ana": Standing(None, "only 60% of its marker is seen"), "Ben": Standing(3)}, ("card 0 is covered",)
    )
    assert view.told(("Ana", "Ben", "Cy")) == (
        "Ana: only 60% of its marker is seen",
        "Cy: not seen",
        "card 0 is covered",
    )
