"""Waiting for a move on the board: what is found is recorded, what is not sure is asked, what is wrong is told."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from companion.games.bfh.pieces import Square
from companion.moves import Explanation, Lifted, Unchanged, Which, Wrong, amiss, named
from companion.screens.bfh_kinds import BoardDoubt, MoveSeen, NotAllowed, PutBack, PutDown, WhichMove
from companion.screens.kinds import Screen
from companion.table.asking import choose
from companion.table.bfh.by_hand import enter_move
from companion.table.bfh.mending import menu
from companion.table.bfh.records import record_of
from companion.table.bfh.room import BfhRoom
from companion.table.happenings import Course
from hardware.buttons import Menu, Press
from hardware.outputs import Sound

SECOND = 1_000_000_000
SEEN_S = 2.0
"""How long what was moved is shown."""
HALF_DONE_NS = 4 * SECOND // 5
"""A board that has been at rest for less may stand so in the middle of a move."""
IN_HAND_NS = 3 * SECOND // 2
"""A piece may be in a hand for so long before anybody is reminded of it."""
BY_HAND, LOOK_AGAIN, GO_ON = "By hand", "Look again", "It is right so"
REFUSED = "refused"
"""The note of what was done last that is against the rules."""

Pressed = Callable[[Menu], Course[bool]]
"""Deals with a button while nothing is wrong; whether this part of the evening is over."""


def on_board(room: BfhRoom, idle: Callable[[], Screen], pressed: Pressed) -> Course[None]:
    """Until something is recorded or taken back, or `pressed` says that it is over.

    `idle` is what is shown while people are to move. What stands there since something was taken back is no move: it
    has to be put back first.
    """
    wait = _Waiting(room, taken_back=room.undone)
    story = room.match.story
    while room.match.story is story:
        found = wait.found()
        if found is not None:
            yield from take(room, found, by="camera")
            return
        problem = wait.problem()
        if problem is not None:
            yield from wait.tell_once()
        room.stage.show(problem or idle())
        happening = yield from room.next()
        if not isinstance(happening, Press):
            room.watch.look(happening)
        elif isinstance(happening.button, Menu):
            if problem is not None:
                yield from wait.answer(happening.button, problem)
            elif (yield from pressed(happening.button)):
                return


def by_hand(room: BfhRoom) -> Course[bool]:
    """Let people enter the move; whether they did."""
    state = room.state
    entered = yield from room.ask(enter_move(state, room.drawn))
    if entered is None or room.state is not state:
        return False
    yield from take(room, entered, by="people")
    room.watch.insist(room.state)
    return True


def take(
    room: BfhRoom, explanation: Explanation, *, by: Literal["camera", "people", "people and camera"]
) -> Course[None]:
    """Record what was moved, then show it."""
    player = room.state.to_move
    frame = None if room.sighted is None or by == "people" else room.sighted.evidence(room.now_ns)
    for event in explanation.events:
        yield from room.must_record(record_of(event), why={"by": by}, frame=frame)
    room.tell(f"{player}: {explanation.told}")
    room.stage.play(Sound.TICK)
    room.watch.matched = True
    squares = room.squares.drawn(explanation.after.stacks, explanation.squares)
    room.stage.flash(MoveSeen(player, explanation.told, squares), seconds=SEEN_S)


class _Waiting:
    """A board at which something is to be moved."""

    def __init__(self, room: BfhRoom, *, taken_back: bool) -> None:
        self._room = room
        self._taken_back = taken_back
        self._told: object = None
        self._motions = room.watch.motions

    def found(self) -> Explanation | None:
        """The move, if it is sure."""
        room = self._room
        if room.watch.waits or self._to_be_put_back():
            return None
        found = room.watch.settled(room.state)
        return None if found is None else found.explanation

    def problem(self) -> Screen | None:
        """What people are to look at, if anything."""
        room = self._room
        watch = room.watch
        if room.sighted is None:
            return None
        if watch.trouble:
            return BoardDoubt(watch.trouble, 1, 1, room.drawn())
        if watch.waits or watch.sighting is None:
            return None
        if self._to_be_put_back():
            return self._put_back()
        match watch.finding(room.state):
            case Which(options=options) if not watch.hesitates:
                chosen = watch.which % len(options)
                return WhichMove(
                    tuple(one.told for one in options), chosen, room.drawn(options[chosen].squares)
                )
            case Wrong() if self._rested_ns() < HALF_DONE_NS:
                return None
            case Wrong() if not watch.matched:
                return self._put_back()
            case Wrong(reason=reason, misplaced=misplaced):
                return NotAllowed(
                    reason.text,
                    reason.rule,
                    tuple(one.sentence for one in misplaced),
                    room.drawn(reason.squares),
                )
            case Lifted(piece=piece, square=square) if self._rested_ns() >= IN_HAND_NS:
                return PutDown(room.state.to_move, named(piece), square, room.state.rolled)
            case Unchanged(unclear=unclear) if watch.motions > self._motions:
                squares = watch.in_doubt(unclear)
                if squares and room.state.phase != "choose":
                    return self._doubt(squares)
        return None

    def tell_once(self) -> Course[None]:
        """Tell of what is wrong or not sure when it is shown first."""
        room = self._room
        if room.watch.waits or self._to_be_put_back() or room.watch.sighting is None:
            return
        finding = room.watch.finding(room.state)
        if finding == self._told:
            return
        self._told = finding
        match finding:
            case Wrong(misplaced=misplaced) if not room.watch.matched:
                room.tell("The board is not as it was: " + "; ".join(one.sentence for one in misplaced))
                room.stage.play(Sound.LOOK)
            case Wrong(reason=reason):
                room.tell(f"{room.state.to_move}: not allowed: {reason.text}")
                room.stage.play(Sound.FALSE_CALL)
                turn = room.state.turn
                yield from room.note(REFUSED, {"turn": turn, "reason": reason.text, "rule": reason.rule})
            case Which(options=options, squares=squares):
                room.stage.play(Sound.LOOK)
                told = " or ".join(one.told for one in options)
                room.asked.append((room.state.turn, told))
                where = f" ({', '.join(sorted(squares))} cannot be seen well)" if squares else ""
                room.tell(f"Was it {told}?{where}")

    def answer(self, button: Menu, problem: Screen) -> Course[None]:
        """Deal with a button while something is wrong or asked."""
        room = self._room
        if isinstance(problem, WhichMove):
            finding = room.watch.finding(room.state)
            assert isinstance(finding, Which)
            if button is Menu.OK:
                yield from take(room, finding.options[problem.chosen], by="people and camera")
            elif button is Menu.NEXT:
                room.watch.which += 1
            else:
                yield from self._help()
        elif button is Menu.NEXT:
            room.watch.which += 1
        elif button is Menu.BACK:
            yield from menu(room)
        else:
            yield from self._help()

    def _help(self) -> Course[None]:
        room = self._room
        options = [BY_HAND, LOOK_AGAIN, GO_ON]
        answer = yield from room.ask(choose("Help me", options))
        what = "" if answer is None else options[answer]
        if what == BY_HAND:
            yield from by_hand(room)
        elif what == LOOK_AGAIN:
            self._told = None
            room.watch.read()
        elif what == GO_ON:
            self._taken_back = False
            room.watch.insist(room.state)
            room.watch.matched = True

    def _doubt(self, squares: Sequence[Square]) -> Screen:
        room = self._room
        which = room.watch.which % len(squares)
        square = squares[which]
        reasons = {} if room.watch.looked is None else room.watch.looked.reasons
        reason = reasons.get(square, f"{square} cannot be seen well")
        return BoardDoubt(reason, which + 1, len(squares), room.drawn([square]))

    def _to_be_put_back(self) -> bool:
        """Whether the board still stands as before something was taken back."""
        room = self._room
        if self._taken_back and room.watch.sighting is not None and not room.watch.waits:
            self._taken_back = bool(amiss(room.state, room.watch.sighting))
        return self._taken_back

    def _put_back(self) -> Screen | None:
        room = self._room
        assert room.watch.sighting is not None
        wrong = amiss(room.state, room.watch.sighting)
        if not wrong:
            return None
        which = room.watch.which % len(wrong)
        return PutBack(wrong[which].sentence, which + 1, len(wrong), room.drawn(wrong[which].squares))

    def _rested_ns(self) -> int:
        since = self._room.watch.resting_since_ns
        return 0 if since is None else self._room.now_ns - since
