import json
import math

import pytest

from companion.games.bears import GAME
from companion.games.fields import Fields, LogError, Value
from companion.games.log import Play, records, replay

GAMES = {"bears": GAME}
HEADER = b'{"game":"bears","players":["Ana","Ben"]}'
ROLLED = b'{"event":"camp_rolled","bears":5,"tents":5}'


def fails(*lines: bytes) -> LogError:
    with pytest.raises(LogError) as caught:
        replay(b"\n".join(lines), GAMES)
    return caught.value


@pytest.mark.parametrize(
    "line",
    [
        b"{",
        b"",
        b"  ",
        b"[]",
        b"7",
        b"null",
        b'"game"',
        b"\xef\xbb\xbf" + HEADER,
        b'{"game":"chess","players":["Ana","Ben"]}',
        b'{"game":null,"players":["Ana","Ben"]}',
        b'{"game":["bears"],"players":["Ana","Ben"]}',
        b'{"players":["Ana","Ben"]}',
        b"[" * 100_000,
        b'{"game":"bears","note":' + b"[" * 100_000,
    ],
)
def test_what_is_no_header_is_an_error_of_line_1(line: bytes) -> None:
    """A file that is no match log says so instead of ending in a traceback."""
    assert fails(line, ROLLED).line == 1


@pytest.mark.parametrize(
    "line",
    [
        b'{"event":"camp_rolled","bears":NaN,"tents":5}',
        b'{"event":"undo","note":NaN}',
        b'{"event":"undo","note":Infinity}',
        b'{"event":"undo","note":-Infinity}',
        b'{"event":"undo",}',
        b'{"event":"undo"}{"event":"undo"}',
        b"{'event':'undo'}",
        b'{"event":"undo","note":"\t"}',
        b'{"event":"undo","note":"\xff"}',
        b'{"event":"undo","note":"\xed\xa0\x80"}',
        b'{"event":"undo","note":01}',
        b"\x00",
        b"\xc2\xa0",
        b'{"event":"undo","note":' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    ],
)
def test_what_is_not_json_is_an_error_of_its_line(line: bytes) -> None:
    """Python's json takes more than JSON; the log takes only JSON, and counts blank lines."""
    error = fails(HEADER, b"", line)
    assert (error.line, error.field) == (3, None)


@pytest.mark.parametrize(
    ("line", "field"),
    [
        (b"{}", "event"),
        (b'{"event":null}', "event"),
        (b'{"event":["undo"]}', "event"),
        (b'{"event":"Undo"}', "event"),
        (b'{"event":"undo","event":"undo"}', "event"),
        (b'{"event":"camp_rolled","bears":5,"bears":5,"tents":5}', "bears"),
        (b'{"event":"camp_rolled","bears":5}', "tents"),
        (b'{"event":"camp_rolled","bears":5,"tents":5.0}', "tents"),
        (b'{"event":"camp_rolled","bears":5,"tents":"5"}', "tents"),
        (b'{"event":"camp_rolled","bears":5,"tents":null}', "tents"),
        (b'{"event":"camp_rolled","bears":5,"tents":-1}', "tents"),
        (b'{"event":"camp_rolled","bears":5,"tents":1e1}', "tents"),
        (b'{"event":"round_started"}', "t"),
        (b'{"event":"round_started","t":-0.5}', "t"),
        (b'{"event":"round_started","t":false}', "t"),
        (b'{"event":"round_started","t":"0"}', "t"),
        (b'{"event":"round_started","t":null}', "t"),
        (b'{"event":"round_started","t":1e999}', "t"),
        (b'{"event":"round_started","t":1' + b"0" * 400 + b"}", "t"),
        (b'{"event":"round_started","t":1' + b"0" * 9000 + b"}", "t"),
        (b'{"event":"camp","t":0,"bears":0,"tents":' + b"9" * 9000 + b"}", "tents"),
        (b'{"event":"camp","t":0,"bears":true,"tents":0}', "bears"),
        (b'{"event":"call","t":0}', "player"),
        (b'{"event":"call","t":0,"player":"ana"}', "player"),
        (b'{"event":"call","t":0,"player":["Ana"]}', "player"),
        (b'{"event":"round_ended","t":[]}', "t"),
    ],
)
def test_a_wrong_field_is_named_in_any_phase(line: bytes, field: str) -> None:
    """A mistyped value is an error of the log even where the event would be refused, here before the roll."""
    error = fails(HEADER, line)
    assert (error.line, error.field) == (2, field)
    assert str(error).startswith(f"line 2, field {field} ")
    assert str(error).isascii()
    assert "\n" not in str(error)
    assert len(str(error)) < 300


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"campsite": None}, "campsite"),
        ({"campsite": {"bears": 0}}, "campsite.tents"),
        ({"campsite": {"bears": 0, "tents": True}}, "campsite.tents"),
        ({"players": []}, "players"),
        ({"players": {"Zoe": {"pairs": [], "loose": []}}}, "players.Zoe"),
        ({"players": {"Ana": None}}, "players.Ana"),
        ({"players": {"Ana": {"pairs": []}}}, "players.Ana.loose"),
        ({"players": {"Ana": {"loose": []}}}, "players.Ana.pairs"),
        ({"players": {"Ana": {"pairs": None, "loose": []}}}, "players.Ana.pairs"),
        ({"players": {"Ana": {"pairs": "gunbear", "loose": []}}}, "players.Ana.pairs"),
        ({"players": {"Ana": {"pairs": [["gun"]], "loose": []}}}, "players.Ana.pairs[0]"),
        ({"players": {"Ana": {"pairs": [["gun", "bear", "tent"]], "loose": []}}}, "players.Ana.pairs[0]"),
        ({"players": {"Ana": {"pairs": [["gun", "bear"], "tent"], "loose": []}}}, "players.Ana.pairs[1]"),
        ({"players": {"Ana": {"pairs": [["gun", "runner"]], "loose": []}}}, "players.Ana.pairs[0]"),
        ({"players": {"Ana": {"pairs": [["tent", "tent"]], "loose": []}}}, "players.Ana.pairs[0]"),
        ({"players": {"Ana": {"pairs": [["gun", "Bear"]], "loose": []}}}, "players.Ana.pairs[0][1]"),
        ({"players": {"Ana": {"pairs": [["gun", None]], "loose": []}}}, "players.Ana.pairs[0][1]"),
        ({"players": {"Ana": {"pairs": [], "loose": {"bear": 1}}}}, "players.Ana.loose"),
        ({"players": {"Ana": {"pairs": [], "loose": ["bear", "cub"]}}}, "players.Ana.loose[1]"),
        ({"players": {"Ana": {"pairs": [], "loose": [["bear"]]}}}, "players.Ana.loose[0]"),
    ],
)
def test_a_wrong_field_inside_a_read_is_named_with_its_path(given: dict[str, object], field: str) -> None:
    """A read is deep; whoever mends the log has to find the place."""
    event = {"event": "round_read", "campsite": {"bears": 0, "tents": 5}, "players": {}, **given}
    error = fails(HEADER, json.dumps(event).encode())
    assert (error.line, error.field) == (2, field)


