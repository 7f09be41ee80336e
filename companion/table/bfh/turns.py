"""A turn, part by part: placing, choosing, rolling, moving, and what may follow a move."""

from __future__ import annotations

from companion.games.bfh import EndTurn, Move, Piece, Place, Roll, Special, legal_moves
from companion.games.bfh.pieces import BEAR, FOX, HARE, NEUTRAL, is_pinned, piece_on, trio
from companion.moves import named
from companion.screens.bfh_kinds import AfterMove, Pinned, PlaceNeutral, Rolled, SpecialMove, TurnChoice
from companion.screens.kinds import Screen
from companion.table.asking import acknowledge, count
from companion.table.bfh.mending import menu
from companion.table.bfh.on_board import by_hand, on_board
from companion.table.bfh.records import record_of
from companion.table.bfh.room import BfhRoom
from companion.table.happenings import Course
from hardware.buttons import Menu
from hardware.outputs import Light, Sound

ROLL, SPECIAL = "Roll", "Special"
CHOSEN = "chosen"
"""The note of what was chosen before the die is rolled by people."""
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
        if room.die == "buttons":
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
    """The device rolls, or people enter what their die shows; what was chosen stays chosen."""
    state = room.state
    value: int | None = None
    if room.die == "device":
        value = room.throw()
    while value is None and room.state is state:
        value = yield from room.ask(count("The die shows", state.to_move, value=1, lowest=1, highest=6))
        if value is None and (yield from menu(room)):
            return
    if value is not None:
        yield from room.must_record(
            record_of(Roll(value)), why={"by": "device" if room.die == "device" else "people"}
        )
        room.stage.play(Sound.GO)
        room.tell(f"{state.to_move} rolled {value}")


def _by_hand_or_menu(room: BfhRoom, button: Menu) -> Course[bool]:
    if button is Menu.OK:
        return (yield from by_hand(room))
    if button is Menu.BACK:
        return (yield from menu(room))
    return False


def _choice(room: BfhRoom) -> dict[str, object]:
    """That a roll was chosen in this turn; taking the turn back takes this back as well."""
    taken = sum(entry.fate == "counts" for entry in room.match.entries)
    return {"turn": room.state.turn, "events": taken, "what": ROLL}


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
