"""The round itself: the campsite is watched, calls are judged, and every ruling is on the disk before it is shown."""

from __future__ import annotations

from collections import deque

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
from companion.screens.kinds import Notice, Paused, Running, Verdict
from companion.table.asking import acknowledge
from companion.table.bears.counting import count_campsite
from companion.table.bears.mending import menu
from companion.table.bears.room import BearsRoom
from companion.table.bears.rulings import PRESSED, TITLES, explained, pressed_before, verdict_of
from companion.table.bears.starting import CampFinder, recorded
from companion.table.bears.surplus import tell_surplus
from companion.table.happenings import CameraGone, Course, Happening, Tick
from companion.table.room import RulesDisagree
from hardware.buttons import Menu, Press, Shout
from hardware.camera import Frame
from hardware.outputs import Light, Sound

SECOND = 1_000_000_000
ASKING_S = 2.0
"""How long it is said whose call it is before people are asked what lay there."""
READ_S = 1.2
"""So long a verdict stands although the next one is there already."""
RESUMING_NS = 3 * SECOND
"""How long the campsite is looked for after an interruption, before the round goes on unwatched."""


def playing(room: BearsRoom, dice: tuple[CampDie, ...] | None) -> Course[None]:
    """A round that has just begun, to its end. `dice` are the Camp Dice that are watched, None if they were not seen.

    Nothing if it was not begun after all; it ends early where people put right what was recorded of it.
    """
    if room.state.phase != "playing":
        return
    play = Playing(room, dice)
    try:
        if dice is None:
            play.go_on(None)
        yield from play.until_over()
    finally:
        room.watching = None


def resuming(room: BearsRoom, why: str) -> Course[None]:
    """A round that was interrupted, to its end; dice that are missing were taken while nobody watched."""
    play = Playing(room, None)
    try:
        if not (yield from play.take_up(why)):
            yield from play.until_over()
    finally:
        room.watching = None


