from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import numpy as np
import pytest

from calibration.profile import Profile
from companion.journal import Journal, JournalError, stamps
from companion.match import Match
from companion.screens.kinds import Choose
from companion.settings import Settings
from companion.table.bears.game import BearsAtTable
from companion.table.happenings import Happening, Tick
from companion.table.outrun.game import OutrunAtTable
from companion.table.session import Box, Session, Wishes
from companion.table.setting_up import set_up
from hardware.buttons import Button, Menu, Press
from hardware.camera import Camera, Frame
from hardware.errors import CameraLost
from tests.companion.table.table_bench import SECOND, Shown
from vision.faces import SHOT, TaughtFaces

NAMES = ("Ana", "Ben")


class Presses:
    """A feed without a camera: a second passes before each press, and some at the end. It is the clock, too."""

    def __init__(self, *buttons: Button | None, start_s: int = 5) -> None:
        self._buttons, self._now_ns = buttons, start_s * SECOND

    def now_ns(self) -> int:
        """Its time."""
        return self._now_ns

    def happenings(self) -> Iterator[tuple[Happening, ...]]:
        """One press after the other, None for a second without."""
        for button in (*self._buttons, None, None):
            for _ in range(10):
                self._now_ns += SECOND // 10
                yield (Tick(self._now_ns),)
            if button is not None:
                yield (Press(self._now_ns, button), Tick(self._now_ns))

    def close(self) -> None:
        """Nothing to let go."""


class Evening:
    """One time that the device is switched on: what was shown and told."""

    def __init__(
        self,
        folder: Path,
        *buttons: Button | None,
        wishes: Wishes,
        settings: Settings | None = None,
        camera: Camera | None = None,
        profiles: Mapping[str, Profile] = MappingProxyType({}),
    ) -> None:
        feed, shown = Presses(*buttons), Shown()
        self.screens: list[str] = []
        self.lines: list[str] = []
        with Journal.open(folder, now=stamps(feed.now_ns, boot=str(uuid.uuid4()))) as journal:
            session = Session(
                box=Box(shown, shown, shown, camera, feed, feed),
                journal=journal,
                settings=settings or Settings(),
                games={"bears": BearsAtTable()},
                profiles=profiles,
                wishes=wishes,
                tell=self.lines.append,
                observers=(
                    lambda name, says: self.screens.append(f"{name} {says.get('title', '')}".strip()),
                ),
            )
            session.run()
            assert session.match is None or session.match.number > 0
            self.number = None if session.match is None else session.match.number
            self.over = session.match is not None and session.match.over
            self.state = None if session.match is None else session.match.state


class Adapting(Camera):
    """A camera that counts how often it may adapt, by the screen that is shown then."""

    def __init__(self) -> None:
        self.allowed = 0

    def frame(self, *, timeout_s: float) -> Frame:  # noqa: ARG002 - the protocol's name
        """Not asked for."""
        raise CameraLost("no frames")

    def still(self, *, after_ns: int, timeout_s: float) -> Frame:  # noqa: ARG002 - the protocol's names
        """Not asked for."""
        raise CameraLost("no stills")

    def adapt(self) -> None:
        """Once more."""
        self.allowed += 1

    def close(self) -> None:
        """Nothing to let go."""


def won(folder: Path) -> None:
    """The shortest match there is, up to its end, that nobody has seen."""
    settings = replace(Settings(), target=1)
    with Journal.open(folder, now=stamps(lambda: SECOND, boot="first")) as journal:
        match = Match.begin(journal, settings.header(NAMES))
        for event in (
            {"event": "camp_rolled", "bears": 5, "tents": 5},
            {"event": "round_started", "t": 1.0},
            {"event": "camp", "t": 2.0, "bears": 0, "tents": 5},
            {"event": "call", "t": 3.0, "player": "Ana"},
            {
                "event": "round_read",
                "campsite": {"bears": 0, "tents": 5},
                "players": {
                    "Ana": {"pairs": [["gun", "bear"]] * 5, "loose": []},
                    "Ben": {"pairs": [], "loose": []},
                },
            },
        ):
            assert match.take(event).accepted
        assert match.over


