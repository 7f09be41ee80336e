"""A runner's turn: what is done, who reacts, and on to the next."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.outrun import State
from companion.games.outrun.cards import HAND_LIMIT
from companion.games.outrun.play import DRAWN, SPRINT_COSTS
from companion.screens.kinds import Notice
from companion.screens.outrun_kinds import RunnerDone, RunnerFate, RunnerTurn
from companion.table.asking import choose
from companion.table.happenings import Course
from companion.table.outrun.cards import tell_card, words
from companion.table.outrun.mending import menu
from companion.table.outrun.room import OutrunRoom
from companion.table.outrun.views import changes, map_of, terrain_says
from companion.table.outrun.ways import Event, Way, ways
from hardware.buttons import Menu, Press, Shout
from hardware.outputs import Sound

ESCAPED_S = 3.0
CHOSE = {"equip": "equips a card", "exchange": "swaps a card"}
DID = {
    "terrain": "",
    "crawl": "crawls",
    "sprint": "sprints",
    "card": "plays a card",
    "reaction": "reacts",
}


def acting(room: OutrunRoom) -> Course[None]:
    """Until the runner whose turn it is has done something, or people have put right what was recorded."""
    chosen = 0
    mover = room.state.to_move
    while room.state.phase in ("terrain", "action") and room.state.to_move == mover:
        if (yield from _react_if_claimed(room)):
            continue
        room.light(moving=mover)
        may = ways(room.state)
        chosen %= len(may)
        room.stage.show(turn_screen(room.state, may, chosen))
        press = yield from room.press()
        match press:
            case Press(button=Menu.NEXT):
                chosen += 1
            case Press(button=Menu.OK):
                yield from _do(room, may[chosen])
                chosen = 0
            case Press(button=Menu.BACK):
                if (yield from menu(room)):
                    return
            case Press(button=Shout()):
                yield from room.hear(press)


def ending_turn(room: OutrunRoom) -> Course[None]:
    """What was done stands there until the turn is ended; whoever wants to react does so before."""
    mover = room.state.to_move
    while room.state.phase == "end_turn" and room.state.to_move == mover:
        if (yield from _react_if_claimed(room)):
            continue
        room.light(moving=mover, asked=room.reacting)
        room.stage.show(done_screen(room))
        press = yield from room.press()
        match press:
            case Press(button=Menu.OK):
                room.claims.clear()
                yield from take(room, [{"event": "end_turn"}])
            case Press(button=Menu.NEXT) if room.reacting:
                who = yield from room.ask(choose("Who reacts?", room.reacting))
                if who is not None:
                    yield from react(room, room.reacting[who])
            case Press(button=Menu.BACK):
                if (yield from menu(room)):
                    return
            case Press(button=Shout()):
                yield from room.hear(press)


def react(room: OutrunRoom, player: str) -> Course[None]:
    """`player` plays a reaction in somebody else's turn, if that can be."""
    if player not in room.reacting:
        if player != room.state.to_move:
            room.stage.flash(Notice("No reaction", f"{player} has no card"), seconds=2)
        return
    card = yield from room.ask(
        tell_card(room.state, player, "reaction"), wanted=lambda: player in room.reacting
    )
    if card is not None:
        yield from take(room, [card])


def take(room: OutrunRoom, events: Sequence[Event]) -> Course[None]:
    """Record what somebody did, tell of it, and let the track show it."""
    for event in events:
        before = room.state
        yield from room.must_record(event, why={"by": "people"})
        tell(room, event, before)
        _celebrate(room, before)
    room.show_track()


def tell(room: OutrunRoom, event: Event, before: State) -> None:
    """Say in a line what an event did."""
    name = str(event["event"])
    if name == "end_turn":
        return
    who = str(event.get("player", before.to_move))
    did = DID[name]
    if name == "terrain":
        choice = event.get("choice", "none")
        did = CHOSE[choice] if choice != "none" else f"is in {before.trail.under(who).terrain}"
    told = [", ".join(map(words, event["effects"]))] if event.get("effects") else []
    told += changes(before, room.state)
    if told or name != "terrain" or did in CHOSE.values():
        room.tell("; ".join([f"{who} {did}", *told]))


def turn_screen(state: State, may: Sequence[Way], chosen: int) -> RunnerTurn:
    """What a runner sees at the beginning of a turn, or after the terrain is resolved."""
    return RunnerTurn(
        state.to_move,
        terrain_says(state) if state.phase == "terrain" else "",
        state.cards.hands[state.to_move],
        tuple(way.label for way in may),
        chosen,
        map_of(state),
    )


def done_screen(room: OutrunRoom) -> RunnerDone:
    """What was done last, and what the runner does now."""
    state, lines = room.state, room.match.story.lines
    earlier = room.match.play.earlier
    told = [f"discard {SPRINT_COSTS}"] if lines and lines[-1].said["event"] == "sprint" else []
    told += [] if earlier is None else changes(earlier.last, state)
    told.append(draws(state))
    sentence = ". ".join(line[:1].upper() + line[1:] for line in told)
    return RunnerDone(state.to_move, sentence, bool(room.reacting), map_of(state))


def draws(state: State) -> str:
    """What the runner to move draws at the end of the turn."""
    if state.to_move in state.trail.home:
        return "draw no cards"
    drawn = min(DRAWN, state.cards.deck)
    over = max(0, drawn - (HAND_LIMIT - state.cards.hands[state.to_move]))
    if not drawn:
        return "the deck is empty"
    return f"draw {drawn}, {over} for the discard pile" if over else f"draw {drawn}"


def _do(room: OutrunRoom, way: Way) -> Course[None]:
    """Record a way that was chosen; a card is told of first."""
    if way.card is None:
        yield from take(room, way.events)
        return
    card = yield from room.ask(tell_card(room.state, room.state.to_move, way.card, way.events))
    if card is not None:
        yield from take(room, (*way.events, card))


def _react_if_claimed(room: OutrunRoom) -> Course[bool]:
    """Ask the first who pressed to react how; whether there was anybody."""
    if not room.claims:
        return False
    yield from react(room, room.claims.popleft())
    return True


def _celebrate(room: OutrunRoom, before: State) -> None:
    new = tuple(runner for runner in room.state.trail.home if runner not in before.trail.home)
    if new:
        room.stage.play(Sound.GO)
        room.stage.flash(RunnerFate(new, "escaped", "safe in the car"), seconds=ESCAPED_S)
