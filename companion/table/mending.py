"""The menu behind the button `back`: take back, put right what was misread, give the match up."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from companion.games.fields import LogError
from companion.match import Outcome
from companion.match.story import Story
from companion.screens.kinds import Notice
from companion.table.asking import acknowledge, choose
from companion.table.happenings import Course
from companion.table.room import GivenUp, Room

MENU, GO_ON, TAKE_BACK, GIVE_UP = "Menu", "Go on", "Take back last", "New match"
TAKING_BACK, YES = "Take back: ", "Yes"
TAKEN_BACK, MENDED = "Taken back", "Mended"

Repairs = Callable[[], Sequence[tuple[str, Callable[[], Course[None]]]]]
"""What else can be put right at this moment: its name in the menu, and the part of the evening that does it."""


def nothing_else() -> Sequence[tuple[str, Callable[[], Course[None]]]]:
    """No other repairs."""
    return ()


def mend(room: Room, *, words: Mapping[str, str], repairs: Repairs = nothing_else) -> Course[bool]:
    """Let people choose what to mend until they go on; whether they mended anything.

    `words` say what each event of the game is called in a title. Raises GivenUp where people would rather begin anew.
    """
    room.stage.clear_flashes()
    before = room.match.story
    while True:
        others = dict(repairs())
        options = [GO_ON, TAKE_BACK, *others, GIVE_UP]
        answer = yield from room.ask(choose(MENU, options))
        what = GO_ON if answer is None else options[answer]
        if what == GO_ON:
            return room.match.story is not before
        if what == TAKE_BACK:
            yield from _take_back(room, words)
        elif what == GIVE_UP:
            sure = yield from room.ask(choose("Give it up?", ["No", "Yes, a new match"]))
            if sure == 1:
                raise GivenUp("a new match begins")
        else:
            yield from others[what]()


def amend(room: Room, change: Callable[[], Outcome], done: str) -> Course[None]:
    """Let something recorded be changed, and say that it was, or why it cannot be."""
    try:
        outcome = yield from room.saved(change)
    except LogError as error:
        room.tell(f"Not mended: {error}")
        yield from room.ask(acknowledge(Notice("Not mended", str(error))))
        return
    yield from _say(room, outcome, done)


def _take_back(room: Room, words: Mapping[str, str]) -> Course[None]:
    what = _last(room.match.story, words)
    if what is None:
        yield from room.ask(acknowledge(Notice("Take back", "nothing has happened yet")))
        return
    sure = yield from room.ask(choose(TAKING_BACK + what, ["No", YES]))
    if sure != 1:
        return
    outcome = yield from room.saved(room.match.undo)
    yield from _say(room, outcome, what, title=TAKEN_BACK)


def _last(story: Story, words: Mapping[str, str]) -> str | None:
    """What an undo would take back, in a few words; None if there is nothing."""
    counting = [entry for entry in story.entries if entry.fate == "counts"]
    if story.corrections and (not counting or story.corrections[-1].seq > counting[-1].seq):
        return "mending"
    if not counting:
        return None
    event = counting[-1].event
    player = f" of {event['player']}" if "player" in event else ""
    return words.get(str(event["event"]), str(event["event"])) + player


def _say(room: Room, outcome: Outcome, done: str, *, title: str = MENDED) -> Course[None]:
    if outcome.accepted:
        room.tell(f"{title}: {done}")
        room.stage.flash(Notice(title, done), seconds=1.5)
    else:
        yield from room.ask(acknowledge(Notice("That cannot be", outcome.reason)))