def test_a_player_read_twice_is_an_error() -> None:
    """Of two different reads of one player neither may silently win."""
    seat = b'{"pairs":[],"loose":[]}'
    line = (
        b'{"event":"round_read","campsite":{"bears":0,"tents":0},"players":{"Ana":'
        + seat
        + b',"Ana":'
        + seat
        + b"}}"
    )
    assert fails(HEADER, line).field == "players.Ana"


def test_ignored_fields_may_hold_anything_that_is_json() -> None:
    """Notes of a later version must not stop an older one from replaying."""
    note = b'{"a":1,"a":2}', b"1e999", b"9" * 9000, b'"\\ud800"', b"null", b"[[[]]]"
    lines = [b'{"event":"undo","note":' + value + b"}" for value in note]
    assert [refusal.line for refusal in replay(b"\n".join((HEADER, *lines)), GAMES).refused] == [
        2,
        3,
        4,
        5,
        6,
        7,
    ]


def test_blank_lines_are_counted_and_line_ends_of_other_systems_taken() -> None:
    """The line of a refusal is the one that an editor shows."""
    play = replay(HEADER + b"\r\n\r\n \t\r\n" + b'{"event":"undo"}\r\n\n', GAMES)
    assert [refusal.line for refusal in play.refused] == [4]


def test_a_log_may_end_without_a_line_feed() -> None:
    """Other tools do not write one."""
    assert (
        len(list(records(HEADER + b"\n" + ROLLED)))
        == len(list(records(HEADER + b"\n" + ROLLED + b"\n")))
        == 2
    )


def test_many_events_are_replayed_without_recursion() -> None:
    """The shared chains of states and refusals must carry a long match."""
    lines = [HEADER, ROLLED, b'{"event":"round_started","t":0}']
    lines += [b'{"event":"camp","t":1,"bears":5,"tents":5}'] * 3000 + [
        b'{"event":"round_started","t":0}'
    ] * 3000
    play = replay(b"\n".join(lines), GAMES)
    assert len(play.refused) == 3000
    assert play == replay(b"\n".join(lines), GAMES)
    assert len(repr(play)) < 300_000


def test_a_live_match_takes_events_one_by_one() -> None:
    """The table records events as they happen and gets the same state as a replay of its log."""
    play = Play.begin(GAME, Fields(json.loads(HEADER)))
    later = play.take(Fields(json.loads(ROLLED)), line=2)
    assert play.state == GAME.start(play.match)
    assert later.report() == replay(HEADER + b"\n" + ROLLED, GAMES).report()


@pytest.mark.parametrize("given", [True, 2.0, "2", None, [2], math.inf])
def test_a_whole_number_is_written_as_one(given: object) -> None:
    """`2.0` die faces are a bug of whoever wrote the log."""
    with pytest.raises(LogError, match="whole number"):
        Value(given, "count").whole()
