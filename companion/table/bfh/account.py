"""How the match really stands, as people at a simulated board played it, and their diary of it."""

from __future__ import annotations

from companion.games.bfh import EndTurn, Event, Pass, Roll, State, apply, legal_moves
from companion.table.bfh.diary import Deed, Diary


class Account:
    """The match as people know it; the diary outlives a match that is taken up again."""

    def __init__(self, state: State) -> None:
        self.diary = Diary()
        self.begin(state)

    def begin(self, state: State) -> None:
        """From here on."""
        self.diary.deeds.clear()
        self.state = state
        self.past: list[State] = []
        """How it stood before each event since they sat down."""
        self.pending: list[Deed] = []
        """What was done that the device has not taken for done yet, the oldest first."""

    def rolled(self, value: int) -> None:
        """A die fell."""
        self._go_on(Roll(value))

    def turn_ended(self) -> None:
        """The turn is over, if it could be."""
        endings: dict[str, Event] = {"after_move": EndTurn(), "move": Pass()}
        ending = endings.get(self.state.phase)
        if ending is not None and ending in legal_moves(self.state):
            self._go_on(ending)

    def did(self, event: Event, *, sloppy: bool) -> Deed:
        """Somebody moves pieces by the rules."""
        before = self.state
        self._go_on(event)
        deed = Deed(event, before, self.state, sloppy)
        self.diary.deeds.append(deed)
        self.pending.append(deed)
        return deed

    def seen(self, what: str) -> None:
        """The device takes something for done."""
        number = self._how_many(what)
        if number:
            del self.pending[:number]
            return
        really = "; ".join(deed.told for deed in self.pending) or "nothing"
        self.note_fault(f"took it for '{what}', done was '{really}'")

    def knows(self, what: str) -> bool:
        """Whether this is what was done."""
        return self._how_many(what) > 0

    def _how_many(self, what: str) -> int:
        """How many of the pending deeds, from the first on, are told so; 0 if none are."""
        numbers = range(1, len(self.pending) + 1)
        told = {"; ".join(deed.told for deed in self.pending[:number]): number for number in numbers}
        return told.get(what, 0)

    def take_back(self) -> bool:
        """What happened last has not happened; whether pieces have to be put back."""
        was, self.state = self.state, self.past.pop()
        if was.stacks == self.state.stacks and was.home == self.state.home:
            return False
        self.diary.taken_back.append(self.diary.deeds.pop())
        return True

    def note_help(self) -> None:
        """The device asks about what was done."""
        if self.pending and (not self.diary.asked or self.diary.asked[-1] != self.pending[0].told):
            self.diary.asked.append(self.pending[0].told)

    def note_fault(self, what: str) -> None:
        """The device is wrong."""
        self.diary.faults.append(f"turn {self.state.turn}: {what}")

    def note_wrong(self, when: str) -> None:
        """Somebody does what the rules forbid."""
        self.diary.wrongs.append(f"turn {self.state.turn}, {when}")

    def _go_on(self, event: Event) -> None:
        self.past.append(self.state)
        self.state = apply(self.state, event)
