"""What all tests of the games share."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from companion.games.bears import GAME as BEARS
from companion.games.log import replay

Json = dict[str, Any]
Replayed = Callable[..., Json]


@pytest.fixture(scope="session")
def replayed() -> Replayed:
    """Replay a header and events, given as dictionaries, and return the state as the log's page describes it."""

    def run(header: Json, *events: Json) -> Json:
        log = "\n".join(json.dumps(line) for line in (header, *events))
        return replay(log.encode(), {BEARS.name: BEARS}).report()

    return run
