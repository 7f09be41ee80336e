"""A screen of every kind of Outrun the Bear, and of every shape that one of them may take."""

from companion.games.outrun import Terrain
from companion.screens.kinds import Screen
from companion.screens.outrun_kinds import (
    BearCard,
    BearDraws,
    BearRuns,
    CardEffects,
    Hands,
    MoveProposed,
    ParkLaid,
    RunnerDone,
    RunnerFate,
    RunnerTurn,
    RunWinners,
    TrailMap,
)

LONG = "Maximiliane Theodora von Hohenfels"
ROWS: tuple[Terrain, ...] = (
    "campsite",
    "path",
    "path",
    "bramble",
    "path",
    "rest_area",
    "path",
    "river",
    "river",
    "path",
    "path",
    "path",
    "slope",
    "slope",
    "path",
    "path",
    "path",
    "parking",
)
MIDDLE = TrailMap(ROWS, (5, 9), 7, 2)
START = TrailMap(ROWS, (0,) * 7, 0, -1)
ENDLESS = TrailMap(ROWS[:-1] * 3, (30, 31, 31), 33, 26)
WAYS = ("Crawl: ford 5", "Sprint: hillside 3", "Action card", "Equipment card")

OUTRUN_EXAMPLES: dict[str, Screen] = {
    "outrun-park": ParkLaid(
        (
            ("campsite", "front"),
            ("ford", "back"),
            ("meadow", "front"),
            ("hill", "front"),
            ("parking lot", "back"),
        )
    ),
    "outrun-park-many": ParkLaid(
        (("campsite", "front"), *((f"{LONG} {k}", "back") for k in range(8)), ("parking lot", "back"))
    ),
    "outrun-turn": RunnerTurn("Ana", "River: first on to ford 3", 5, WAYS, 0, MIDDLE),
    "outrun-turn-start": RunnerTurn("Cleo", "Equip or swap first?", 2, WAYS, 2, START),
    "outrun-turn-long": RunnerTurn(
        LONG, "Slope: first back to the dark wood 12", 1, (f"Crawl: {LONG}",), 0, ENDLESS
    ),
    "outrun-done": RunnerDone("Ana", "Ana to ford 5. Draw 2 cards", reacting=True, trail=MIDDLE),
    "outrun-done-home": RunnerDone("Ben", "Ben is home. Draw no cards", reacting=False, trail=MIDDLE),
    "outrun-done-many": RunnerDone(
        "Ana",
        "Ana to ford 5. Ben to ford 1. Cleo is home. The tile meadow is turned and put at the end. Draw 2 cards",
        reacting=True,
        trail=ENDLESS,
    ),
    "outrun-card": CardEffects("Ana", "action", (), ("Play it", "Move forward", "Move back"), 1),
    "outrun-card-told": CardEffects(
        "Ben", "reaction", ("Ana back 2", "Ben draws 1"), ("Play it", "Draw cards"), 0
    ),
    "outrun-card-long": CardEffects(
        LONG, "equipment", tuple(f"{LONG} draws {k}" for k in range(1, 5)), ("Play it", "Discard cards"), 1
    ),
    "outrun-bear-draws": BearDraws(5, 3, 2),
    "outrun-bear-draws-discard": BearDraws(2, 2, 0),
    "outrun-bear-draws-none": BearDraws(0, 0, 0),
    "outrun-bear-card": BearCard(2, 5, "discard pile", 3, (1,)),
    "outrun-bear-card-last": BearCard(7, 7, "deck", 0, (1, 2, 0, 3, 1, 2)),
    "outrun-bear-runs": BearRuns("ford 3", 4, MIDDLE),
    "outrun-bear-runs-before": BearRuns("before the camp", 9, START),
    "outrun-bear-stops": BearRuns(f"{LONG} 12", 0, ENDLESS),
    "outrun-caught": RunnerFate(("Ben",), "caught", "at ford 5. Put hand and equipment away"),
    "outrun-caught-many": RunnerFate(
        ("Ana", "Ben", "Cleo", "Dan", "Eva"), "caught", f"at {LONG} 3. Put hand and equipment away"
    ),
    "outrun-escaped": RunnerFate(("Ana",), "escaped", "safe in the car"),
    "outrun-proposed": MoveProposed("Ana crawls"),
    "outrun-proposed-several": MoveProposed("the river moves Ana; Ana plays a card: Ana +2, Ben -1", 2, 3),
    "outrun-winner": RunWinners(("Ana",)),
    "outrun-winners": RunWinners(("Ana", "Cleo", "Franz-Josef")),
    "outrun-bear-wins": RunWinners(()),
    "outrun-hands": Hands(
        (("Ana", "ford 3", 5, True), ("Ben", "home", 3, False), ("Cleo", "eaten", 0, False)), 41, 6
    ),
    "outrun-hands-eight": Hands(
        tuple((name, f"meadow {k}", k, k % 2 == 0) for k, name in enumerate((LONG, *"ABCDEFG"))), 12, 30
    ),
}
"""By the names of their golden pictures."""

OUTRUN_SHEETS: dict[str, tuple[str, ...]] = {
    "outrun-turn": (
        "outrun-park",
        "outrun-turn",
        "outrun-done",
        "outrun-card",
        "outrun-card-told",
        "outrun-hands",
    ),
    "outrun-bear": (
        "outrun-bear-draws",
        "outrun-bear-card",
        "outrun-bear-runs",
        "outrun-caught",
        "outrun-escaped",
        "outrun-winners",
    ),
}
"""The sheets in the docs: which screens are on each."""
