"""A turn, part by part: placing, choosing, rolling, moving, and what may follow a move."""

from __future__ import annotations

from companion.games.bfh import EndTurn, Move, Piece, Place, Roll, Special, legal_moves
from companion.games.bfh.pieces import BEAR, FOX, HARE, NEUTRAL, is_pinned, piece_on, trio
from companion.moves import named
from companion.screens.bfh_kinds import (
    AfterMove,
    Pinned,
    PlaceNeutral,
    RollDie,
    Rolled,
    SpecialMove,
    TurnChoice,
)
from companion.screens.kinds import Screen
from companion.table.asking import acknowledge, count
from companion.table.bfh.mending import menu
from companion.table.bfh.on_board import by_hand, on_board
from companion.table.bfh.records import record_of
from companion.table.bfh.room import BfhRoom
from companion.table.happenings import Course
from hardware.buttons import Menu, Press
from hardware.outputs import Light, Sound

ROLL, SPECIAL = "Roll", "Special"
CHOSEN = "chosen"
"""The note of what was chosen before the die is rolled by people."""
LIES_AS_BEFORE = "it lies as it did before"
DEEDS = {HARE: "Hop", FOX: "Swap", BEAR: "Shove"}


def placing(room: BfhRoom) -> Course[None]:
    """Until a neutral piece was placed."""
    state = room.state
    left = tuple(sorted({event.piece.size for event in legal_moves(state) if isinstance(event, Place)}))

    def idle() -> Screen:
        return PlaceNeutral(state.to_move, state.turn, left, watched=room.sighted is not None)

    def pressed(button: Menu) -> Course[bool]:
        return (yield from _by_hand_or_menu(room, button))

    yield from on_board(room, idle, pressed)


def choosing(room: BfhRoom) -> Course[None]:
    """Until the die is rolled or a special move was made: which of them is chosen before the roll."""
    state = room.state
    if room.match.notes.get(CHOSEN, {}) == _choice(room):
        yield from _roll(room)
        return
    specials = any(isinstance(event, Special) for event in legal_moves(state))
    options = (ROLL, SPECIAL) if specials else (ROLL,)
    chosen = 0
    rolling = wants_special = False

    def idle() -> Screen:
        home = len(state.home.intersection(trio(state.to_move)))
        return TurnChoice(state.to_move, state.turn, options, chosen, home)

    def pressed(button: Menu) -> Course[bool]:
        nonlocal chosen, rolling, wants_special
        if button is Menu.BACK:
            return (yield from menu(room))
        if button is Menu.NEXT:
            chosen = (chosen + 1) % len(options)
            return False
        rolling, wants_special = options[chosen] == ROLL, options[chosen] == SPECIAL
        return True

    yield from on_board(room, idle, pressed)
    if rolling:
        if room.die != "device":
            yield from room.note(CHOSEN, _choice(room))
        yield from _roll(room)
    elif wants_special:
        yield from _special(room)


def moving(room: BfhRoom) -> Course[None]:
    """Until a piece has moved as far as was rolled."""
    state = room.state
    value = state.rolled or 0
    may = {event.piece for event in legal_moves(state) if isinstance(event, Move)}
    pinned = _pinned(room)

    def idle() -> Screen:
        return Rolled(
            state.to_move,
            value,
            _sizes(may, state.to_move),
            _sizes(may, NEUTRAL),
            pinned=bool(pinned),
            watched=room.sighted is not None,
        )

    def pressed(button: Menu) -> Course[bool]:
        if button is Menu.NEXT:
            if pinned:
                yield from room.ask(acknowledge(Pinned(pinned)))
            return False
        return (yield from _by_hand_or_menu(room, button))

    yield from on_board(room, idle, pressed)


