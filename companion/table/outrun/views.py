"""The state of a match of Outrun the Bear in words and screens for people."""

from __future__ import annotations

from companion.games.outrun import BEAR, State
from companion.games.outrun.trail import Trail
from companion.screens.outrun_kinds import Hands, TrailMap


def place(trail: Trail, row: int) -> str:
    """A row as people find it: the tile, and which of its rows from the campsite's end, where it has several."""
    if row < 0:
        return "before the camp"
    for tile in trail.park.tiles:
        if row < len(tile.rows):
            return f"{tile.name} {row + 1}" if len(tile.rows) > 1 else tile.name
        row -= len(tile.rows)
    return "beyond the trail"


def whereabouts(trail: Trail, runner: str) -> str:
    """Where a runner is, on the trail or not."""
    if runner in trail.home:
        return "home"
    return "eaten" if runner in trail.eaten else place(trail, trail.places[runner])


def map_of(state: State, *, trail: Trail | None = None) -> TrailMap:
    """The little map of the trail, at another moment of it if `trail` says so."""
    trail = trail or state.trail
    others = tuple(row for runner, row in trail.places.items() if runner != state.to_move)
    return TrailMap(
        tuple(row.terrain for row in trail.park.rows), others, trail.places.get(state.to_move), trail.bear
    )


def changes(before: State, after: State) -> list[str]:
    """Who went where between two states with an event or two between them, and which tiles were turned."""
    told = []
    for runner in after.match.runners:
        was, now = whereabouts(before.trail, runner), whereabouts(after.trail, runner)
        if was != now:
            told.append(f"{runner} is {now}" if now in ("home", "eaten") else f"{runner} to {now}")
    park = before.trail.park
    for _ in range(2 * len(park.tiles)):
        if park == after.trail.park:
            break
        told.append(f"{park.tiles[1].name} is turned and put at the end")
        park = park.turned()
    if place(before.trail, before.trail.bear) != place(after.trail, after.trail.bear):
        told.append(f"the Bear to {place(after.trail, after.trail.bear)}")
    return told


def hands(state: State) -> Hands:
    """Where everybody is, and the cards."""
    return Hands(
        tuple(
            (runner, whereabouts(state.trail, runner), cards, runner in state.cards.equipped)
            for runner, cards in state.cards.hands.items()
        ),
        state.cards.deck,
        state.cards.discard_pile,
    )


def terrain_says(state: State) -> str:
    """What the terrain does at the start of the turn of the runner to move, "" where it does nothing."""
    if state.to_move not in state.trail.places:
        return ""
    row = state.trail.places[state.to_move]
    match state.trail.under(state.to_move).terrain:
        case "river":
            moved = state.trail.move(state.to_move, 1)
            return f"River: first on to {whereabouts(moved, state.to_move)}"
        case "slope":
            moved = state.trail.slide(state.to_move)
            if moved.places[state.to_move] == row:
                return "Slope: nowhere to slip"
            return f"Slope: first back to {whereabouts(moved, state.to_move)}"
        case "bramble":
            return "Bramble: no sprint"
        case "campsite" | "rest_area" if state.cards.hands[state.to_move]:
            return "Equip or swap first?"
    return place(state.trail, row)


def name_of(mover: str) -> str:
    """Whose turn it is, in words."""
    return "the Bear" if mover == BEAR else mover
