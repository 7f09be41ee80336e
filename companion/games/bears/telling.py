"""The state of a match of Bears! as the match log's JSON and as lines for people."""

from companion.games.bears.calls import moment
from companion.games.bears.play import PlayedRound, State


def report(state: State) -> dict[str, object]:
    """The state in the form that `bears replay --json` prints, but for `refused`."""
    totals = {} if state.match.survival else dict(zip(state.match.players, state.totals, strict=True))
    return {
        "game": "bears",
        "phase": state.phase,
        "round": state.number,
        "totals": totals,
        "in": list(state.players),
        "rounds": [_report_round(played) for played in state.rounds],
        "winner": state.winner,
    }


def tell(state: State) -> list[str]:
    """The match in a few lines: every round with the sums written out, the verdicts, the totals, what comes next."""
    how = "survival" if state.match.survival else f"to {state.match.target} points"
    lines = [f"Bears!, {how}: {', '.join(state.match.players)}"]
    for number, played in enumerate(state.rounds, start=1):
        lines.append(
            f"round {number}: " + ", ".join(f"{name} {score.written}" for name, score in played.scores)
        )
        lines += [
            f"  {verdict.call.player} called at {moment(verdict.call.t)}: {verdict.reason} ({verdict.rule})"
            for verdict in played.verdicts
        ]
    if not state.match.survival:
        totals = zip(state.match.players, state.totals, strict=True)
        lines.append("totals: " + ", ".join(f"{name} {total}" for name, total in totals))
    if state.winner is not None:
        return [*lines, f"{state.winner} wins"]
    return [*lines, f"round {state.number}, phase {state.phase}; still in: {', '.join(state.players)}"]


def _report_round(played: PlayedRound) -> dict[str, object]:
    return {
        "scores": {name: score.points for name, score in played.scores},
        "calls": [verdict.report() for verdict in played.verdicts],
    }