def test_a_match_that_ended_when_the_power_went_still_shows_who_won(tmp_path: Path) -> None:
    """The last round decides; its score must not be gone because somebody kicked the plug before it was seen."""
    won(tmp_path)
    again = Evening(tmp_path, *[Menu.OK] * 8, wishes=Wishes(players=NAMES, once=True))
    assert again.number == 1
    assert "winner" in again.screens
    later = Evening(tmp_path, wishes=Wishes(players=NAMES))
    assert later.number == 2, "once it was seen, the next match begins"


def test_a_full_disk_does_not_end_the_program_before_a_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who has room again in a minute plays on; a box without a keyboard cannot be started again by hand."""
    begin, failures = Journal.begin, [JournalError("the disk is full")] * 3

    def full(journal: Journal, header: dict[str, object]) -> object:
        if failures:
            raise failures.pop()
        return begin(journal, header)

    monkeypatch.setattr(Journal, "begin", full)
    evening = Evening(tmp_path, *[None] * 6, wishes=Wishes(players=NAMES))
    assert evening.number == 1
    assert "notice Can't save" in evening.screens
    assert [line for line in evening.lines if "save" in line.lower()] == [
        "Cannot save: the disk is full",
        "Saved; going on",
    ]
    assert evening.screens[-1].startswith("roll")


def test_the_camera_adapts_before_a_round_and_not_in_it(tmp_path: Path) -> None:
    """In a round every picture is compared with others; between rounds somebody may switch on the lamp."""
    camera = Adapting()
    Evening(tmp_path, *[None] * 20, wishes=Wishes(players=NAMES), camera=camera)
    assert camera.allowed >= 20
    before = camera.allowed
    rolled = (Menu.OK, *[Menu.NEXT] * 4, Menu.OK, Menu.OK)
    Evening(tmp_path, *rolled, *[None] * 40, wishes=Wishes(players=NAMES), camera=camera)
    with Journal.open(tmp_path) as journal:
        match = Match.unfinished(journal)
    assert match is not None
    assert match.state.phase == "playing"
    assert camera.allowed - before <= len(rolled)


def test_a_camera_that_was_not_found_is_told_with_what_to_do(tmp_path: Path) -> None:
    """The system looks for it only when it starts; whoever waits for it to come back waits for ever."""
    profile = Profile("loose", TaughtFaces(("1",), {"1": np.zeros((1, SHOT, SHOT, 3), np.uint8)}))
    evening = Evening(tmp_path, wishes=Wishes(players=NAMES), profiles={"bears": profile})
    assert evening.screens[0] == "notice No camera"
    assert "notice No camera" not in Evening(tmp_path, wishes=Wishes()).screens, (
        "it was never meant to be there"
    )


def test_a_display_that_works_is_not_spoken_of(tmp_path: Path) -> None:
    """Only one that failed can work again."""
    evening = Evening(tmp_path, None, None, wishes=Wishes(players=NAMES))
    assert not [line for line in evening.lines if "display" in line]


def test_a_match_of_another_game_is_left_alone(tmp_path: Path) -> None:
    """Who asks for Bears! gets Bears!, and the unfinished match of another game stays in the history."""
    with Journal.open(tmp_path, now=stamps(lambda: SECOND, boot="first")) as journal:
        journal.begin({"game": "bfh", "players": ["red", "blue"], "board": "two-arm"})
    assert Evening(tmp_path, wishes=Wishes("bears", players=NAMES)).number == 2


def test_a_bears_match_goes_on_whatever_game_is_named(tmp_path: Path) -> None:
    """Whoever switches the device on again wants what was going on."""
    assert Evening(tmp_path, wishes=Wishes(players=NAMES)).number == 1
    assert Evening(tmp_path, wishes=Wishes()).number == 1
    assert Evening(tmp_path, wishes=Wishes("bears")).number == 1
    assert Evening(tmp_path, wishes=Wishes(players=NAMES, fresh=True)).number == 2


def test_the_usual_game_is_offered_first() -> None:
    """A family that plays one game most presses ok once; the others are one press further."""
    games = {game.name: game for game in (BearsAtTable(), OutrunAtTable())}
    for settings, title in (
        (Settings(), "Bears!"),
        (Settings(game="outrun"), "Outrun the Bear"),
    ):
        screen = next(set_up(games, settings, seats=4))
        assert isinstance(screen, Choose)
        assert screen.options[screen.chosen] == title
    asked = next(set_up(games, Settings(), seats=4, game="bears"))
    assert isinstance(asked, Choose)
    assert asked.title != "Which game?"
