"""After a round: hands off, the table is read, and what is not sure is asked, until the round is scored."""

from __future__ import annotations

from companion.screens.kinds import ClearHands, Notice, Screen
from companion.sheet.assessment import Assessment
from companion.sheet.told import Answer
from companion.table.asking import acknowledge, choose
from companion.table.bears.counting import count_table
from companion.table.bears.mending import menu
from companion.table.bears.reading import Named, TableReader
from companion.table.bears.records import counted, counts_of, dice_of, round_read
from companion.table.bears.room import BearsRoom
from companion.table.bears.surplus import tell_surplus
from companion.table.gaze import jpeg
from companion.table.happenings import Course, Happening
from hardware.buttons import Menu, Press, Shout
from hardware.camera import Frame
from hardware.outputs import Sound

SECOND = 1_000_000_000
PATIENCE_NS = 4 * SECOND
"""Hands may stay over the table for so long before anybody is asked to look."""
NAMED = "named"
"""The note of the dice that people named in the round in hand."""
NAME_DIE, BY_HAND, LOOK_AGAIN = "Name this die", "Count by hand", "Look again"
FACES = ("bear", "tent", "runner", "gun", "sleeper")
NO_DIE = "no die"


def ending(room: BearsRoom) -> Course[None]:
    """Until the round is scored, by the camera where it is sure, else with people's help; or is taken back."""
    end = _Ending(room)
    room.meanwhile = end.meanwhile
    yield from end.course()
    if room.state.phase != "ended":
        room.aftermath = None


class _Ending:
    """A round that is over and not scored yet."""

    def __init__(self, room: BearsRoom) -> None:
        self._room = room
        self._reader = TableReader(room, rest_s=room.habits.settle_s, read_already=room.undone)
        self._reader.named = _named_before(room)
        self._which = 0
        self._began_ns = room.now_ns
        self._asked = False

    def course(self) -> Course[None]:
        """Until the round is scored, or people have put right what was recorded before."""
        room = self._room
        if room.undone and room.sighted is not None:
            yield from self._help()
        while room.state.phase == "ended":
            if room.sighted is None:
                if not (yield from _count(room, self._reader.found)) and (yield from menu(room)):
                    return
                continue
            room.stage.show(self._screen())
            happening = yield from room.next()
            yield from self.meanwhile(happening)
            match happening:
                case Press(button=Menu.OK):
                    yield from self._help()
                case Press(button=Menu.NEXT):
                    self._which += 1
                case Press(button=Menu.BACK):
                    if (yield from menu(room)):
                        return
                case _:
                    if self._reader.look(happening):
                        yield from self._score()

    def meanwhile(self, happening: Happening) -> Course[None]:
        """A shout after the end is recorded, it costs nothing; and nothing may be taken any more."""
        room = self._room
        match happening:
            case Press(button=Shout(seat=seat), time_ns=at):
                player = room.player(seat)
                if player is not None:
                    t = room.match.seconds(at)
                    event = {"event": "call", "t": t, "player": player}
                    yield from room.record(event, why={"verdict": "late"})
                    tell_surplus(room, t, player)
            case Frame() if room.aftermath is not None:
                room.aftermath(happening)

    def _score(self) -> Course[None]:
        """Record what was read if it is sure."""
        found, picture, room = self._reader.found, self._reader.picture, self._room
        self._which = 0
        if found is None or picture is None or not found.sure:
            return
        why = {"by": "people and camera" if self._reader.named else "camera"}
        outcome = yield from room.record(round_read(found, room.players), why=why, frame=jpeg(picture))
        if not outcome.accepted:
            room.tell(f"What was read cannot be: {outcome.reason}")
            room.stage.flash(Notice("That cannot be", outcome.reason), seconds=3)

    def _screen(self) -> Screen:
        look = self._reader.screen(self._which)
        found = self._reader.found
        early = self._room.now_ns - self._began_ns < PATIENCE_NS
        if look is None or (early and found is not None and _covered(found)):
            calls = self._room.state.judgement.verdicts
            return ClearHands(
                next((verdict.call.player for verdict in calls if verdict.ruling == "ended"), "")
            )
        if not self._asked:
            self._asked = True
            room = self._room
            reasons = [look.reason] if found is None else [doubt.reason for doubt in found.doubts]
            room.asked.append((room.state.number, reasons[0]))
            room.stage.play(Sound.LOOK)
            room.tell("Please look: " + "; ".join(reasons))
        return look

    def _help(self) -> Course[None]:
        """People help: with one die, or by counting the table."""
        room, found = self._room, self._reader.found
        options = [BY_HAND, LOOK_AGAIN]
        doubt = found.doubts[self._which % len(found.doubts)] if found is not None and found.doubts else None
        if doubt is not None and doubt.x is not None:
            options.insert(0, NAME_DIE)
        answer = yield from room.ask(choose("Help me", options))
        what = "" if answer is None else options[answer]
        if what == BY_HAND:
            yield from _count(room, found)
        elif what == NAME_DIE and doubt is not None and doubt.x is not None and doubt.y is not None:
            yield from self._name_die(doubt.x, doubt.y)
        elif what == LOOK_AGAIN:
            yield from self._read()

    def _read(self) -> Course[None]:
        if self._reader.read():
            yield from self._score()

    def _name_die(self, x: float, y: float) -> Course[None]:
        room = self._room
        options = [*FACES, NO_DIE]
        answer = yield from room.ask(choose("It shows", options))
        if answer is None:
            return
        self._reader.name(x, y, None if options[answer] == NO_DIE else options[answer])
        room.tell(f"People say: {options[answer]}")
        dice = [
            {"x": one.answer.x, "y": one.answer.y, "face": one.answer.face, "seen": one.seen}
            for one in self._reader.named
        ]
        yield from room.note(NAMED, {"round": room.state.number, "dice": dice})
        yield from self._read()


def _named_before(room: BearsRoom) -> list[Named]:
    """What people said of single dice in this round before it was interrupted."""
    note = room.match.notes.get(NAMED, {})
    if note.get("round") != room.state.number:
        return []
    return [Named(Answer(die["x"], die["y"], die["face"]), die["seen"]) for die in note.get("dice", ())]


def _count(room: BearsRoom, found: Assessment | None) -> Course[bool]:
    """Score the round by what people count; what the camera made of it stands there already. False if they leave."""
    given = {}
    if found is not None and found.round is not None:
        given = {name: counts_of(dice) for name, dice in dice_of(found, room.players).items()}
    rolled = room.state.round.sightings[0].campsite
    counts = yield from room.ask(count_table(room.players, given, (rolled.bears, rolled.tents)))
    if counts is None:
        return False
    outcome = yield from room.record(counted(*counts), why={"by": "people"})
    if not outcome.accepted:
        yield from room.ask(acknowledge(Notice("That cannot be", outcome.reason)))
    return True


def _covered(found: Assessment) -> bool:
    return any(odd.kind == "cover" for odd in found.oddities)
