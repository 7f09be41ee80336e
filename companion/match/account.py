"""Everything that the journal has of a match, entry by entry."""

from collections.abc import Iterable, Mapping
from typing import Any, Self

from companion.errors import CompanionError
from companion.games.fields import LogError
from companion.games.log import AnyGame, Refusal
from companion.journal import Row
from companion.match.story import Line, Story


class MatchUnreadable(CompanionError):
    """The journal holds a match that this program cannot fold."""


class Account:
    """What the entries of one match come to."""

    def __init__(self, header: Row, games: Mapping[str, AnyGame]) -> None:
        self.story = Story.begin(Line(header.text), games)
        """The game."""
        self.notes: dict[str, dict[str, Any]] = {}
        """The last note of each name."""
        self.closed = ""
        """Why the match was given up; "" if it was not."""
        self.lost = 0
        """How many entries damage to the journal has cost."""

    @classmethod
    def of(cls, rows: Iterable[Row], games: Mapping[str, AnyGame]) -> Self:
        """The account of a match with all these entries, the header first; raises `MatchUnreadable`."""
        header, *others = rows
        try:
            account = cls(header, games)
            for row in others:
                account.follow(row)
        except (LogError, KeyError, TypeError, ValueError) as error:
            raise MatchUnreadable(f"match {header.match} in the journal cannot be read: {error}") from error
        return account

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return bool(self.story.play.report()["phase"] == "over")

    def follow(self, row: Row) -> Refusal | None:
        """Let the next entry take effect; why the game refused it, if it did. Raises `ValueError` and its like."""
        refusal: Refusal | None = None
        match row.kind:
            case "event":
                self.story, refusal = self.story.take(Line(row.text), row.seq)
            case "undo":
                self.story, refusal = self.story.undo(row.seq)
            case "correct":
                changes = [(seq, [Line.of(event) for event in events]) for seq, events in row.body["changes"]]
                self.story, refusal = self.story.correct(changes, row.seq)
            case "note":
                self.notes[row.body["note"]] = row.body["body"]
            case "close":
                self.closed = row.body["why"]
            case "recovered":
                self.lost += row.body["lost"]
            case "resume":
                pass
            case other:
                raise ValueError(f"entry {row.seq} is of an unknown kind, {other}")
        return refusal
