"""Laying a park out as the rulebook's set-up does."""

import json
import random
from collections import Counter

import pytest

from companion.errors import BadInput
from companion.games import outrun
from companion.games.fields import Fields
from companion.games.outrun.settings import PAW_PRINTS, VARIANTS, Variant
from companion.parks import draw_park, lay_out, load_tiles
from companion.parks.drawing import draw_tiles, draw_trail
from companion.parks.laying import park_of

TILES = load_tiles()


@pytest.mark.parametrize("level", [(), *((level,) for level in PAW_PRINTS)])
@pytest.mark.parametrize("more", [(), ("coop",), ("last_one_standing",)])
@pytest.mark.parametrize("seed", range(5))
def test_every_park_that_is_drawn_can_be_played(
    level: tuple[Variant, ...], more: tuple[Variant, ...], seed: int
) -> None:
    """The header of a match takes it, whatever the variants, and it is the same trail."""
    variants = (*level, *more)
    if variants in {("hard_play", "last_one_standing"), ("normal_play", "last_one_standing")}:
        with pytest.raises(BadInput, match="the campsite has no side with"):
            draw_park(TILES, random.Random(seed), variants=variants)
        return
    laid = draw_park(TILES, random.Random(seed), variants=variants)
    park = lay_out(laid, backs="last_one_standing" in variants)
    header = {
        "game": "outrun",
        "runners": ["Ana", "Ben"],
        "token": "Ben",
        "park": park,
        "variants": list(variants),
    }
    match = outrun.GAME.read_header(Fields(json.loads(json.dumps(header))))
    assert match.park.rows == park_of(laid).rows
    assert len(laid) == 5


def test_tiles_and_sides_come_up_equally_often() -> None:
    """Drawn without looking: each tile in three parks of four, either side half of the time."""
    rng = random.Random(7)
    seen: Counter[tuple[str, str]] = Counter()
    for _ in range(2000):
        trail = draw_park(TILES, rng)[1:-1]
        assert len({one.tile.name for one in trail}) == 3
        seen.update((one.tile.name, one.side) for one in trail)
    assert len(seen) == 8
    assert all(650 < count < 850 for count in seen.values())


def test_the_same_seed_draws_the_same_park() -> None:
    """What a seed is for."""
    first, again, other = (draw_park(TILES, random.Random(seed)) for seed in (5, 5, 6))
    assert first == again != other


def test_more_tiles_than_there_are_cannot_be_laid() -> None:
    """In Co-Op people choose how many."""
    assert len(draw_park(TILES, random.Random(1), variants=["coop"], laid=4)) == 6
    with pytest.raises(BadInput, match="has 4 trail tiles, so a park cannot have 5"):
        draw_park(TILES, random.Random(1), laid=5)


def test_a_trail_is_drawn_with_all_its_rows() -> None:
    """What is drawn is what is laid: terrain and paw prints of each row, in order."""
    laid = draw_park(TILES, random.Random(3))
    lines = draw_trail(laid)
    drawn = "".join(line.partition("|")[2] for line in lines[:5]).split()
    signs = {
        "campsite": "^",
        "path": ".",
        "rest_area": "_",
        "river": "~",
        "slope": "/",
        "bramble": "#",
        "parking": "=",
    }
    assert drawn == [f"{signs[row.terrain]}{row.paws or ''}" for row in park_of(laid).rows]
    assert all(len(line) <= 120 for line in draw_tiles(TILES))


def test_all_variants_are_known() -> None:
    """Levels of play are variants."""
    assert set(PAW_PRINTS) <= set(VARIANTS)
