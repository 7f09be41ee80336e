"""From what the match says and the rows that are seen: which move that was, or what stands where it should not.

A proposal is only that: people confirm it or say what it was. It never contains what nobody could see, such as the
values of the Bear's cards or what was equipped; and a figure in doubt neither makes nor contradicts one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any, Final

from companion.games.fields import Fields
from companion.games.log import Refused
from companion.games.outrun import BEAR, GAME, State, Trail, allowed, apply
from companion.standees.seen import SeenRows

Event = Mapping[str, Any]
"""An event of the match log."""

MOST_MOVED: Final = 3
"""More runners that stand elsewhere at once are taken for an accident."""


@dataclass(frozen=True)
class Way:
    """What may have been done: the events of the match log that it is, all of which the rules allow, and its name."""

    events: tuple[Event, ...]
    told: str

    @property
    def plain(self) -> bool:
        """Whether no card is in it, of which only the moves can be seen."""
        return all(event["event"] not in ("card", "reaction") for event in self.events)


@dataclass(frozen=True)
class Stray:
    """A figure that surely stands in `seen`, but `meant` is where the match says it is; None is off the trail."""

    who: str
    seen: int | None
    meant: int | None

    @property
    def told(self) -> str:
        """This in a line."""
        who = "the Bear" if self.who == BEAR else self.who
        return f"{who} stands {_where(self.seen)}, and should be {_where(self.meant)}"


@dataclass(frozen=True)
class Proposal:
    """The ways in which everybody may have come to where they stand, the likeliest first; at least one.

    `strays` are the figures of whom no move in this phase can tell: the Bear in a runner's turn, who is home or eaten.
    """

    ways: tuple[Way, ...]
    strays: tuple[Stray, ...] = ()

    @property
    def best(self) -> Way:
        """The likeliest."""
        return self.ways[0]


@dataclass(frozen=True)
class Mismatch:
    """Figures that stand where no move leads from here."""

    strays: tuple[Stray, ...]
    hint: str = ""
    """What may be done about it, where that is known."""

    @property
    def told(self) -> tuple[str, ...]:
        """This in a line for each figure, and the hint."""
        return (*(stray.told for stray in self.strays), *([self.hint] if self.hint else ()))


def proposal(state: State, seen: SeenRows) -> Proposal | Mismatch | None:
    """What the rows that are surely seen say of a match that stands at `state`.

    None where they contradict nothing: nobody moved, or nobody who did is surely seen. The rows must be those of the
    park as it lies on the table now (`state.trail.park`), the picture one without hands.
    """
    strays = _strays(state, seen)
    if not strays:
        return None
    if state.phase == "bear":
        return _of_the_bear(state, strays)
    if state.phase == "over":
        return Mismatch(strays)
    movable = [stray for stray in strays if stray.who in state.trail.places]
    others = tuple(stray for stray in strays if stray not in movable)
    if not 1 <= len(movable) <= MOST_MOVED:
        return Mismatch(strays)
    ways = sorted(_ways(state, seen), key=_by_likelihood)
    return Proposal(tuple(ways), others) if ways else Mismatch(strays)


def _where(row: int | None) -> str:
    return "off the trail" if row is None else "at the start" if row < 0 else f"in row {row}"


def _by_likelihood(way: Way) -> tuple[bool, bool, int]:
    names = [event["event"] for event in way.events]
    return "reaction" in names, "card" in names, len(names)


def _strays(state: State, seen: SeenRows) -> tuple[Stray, ...]:
    """Who surely stands where the state does not say."""
    trail = state.trail
    found = []
    for who, row in seen.sure.items():
        if who == BEAR:
            meant: tuple[int | None, ...] = (trail.bear,)
        elif who in trail.places:
            meant = (trail.places[who],)
        elif who in trail.home:
            meant = (len(trail.park.rows) - 1, None)
        elif who in trail.eaten:  # still lying under the Bear, it was only not cleared away yet
            meant = (None, trail.bear)
        else:
            continue
        if row not in meant:
            found.append(Stray(who, row, meant[0]))
    return tuple(found)


def _of_the_bear(state: State, strays: tuple[Stray, ...]) -> Proposal | Mismatch:
    """In its turn the Bear may have been moved ahead; the cards' values can be told from that only if it is one."""
    bear = next((stray for stray in strays if stray.who == BEAR), None)
    draw, trail = state.bear_draw, state.trail
    nearest = min(trail.places.values())
    if bear is None or bear.seen is None or draw is None or len(strays) > 1:
        return Mismatch(strays)
    ahead = bear.seen - trail.bear
    if not 0 < ahead <= nearest - trail.bear or not draw.cards:
        return Mismatch(strays)
    if draw.cards == 1 and bear.seen < nearest:
        return Proposal((Way(({"event": "bear", "values": [ahead]},), f"the Bear moves {_rows(ahead)}"),))
    least = "at least " if bear.seen == nearest else ""
    return Mismatch(strays, f"the Bear was moved {_rows(ahead)}: its cards must make {least}{ahead}")


