"""Who runs, through which park and by which variants: the header of a match log of Outrun the Bear."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, Literal, get_args

from companion.games.fields import Fields, LogError
from companion.games.outrun.park import Park, read_park

Variant = Literal[
    "coop",
    "everybody_gets_equipment",
    "last_one_standing",
    "park_pass",
    "first_play",
    "normal_play",
    "hard_play",
]

VARIANTS: Final[tuple[Variant, ...]] = get_args(Variant)
PAW_PRINTS: Final[dict[Variant, int]] = {"first_play": 2, "normal_play": 3, "hard_play": 4}
"""How many paw prints the campsite and the parking lot must show together, by the level of play."""

BEAR: Final = "bear"
"""Who is to move in the Bear's turn, and who wins when nobody outruns it."""

FEWEST_RUNNERS: Final = 2
MOST_RUNNERS: Final = 8
WHOLE_DECK: Final = 74
DEALT: Final = 2


@dataclass(frozen=True)
class Match:
    """The runners clockwise, that is each to the left of the one before, and what they run through."""

    runners: tuple[str, ...]
    token: str
    """Who holds the Bear's Turn Token at first."""
    park: Park
    variants: frozenset[Variant] = field(default_factory=frozenset)
    deck: int = WHOLE_DECK
    """The cards there are, before any are dealt."""

    @property
    def coop(self) -> bool:
        """Whether all win or lose together (rulebook: Variants, Co-Op)."""
        return "coop" in self.variants

    @property
    def all_equipped(self) -> bool:
        """Whether everyone starts with equipment (rulebook: Variants, Everybody Gets Equipment!)."""
        return "everybody_gets_equipment" in self.variants

    def to_the_left(self, runner: str) -> tuple[str, ...]:
        """All runners in the order of play that begins left of `runner` and ends with `runner`."""
        after = self.runners.index(runner) + 1
        return (*self.runners[after:], *self.runners[:after])

    def to_the_right(self, runner: str) -> tuple[str, ...]:
        """All runners in the order in which the token passes from `runner`, who comes last."""
        return (*self.to_the_left(runner)[-2::-1], runner)


def read_header(header: Fields) -> Match:
    """Read the header of a match log; raises `LogError`."""
    runners = header["runners"].names(at_least=FEWEST_RUNNERS, at_most=MOST_RUNNERS)
    if BEAR in runners:
        raise LogError(f"must not have {BEAR}, who runs after the others", field="runners")
    token = header["token"].one_of(runners)
    variants = frozenset(variant.one_of(VARIANTS) for variant in header.get("variants", []).items())
    park = read_park(header["park"])
    dealt = (DEALT + ("everybody_gets_equipment" in variants)) * len(runners)
    deck = header.get("deck", WHOLE_DECK).whole(at_least=dealt)
    check_variants(variants)
    if "last_one_standing" in variants:
        _check_endless(park)
    else:
        _check_way_to_the_car(park)
    _check_paw_prints(park, variants)
    return Match(runners, token, park, variants, deck)


def check_variants(variants: frozenset[Variant]) -> None:
    """Raise `LogError` for variants that do not go together."""
    if {"coop", "last_one_standing"} <= variants:
        raise LogError("must not have both coop and last_one_standing", field="variants")
    if len(variants & PAW_PRINTS.keys()) > 1:
        raise LogError(f"must have at most one of {', '.join(PAW_PRINTS)}", field="variants")


def _check_way_to_the_car(park: Park) -> None:
    _check_campsite(park)
    if len(park.tiles) < 2:
        raise LogError("must have a campsite and a parking lot", field="park")
    *before, (place, terrain) = _terrains(park)
    if terrain != "parking":
        raise LogError("must be parking, the trail ends there", field=place)
    for place, terrain in before:
        if terrain == "parking":
            raise LogError("must not be parking, only the last row is", field=place)


def _check_endless(park: Park) -> None:
    _check_campsite(park)
    if len(park.tiles) < 3:
        raise LogError("must have two tiles or more beside the campsite in last_one_standing", field="park")
    for number, tile in enumerate(park.tiles):
        if number and tile.back is None:
            raise LogError("is missing; last_one_standing turns tiles over", field=f"park[{number}].back")
        if any(row.terrain == "parking" for row in (*tile.rows, *(tile.back or ()))):
            raise LogError("must not have a parking row in last_one_standing", field=f"park[{number}]")


def _check_campsite(park: Park) -> None:
    place, terrain = next(_terrains(park))
    if terrain != "campsite":
        raise LogError("must be campsite, the trail begins there", field=place)


def _check_paw_prints(park: Park, variants: frozenset[Variant]) -> None:
    counted = park.tiles[:1] if park.endless else (park.tiles[0], park.tiles[-1])
    paws = sum(tile.paws for tile in counted)
    for variant in variants & PAW_PRINTS.keys():
        if paws != PAW_PRINTS[variant]:
            where = "campsite" if park.endless else "campsite and parking lot"
            raise LogError(
                f"must have {PAW_PRINTS[variant]} paw prints on {where} in {variant}, not {paws}",
                field="park",
            )


def _terrains(park: Park) -> Iterator[tuple[str, str]]:
    """The place in the log and the terrain of every row of the trail."""
    for t, tile in enumerate(park.tiles):
        for r, row in enumerate(tile.rows):
            yield f"park[{t}].rows[{r}].terrain", row.terrain
