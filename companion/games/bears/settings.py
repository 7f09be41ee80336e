"""Who plays a match of Bears! and by which settings: the header of its match log."""

from dataclasses import dataclass
from typing import Final, Literal, get_args

from companion.games.fields import Fields

Variant = Literal["classic", "survival"]
TieBreak = Literal["all", "tied"]

VARIANTS: Final[tuple[Variant, ...]] = get_args(Variant)
TIE_BREAKS: Final[tuple[TieBreak, ...]] = get_args(TieBreak)

FEWEST_PLAYERS: Final = 2
MOST_PLAYERS: Final = 8


@dataclass(frozen=True)
class Match:
    """The players, in the order of their seats, and the settings of one match."""

    players: tuple[str, ...]
    target: int = 100
    """The total that ends the game; 50 is the short game (rulebook: Objective, 50 Points)."""
    variant: Variant = "classic"
    """`survival`: only runner + tent pairs count and the last one in wins (rulebook: Alternate Rules)."""
    both_gone_sleeper: int = 5
    """What a sleeper + tent pair is worth when neither bears nor tents are left."""
    tiebreak: TieBreak = "all"
    """Who plays on after a tie for the highest total."""
    repeat_call_s: float = 1.0
    """Seconds after a judged press in which further presses of the same player are not judged."""
    max_players: int = MOST_PLAYERS
    """How many may play; the rulebook's single set is for 4, sets are combined for 8."""

    @property
    def survival(self) -> bool:
        """Whether pairs are scored for survival instead of points."""
        return self.variant == "survival"


def read_header(header: Fields) -> Match:
    """Read the header of a match log; raises `LogError`."""
    defaults = Match(())
    max_players = header.get("max_players", defaults.max_players).whole(
        at_least=FEWEST_PLAYERS, at_most=MOST_PLAYERS
    )
    return Match(
        players=header["players"].names(at_least=FEWEST_PLAYERS, at_most=max_players),
        target=header.get("target", defaults.target).whole(at_least=1),
        variant=header.get("variant", defaults.variant).one_of(VARIANTS),
        both_gone_sleeper=header.get("both_gone_sleeper", defaults.both_gone_sleeper).whole(),
        tiebreak=header.get("tiebreak", defaults.tiebreak).one_of(TIE_BREAKS),
        repeat_call_s=header.get("repeat_call_s", defaults.repeat_call_s).number(at_least=0),
        max_players=max_players,
    )