def _ways(state: State, seen: SeenRows) -> list[Way]:
    """What may have been done in a runner's turn, or up to the next one's action if this turn only waits to be ended.

    A reaction, or a card after a turn that nobody ended, is thought of only where nothing else explains what is seen:
    with those nearly everything can be explained.
    """
    search = _Search(state, seen)
    begun = list(_begun(_Course(state)))
    plain = [search.explained(acted) for course in begun for acted in _acted(course)]
    cards = [way for course in begun for way in search.with_card(course, by="card")]
    same_turn = [way for way in cards if way.events[0]["event"] != "end_turn"]
    found = [way for way in plain if way is not None] + same_turn
    if found:
        return found
    reactions = [
        way for course in begun for acted in _acted(course) for way in search.with_card(acted, by="reaction")
    ]
    return cards + reactions


@dataclass(frozen=True)
class _Course:
    """Events that may have happened, in words too, and what the match is then."""

    state: State
    events: tuple[Event, ...] = ()
    told: tuple[str, ...] = ()

    def then(self, event: Event) -> _Course | None:
        """One event on, if the rules allow it."""
        read = GAME.read_event(self.state.match, str(event["event"]), Fields(event))
        try:
            after = apply(self.state, read)
        except Refused:
            return None
        return _Course(after, (*self.events, event), (*self.told, *_words(self.state, event)))

    @property
    def way(self) -> Way:
        """This course as a way."""
        return Way(self.events, "; ".join(self.told))


def _begun(course: _Course) -> Iterator[_Course]:
    """As it is; with the turn ended that waits for it; with the terrain resolved, without a choice nobody saw."""
    ended = course.then({"event": "end_turn"}) if course.state.phase == "end_turn" else None
    for begun in (course, ended):
        if begun is None:
            continue
        yield begun
        if begun.state.phase == "terrain":
            for event in ({"event": "terrain"}, {"event": "terrain", "choice": "none"}):
                if (resolved := begun.then(event)) is not None:
                    yield resolved


def _acted(begun: _Course) -> Iterator[_Course]:
    """As it is, and with what can be done without a card."""
    yield begun
    for name in ("crawl", "sprint"):
        if (acted := begun.then({"event": name})) is not None:
            yield acted


@dataclass(frozen=True)
class _Search:
    """Looks for courses that bring the runners on the trail of `state` to where they are seen."""

    state: State
    seen: SeenRows

    def explained(self, course: _Course) -> Way | None:
        """The course, if after it nothing is left to explain."""
        return course.way if course.events and self._left(course.state) == [] else None

    def with_card(self, course: _Course, *, by: str) -> Iterator[Way]:
        """The course with a card or a reaction played after it that moves everybody whom it leaves unexplained."""
        left = self._left(course.state)
        if not left or course.state.phase in ("bear", "over"):
            return
        effects = self._moves(course.state, left)
        if effects is None:
            return
        may = allowed(course.state)
        played: list[Event] = [{"event": "card", "kind": kind} for kind in may.cards]
        if by == "reaction":
            played = [{"event": "reaction", "player": runner} for runner in may.reactions]
        for card in played:
            after = course.then({**card, "effects": effects})
            if after is not None and self._left(after.state) == []:
                yield after.way

    def _left(self, state: State) -> list[Stray] | None:
        """Which of the runners who were on the trail do not stand where they are seen; None on another trail."""
        if state.trail.park != self.state.trail.park:
            return None
        return [stray for stray in _strays(state, self.seen) if stray.who in self.state.trail.places]

    def _moves(self, state: State, strays: Sequence[Stray]) -> list[dict[str, Any]] | None:
        """Effects that bring these runners, one after the other, to where they are seen; the order may matter."""
        for order in permutations(strays):
            trail: Trail | None = state.trail
            effects: list[dict[str, Any]] = []
            for stray in order:
                rows, trail = _moved(trail, stray) if trail is not None else (0, None)
                effects.append({"move": stray.who, "rows": rows})
            if trail is not None:
                return effects
        return None


def _moved(trail: Trail, stray: Stray) -> tuple[int, Trail | None]:
    """By how many rows, as few as can be, the runner comes to where it is seen, and the trail then; None: by none."""
    start, last = trail.places.get(stray.who), len(trail.park.rows) - 1
    if start is None or stray.seen is None or stray.seen == start:
        return 0, None
    way = 1 if stray.seen > start else -1
    for rows in range(1, abs(stray.seen - start) + 1):
        there = trail.move(stray.who, way * rows)
        home = stray.who in there.home and stray.seen == last
        if there.park == trail.park and (home or there.places.get(stray.who) == stray.seen):
            return way * rows, there
    return 0, None


def _words(state: State, event: Event) -> Iterator[str]:
    """What an event that the rules allow in `state` is, in words."""
    told = ", ".join(f"{effect['move']} {effect['rows']:+d}" for effect in event.get("effects", ()))
    match event["event"]:
        case "end_turn":
            yield f"{state.to_move} ends the turn"
        case "terrain" if state.trail.under(state.to_move).terrain in ("river", "slope"):
            yield f"the {state.trail.under(state.to_move).terrain} moves {state.to_move}"
        case "crawl":
            yield f"{state.to_move} crawls"
        case "sprint":
            yield f"{state.to_move} sprints"
        case "card":
            yield f"{state.to_move} plays {'a card' if event['kind'] == 'action' else 'equipment'}: {told}"
        case "reaction":
            yield f"{event['player']} reacts: {told}"


def _rows(count: int) -> str:
    return f"{count} row{'' if count == 1 else 's'}"
