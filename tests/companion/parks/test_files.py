"""Park files: what is in them is read, and what is wrong with them is said with its line and field."""

import random
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cli import main
from companion.errors import BadInput
from companion.games.fields import LogError
from companion.parks import EXAMPLE, load_tile_sets, load_tiles, parse_tiles
from companion.parks.files import SHIPPED
from companion.parks.lines import line_of, lines_of
from companion.parks.tiles import CAMPSITE, PARKING, TileSet

SMALL = """\
name = "mine"
[campsite]
front = [{terrain = "campsite", paws = 1}]
back = [{terrain = "campsite", paws = 2}]
[parking]
front = [{terrain = "parking", paws = 1}]
back = [
    {terrain = "path"},
    {terrain = "parking", paws = 2},
]
[[tile]]
name = "one"
front = [{terrain = "river", capacity = 2}]
back = [{terrain = "slope"}, {terrain = "path", paws = 3}]
[[tile]]
name = "two"
front = [{terrain = "bramble"}]
back = [{terrain = "rest_area"}]
[[tile]]
name = "three"
front = [{terrain = "path"}]
back = [{terrain = "path"}]
"""


def test_a_file_says_what_both_sides_of_every_tile_are() -> None:
    """Paws and capacity may be left out; everything else is as it is written."""
    tiles = parse_tiles(SMALL)
    assert [tile.name for tile in tiles.tiles] == [CAMPSITE, "one", "two", "three", PARKING]
    one = tiles.trail[0]
    assert [(row.terrain, row.paws, row.capacity) for row in one.rows] == [("river", 0, 2)]
    assert [(row.terrain, row.paws, row.capacity) for row in one.back or ()] == [
        ("slope", 0, 1),
        ("path", 3, 1),
    ]


@pytest.mark.parametrize(
    ("written", "instead", "complaint"),
    [
        ('"river"', '"lava"', "line 13, field tile[0].front[0].terrain must be one of"),
        ("paws = 3", "paw = 3", "line 14, field tile[0].back[1].paw is not known here; did you mean paws?"),
        ("paws = 3", "paws = -1", "line 14, field tile[0].back[1].paws must be a whole number from 0 to"),
        ("paws = 3", "paws = 1979-05-27", "line 14, field tile[0].back[1].paws must be a whole number"),
        ("capacity = 2", "capacity = 0", "line 13, field tile[0].front[0].capacity must be"),
        (
            '"path"},\n    {',
            '"parking"},\n    {',
            "line 8, field parking.back[0].terrain must not be parking",
        ),
        (
            '{terrain = "campsite", paws = 2}',
            '{terrain = "path"}',
            "line 4, field campsite.back[0].terrain must be",
        ),
        ('[{terrain = "bramble"}]', "[]", "line 17, field tile[1].front must have 1 to"),
        ('"bramble"', '"parking"', "line 17, field tile[1].front[0].terrain must not be parking"),
        ('back = [{terrain = "rest_area"}]\n', "", "line 15, field tile[1].back is missing"),
        ('"two"', '"one"', "line 16, field tile[1].name must not be one a second time"),
        ('"two"', '"campsite"', "line 16, field tile[1].name must not be campsite a second time"),
        ('name = "mine"\n', "", "field name is missing"),
        ('[[tile]]\nname = "two"', '[[tyle]]\nname = "two"', "line 15, field tyle is not known here"),
        ("[parking]", "[parkin]", "line 5, field parkin is not known here; did you mean parking?"),
        ('name = "mine"', 'name = "mine', "it is not valid TOML"),
        ('"mine"', "[" * 5000, "it is nested too deeply"),
        ('"mine"', "9" * 5000, "it has a number beyond all measure"),
    ],
)
def test_what_is_wrong_is_said_with_line_and_field(written: str, instead: str, complaint: str) -> None:
    """People enter a hundred rows by hand; whoever mistypes one has to find it."""
    assert written in SMALL
    with pytest.raises(LogError) as error:
        parse_tiles(SMALL.replace(written, instead, 1))
    assert str(error.value).startswith(complaint)


