"""One running table: takes what happens in order, and goes on whatever goes wrong."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable

from companion.screens.kinds import Notice, Order
from companion.table.happenings import Course, Happening, Tick
from companion.table.room import GivenUp, Room
from hardware.buttons import Menu, Press, Shout, dead_heat
from hardware.camera import Frame

TOGETHER_NS = 1_000_000_000
"""Presses this close together are shown in their order."""
MASHING_NS = 3 * TOGETHER_NS
"""Presses without end are shown after this."""

RETRY_NS = 1_000_000_000
FAULT = "A fault; going on"

Evening = Callable[[str], Course[None]]
"""Leads through a match from where it stands to its end; is told by what it was interrupted, if it was."""

log = logging.getLogger(__name__)


class Table:
    """Drives one match from where it stands to its end.

    What happens is given to `take`, in order of time. If a part of the evening fails, people are told and it begins
    anew from the state of the match, which is on the disk.
    """

    def __init__(self, room: Room, evening: Evening, *, resumed: bool = False) -> None:
        self.room = room
        self._evening = evening
        self.over = False
        """Whether the match is over and everybody has seen who won."""
        self.given_up = False
        """Whether people want a new match."""
        self._shouts: deque[Press] = deque()
        self._course: Course[None] | None = None
        self._retry_ns = 0
        self._begin("The power was off" if resumed else "")

    def take(self, happening: Happening) -> None:
        """Deal with what happened."""
        match happening:
            case Tick(now_ns=now):
                self.room.now_ns = max(self.room.now_ns, now)
                self._show_order(now)
                self.room.stage.tick(now)
            case Frame() as frame:
                if self.room.gaze is not None:
                    self.room.gaze.look(frame)
            case Press(button=Shout()) as press:
                self._shouts.append(press)
            case Press(button=Menu.OK | Menu.NEXT) if self.room.stage.skip():
                return
        if not self.over:
            self._go(happening)

    def _go(self, happening: Happening) -> None:
        if self._course is None:
            if self.room.now_ns >= self._retry_ns:
                self._begin(FAULT)
            return
        try:
            self._course.send(happening)
        except StopIteration:
            self.over = True
        except GivenUp:
            self.over = self.given_up = True
        except Exception as error:  # noqa: BLE001 - whatever fails, the match goes on
            self._failed(error)
            self._begin(FAULT)

    def _begin(self, interrupted: str) -> None:
        """Begin with what is recorded; if that fails as well, it is tried again in a second."""
        course = self._evening(interrupted)
        try:
            next(course)
        except StopIteration:
            self.over = True
        except Exception as error:  # noqa: BLE001 - whatever fails, the match goes on
            self._course, self._retry_ns = None, self.room.now_ns + RETRY_NS
            self._failed(error)
        else:
            self._course = course

    def _failed(self, error: Exception) -> None:
        log.exception("a part of the evening failed")
        room = self.room
        room.tell(f"Something went wrong ({type(error).__name__}: {error}); going on from what is recorded")
        room.stage.flash(Notice(FAULT, str(error)), seconds=3)

    def _show_order(self, now_ns: int) -> None:
        """Who pressed first, once nobody has pressed for a second, or some have been pressing for long."""
        if not self._shouts:
            return
        times = [press.time_ns for press in self._shouts]
        if now_ns - max(times) < TOGETHER_NS and now_ns - min(times) < MASHING_NS:
            return
        presses = sorted(self._shouts, key=lambda press: press.time_ns)
        self._shouts.clear()
        order = order_of(presses, self.room)
        if order is not None:
            self.room.stage.flash(order, seconds=4)
            self.room.tell("Pressed: " + ", ".join(f"{name} +{ms:g} ms" for name, ms in order.presses))


def order_of(presses: list[Press], room: Room) -> Order | None:
    """The order of presses by several players, None if there was only one; `presses` in the order of their time.

    What somebody pressed more than a second before anybody else is left out.
    """
    first: dict[str, Press] = {}
    for press in presses:
        assert isinstance(press.button, Shout)
        player = room.player(press.button.seat)
        if player is None:
            continue
        if set(first) == {player} and press.time_ns - first[player].time_ns > TOGETHER_NS:
            first.clear()
        first.setdefault(player, press)
    if len(first) < 2:
        return None
    start = min(press.time_ns for press in first.values())
    return Order(
        tuple((name, round((press.time_ns - start) / 1e6, 1)) for name, press in first.items()),
        dead_heat=len(dead_heat(tuple(first.values()))),
    )
