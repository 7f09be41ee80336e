"""Outrun the Bear, the race by Samuel Barmettler (Around the Stump): trail, counts of cards, the course of a match.

`GAME` is what the match log folds; `allowed` says whose move it is and what a state accepts. Neither the published
cards nor the faces of the published tiles are in here: cards stay in the players' hands, and a match brings its park.
"""

from typing import Final

from companion.games.log import Game
from companion.games.outrun.allowed import Allowed, allowed
from companion.games.outrun.cards import BearDraw, Cards
from companion.games.outrun.events import (
    EVENTS,
    BearMoves,
    Crawl,
    Discard,
    Draw,
    Effect,
    EndTurn,
    Event,
    Move,
    PlayCard,
    React,
    RemoveCard,
    ResolveTerrain,
    Sprint,
    read_event,
)
from companion.games.outrun.park import Park, Row, Terrain, Tile
from companion.games.outrun.play import State, apply, start
from companion.games.outrun.settings import BEAR, Match, Variant, read_header
from companion.games.outrun.telling import report, tell
from companion.games.outrun.trail import Trail

__all__ = [
    "BEAR",
    "GAME",
    "Allowed",
    "BearDraw",
    "BearMoves",
    "Cards",
    "Crawl",
    "Discard",
    "Draw",
    "Effect",
    "EndTurn",
    "Event",
    "Match",
    "Move",
    "Park",
    "PlayCard",
    "React",
    "RemoveCard",
    "ResolveTerrain",
    "Row",
    "Sprint",
    "State",
    "Terrain",
    "Tile",
    "Trail",
    "Variant",
    "allowed",
    "apply",
    "start",
]

GAME: Final[Game[Match, Event, State]] = Game(
    name="outrun",
    read_header=read_header,
    events=EVENTS,
    read_event=read_event,
    start=start,
    apply=apply,
    report=report,
    tell=tell,
)
