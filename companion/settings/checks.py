"""Every setting by its place in the file, and what its value may be."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, get_args

from companion.games.bears.settings import FEWEST_PLAYERS, MOST_PLAYERS, TIE_BREAKS, VARIANTS
from companion.games.bfh import settings as bfh
from companion.games.bfh.pieces import NEUTRAL
from companion.games.fields import LogError, Value, show
from companion.games.outrun import Variant
from companion.games.outrun.settings import VARIANTS as OUTRUN_VARIANTS
from companion.games.outrun.settings import check_variants
from companion.options import LONGEST_NAME
from companion.settings.values import BfhDie, BoardCorner, DisplayKind, EndAnnounce, Game
from hardware.wiring import Bus, TrackKind

MOST_LIGHTS: Final = 300
"""More than a trail needs, and than a strip's far end takes without more power."""


def _players(value: Value) -> tuple[str, ...]:
    if value.items() == ():
        return ()
    names = value.names(at_least=FEWEST_PLAYERS, at_most=MOST_PLAYERS)
    for name in names:
        if len(name) > LONGEST_NAME or not name.isprintable() or name != name.strip():
            raise LogError(
                f"must be names of at most {LONGEST_NAME} letters without spaces around them, not {show(name)}",
                field=value.path,
            )
    return names


def _colours(value: Value) -> tuple[str, ...]:
    if value.items() == ():
        return ()
    colours = value.names(at_least=bfh.FEWEST_PLAYERS, at_most=bfh.MOST_PLAYERS)
    for colour in colours:
        if colour == NEUTRAL or len(colour) > LONGEST_NAME or not colour.isprintable():
            raise LogError(
                f"must be colours of at most {LONGEST_NAME} letters, none of them {NEUTRAL}, not {show(colour)}",
                field=value.path,
            )
    return colours


def _seats(value: Value) -> tuple[float, ...]:
    seats = tuple(_within(item, -360, 360, "an angle") for item in value.items())
    if not FEWEST_PLAYERS <= len(seats) <= MOST_PLAYERS or len(set(seats)) < len(seats):
        raise LogError(
            f"must be {FEWEST_PLAYERS} to {MOST_PLAYERS} different angles, such as [205, 335]",
            field=value.path,
        )
    return seats


def _within(value: Value, least: float, most: float, what: str = "a number") -> float:
    given = value.given
    if isinstance(given, bool) or not isinstance(given, int | float) or not least <= given <= most:
        raise LogError(f"must be {what} from {least:g} to {most:g}, not {show(given)}", field=value.path)
    return given


def _between(least: float, most: float) -> Callable[[Value], float]:
    return lambda value: float(_within(value, least, most))


def _whole(least: int | None, most: int | None = None) -> Callable[[Value], int]:
    return lambda value: value.whole(at_least=least, at_most=most)


def _one_of(words: tuple[str, ...]) -> Callable[[Value], str]:
    return lambda value: value.one_of(words)


def _yes(value: Value) -> bool:
    if not isinstance(value.given, bool):
        raise LogError(f"must be true or false, not {show(value.given)}", field=value.path)
    return value.given


def _path(value: Value) -> Path:
    return Path(value.text()).expanduser()


def _outrun_variants(value: Value) -> tuple[Variant, ...]:
    variants = tuple(item.one_of(OUTRUN_VARIANTS) for item in value.items())
    try:
        check_variants(frozenset(variants))
    except LogError as error:
        raise LogError(error.problem, field=value.path) from None
    return variants


def _mains(value: Value) -> int:
    if value.whole() not in (50, 60):
        raise LogError(f"must be 50 or 60, not {show(value.given)}", field=value.path)
    return value.whole()


def _pin(value: Value) -> int:
    return value.whole(at_least=0, at_most=27)


def _pins(value: Value) -> tuple[int, ...]:
    return tuple(_pin(item) for item in value.items())


def _buzzer(value: Value) -> int | None:
    return None if value.given is False else _pin(value)


KEYS: Final[Mapping[str, Mapping[str, Callable[[Value], object]]]] = {
    "match": {
        "game": _one_of(get_args(Game)),
        "players": _players,
        "target": _whole(1),
        "variant": _one_of(VARIANTS),
        "both_gone_sleeper": _whole(None),
        "tiebreak": _one_of(TIE_BREAKS),
        "repeat_call_s": _between(0, 60),
        "max_players": _whole(FEWEST_PLAYERS, MOST_PLAYERS),
    },
    "bfh": {
        "board": lambda value: value.text(),
        "colours": _colours,
        "die": _one_of(get_args(BfhDie)),
        "die_profile": _path,
        "neutral": lambda value: value.text(),
        "a1": _one_of(get_args(BoardCorner)),
        "profile": _path,
        "boards": _path,
    },
    "outrun": {"variants": _outrun_variants, "park": _path, "parks": _path, "rows": _path},
    "round": {"end_announce": _one_of(get_args(EndAnnounce)), "end_grace_s": _between(0, 30)},
    "table": {
        "profile": _path,
        "seats": _seats,
        "mains_hz": _mains,
        "watch_fps": _whole(5, 50),
    },
    "sound": {"mute": _yes},
    "display": {
        "kind": _one_of(get_args(DisplayKind)),
        "bus": _one_of(get_args(Bus)),
        "i2c_port": _whole(0, 31),
        "i2c_address": _whole(0x03, 0x77),
        "spi_port": _whole(0, 31),
        "spi_device": _whole(0, 1),
        "column": _whole(0, 4),
        "dim_after_s": _between(0, 86400),
        "off_after_s": _between(0, 86400),
    },
    "track": {
        "kind": _one_of(get_args(TrackKind)),
        "lights": _whole(1, MOST_LIGHTS),
        "spi_port": _whole(0, 31),
        "spi_device": _whole(0, 1),
        "pins": _pins,
        "i2c_port": _whole(0, 31),
        "i2c_address": _whole(0x03, 0x77),
        "channel": _whole(0, 15),
        "start_us": _whole(400, 2600),
        "end_us": _whole(400, 2600),
    },
    "pins": {
        "shouts": _pins,
        "lamps": _pins,
        "back": _pin,
        "next": _pin,
        "ok": _pin,
        "buzzer": _buzzer,
        "display_data": _pin,
        "display_reset": _pin,
    },
    "data": {"folder": _path, "evidence_mb": _whole(0, 1_000_000)},
}
"""Every setting by its section and name in the file, with what reads it."""
