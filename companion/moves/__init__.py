"""Finding out what was moved in Bears, Foxes & Hares, pure: from a state and what is seen of the board to an event.

`find` explains what is seen; `amiss` compares a whole board with a state, when a match is taken up again. What several
legal events explain is asked, what none explains is told as precisely as it can be: nothing is guessed.
"""

from companion.moves.amiss import Misplaced, amiss
from companion.moves.explaining import Explanation
from companion.moves.finding import Finding, Found, Lifted, Unchanged, Which, Wrong, find
from companion.moves.sights import SeenPiece, Sighting, Unclear, shown
from companion.moves.words import brief, named, told

__all__ = [
    "Explanation",
    "Finding",
    "Found",
    "Lifted",
    "Misplaced",
    "SeenPiece",
    "Sighting",
    "Unchanged",
    "Unclear",
    "Which",
    "Wrong",
    "amiss",
    "brief",
    "find",
    "named",
    "shown",
    "told",
]
