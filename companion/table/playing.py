"""The round itself: the campsite is watched, calls are judged, and every ruling is on the disk before it is shown."""

from __future__ import annotations

from collections import deque

from companion.games.bears.dice import CAMP_FACES
from companion.referee import (
    Call,
    CampChanged,
    CampDie,
    Disturbed,
    Finding,
    Glimpse,
    KnockedOver,
    PutBack,
    Referee,
    RoundOver,
    Ruled,
    Settings,
    Sight,
    TakenAfterEnd,
    TwoAtOnce,
)
from companion.screens.kinds import Countdown, Notice, Paused, Running, Verdict
from companion.screens.words import verdict_screen
from companion.table.asking import acknowledge
from companion.table.counting import count_campsite
from companion.table.happenings import CameraBack, CameraGone, Course, Happening, Tick
from companion.table.room import Room, RulesDisagree
from hardware.buttons import Menu, Press, Shout
from hardware.camera import Frame
from hardware.outputs import Light, Sound
from vision.errors import VisionError

SECOND = 1_000_000_000
RESUMING_NS = 3 * SECOND
"""How long the campsite is looked for after an interruption, before the round goes on unwatched."""
PRESSED = "pressed"
"""The note of calls that wait for a ruling."""


def starting(room: Room) -> Course[tuple[CampDie, ...] | None]:
    """Count down and record the start; the Camp Dice that are watched from now on, None if nobody watches them."""
    room.stage.clear()
    dice: tuple[CampDie, ...] | None = None
    began = room.now_ns
    while (left := room.habits.countdown_s - (room.now_ns - began) // SECOND) > 0:
        room.stage.show(Countdown(int(left)))
        happening = yield from room.next()
        if isinstance(happening, Frame) and dice is None and not _moving(room):
            dice = _begin_watching(room, happening)
    event = {"event": "round_started", "t": room.match.seconds(room.now_ns)}
    yield from room.must_record(event)
    room.stage.play(Sound.GO)
    room.stage.flash(Countdown(0), seconds=0.7)
    room.tell("Go!")
    return dice


def resuming(room: Room, why: str) -> Course[tuple[CampDie, ...] | None]:
    """Go on with a round that was interrupted: the dice that are watched from now on, None if nobody watches."""
    yield from room.ask(acknowledge(Paused(why)))
    until = room.now_ns + RESUMING_NS
    while room.sighted is not None and room.now_ns < until:
        happening = yield from room.next()
        if not isinstance(happening, Frame) or _moving(room):
            continue
        dice = _begin_watching(room, happening, fewer=True)
        if dice is not None:
            return dice
    return None


def playing(room: Room, dice: tuple[CampDie, ...] | None, *, resumed: bool = False) -> Course[None]:
    """From the start of a round to its end. `dice` are the Camp Dice that are watched, None if nobody watches.

    A `resumed` round has been going on already; dice that are missing were taken while nobody watched.
    """
    play = Playing(room, _recorded(room) if resumed and dice is not None else dice)
    room.aftermath = play.watch_on
    if resumed:
        play.resume(dice)
    while room.state.phase == "playing":
        yield from play.course()
        if room.state.phase == "playing":
            room.stage.play(Sound.LOOK)
            play.resume((yield from resuming(room, play.interrupted)))


class Playing:
    """A round being played. `dice` are the Camp Dice that are watched, None if nobody watches.

    Calls that were made before a power cut and not ruled on are taken up again.
    """

    def __init__(self, room: Room, dice: tuple[CampDie, ...] | None) -> None:
        self._room = room
        self._began_ns = room.mono_ns(room.state.round.started or 0.0)
        settings = Settings(
            grace_ns=None if room.habits.grace_s is None else round(room.habits.grace_s * SECOND),
            repeat_call_s=room.state.match.repeat_call_s,
        )
        camp = room.state.round.campsite
        assert camp is not None
        if dice is None:
            self._referee = Referee.without_camera(
                camp.bears, camp.tents, started_ns=self._began_ns, settings=settings
            )
        else:
            self._referee = Referee.start(dice, started_ns=self._began_ns, settings=settings)
            there = tuple(Sight(die.die, "there", die.face, die.x, die.y) for die in dice)
            known = Glimpse(room.mono_ns(room.state.latest), there)
            self._referee, _ = self._referee.saw(known)
        self._watching = dice is not None
        self._blocked = False
        self._returning = False
        """Whether the camera came back and the campsite is to be found again."""
        self._found: deque[Finding] = deque()
        self._recorded: set[Call] = set()
        self._noted: tuple[Call, ...] = ()
        self._unruled = list(_pressed_before(room))
        for call in self._unruled:
            self._called(call)

    def resume(self, dice: tuple[CampDie, ...] | None) -> None:
        """Go on after an interruption, watching these dice, or without a camera."""
        if dice is None:
            self._referee, found = self._referee.blind(self._room.now_ns)
        else:
            self._referee, found = self._referee.resumed(dice, time_ns=self._room.now_ns)
        self._watching = dice is not None
        self._found.extend(found)

    @property
    def interrupted(self) -> str:
        """Why nothing is judged any more; empty while all is well."""
        return self._referee.stopped if self._watching else ""

    def course(self) -> Course[None]:
        """Until the round has ended or was interrupted."""
        room = self._room
        yield from self._settle()
        while room.state.phase == "playing" and not self.interrupted:
            self._show()
            happening = yield from room.next()
            if isinstance(happening, Press) and isinstance(happening.button, Menu):
                if happening.button is Menu.BACK:
                    yield from self._pause()
            else:
                self._take(happening)
            yield from self._settle()

    def watch_on(self, happening: Happening) -> None:
        """Look on after the end of the round, as long as hands are about: nothing may be taken any more."""
        self._take(happening)
        while self._found:
            found = self._found.popleft()
            if isinstance(found, TakenAfterEnd):
                self._warn(found)

    def _note(self, happening: Happening) -> Course[None]:
        """Let the referee have what happens during a dialog; what it finds waits for the dialog's end."""
        self._take(happening)
        yield from self._note_presses()

    def _called(self, call: Call) -> None:
        self._referee, found = self._referee.called(call)
        self._found.extend(found)

    def _take(self, happening: Happening) -> None:
        """Let the referee have what happened."""
        room = self._room
        found: tuple[Finding, ...] = ()
        match happening:
            case Press(time_ns=at, button=Shout(seat=seat)):
                player = room.player(seat)
                if player is not None:
                    call = Call(at, player)
                    self._unruled.append(call)
                    self._called(call)
            case Frame() as frame if self._watching and room.gaze is not None:
                glimpse = room.gaze.watcher.watch(
                    frame.picture, time_ns=frame.time_ns, exposure_ns=frame.exposure_ns
                )
                self._blocked = not glimpse.clear
                self._referee, found = self._referee.saw(glimpse)
            case Frame() as frame if self._returning and not _moving(room):
                dice = _begin_watching(room, frame, fewer=True)
                if dice is not None:
                    self._returning = False
                    self.resume(dice)
            case Tick(now_ns=now):
                self._referee, found = self._referee.tick(now)
            case CameraBack():
                self._returning = not self._watching
            case CameraGone() if self._watching:
                self._watching = False
                self._referee, found = self._referee.blind(room.now_ns)
        self._found.extend(found)

    def _settle(self) -> Course[None]:
        """Record and show what the referee found, and ask people where it has to."""
        room = self._room
        yield from self._note_presses()
        while self._found:
            yield from self._show_finding(self._found.popleft())
        while self._referee.asked and room.state.phase == "playing":
            yield from self._ask_about(self._referee.asked[0])
            while self._found:
                yield from self._show_finding(self._found.popleft())

    def _note_presses(self) -> Course[None]:
        """A press that is not ruled on at once must not be lost, even if the plug is pulled before it is."""
        ruled = {found.call for found in self._found if isinstance(found, Ruled) and found.verdict != "ask"}
        waiting = tuple(call for call in self._unruled if call not in ruled)
        if waiting and waiting != self._noted:
            self._noted = waiting
            seconds = self._room.match.seconds
            calls = [{"t": seconds(call.time_ns), "player": call.player} for call in waiting]
            yield from self._room.note(PRESSED, {"calls": calls})

    def _show_finding(self, found: Finding) -> Course[None]:
        room = self._room
        match found:
            case CampChanged():
                event = {
                    "event": "camp",
                    "t": room.match.seconds(found.time_ns),
                    "bears": found.bears,
                    "tents": found.tents,
                }
                yield from room.must_record(
                    event, why={"by": "people" if found.seen_ns is None else "camera"}
                )
            case Ruled():
                yield from self._rule(found)
            case RoundOver():
                event = {"event": "round_ended", "t": room.match.seconds(found.time_ns)}
                yield from room.must_record(event, why={"reason": found.reason, "rule": found.rule})
                room.stage.play(Sound.ROUND_OVER)
                room.stage.flash(
                    Verdict("", "ended", found.bears, found.tents, f"no {found.gone}s are left"),
                    seconds=room.habits.verdict_s,
                )
                room.tell(f"Round over: {found.reason}")
            case TwoAtOnce() | PutBack() | TakenAfterEnd() | KnockedOver():
                self._warn(found)
            case Disturbed():
                room.tell(found.reason)

    def _warn(self, found: TwoAtOnce | PutBack | TakenAfterEnd | KnockedOver) -> None:
        self._room.tell(found.reason)
        self._room.stage.flash(Notice(_TITLES[type(found)], found.reason), seconds=2.5)
        self._room.stage.play(Sound.LOOK)

    def _rule(self, ruled: Ruled) -> Course[None]:
        room = self._room
        call = ruled.call
        if ruled.verdict == "ask":
            room.stage.flash(_verdict(ruled), seconds=1.5)
            room.stage.play(Sound.LOOK)
            room.tell(f"{call.player} called: {ruled.reason}")
            return
        if call not in self._recorded:
            gaze = room.gaze
            yield from room.must_record(
                {"event": "call", "t": room.match.seconds(call.time_ns), "player": call.player},
                why=_explained(ruled, room),
                frame=None if gaze is None else gaze.evidence(ruled.decided_ns),
            )
            self._recorded.add(call)
        if call in self._unruled:
            self._unruled.remove(call)
        room.tell(f"{call.player} called: {ruled.reason}")
        if ruled.verdict == "ended" and room.state.phase == "playing":
            raise RulesDisagree(f"{call.player}'s call ended the round, but the rules say it did not")
        if ruled.verdict in ("false", "ended"):
            room.stage.clear_flashes()
            room.stage.flash(_verdict(ruled), seconds=room.habits.verdict_s)
            if ruled.verdict == "ended":
                room.celebrate_call(call.player)
            else:
                room.scold(call.player)

    def _ask_about(self, call: Call) -> Course[None]:
        room = self._room
        room.asked.append((room.state.number, f"{call.player} called"))
        room.stage.light(room.seat(call.player), Light.SLOW)
        bears, tents = self._referee.left
        before = room.state.round.campsite
        assert before is not None
        told = None
        while told is None and self._asks_about(call):
            told = yield from room.ask(
                count_campsite(bears=bears, tents=tents, most=(before.bears, before.tents)),
                meanwhile=self._note,
                wanted=lambda: self._asks_about(call),
            )
        room.stage.light(room.seat(call.player), Light.OFF)
        if told is not None:
            self._referee, found = self._referee.told(room.now_ns, told[0], told[1], for_call=call)
            self._found.extend(found)

    def _asks_about(self, call: Call) -> bool:
        """Whether it is still open; the camera may have come back and told."""
        return self._referee.asked[:1] == (call,)

    def _pause(self) -> Course[None]:
        room = self._room
        yield from room.ask(acknowledge(Paused("")), meanwhile=self._note)

    def _show(self) -> None:
        seconds = (self._room.now_ns - self._began_ns) // SECOND
        if self._watching:
            bears, tents = self._referee.left
            self._room.stage.show(Running(bears, tents, int(seconds), self._blocked))
        else:
            self._room.stage.show(Running(None, None, int(seconds)))


def _verdict(ruled: Ruled) -> Verdict:
    """The ruling as the display says it: the reason in a few words, in full it is told in a line."""
    return verdict_screen(
        ruled.call.player,
        ruled.verdict,
        bears=ruled.bears,
        tents=ruled.tents,
        called_ns=ruled.call.time_ns,
        last_seen_ns=ruled.last_seen_ns,
        first_gone_ns=ruled.first_gone_ns,
    )


_TITLES = {
    TwoAtOnce: "Two at once",
    PutBack: "Put back",
    TakenAfterEnd: "Too late",
    KnockedOver: "Knocked over",
}


def _begin_watching(room: Room, frame: Frame, *, fewer: bool = False) -> tuple[CampDie, ...] | None:
    """Begin to watch with a frame, if it shows the dice that the match knows of, or `fewer` of them."""
    camp = room.state.round.campsite
    if room.sighted is None or camp is None:
        return None
    try:
        dice = room.sighted.watcher.begin(frame.picture, time_ns=frame.time_ns)
    except VisionError as error:
        room.tell(f"The campsite could not be read: {error}")
        return None
    bears, tents = _counts(dice)
    if (bears, tents) == (camp.bears, camp.tents) or (fewer and bears <= camp.bears and tents <= camp.tents):
        return dice
    return None


def _recorded(room: Room) -> tuple[CampDie, ...]:
    """The dice that are in the campsite as far as is recorded; nobody knows where."""
    camp = room.state.round.campsite
    assert camp is not None
    bear, tent = CAMP_FACES
    faces = [bear] * camp.bears + [tent] * camp.tents
    return tuple(CampDie(number, face, 0.0, 0.0) for number, face in enumerate(faces))


def _counts(dice: tuple[CampDie, ...]) -> tuple[int, int]:
    bears = sum(die.face == "bear" for die in dice)
    return bears, len(dice) - bears


def _pressed_before(room: Room) -> tuple[Call, ...]:
    """The calls of this round that were made and not ruled on before the power went off."""
    started = room.state.round.started
    noted = room.match.notes.get(PRESSED, {}).get("calls", [])
    known = {(call.t, call.player) for call in room.state.round.calls}
    return tuple(
        Call(room.mono_ns(entry["t"]), entry["player"])
        for entry in noted
        if started is not None and entry["t"] >= started and (entry["t"], entry["player"]) not in known
    )


def _moving(room: Room) -> bool:
    return room.gaze is None or room.gaze.still_ns < SECOND // 5


def _explained(ruled: Ruled, room: Room) -> dict[str, object]:
    """The explanation that is kept with a ruling."""

    def seconds(time_ns: int | None) -> float | None:
        return None if time_ns is None else room.match.seconds(time_ns)

    return {
        "verdict": ruled.verdict,
        "bears": ruled.bears,
        "tents": ruled.tents,
        "rule": ruled.rule,
        "reason": ruled.reason,
        "last_seen": seconds(ruled.last_seen_ns),
        "first_gone": seconds(ruled.first_gone_ns),
        "decided": seconds(ruled.decided_ns),
        "benefit": ruled.benefit,
    }
