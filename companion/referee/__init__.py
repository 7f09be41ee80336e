"""The referee of Bears!: glimpses of the campsite, calls and ticks -> findings; pure values, no pictures, no clock.

`Referee.start` begins a round; `saw`, `called`, `tick` and `told` each give the next referee and what it found.
"""

from companion.referee.findings import (
    CampChanged,
    Disturbed,
    Finding,
    KnockedOver,
    Left,
    PutBack,
    RoundOver,
    Ruled,
    Ruling,
    TakenAfterEnd,
    TwoAtOnce,
)
from companion.referee.logged import as_event, in_seconds
from companion.referee.referee import Referee
from companion.referee.sights import Call, CampDie, Glimpse, Seen, Sight, Trouble
from companion.referee.standing import Settings

__all__ = [
    "Call",
    "CampChanged",
    "CampDie",
    "Disturbed",
    "Finding",
    "Glimpse",
    "KnockedOver",
    "Left",
    "PutBack",
    "Referee",
    "RoundOver",
    "Ruled",
    "Ruling",
    "Seen",
    "Settings",
    "Sight",
    "TakenAfterEnd",
    "Trouble",
    "TwoAtOnce",
    "as_event",
    "in_seconds",
]
