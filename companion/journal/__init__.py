"""The journal: everything that happened in every match, in SQLite, durable before the call that records it returns.

`Journal` is its one writer, `read_journal` looks at it from outside; a damaged file is set aside and what can be read
of it is recovered. What the entries mean is not known here, see `companion.match`.
"""

from companion.journal.errors import JournalBusy, JournalError, JournalTooNew
from companion.journal.evidence import find_frame
from companion.journal.reading import Contents, read_journal
from companion.journal.recovery import Recovery
from companion.journal.rows import Row
from companion.journal.stamps import Stamp, Stamps, stamps
from companion.journal.store import Journal

__all__ = [
    "Contents",
    "Journal",
    "JournalBusy",
    "JournalError",
    "JournalTooNew",
    "Recovery",
    "Row",
    "Stamp",
    "Stamps",
    "find_frame",
    "read_journal",
    "stamps",
]
