"""A runner's turn: what is done, who reacts, and on to the next."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.outrun import State
from companion.games.outrun.cards import HAND_LIMIT
from companion.games.outrun.play import DRAWN, SPRINT_COSTS
from companion.screens.kinds import Notice
from companion.screens.outrun_kinds import RunnerDone, RunnerTurn
from companion.table.asking import choose
from companion.table.happenings import Course
from companion.table.outrun.cards import tell_card
from companion.table.outrun.mending import menu
from companion.table.outrun.recording import take
from companion.table.outrun.room import OutrunRoom
from companion.table.outrun.seeing import consider
from companion.table.outrun.views import changes, map_of, terrain_says
from companion.table.outrun.watch import ParkWatch, Sighting
from companion.table.outrun.ways import Way, ways
from hardware.buttons import Menu, Press, Shout


def acting(room: OutrunRoom, watch: ParkWatch) -> Course[None]:
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
        deed = yield from watch.deed()
        match deed:
            case Sighting():
                yield from consider(room, watch, deed)
            case Press(button=Menu.NEXT):
                chosen += 1
            case Press(button=Menu.OK):
                yield from _do(room, may[chosen])
                chosen = 0
            case Press(button=Menu.BACK):
                if (yield from menu(room)):
                    return
            case Press(button=Shout()):
                yield from room.hear(deed)


def ending_turn(room: OutrunRoom, watch: ParkWatch) -> Course[None]:
    """What was done stands there until the turn is ended; whoever wants to react does so before."""
    mover = room.state.to_move
    while room.state.phase == "end_turn" and room.state.to_move == mover:
        if (yield from _react_if_claimed(room)):
            continue
        room.light(moving=mover, asked=room.reacting)
        room.stage.show(done_screen(room))
        deed = yield from watch.deed()
        match deed:
            case Sighting():
                yield from consider(room, watch, deed)
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
                yield from room.hear(deed)


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
