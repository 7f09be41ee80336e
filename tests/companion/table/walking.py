"""People who press whatever they like, at any game's table on the test bench."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

from companion.journal import Journal
from companion.match.live import Match, known_games
from hardware.buttons import Menu, Shout
from tests.companion.table.table_bench import Bench

PLUG = 0.02
"""How likely the plug is pulled instead of a press."""
WAITS_S = (0.02, 0.3, 0.7, 1.5, 4.0)

Deeds = Mapping[Callable[[], object], float]
"""What else people of a game do, and how likely each is."""


def walk(bench: Bench, rng: random.Random, steps: int, deeds: Deeds | None = None) -> None:
    """Press at random, with pauses and power cuts, until so many steps are done or the match is over."""

    def power_cut() -> None:
        bench.pull_the_plug()
        bench.switch_on()

    chances: dict[Callable[[], object], float] = {power_cut: PLUG, **(deeds or {})}
    rest = 1.0 - sum(chances.values())
    chances |= {
        lambda: bench.press(Menu.OK): 0.45 * rest,
        lambda: bench.press(Menu.NEXT): 0.20 * rest,
        lambda: bench.press(Menu.BACK): 0.10 * rest,
        lambda: bench.press(Shout(rng.randrange(len(bench.players)))): 0.10 * rest,
        lambda: bench.wait(rng.choice(WAITS_S)): 0.15 * rest,
    }
    for _ in range(steps):
        if bench.table.over:
            return
        [deed] = rng.choices(list(chances), list(chances.values()))
        deed()
        faults = [line for line in bench.lines if "went wrong" in line]
        assert not faults, (faults, [name for name, _ in bench.screens[-30:]])


def find_the_way_back(
    bench: Bench,
    there: Callable[[], bool],
    *,
    gets_on: tuple[str, ...],
    steps: Mapping[str, Callable[[], None]],
) -> None:
    """Somebody who reads the screen gets the evening running again, until `there` or the match is over.

    `gets_on` are the options that they choose where one is shown; `steps` is what they do at other screens than to
    press ok.
    """
    for _ in range(400):
        if bench.table.over or there():
            return
        bench.read_all()
        if bench.screen in steps:
            steps[bench.screen]()
        elif _would_choose_another(bench, gets_on):
            bench.press(Menu.NEXT)
        else:
            bench.ok()
            bench.wait(0.5)
    raise AssertionError(f"stuck at {bench.screens[-5:]}")


def _would_choose_another(bench: Bench, gets_on: tuple[str, ...]) -> bool:
    options, chosen = bench.says.get("options", ()), bench.says.get("chosen")
    assert isinstance(options, tuple)
    wanted = next((option for option in gets_on if option in options), None)
    return wanted is not None and options.index(wanted) != chosen


def is_in_the_journal(bench: Bench) -> None:
    """Pull the plug: whoever reads the journal finds the state that was shown."""
    state, number = bench.state, bench.match.number
    bench.pull_the_plug()
    with Journal.open(bench.folder) as journal:
        again = Match(journal, journal.rows(number), known_games())
    assert again.play.report() == state
