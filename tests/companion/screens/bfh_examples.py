"""The screens of Bears, Foxes & Hares, of every shape that one of them may take."""

from companion.screens.bfh_kinds import (
    AfterMove,
    BfhScreen,
    BoardDoubt,
    BoardMap,
    MoveSeen,
    NotAllowed,
    Pinned,
    PlaceNeutral,
    PutBack,
    PutDown,
    RollDie,
    Rolled,
    SpecialMove,
    TurnChoice,
    WhichMove,
)

PIECES = (((1, 0), 2), ((3, 3), 3), ((4, 3), 1), ((7, 7), 2), ((2, 5), 3), ((3, 0), 1))
MOVED = BoardMap(8, 8, PIECES, ((1, 0), (3, 0)))
LARGE = BoardMap(26, 20, (((0, 0), 1), ((25, 19), 3), ((12, 7), 2)), ((12, 7),))
SMALL = BoardMap(2, 3, (((0, 0), 1), ((1, 2), 3)), ((0, 0),))

BFH_EXAMPLES: dict[str, BfhScreen] = {
    "bfh-place": PlaceNeutral("red", 1, (1, 2, 3)),
    "bfh-place-last": PlaceNeutral("midnight-blue with stars", 3, (2,), watched=False),
    "bfh-choice": TurnChoice("red", 7, ("Roll", "Special"), 0, 1),
    "bfh-choice-special": TurnChoice("midnight-blue with stars", 112, ("Roll", "Special"), 1, 2),
    "bfh-choice-roll": TurnChoice("blue", 4, ("Roll",), 0, 0),
    "bfh-roll-die": RollDie("red", ""),
    "bfh-roll-die-again": RollDie("midnight-blue with stars", "2 dice lie beside the board"),
    "bfh-rolled": Rolled("red", 5, (1, 2, 3), (1, 3), pinned=True),
    "bfh-rolled-one": Rolled("midnight-blue with stars", 1, (2,), (), watched=False),
    "bfh-rolled-two": Rolled("blue", 2, (), (3,)),
    "bfh-rolled-three": Rolled("blue", 3, (3,), (3,)),
    "bfh-rolled-four": Rolled("blue", 4, (1,), (2,)),
    "bfh-rolled-six": Rolled("blue", 6, (1, 3), (1, 2, 3)),
    "bfh-special": SpecialMove("red", (2,), (1, 3)),
    "bfh-move-seen": MoveSeen("red", "red fox b1 to d1", MOVED),
    "bfh-move-seen-long": MoveSeen("red", "red fox b1 to d1, blue fox to d2, neutral fox to e2", MOVED),
    "bfh-after": AfterMove("red", "red fox", "swap"),
    "bfh-after-long": AfterMove("midnight-blue with stars", "midnight-blue with stars bear", "shove"),
    "bfh-not-allowed": NotAllowed(
        "the red fox is pinned under blue bear on d4",
        "rulebook: Other special moves",
        ("put the red fox back on d4, it is on e4",),
        BoardMap(8, 8, PIECES, ((3, 3), (4, 3))),
    ),
    "bfh-not-allowed-count": NotAllowed(
        "the red fox went 4 squares, the roll was 3",
        "rulebook: Movement",
        ("put the red fox back on b1, it is on f1",),
        BoardMap(8, 8, PIECES, ((1, 0), (5, 0))),
    ),
    "bfh-put-back": PutBack("d4 should hold blue bear", 1, 2, BoardMap(8, 8, PIECES, ((3, 3),))),
    "bfh-put-down": PutDown("red", "red fox", "b1", 3),
    "bfh-put-down-special": PutDown("blue", "neutral bear", "d4", None),
    "bfh-which": WhichMove(("red fox swaps north", "neutral fox swaps south"), 0, MOVED),
    "bfh-which-one": WhichMove(("red hare home",), 0, MOVED),
    "bfh-pinned": Pinned((("red fox", "d4", "blue bear"), ("neutral hare", "h12", "red fox"))),
    "bfh-pinned-many": Pinned((("midnight-blue with stars fox", "d4", "blue bear"),) * 4),
    "bfh-doubt": BoardDoubt("something lies on e5", 1, 3, BoardMap(8, 8, PIECES, ((4, 4),))),
    "bfh-large-board": PutBack("take the blue hare off m8", 1, 1, LARGE),
    "bfh-small-board": PutBack("take the blue hare off a1", 1, 1, SMALL),
}
"""By the names of their golden pictures."""

BFH_SHEETS: dict[str, tuple[str, ...]] = {
    "bfh-turn": (
        "bfh-place",
        "bfh-choice",
        "bfh-rolled",
        "bfh-special",
        "bfh-after",
        "bfh-move-seen",
    ),
    "bfh-trouble": (
        "bfh-not-allowed",
        "bfh-put-back",
        "bfh-put-down",
        "bfh-which",
        "bfh-pinned",
        "bfh-doubt",
    ),
}
"""The sheets in the docs: which screens are on each."""
