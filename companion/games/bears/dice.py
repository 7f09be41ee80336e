"""The dice of Bears!: white Camp Dice, black Player Dice, and what lies where on the table."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeGuard, get_args

CampFace = Literal["bear", "tent"]
PlayerFace = Literal["runner", "gun", "sleeper"]
Face = CampFace | PlayerFace

CAMP_FACES: Final[tuple[CampFace, ...]] = get_args(CampFace)
PLAYER_FACES: Final[tuple[PlayerFace, ...]] = get_args(PlayerFace)
FACES: Final[tuple[Face, ...]] = (*CAMP_FACES, *PLAYER_FACES)

CAMP_DICE_EACH: Final = 5
"""Camp Dice in play for each player still in (rulebook: Setting Up the Game)."""
PLAYER_DICE_EACH: Final = 5
"""Player Dice that each player has (rulebook: Setting Up the Game)."""


@dataclass(frozen=True, slots=True)
class Campsite:
    """The Camp Dice in the middle of the table that nobody has taken yet."""

    bears: int
    tents: int

    @property
    def dice(self) -> int:
        """How many Camp Dice lie there."""
        return self.bears + self.tents

    @property
    def one_kind_gone(self) -> bool:
        """Whether no bears or no tents are left, which ends a round (rulebook: Ending a Round)."""
        return self.bears == 0 or self.tents == 0

    def __str__(self) -> str:
        return f"{_count(self.bears, 'bear')} and {_count(self.tents, 'tent')}"


@dataclass(frozen=True, slots=True)
class Pair:
    """A Player Die that lies with a Camp Die."""

    player: PlayerFace
    camp: CampFace

    @classmethod
    def of(cls, one: str, other: str) -> "Pair":
        """The pair of two faces in either order; raises `ValueError` unless one is a Camp Die's, one a Player Die's."""
        if is_camp_face(one) and is_player_face(other):
            return cls(other, one)
        if is_player_face(one) and is_camp_face(other):
            return cls(one, other)
        raise ValueError(f"a pair is a Player Die and a Camp Die, not {one} and {other}")

    def __str__(self) -> str:
        return f"{self.player} + {self.camp}"


@dataclass(frozen=True, slots=True)
class SeatDice:
    """The dice in front of one player at the end of a round."""

    pairs: tuple[Pair, ...] = ()
    loose: tuple[Face, ...] = ()

    @property
    def camp_dice(self) -> int:
        """How many Camp Dice the player has, in pairs or loose."""
        return len(self.pairs) + sum(map(is_camp_face, self.loose))

    @property
    def player_dice(self) -> int:
        """How many Player Dice lie in front of the player, in pairs or loose."""
        return len(self.pairs) + sum(map(is_player_face, self.loose))


def is_camp_face(face: str) -> TypeGuard[CampFace]:
    """Whether `face` is one of a Camp Die."""
    return face in CAMP_FACES


def is_player_face(face: str) -> TypeGuard[PlayerFace]:
    """Whether `face` is one of a Player Die."""
    return face in PLAYER_FACES


def conservation_faults(campsite: Campsite, seats: Mapping[str, SeatDice]) -> tuple[str, ...]:
    """What is impossible about a table, each in words; nothing if the dice add up.

    `seats` has the players still in. The Camp Dice of campsite and players together are five a player, and nobody has
    more than five Player Dice (rulebook: Setting Up the Game).
    """
    faults = []
    expected = CAMP_DICE_EACH * len(seats)
    found = campsite.dice + sum(seat.camp_dice for seat in seats.values())
    if found != expected:
        difference = f"{found - expected} surplus" if found > expected else f"{expected - found} missing"
        faults.append(
            f"{difference}: {len(seats)} players have {expected} Camp Dice between them, {found} were read"
        )
    for name, seat in seats.items():
        surplus = seat.player_dice - PLAYER_DICE_EACH
        if surplus > 0:
            faults.append(f"{name} has {seat.player_dice} Player Dice, {surplus} surplus")
    return tuple(faults)


def _count(number: int, noun: str) -> str:
    return f"1 {noun}" if number == 1 else f"{number or 'no'} {noun}s"
