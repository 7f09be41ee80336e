"""What people may set, as values with their defaults."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from companion.games.bears.settings import MOST_PLAYERS, TieBreak, Variant
from companion.games.bfh.settings import DEFAULT_BOARD
from companion.games.outrun import Variant as OutrunVariant
from hardware.wiring import Wiring

Game = Literal["bears", "bfh", "outrun"]
EndAnnounce = Literal["sound", "shout"]
BfhDie = Literal["device", "buttons", "camera"]
BoardCorner = Literal["near left", "near right", "far right", "far left"]
DisplayKind = Literal["ssd1306", "sh1106", "none"]


@dataclass(frozen=True)
class Settings:
    """Everything that people may set, as it was set or by default."""

    game: Game = "bears"
    """Which is played where nobody says otherwise."""
    players: tuple[str, ...] = ()
    """Who plays if nobody says otherwise, in the order of the seats; empty: asked at the table."""
    target: int = 100
    variant: Variant = "classic"
    both_gone_sleeper: int = 5
    tiebreak: TieBreak = "all"
    repeat_call_s: float = 1.0
    max_players: int = MOST_PLAYERS

    bfh_board: str = DEFAULT_BOARD
    """Of Bears, Foxes & Hares."""
    bfh_colours: tuple[str, ...] = ()
    """Who plays, in the order of the turns."""
    bfh_die: BfhDie = "device"
    """Who rolls: the device, or people, who enter what their die shows, or let the camera read it."""
    bfh_die_profile: Path | None = None
    """How a die beside the board is read."""
    bfh_neutral: str = "black"
    """The colour of the neutral pieces, as it was taught."""
    bfh_a1: BoardCorner = "near left"
    """Where on the board, as the device sees it, a1 is."""
    bfh_profile: Path | None = None
    """How the board is read."""
    boards: Path | None = None
    """A folder with more boards."""

    outrun_variants: tuple[OutrunVariant, ...] = ()
    """Of Outrun the Bear."""
    park: Path | None = None
    """The tiles of Outrun the Bear that are played with; None: the example."""
    parks: Path | None = None
    """A folder with more of them."""
    rows: Path | None = None
    """Where the rows of a park that always lies the same are; None: taught at the table."""

    end_announce: EndAnnounce = "sound"
    """When nobody calls: `sound` the end after the grace, or wait for a `shout`."""
    end_grace_s: float = 1.5

    profile: Path | None = None
    seats: tuple[float, ...] | None = None
    """Where people sit, degrees counter-clockwise from the right; None: as the profile says."""
    mains_hz: int = 50
    """Of the light; exposures are whole half-waves of it."""
    watch_fps: int = 15

    mute: bool = False

    display: DisplayKind = "ssd1306"
    dim_after_s: float = 120.0
    off_after_s: float = 900.0

    wiring: Wiring = field(default_factory=Wiring)
    """What is wired where, from the sections `display` and `pins`."""

    data: Path | None = None
    """Where the journal is kept; None: in the usual place."""
    evidence_mb: int = 200

    file: Path | None = None
    """The file that was read, if one was."""

    def header(self, players: tuple[str, ...] | None = None) -> dict[str, object]:
        """The header of a match of Bears! by these settings, of `players` or else those set."""
        return {
            "game": "bears",
            "players": list(self.players if players is None else players),
            "target": self.target,
            "variant": self.variant,
            "both_gone_sleeper": self.both_gone_sleeper,
            "tiebreak": self.tiebreak,
            "repeat_call_s": self.repeat_call_s,
            "max_players": self.max_players,
        }
