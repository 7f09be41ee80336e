"""After a round: hands off, the table is read, and everybody's sum is shown."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.bears.play import PlayedRound
from companion.screens.kinds import ClearHands, Look, Notice, Place, Screen, Sum, TieBreak, Totals, Winner
from companion.sheet.assessment import Assessment, Doubt
from companion.sheet.told import Answer
from companion.table.asking import acknowledge, choose
from companion.table.counting import count_table
from companion.table.gaze import jpeg
from companion.table.happenings import Course, Happening
from companion.table.mending import menu
from companion.table.records import counted, counts_of, dice_of, round_read
from companion.table.room import Room
from hardware.buttons import Menu, Press, Shout
from hardware.camera import Frame, Picture
from hardware.errors import HardwareError
from hardware.outputs import Light, Sound
from vision.errors import VisionError

SECOND = 1_000_000_000
PATIENCE_NS = 4 * SECOND
"""Hands may stay over the table for so long before anybody is asked to look."""
SHOWN = "shown"
"""The note of the round whose sums everybody has seen."""
NO_DIE, BY_HAND = "no die", "Count by hand"


def ending(room: Room) -> Course[None]:
    """Read the table until the round is scored: by the camera where it is sure, else with people's help."""
    if room.sighted is not None:
        yield from _Reading(room).course()
        room.aftermath = None
    elif not (yield from _count(room, None)):
        yield from menu(room)