def test_too_few_tiles_make_no_park() -> None:
    """Three are laid out, so three there must be."""
    with pytest.raises(LogError, match=r"field tile must be 3 to 40 trail tiles, not 2"):
        parse_tiles(SMALL.partition('[[tile]]\nname = "three"')[0])


def test_the_example_says_that_it_is_one() -> None:
    """Nobody may take what we made up for the published tiles."""
    tiles = load_tiles()
    assert tiles.name == EXAMPLE
    assert "not the published tiles" in tiles.about
    assert "made up" in SHIPPED.read_text(encoding="utf-8").partition("name =")[0]


def test_files_of_a_folder_come_on_top(tmp_path: Path) -> None:
    """Users add tiles without touching the program; a second set of the same name is a mistake."""
    (tmp_path / "mine.toml").write_text(SMALL)
    (tmp_path / "notes.txt").write_text("no park")
    assert list(load_tile_sets(tmp_path)) == [EXAMPLE, "mine"]
    (tmp_path / "other.toml").write_text(SMALL)
    with pytest.raises(BadInput, match=r"other\.toml' cannot be used: there is another named 'mine'"):
        load_tile_sets(tmp_path)


@pytest.mark.parametrize("content", [b"\xff\xfe", b"", b"name = 3", b"#" * 1_000_001, b"\x00"])
def test_a_broken_file_is_one_line_of_bad_input(
    tmp_path: Path, content: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever somebody names as a park file: no traceback."""
    (tmp_path / "bad.toml").write_bytes(content)
    assert main(["park", "check", str(tmp_path / "bad.toml")]) == 2
    complaint = capsys.readouterr().err
    assert complaint.startswith("bears: the park '")
    assert complaint.count("\n") == 1


@given(st.data())
def test_whatever_is_done_to_a_file_it_is_read_or_refused_in_words(data: st.DataObject) -> None:
    """Cut, doubled and swapped pieces of a good file, and noise: a tile set, or a LogError in one line."""
    rng = random.Random(data.draw(st.integers(0, 2**32)))
    text = SMALL
    for _ in range(rng.randrange(1, 5)):
        a, b = sorted(rng.randrange(len(text) + 1) for _ in range(2))
        piece = data.draw(
            st.sampled_from(["", text[a:b] * 2, "[", "]", "{", "}", "=", '"', "'''", "\n", "#", "1.5"])
            | st.text(max_size=6)
        )
        text = text[:a] + piece + text[b if rng.random() < 0.5 else a :]
    complaint, tiles = _complaint(text)
    assert "\n" not in str(complaint)
    assert complaint is None or complaint.line is None or 1 <= complaint.line <= text.count("\n") + 1
    assert tiles is None or len(tiles.trail) >= 3


def _complaint(text: str) -> tuple[LogError | None, TileSet | None]:
    try:
        return None, parse_tiles(text)
    except LogError as error:
        return error, None


ODD = """\
"a b" = 1 # x = 2
'q'.w = [
  1, # ]
  \"\"\"
  [no]
  x = 3
  \"\"\", {k = [ {m = "}"} ]},
]

[s.t]
u = '''
''' # comment
[[s.v]]
w = 1979-05-27T07:32:00Z
[[s.v]]
[s.v.x]
y = -1.5e3
"""


def test_lines_are_found_in_any_valid_toml() -> None:
    """Strings over several lines, comments, dotted keys and inline tables do not lead the count astray."""
    tomllib.loads(ODD)
    lines = lines_of(ODD)
    assert lines['"a b"'] == 1
    assert [lines[f"q.w[{k}]"] for k in range(3)] == [3, 4, 7]
    assert lines["q.w[2].k[0].m"] == 7
    assert (lines["s.t.u"], lines["s.v[0].w"], lines["s.v[1].x.y"]) == (11, 14, 17)
    assert line_of(lines, "s.v[0].missing") == 13
    assert line_of(lines, "nowhere.at[3].all") is None