class Playing:
    """A round being played. `dice` are the Camp Dice that are watched; None as long as they are still to be found."""

    def __init__(self, room: BearsRoom, dice: tuple[CampDie, ...] | None) -> None:
        self._room = room
        self._began_ns = room.mono_ns(room.state.round.started or 0.0)
        settings = Settings(
            grace_ns=None if room.habits.grace_s is None else round(room.habits.grace_s * SECOND),
            repeat_call_s=room.state.match.repeat_call_s,
        )
        camp = room.state.round.campsite
        assert camp is not None
        if room.camp is None:
            self._referee = Referee.without_camera(
                camp.bears, camp.tents, started_ns=self._began_ns, settings=settings
            )
        else:
            known = recorded(room) if dice is None else dice
            self._referee = Referee.start(known, started_ns=self._began_ns, settings=settings)
            there = tuple(Sight(die.die, "there", die.face, die.x, die.y) for die in known)
            self._referee, _ = self._referee.saw(Glimpse(room.mono_ns(room.state.latest), there))
        self._watching = dice is not None
        self._looking = True
        """Whether the dice are looked for while they are not watched."""
        self._finder = CampFinder(room, fewer=True)
        self._blocked = False
        self._found: deque[Finding] = deque()
        self._recorded: set[Call] = set()
        self._before = [v for v in room.state.judgement.verdicts if v.ruling in ("false", "ended")]
        self._unruled = list(pressed_before(room))
        self._noted = tuple(self._unruled)
        room.aftermath = self.watch_on
        room.watching = self._take
        room.meanwhile = self._note

    def until_over(self) -> Course[None]:
        """Until the round has ended, or people have put right what was recorded of it."""
        room = self._room
        while room.state.phase == "playing":
            if (yield from self._course()):
                return
            if room.state.phase == "playing":
                room.stage.play(Sound.LOOK)
                if (yield from self.take_up(self._interrupted)):
                    return

    def take_up(self, why: str) -> Course[bool]:
        """Go on after an interruption, once people say so; True if they put right what was recorded instead.

        Calls that were made before a power cut and not ruled on are taken up again.
        """
        room = self._room
        self._watching = self._looking = False
        for call in self._unruled:
            self._called(call)
        if (yield from self._paused(why)):
            return True
        until = room.now_ns + RESUMING_NS
        dice = None
        while dice is None and room.sighted is not None and room.now_ns < until:
            happening = yield from room.next()
            yield from self._note(happening)
            dice = self._finder.look(happening)
        self.go_on(dice)
        return False

    def go_on(self, dice: tuple[CampDie, ...] | None) -> None:
        """Watch these dice from now on, or go on without the camera until they are found."""
        if dice is None:
            self._referee, found = self._referee.blind(self._room.now_ns)
        else:
            self._referee, found = self._referee.resumed(dice, time_ns=self._room.now_ns)
        self._watching, self._looking = dice is not None, True
        self._found.extend(found)

    @property
    def _interrupted(self) -> str:
        """Why nothing is judged any more; empty while all is well."""
        return self._referee.stopped if self._watching else ""

    def _course(self) -> Course[bool]:
        """Until the round has ended or was interrupted; True if people put right what was recorded of it."""
        room = self._room
        yield from self._settle()
        while room.state.phase == "playing" and not self._interrupted:
            self._show()
            happening = yield from room.next()
            if isinstance(happening, Press) and isinstance(happening.button, Menu):
                if happening.button is Menu.BACK and (yield from self._paused("")):
                    return True
            else:
                self._take(happening)
            if (yield from self._settle()):
                return True
        return False

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
        repeated = self._repeated(call)
        if repeated is not None:
            self._found.append(repeated)
            return
        self._referee, found = self._referee.called(call)
        self._found.extend(found)

    def _repeated(self, call: Call) -> Ruled | None:
        """The ruling on a press that repeats one from before an interruption, of which the referee knows nothing."""
        room = self._room
        t, span = room.match.seconds(call.time_ns), room.state.match.repeat_call_s
        for judged in self._before:
            if judged.call.player == call.player and 0 <= t - judged.call.t <= span:
                reason = f"not judged, a repeat of the press at {judged.call.t:.2f} s"
                return Ruled(call, "repeat", None, None, judged.rule, reason)
        return None

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
            case Frame() as frame if self._watching and room.camp is not None:
                glimpse = room.camp.watcher.watch(
                    frame.picture, time_ns=frame.time_ns, exposure_ns=frame.exposure_ns
                )
                self._blocked = not glimpse.clear
                self._referee, found = self._referee.saw(glimpse)
            case Frame() if self._looking and not self._watching and room.state.phase == "playing":
                dice = self._finder.look(happening)
                if dice is not None:
                    self.go_on(dice)
            case Tick(now_ns=now):
                self._referee, found = self._referee.tick(now)
            case CameraGone() if self._watching:
                self._watching = False
                self._referee, found = self._referee.blind(room.now_ns)
        self._found.extend(found)

    def _settle(self) -> Course[bool]:
        """Record and show what the referee found, and ask people where it has to; True if they put right instead."""
        room = self._room
        yield from self._note_presses(recording=True)
        yield from self._show_findings()
        while self._referee.asked and room.state.phase == "playing":
            if (yield from self._ask_about(self._referee.asked[0])):
                return True
            yield from self._show_findings()
        return False

    def _show_findings(self) -> Course[None]:
        while self._found:
            found = self._found.popleft()
            newest = self._referee.ruling(found.call) if isinstance(found, Ruled) else None
            if newest is None or newest == found:
                yield from self._show_finding(found)
        yield from self._note_presses()

    def _note_presses(self, *, recording: bool = False) -> Course[None]:
        """A press that is not recorded at once must not be lost, even if the plug is pulled before it is.

        `recording`: what is ruled on already will be recorded next, and needs no note if it has none.
        """
        ruled = {found.call for found in self._found if isinstance(found, Ruled) and found.verdict != "ask"}
        waiting = tuple(
            call for call in self._unruled if not recording or call not in ruled or call in self._noted
        )
        if waiting != self._noted:
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
        self._room.stage.flash(Notice(TITLES[type(found)], found.reason), seconds=2.5)
        self._room.stage.play(Sound.LOOK)

    def _rule(self, ruled: Ruled) -> Course[None]:
        room = self._room
        call = ruled.call
        if ruled.verdict == "ask":
            room.tell(f"{call.player} called: {ruled.reason}")
            return
        if call not in self._recorded:
            gaze = room.camp
            yield from room.must_record(
                {"event": "call", "t": room.match.seconds(call.time_ns), "player": call.player},
                why=explained(ruled, room),
                frame=None if gaze is None else gaze.evidence(ruled.decided_ns),
            )
            self._recorded.add(call)
        if call in self._unruled:
            self._unruled.remove(call)
        room.tell(f"{call.player} called: {ruled.reason}")
        if ruled.verdict == "ended" and room.state.phase == "playing":
            raise RulesDisagree(f"{call.player}'s call ended the round, but the rules say it did not")
        if ruled.verdict in ("false", "ended"):
            room.stage.hasten(READ_S if isinstance(room.stage.screen, Verdict) else 0.0)
            room.stage.flash(verdict_of(ruled), seconds=room.habits.verdict_s)
            if ruled.verdict == "ended":
                room.celebrate_call(call.player)
            else:
                room.scold(call.player)
        else:
            tell_surplus(room, room.match.seconds(call.time_ns), call.player)

    def _ask_about(self, call: Call) -> Course[bool]:
        """What was in the campsite at a call; True if people put right something else instead."""
        room = self._room
        room.asked.append((room.state.number, f"{call.player} called"))
        before = room.state.round.campsite
        assert before is not None
        told = None
        while told is None and self._asks_about(call):
            ruled = self._referee.ruling(call)
            assert ruled is not None
            room.stage.light(room.seat(call.player), Light.SLOW)
            room.stage.flash(verdict_of(ruled), seconds=ASKING_S)
            room.stage.play(Sound.LOOK)
            bears, tents = self._referee.left
            told = yield from room.ask(
                count_campsite(bears=bears, tents=tents, most=(before.bears, before.tents)),
                wanted=lambda: self._asks_about(call),
            )
            room.stage.light(room.seat(call.player), Light.OFF)
            if told is None and self._asks_about(call) and (yield from menu(room)):
                return True
        if told is not None:
            self._referee, found = self._referee.told(room.now_ns, told[0], told[1], for_call=call)
            self._found.extend(found)
        return False

    def _asks_about(self, call: Call) -> bool:
        """Whether it is still open; the camera may have come back and told."""
        return self._referee.asked[:1] == (call,)

    def _paused(self, why: str) -> Course[bool]:
        """Until people go on; True if they put right what was recorded."""
        room = self._room
        room.stage.clear_flashes()
        while not (yield from room.ask(acknowledge(Paused(why)))):
            if (yield from menu(room)):
                return True
        return False

    def _show(self) -> None:
        seconds = (self._room.now_ns - self._began_ns) // SECOND
        if self._watching:
            bears, tents = self._referee.left
            self._room.stage.show(Running(bears, tents, int(seconds), self._blocked))
        else:
            self._room.stage.show(Running(None, None, int(seconds)))