class _Reading:
    """The table being read: again whenever it was touched, until the reading is sure or people have told the rest."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._answers: list[Answer] = []
        self._found: Assessment | None = None
        self._picture: Picture | None = None
        self._began_ns = room.now_ns
        self._asked = False

    def course(self) -> Course[None]:
        """Until the round is scored."""
        room = self._room
        looked = False
        while room.state.phase == "ended":
            room.stage.show(self._screen())
            happening = yield from room.next()
            yield from _late(room, happening)
            if room.aftermath is not None and isinstance(happening, Frame):
                room.aftermath(happening)
            gaze = room.sighted
            if gaze is None:
                if not (yield from _count(room, self._found)):
                    yield from menu(room)
                continue
            match happening:
                case Press(button=Menu.OK):
                    yield from self._mend()
                case Press(button=Menu.BACK):
                    yield from menu(room)
                case Frame():
                    if gaze.still_ns < room.habits.settle_s * SECOND:
                        looked = False
                    elif not looked:
                        looked = True
                        yield from self._read()

    def _read(self) -> Course[None]:
        room = self._room
        assert room.gaze is not None
        try:
            self._found, self._picture = room.gaze.read(seats=room.angles, answers=tuple(self._answers))
        except (VisionError, HardwareError) as error:
            room.tell(f"The table could not be read: {error}")
            self._found = None
            return
        if self._found.sure:
            why = {"by": "people and camera" if self._answers else "camera"}
            frame = jpeg(self._picture)
            outcome = yield from room.record(round_read(self._found, room.players), why=why, frame=frame)
            if not outcome.accepted:
                self._found = None
                room.stage.flash(Notice("That cannot be", outcome.reason), seconds=3)

    def _screen(self) -> Screen:
        doubt = self._doubt
        if doubt is None:
            calls = self._room.state.judgement.verdicts
            ended_by = next((verdict.call.player for verdict in calls if verdict.ruling == "ended"), "")
            return ClearHands(ended_by)
        assert self._found is not None
        if not self._asked:
            self._asked = True
            room = self._room
            room.asked.append((room.state.number, self._found.doubts[0].reason))
            self._room.stage.play(Sound.LOOK)
            self._room.tell("Please look: " + "; ".join(found.reason for found in self._found.doubts))
        return look_at(self._found.doubts, self._room)

    @property
    def _doubt(self) -> Doubt | None:
        """The doubt that people are to see to; none while hands may still go away by themselves."""
        if self._found is None or not self._found.doubts:
            return None
        early = self._room.now_ns - self._began_ns < PATIENCE_NS
        return None if early and _covered(self._found) else self._found.doubts[0]

    def _mend(self) -> Course[None]:
        """People help: with one die, or by counting the table."""
        room = self._room
        doubt = self._doubt
        options = [BY_HAND, "Look again"]
        if doubt is not None and doubt.x is not None:
            options.insert(0, "Name this die")
        answer = yield from room.ask(choose("Help me", options))
        match options[answer] if answer is not None else "":
            case "Name this die":
                assert doubt is not None
                yield from self._name_die(doubt)
            case "Count by hand":
                yield from _count(room, self._found)
            case "Look again":
                yield from self._read()

    def _name_die(self, doubt: Doubt) -> Course[None]:
        x, y = doubt.x, doubt.y
        if x is None or y is None:
            return
        faces = ["bear", "tent", "runner", "gun", "sleeper"]
        options = [*faces, NO_DIE]
        answer = yield from self._room.ask(choose("It shows", options))
        if answer is not None:
            self._answers.append(Answer(x, y, faces[answer] if answer < len(faces) else None))
            self._room.tell(f"People say: {options[answer]}")
            yield from self._room.note("named", {"x": x, "y": y, "face": options[answer]})
            yield from self._read()


def showing(room: Room) -> Course[None]:
    """Show what the last round was worth, player by player, then the totals; remembered once it has been seen."""
    number = len(room.state.rounds)
    if number == 0 or room.match.notes.get(SHOWN, {}).get("round") == number:
        return
    room.stage.clear_flashes()
    played = room.state.rounds[-1]
    screens = _sums(room, played)
    k = 0
    while k < len(screens):
        room.stage.show(screens[k])
        since = room.now_ns
        go_on = False
        while not go_on:
            happening = yield from room.next()
            if isinstance(happening, Press) and happening.button is Menu.BACK:
                yield from menu(room)
                if len(room.state.rounds) != number or room.state.rounds[-1] is not played:
                    return (yield from showing(room)) if len(room.state.rounds) == number else None
                room.stage.show(screens[k])
                since = room.now_ns
            go_on = (isinstance(happening, Press) and happening.button is Menu.OK) or (
                room.now_ns - since > room.habits.sum_s * SECOND and not isinstance(screens[k], Winner)
            )
        k += 1
    yield from room.note(SHOWN, {"round": number})


def look_at(doubts: Sequence[Doubt], room: Room, *, which: int = 0) -> Look:
    """The screen of a doubt, with the place and who sits next to it; the lamp of that seat asks for a look."""
    doubt = doubts[which]
    where = None
    if doubt.x is not None and doubt.y is not None and room.gaze is not None:
        zone = room.gaze.zone(doubt.x, doubt.y, seats=room.angles)
        near = room.players[zone] if isinstance(zone, int) else ""
        if near:
            room.stage.light(room.seat(near), Light.SLOW, seconds=2.0)
        where = Place(doubt.x, doubt.y, near)
    return Look(doubt.reason, where, which + 1, len(doubts), seats=room.angles)


def _count(room: Room, found: Assessment | None) -> Course[bool]:
    """Score the round by what people count; what the camera made of it stands there already. False if they leave."""
    given = {}
    if found is not None and found.round is not None:
        given = {name: counts_of(dice) for name, dice in dice_of(found, room.players).items()}
    campsite = room.state.round.sightings[0].campsite
    counts = yield from room.ask(
        count_table(room.players, given, (campsite.bears, campsite.tents)),
        meanwhile=lambda happening: _late(room, happening),
    )
    if counts is None:
        return False
    outcome = yield from room.record(counted(*counts), why={"by": "people"})
    if not outcome.accepted:
        yield from room.ask(acknowledge(Notice("That cannot be", outcome.reason)))
    return True


def _late(room: Room, happening: Happening) -> Course[None]:
    """A shout after the end is recorded; it costs nothing."""
    if isinstance(happening, Press) and isinstance(happening.button, Shout):
        player = room.player(happening.button.seat)
        if player is not None:
            event = {"event": "call", "t": room.match.seconds(happening.time_ns), "player": player}
            yield from room.record(event, why={"verdict": "late"})


def _covered(found: Assessment) -> bool:
    return any(odd.kind == "cover" for odd in found.oddities)


def _sums(room: Room, played: PlayedRound) -> list[Screen]:
    state = room.state
    survival = state.match.survival
    totals = dict(zip(state.match.players, state.totals, strict=True))
    screens: list[Screen] = [
        Sum(
            name,
            tuple(term.points for term in score.terms if term.points),
            score.points,
            None if survival else totals[name],
        )
        for name, score in played.scores
    ]
    out = tuple(name for name in state.match.players if name not in state.players)
    rows = tuple((name, None if survival else totals[name]) for name in state.match.players)
    screens.append(Totals(len(state.rounds), rows, None if survival else state.match.target, out))
    if state.winner is not None:
        screens.append(Winner(state.winner, None if survival else totals[state.winner]))
    elif state.breaking_tie:
        best = max(totals[name] for name in state.players)
        screens.append(TieBreak(tuple(n for n in state.players if totals[n] == best), best))
    return screens
