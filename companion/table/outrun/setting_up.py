"""Before a match of Outrun the Bear: who runs, by which rules, through which park, and who gets the token."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from companion.errors import BadInput
from companion.games.outrun import BEAR, Variant
from companion.games.outrun.settings import FEWEST_RUNNERS, MOST_RUNNERS
from companion.parks import (
    LAID,
    SIDES,
    Laid,
    TileSet,
    draw_park,
    lay_out,
    load_tile_sets,
    load_tiles,
    possible_ends,
)
from companion.screens.kinds import Notice
from companion.settings import Settings
from companion.table.asking import Dialog, acknowledge, choose
from companion.table.setting_up import names_for

RULES: dict[str, tuple[Variant, ...]] = {
    "Run for yourself": (),
    "Co-op": ("coop",),
    "Last one standing": ("last_one_standing",),
}
EQUIPMENT: dict[str, tuple[Variant, ...]] = {
    "Cards only": (),
    "Equipment for all": ("everybody_gets_equipment",),
}
LEVELS: dict[str, tuple[Variant, ...]] = {
    "Drawn: normal play": ("normal_play",),
    "Drawn: first play": ("first_play",),
    "Drawn: hard play": ("hard_play",),
    "Drawn: any sides": (),
}
AS_IT_LIES = "As it lies here"
AT_RANDOM = "Somebody"


def runners_of(players: Sequence[str]) -> tuple[str, ...]:
    """The players as runners: nobody may be called `bear`, who runs after the others."""
    names = list(players)
    if BEAR in names:
        names[names.index(BEAR)] = next(
            name for name in (BEAR.title(), BEAR.upper(), f"{BEAR} (runner)") if name not in names
        )
    return tuple(names)


def set_up(settings: Settings, *, seats: int, rng: random.Random) -> Dialog[dict[str, object] | None]:
    """The header of a match that people want, with the settings where they are not asked; None if they leave."""
    try:
        sets = load_tile_sets(settings.parks)
        own = load_tiles(settings.park) if settings.park is not None else None
    except (BadInput, OSError) as error:
        yield from acknowledge(Notice("No park", str(error)))
        return None
    if own is not None:
        sets = {own.name: own, **{name: tiles for name, tiles in sets.items() if name != own.name}}
    wanted = _Wanted(settings, min(seats, MOST_RUNNERS), sets, rng)
    steps = [wanted.runners, wanted.rules, wanted.equipment, wanted.tiles, wanted.park, wanted.token]
    step, forward = 0, True
    while 0 <= step < len(steps):
        asked = steps[step]()
        forward = (yield from asked) if asked is not None else forward
        step += 1 if forward else -1
    return wanted.header if step > 0 else None


@dataclass
class _Wanted:
    """What people have chosen so far."""

    settings: Settings
    seats: int
    sets: dict[str, TileSet]
    rng: random.Random
    names: tuple[str, ...] = ()
    by_rules: tuple[Variant, ...] = ()
    by_equipment: tuple[Variant, ...] = ()
    by_level: tuple[Variant, ...] = ()
    tile_set: str = ""
    laid: tuple[Laid, ...] = ()
    holder: str = ""
    chosen: dict[str, int] = field(default_factory=dict)
    """What was chosen of each question before, so that it stands there when people come back to it."""

    @property
    def variants(self) -> tuple[Variant, ...]:
        """By which rules."""
        return (*self.by_rules, *self.by_equipment, *self.by_level)

    @property
    def header(self) -> dict[str, object]:
        """The header of the match."""
        return {
            "game": "outrun",
            "runners": list(self.names),
            "token": self.holder,
            "park": lay_out(self.laid, backs="last_one_standing" in self.variants),
            "variants": list(self.variants),
        }

    def runners(self) -> Dialog[bool]:
        """How many run."""
        numbers = range(FEWEST_RUNNERS, max(FEWEST_RUNNERS, self.seats) + 1)
        usual = min(max(len(self.settings.players) or 3, numbers[0]), numbers[-1])
        answer = yield from self._choose(
            "How many run?", [f"{number} runners" for number in numbers], usual - numbers[0]
        )
        if answer is not None:
            self.names = runners_of(names_for(numbers[answer], self.settings.players))
        return answer is not None

    def rules(self) -> Dialog[bool]:
        """Each for themselves, or otherwise."""
        answer = yield from self._choose("Rules", list(RULES), _index(RULES, self.settings.outrun_variants))
        if answer is not None:
            self.by_rules = list(RULES.values())[answer]
        return answer is not None

    def equipment(self) -> Dialog[bool]:
        """Whether everybody gets equipment."""
        answer = yield from self._choose(
            "At the start", list(EQUIPMENT), _index(EQUIPMENT, self.settings.outrun_variants)
        )
        if answer is not None:
            self.by_equipment = list(EQUIPMENT.values())[answer]
        return answer is not None

    def tiles(self) -> Dialog[bool] | None:
        """Which tiles, if people have several sets."""
        if len(self.sets) == 1:
            self.tile_set = next(iter(self.sets))
            return None
        return self._tiles()

    def park(self) -> Dialog[bool]:
        """Drawn at random, or as people have laid it."""
        tiles = self.sets[self.tile_set]
        levels = {
            name: level for name, level in LEVELS.items() if possible_ends(tiles, (*self.by_rules, *level))
        }
        options = [*levels, AS_IT_LIES]
        answer = yield from self._choose("Park", options, _index(levels, self.settings.outrun_variants))
        if answer is None:
            return False
        self.by_level = () if options[answer] == AS_IT_LIES else levels[options[answer]]
        if options[answer] != AS_IT_LIES:
            self.laid = draw_park(tiles, self.rng, variants=self.variants)
            return True
        laid = yield from as_it_lies(tiles, endless="last_one_standing" in self.variants)
        self.laid = laid or ()
        return laid is not None or (yield from self.park())

    def token(self) -> Dialog[bool]:
        """Who gets the Bear's Turn Token."""
        answer = yield from self._choose("Who gets the token?", [AT_RANDOM, *self.names], 0)
        if answer is not None:
            self.holder = self.names[answer - 1] if answer else self.rng.choice(self.names)
        return answer is not None

    def _tiles(self) -> Dialog[bool]:
        answer = yield from self._choose("Which tiles?", list(self.sets), 0)
        if answer is not None:
            self.tile_set = list(self.sets)[answer]
        return answer is not None

    def _choose(self, title: str, options: Sequence[str], usual: int) -> Dialog[int | None]:
        answer = yield from choose(
            title, options, chosen=min(self.chosen.get(title, usual), len(options) - 1)
        )
        if answer is not None:
            self.chosen[title] = answer
        return answer


def as_it_lies(tiles: TileSet, *, endless: bool) -> Dialog[tuple[Laid, ...] | None]:
    """The park that people have laid themselves, asked for tile by tile from the campsite on; None if they leave."""
    number = len(tiles.trail) if endless else LAID
    laid: list[Laid] = []
    while len(laid) < number + (1 if endless else 2):
        k = len(laid)
        title, there = f"Tile {k}", tiles.trail
        if k == 0:
            title, there = "Campsite", (tiles.campsite,)
        elif k > number:
            title, there = "Parking lot", (tiles.parking,)
        left = [tile for tile in there if tile not in [one.tile for one in laid]]
        sides = [Laid(tile, side) for tile in left for side in SIDES]
        answer = yield from choose(title, [f"{one.tile.name}, {one.side}" for one in sides])
        if answer is not None:
            laid.append(sides[answer])
        elif laid:
            laid.pop()
        else:
            return None
    return tuple(laid)


def _index(options: dict[str, tuple[Variant, ...]], variants: Sequence[Variant]) -> int:
    """Which of several options the settings mean; the first if none."""
    for k, wanted in enumerate(options.values()):
        if wanted and set(wanted) <= set(variants):
            return k
    return 0
