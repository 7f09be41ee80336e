"""What all tests of the games share."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from companion.boards import load_boards
from companion.games.catalogue import all_games
from companion.games.log import replay

Json = dict[str, Any]
Replayed = Callable[..., Json]


@pytest.fixture(scope="session")
def replayed() -> Replayed:
    """Replay a header and events, given as dictionaries, and return the state as the log's page describes it."""
    games = all_games(load_boards())

    def run(header: Json, *events: Json) -> Json:
        log = "\n".join(json.dumps(line) for line in (header, *events))
        return replay(log.encode(), games).report()

    return run
