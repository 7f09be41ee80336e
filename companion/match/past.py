"""Past matches in a line each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from companion.games.log import AnyGame
from companion.journal import Row
from companion.match.account import Account, MatchUnreadable


@dataclass(frozen=True)
class Past:
    """What there is to say of a match in the journal."""

    number: int
    began: datetime
    """By the wall clock of the device, in the local time zone."""
    clock_set: bool | None
    """Whether that clock is believed to have been right; None where that cannot be told."""
    game: str
    players: tuple[str, ...]
    rounds: int
    """Rounds that were scored; in games without, turns or rounds begun."""
    standing: str
    """`over`, `unfinished`, `given up` or `unreadable`."""
    winners: tuple[str, ...] = ()
    lost: int = 0
    """Entries that damage to the journal has cost."""

    def report(self) -> dict[str, object]:
        """As JSON."""
        return {
            "match": self.number,
            "began": self.began.isoformat(timespec="seconds"),
            "clock_set": self.clock_set,
            "game": self.game,
            "players": list(self.players),
            "rounds": self.rounds,
            "standing": self.standing,
            "winners": list(self.winners),
            "lost": self.lost,
        }


def past(rows: Sequence[Row], games: Mapping[str, AnyGame]) -> Past:
    """The match that these entries are of, the header first."""
    header = rows[0]
    began = _here(datetime.fromtimestamp(header.stamp.wall_ns // 1_000_000_000, UTC))
    said = header.body
    players = tuple(map(str, said.get("players") or said.get("runners") or ()))
    game = str(said.get("game", "?"))
    try:
        account = Account.of(rows, games)
    except MatchUnreadable:
        return Past(header.match, began, header.stamp.synced, game, players, 0, "unreadable")
    report = account.story.play.report()
    standing = "over" if account.over else "given up" if account.closed else "unfinished"
    return Past(
        header.match,
        began,
        header.stamp.synced,
        game,
        players,
        _rounds(report),
        standing,
        _winners(report) if account.over else (),
        account.lost,
    )


def _here(moment: datetime) -> datetime:
    try:
        return moment.astimezone()
    except ValueError:  # TZ may say anything, such as an offset of several days
        return moment


def _rounds(report: Mapping[str, object]) -> int:
    match report:
        case {"rounds": list() as rounds}:
            return len(rounds)
        case {"round": int() as number} | {"turn": int() as number}:
            return number
    return 0


def _winners(report: Mapping[str, object]) -> tuple[str, ...]:
    match report:
        case {"winner": str() as winner}:
            return (winner,)
        case {"winners": list() as winners}:
            return tuple(map(str, winners))
    return ()
