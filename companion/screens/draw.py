"""A screen as a picture."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from PIL import Image

from companion.screens import (
    bfh_board,
    bfh_kinds,
    bfh_turns,
    calling,
    kinds,
    outrun,
    outrun_kinds,
    scores,
    setting_up,
    starting,
    trouble,
)
from companion.screens.hints import HEIGHT, Hints, draw_hints, hints_for
from companion.screens.paper import SIZE, Paper

_DRAWN_BY: dict[type, Callable[[Any, Paper, int], None]] = {
    kinds.Boot: setting_up.draw_boot,
    kinds.Choose: setting_up.draw_choose,
    kinds.Count: setting_up.draw_count,
    kinds.Roll: starting.draw_roll,
    kinds.Reroll: starting.draw_reroll,
    kinds.Ready: starting.draw_ready,
    kinds.Countdown: starting.draw_countdown,
    kinds.Running: calling.draw_running,
    kinds.Verdict: calling.draw_verdict,
    kinds.Order: calling.draw_order,
    kinds.ClearHands: calling.draw_clear_hands,
    kinds.Sum: scores.draw_sum,
    kinds.Totals: scores.draw_totals,
    kinds.TieBreak: scores.draw_tie_break,
    kinds.Winner: scores.draw_winner,
    kinds.Look: trouble.draw_look,
    kinds.CameraLost: trouble.draw_camera_lost,
    kinds.Paused: trouble.draw_paused,
    kinds.Notice: trouble.draw_notice,
    bfh_kinds.PlaceNeutral: bfh_turns.draw_place_neutral,
    bfh_kinds.TurnChoice: bfh_turns.draw_turn_choice,
    bfh_kinds.RollDie: bfh_turns.draw_roll_die,
    bfh_kinds.Rolled: bfh_turns.draw_rolled,
    bfh_kinds.SpecialMove: bfh_turns.draw_special_move,
    bfh_kinds.MoveSeen: bfh_board.draw_move_seen,
    bfh_kinds.AfterMove: bfh_turns.draw_after_move,
    bfh_kinds.NotAllowed: bfh_board.draw_not_allowed,
    bfh_kinds.PutBack: bfh_board.draw_put_back,
    bfh_kinds.PutDown: bfh_turns.draw_put_down,
    bfh_kinds.WhichMove: bfh_board.draw_which_move,
    bfh_kinds.Pinned: bfh_board.draw_pinned,
    bfh_kinds.BoardDoubt: bfh_board.draw_board_doubt,
    outrun_kinds.ParkLaid: outrun.draw_park_laid,
    outrun_kinds.RunnerTurn: outrun.draw_runner_turn,
    outrun_kinds.RunnerDone: outrun.draw_runner_done,
    outrun_kinds.CardEffects: outrun.draw_card_effects,
    outrun_kinds.BearDraws: outrun.draw_bear_draws,
    outrun_kinds.BearCard: outrun.draw_bear_card,
    outrun_kinds.BearRuns: outrun.draw_bear_runs,
    outrun_kinds.RunnerFate: outrun.draw_runner_fate,
    outrun_kinds.RunWinners: outrun.draw_run_winners,
    outrun_kinds.MoveProposed: outrun.draw_move_proposed,
    outrun_kinds.Hands: outrun.draw_hands,
}


def draw(screen: kinds.Screen, *, tick: int = 0, hints: Hints | None = None) -> Image.Image:
    """The screen as a picture of mode "1", 128x64.

    `tick` counts half seconds from any start: what blinks changes with each, and what has several pages turns one every
    three seconds. `hints` say what the buttons do, where they do something else than `hints_for(screen)` says.
    """
    return _drawn(screen, tick, hints).copy()


def pages_of(screen: kinds.Screen) -> int:
    """How many pages take turns before all of the screen's longest text was to be seen."""
    return lay_out(screen).pages


@lru_cache(maxsize=4)
def _drawn(screen: kinds.Screen, tick: int, hints: Hints | None) -> Image.Image:
    """The table shows the same screen many times within a tick."""
    return lay_out(screen, tick=tick, hints=hints).picture


def lay_out(screen: kinds.Screen, *, tick: int = 0, hints: Hints | None = None) -> Paper:
    """The same on its paper, which tells whether everything found room."""
    hints = hints_for(screen) if hints is None else hints
    paper = Paper(SIZE[1] - HEIGHT - 1 if hints else SIZE[1])
    _DRAWN_BY[type(screen)](screen, paper, tick)
    if hints:
        draw_hints(hints, paper.below())
    return paper
