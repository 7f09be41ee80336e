"""A match: its header and everything recorded of it in the journal, folded into the state that it is in.

`Match` is the one being played; `Story` is the fold itself, without a journal; `companion.match.amends` puts right what
was misread or misjudged in Bears!.
"""

from companion.match.account import MatchUnreadable
from companion.match.live import FAREWELL, Match, Outcome
from companion.match.story import Entry, Story

__all__ = ["FAREWELL", "Entry", "Match", "MatchUnreadable", "Outcome", "Story"]
