"""What was read of a park in words, and as the line of JSON that `bears park read --json` prints."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from calibration.rows import TaughtRows
from companion.games.outrun import BEAR, State
from companion.standees.proposal import Mismatch, Proposal, proposal
from companion.standees.reading import seen_rows
from companion.standees.seen import SeenRows
from vision.standees import BEAR as BEARS_NUMBER
from vision.standees import SeenStandees


@dataclass(frozen=True)
class ParkReading:
    """A picture of a park, read: the markers, the rows, and what that says of the match, if one is known."""

    picture: str
    reading: SeenStandees
    seen: SeenRows
    figures: Mapping[str, int]
    says: Proposal | Mismatch | None

    @property
    def sure(self) -> bool:
        """Whether every figure in the match is surely seen."""
        return set(self.seen.sure) >= {BEAR, *self.figures}


def read_park(
    picture: str,
    reading: SeenStandees,
    rows: TaughtRows,
    figures: Mapping[str, int],
    state: State | None,
) -> ParkReading:
    """Put together what a picture shows and what a match says; without a `state` nothing is proposed."""
    seen = seen_rows(reading, rows, figures)
    return ParkReading(picture, reading, seen, figures, None if state is None else proposal(state, seen))


def as_line(park: ParkReading) -> str:
    """The reading as one line of JSON."""
    names = {number: who for who, number in {BEAR: BEARS_NUMBER, **park.figures}.items()}
    figures: list[dict[str, Any]] = []
    for standee in park.reading.standees:
        who = names.get(standee.number)
        standing = None if who is None else park.seen.standing[who]
        figures.append(
            {
                "figure": standee.number,
                "name": who,
                "x": round(standee.x, 1),
                "y": round(standee.y, 1),
                "yaw_deg": round(standee.yaw_deg, 1),
                "row": None if standing is None else standing.row,
                "sure": standing is not None and standing.sure,
                "why": "nobody in the match has it" if standing is None else standing.why,
                "maybe": [] if standing is None else list(standing.maybe),
            }
        )
    says = park.says
    told: dict[str, Any] = {
        "picture": park.picture,
        "figures": figures,
        "unseen": [who for who in (BEAR, *park.figures) if who not in park.seen.standing],
        "doubts": list(park.seen.told((BEAR, *park.figures))),
        "sure": park.sure,
        "ways": [{"told": way.told, "events": list(way.events)} for way in says.ways]
        if isinstance(says, Proposal)
        else [],
        "strays": [] if says is None else [stray.told for stray in says.strays],
        "ms": park.reading.ms,
    }
    return json.dumps(told, ensure_ascii=False)


def told(park: ParkReading) -> list[str]:
    """The reading in lines for people."""
    lines = [f"{park.picture}: {len(park.seen.sure)} of {len(park.figures) + 1} figures sure"]
    for who in (BEAR, *park.figures):
        standing = park.seen.standing.get(who)
        if standing is None:
            lines.append(f"  ? {who}: not seen")
        elif not standing.sure:
            lines.append(f"  ? {who}: {standing.why}")
        else:
            lines.append(f"  {who}: {'off the trail' if standing.row is None else f'row {standing.row}'}")
    match park.says:
        case Proposal(ways=ways, strays=strays):
            lines += [f"  -> {way.told}" for way in ways]
            lines += [f"  ! {stray.told}" for stray in strays]
        case Mismatch():
            lines += [f"  ! {line}" for line in park.says.told]
    return lines