def after_move(room: BfhRoom) -> Course[None]:
    """Until the turn ends, by itself where the piece that moved can make no special move."""
    state = room.state
    piece = state.moved
    assert piece is not None
    may = any(isinstance(event, Special) for event in legal_moves(state))
    if not may and not room.undone:
        yield from room.must_record(record_of(EndTurn()))
        return
    room.stage.light(room.seat(state.to_move), Light.SLOW)

    def idle() -> Screen:
        return AfterMove(
            state.to_move, named(piece), DEEDS[piece.size] if may else "", watched=room.sighted is not None
        )

    def pressed(button: Menu) -> Course[bool]:
        if button is Menu.OK:
            yield from room.must_record(record_of(EndTurn()))
            return True
        if button is Menu.NEXT:
            return may and (yield from by_hand(room))
        return (yield from menu(room))

    yield from on_board(room, idle, pressed)


def _special(room: BfhRoom) -> Course[None]:
    """Until the special move was made, or people choose otherwise."""
    state = room.state
    may = {event.piece for event in legal_moves(state) if isinstance(event, Special)}

    def idle() -> Screen:
        watched = room.sighted is not None
        return SpecialMove(state.to_move, _sizes(may, state.to_move), _sizes(may, NEUTRAL), watched=watched)

    def pressed(button: Menu) -> Course[bool]:
        if button is Menu.BACK:
            return True
        return button is Menu.OK and (yield from by_hand(room))

    yield from on_board(room, idle, pressed)


def _roll(room: BfhRoom) -> Course[None]:
    """The device rolls, or people do: what was chosen stays chosen."""
    state = room.state
    value: int | None = None
    by = room.die
    if room.die == "device":
        value = room.throw()
    elif room.die == "camera":
        value = yield from _rolled_before_the_camera(room)
    while value is None and room.state is state:
        by = "buttons"
        value = yield from room.ask(count("The die shows", state.to_move, value=1, lowest=1, highest=6))
        if value is None and (yield from menu(room)):
            return
    if value is not None and room.state is state:
        who = "people" if by == "buttons" else by
        yield from room.must_record(record_of(Roll(value)), why={"by": who})
        room.stage.play(Sound.GO)
        room.tell(f"{state.to_move} rolled {value}")


def _rolled_before_the_camera(room: BfhRoom) -> Course[int | None]:
    """What a die shows that came to rest beside the board since; None where people are to enter it, or took back."""
    state, watch = room.state, room.watch
    motions, read_ns, why = watch.motions, watch.resting_since_ns, ""
    watch.read_die()
    lay = watch.die
    while room.state is state and room.sighted is not None:
        room.stage.show(RollDie(state.to_move, why))
        happening = yield from room.next()
        match happening:
            case Press(button=Menu.OK):
                return None
            case Press(button=Menu.BACK):
                if (yield from menu(room)):
                    return None
            case _:
                watch.look(happening)
        rest_ns = watch.resting_since_ns
        if rest_ns is None or rest_ns == read_ns or watch.motions == motions or room.sighted is None:
            continue
        read_ns = rest_ns
        shows = watch.read_die()
        if not isinstance(shows, str):
            if lay is None or shows.rolled_since(lay):
                return shows.value
            shows = LIES_AS_BEFORE
        why = shows
        room.tell(f"The die could not be read: {why}")
    return None


def _by_hand_or_menu(room: BfhRoom, button: Menu) -> Course[bool]:
    if button is Menu.OK:
        return (yield from by_hand(room))
    if button is Menu.BACK:
        return (yield from menu(room))
    return False


def _choice(room: BfhRoom) -> dict[str, object]:
    """That a roll was chosen in this turn; whatever is recorded after it, an undo as well, opens the choice again."""
    return {"turn": room.state.turn, "entries": len(room.match.entries), "what": ROLL}


def _pinned(room: BfhRoom) -> tuple[tuple[str, str, str], ...]:
    """The pieces that might move if nothing larger stood on them: what, where, and under what."""
    state = room.state
    return tuple(
        (named(piece), square, named(over))
        for square, stack in sorted(state.stacks.items())
        for piece in stack
        if piece in state.movable and is_pinned(stack, piece) and (over := piece_on(stack, piece)) is not None
    )


def _sizes(pieces: set[Piece], colour: str) -> tuple[int, ...]:
    return tuple(sorted(piece.size for piece in pieces if piece.colour == colour))
