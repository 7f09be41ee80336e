"""Before the first turn: what is asked, and what everybody is told to lay out."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from companion.games.fields import Fields
from companion.games.outrun import GAME
from companion.parks.files import SHIPPED
from companion.screens.kinds import Choose, Notice, Screen
from companion.settings import Settings
from companion.table.outrun.game import OutrunAtTable
from hardware.buttons import Menu
from tests.companion.table.outrun.outrun_bench import OutrunBench


class Asked:
    """People who are asked before a match."""

    def __init__(self, settings: Settings | None = None, *, seats: int = 8) -> None:
        self.dialog = OutrunAtTable(rng=random.Random(2)).set_up(settings or Settings(), seats=seats)
        self.screen: Screen = next(self.dialog)
        self.header: dict[str, object] | None = None
        self.over = False

    def press(self, button: Menu) -> None:
        """Press one of the three buttons."""
        try:
            self.screen = self.dialog.send(button)
        except StopIteration as end:
            self.header, self.over = end.value, True

    def choose(self, option: str) -> None:
        """Go on to an option, and take it."""
        assert isinstance(self.screen, Choose), self.screen
        assert option in self.screen.options, self.screen
        while self.screen.options[self.screen.chosen] != option:
            self.press(Menu.NEXT)
            assert isinstance(self.screen, Choose)
        self.press(Menu.OK)

    def title(self) -> str:
        """What the screen is about."""
        assert isinstance(self.screen, Choose | Notice)
        return self.screen.title


def test_ok_all_the_way_is_a_match_of_normal_play() -> None:
    """Five presses for those who do not want to think."""
    asked = Asked()
    for _ in range(5):
        asked.press(Menu.OK)
    assert asked.header is not None
    match = GAME.read_header(Fields(asked.header))
    assert match.runners == ("Player 1", "Player 2", "Player 3")
    assert match.variants == {"normal_play"}
    assert len(match.park.tiles) == 5


def test_what_is_chosen_is_in_the_header() -> None:
    """Rules, equipment, a park as it lies on the table, and the token."""
    asked = Asked(Settings(players=("Ana", "Ben")))
    for option in ("4 runners", "Last one standing", "Equipment for all", "As it lies here"):
        asked.choose(option)
    for tile in ("campsite, back", "thicket, front", "ford, back", "meadow, front", "hillside, back"):
        asked.choose(tile)
    asked.choose("Ben")
    assert asked.header is not None
    match = GAME.read_header(Fields(asked.header))
    assert match.runners == ("Ana", "Ben", "Player 3", "Player 4")
    assert match.to_the_left(match.token)[-1] == "Ben"
    assert match.variants == {"last_one_standing", "everybody_gets_equipment"}
    assert [tile.name for tile in match.park.tiles] == ["campsite", "thicket", "ford", "meadow", "hillside"]
    assert asked.header["park"][0]["side"] == "back"  # type: ignore[index]


def test_a_park_as_it_lies_ends_with_the_parking_lot_after_three_tiles() -> None:
    """However many there are in the box."""
    asked = Asked()
    for option in ("2 runners", "Run for yourself", "Cards only", "As it lies here"):
        asked.choose(option)
    for tile in ("campsite, front", "thicket, front", "ford, back", "meadow, front"):
        asked.choose(tile)
    assert asked.title() == "Parking lot"
    asked.choose("parking lot, back")
    asked.choose("Somebody")
    assert asked.header is not None
    names = [tile.name for tile in GAME.read_header(Fields(asked.header)).park.tiles]
    assert names == ["campsite", "thicket", "ford", "meadow", "parking lot"]


def test_back_goes_to_the_question_before_and_out() -> None:
    """What was chosen stands there again."""
    asked = Asked()
    asked.choose("5 runners")
    asked.choose("Co-op")
    asked.press(Menu.BACK)
    assert isinstance(asked.screen, Choose)
    assert (asked.title(), asked.screen.options[asked.screen.chosen]) == ("Rules", "Co-op")
    asked.press(Menu.BACK)
    assert isinstance(asked.screen, Choose)
    assert asked.screen.options[asked.screen.chosen] == "5 runners"
    asked.press(Menu.BACK)
    assert asked.over
    assert asked.header is None


def test_back_out_of_the_tiles_leads_to_the_park_again() -> None:
    """Whoever would rather have it drawn can still say so."""
    asked = Asked()
    for option in ("2 runners", "Run for yourself", "Cards only", "As it lies here", "campsite, front"):
        asked.choose(option)
    asked.press(Menu.BACK)
    asked.press(Menu.BACK)
    asked.choose("Drawn: hard play")
    asked.choose("Somebody")
    assert asked.header is not None
    assert asked.header["variants"] == ["hard_play"]


def test_people_with_several_tile_sets_are_asked_which(tmp_path: Path) -> None:
    """Theirs comes first, the example is there as well."""
    mine = (
        SHIPPED.read_text(encoding="utf-8")
        .replace('name = "example"', 'name = "mine"')
        .replace("ford", "creek")
    )
    (tmp_path / "mine.toml").write_text(mine, encoding="utf-8")
    asked = Asked(Settings(park=tmp_path / "mine.toml"))
    for _ in range(3):
        asked.press(Menu.OK)
    assert isinstance(asked.screen, Choose)
    assert asked.screen.options == ("mine", "example")
    for _ in range(3):
        asked.press(Menu.OK)
    assert asked.header is not None
    assert "ford" not in str(asked.header["park"])


def test_a_park_that_cannot_be_read_is_said_and_nothing_begins(tmp_path: Path) -> None:
    """Somebody broke the file while the box was on."""
    (tmp_path / "mine.toml").write_text("name = 3")
    asked = Asked(Settings(parks=tmp_path))
    assert asked.title() == "No park"
    asked.press(Menu.OK)
    assert asked.over
    assert asked.header is None


@pytest.mark.parametrize("variants", [(), ("last_one_standing",), ("coop", "first_play")])
def test_without_asking_a_park_is_drawn_by_the_settings(variants: tuple[str, ...]) -> None:
    """`bears play --players` begins at once."""
    game = OutrunAtTable(rng=random.Random(4))
    header = game.header(Settings(outrun_variants=variants), ("Ana", "Ben", "Cy"))  # type: ignore[arg-type]
    match = GAME.read_header(Fields(header))
    assert match.variants == set(variants)
    assert match.token in match.runners


def test_everything_is_laid_out_in_the_rulebooks_order(tmp_path: Path) -> None:
    """Trail, token, figures in reverse order of play, cards: then the first turn."""
    bench = OutrunBench(tmp_path, new=True)
    assert (bench.screen, bench.says["tiles"]) == (
        "parklaid",
        (("campsite", "front"), ("wood", "back"), ("parking lot", "front")),
    )
    bench.ok()
    assert (bench.screen, bench.says["text"]) == ("notice", "Cleo gets it. Ana begins")
    bench.ok()
    order = []
    for figure in ("Figure 5", "Figure 1", "Figure 8"):
        order.append(bench.says["title"])
        bench.choose(figure)
    assert order == ["Cleo, your figure", "Ben, your figure", "Ana, your figure"]
    assert (bench.screen, bench.says["text"]) == ("notice", "2 cards each")
    bench.ok()
    assert (bench.screen, bench.says["runner"]) == ("runnerturn", "Ana")
    assert bench.room.figures == {"Ana": 8, "Ben": 1, "Cleo": 5}
    assert bench.track.views[-1].runners == {8: 0, 1: 0, 5: 0}


def test_a_figure_is_chosen_again(tmp_path: Path) -> None:
    """Back goes to who chose before, whose figure is free again."""
    bench = OutrunBench(tmp_path, new=True)
    bench.ok(2)
    bench.choose("Figure 2")
    bench.press(Menu.BACK)
    assert (bench.screen, bench.says["title"]) == ("choose", "Cleo, your figure")
    bench.choose("Figure 3")
    assert "Figure 2" in bench.says["options"]  # type: ignore[operator]
    for _ in range(3):
        bench.press(Menu.BACK)
    assert bench.screen == "parklaid"
    bench.press(Menu.BACK)
    assert (bench.screen, bench.says["title"]) == ("choose", "Menu")


def test_what_was_laid_out_is_not_asked_again(tmp_path: Path) -> None:
    """The plug is pulled before the first turn."""
    bench = OutrunBench(tmp_path)
    figures = bench.room.figures
    bench.pull_the_plug()
    bench.switch_on()
    bench.read_all()
    assert bench.screen == "runnerturn"
    assert bench.room.figures == figures


def test_equipment_for_all_is_dealt(tmp_path: Path) -> None:
    """Everybody Gets Equipment!: said where cards are dealt."""
    bench = OutrunBench(tmp_path, variants=["everybody_gets_equipment"])
    dealt = [says["text"] for name, says in bench.screens if name == "notice" and says["title"] == "Deal"]
    assert dealt == ["2 cards each and equipment"]
    assert bench.state["equipped"] == {"Ana": True, "Ben": True, "Cleo": True}


def test_nobody_is_called_like_the_bear() -> None:
    """Somebody has the name in the settings; the match begins nevertheless."""
    header = OutrunAtTable(rng=random.Random(4)).header(Settings(), ("bear", "Bear"))
    assert GAME.read_header(Fields(header)).runners == ("BEAR", "Bear")
