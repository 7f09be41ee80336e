from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.journal import Journal
from tests.companion.match.playing import Clock


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def journal(tmp_path: Path, clock: Clock) -> Iterator[Journal]:
    with Journal.open(tmp_path, now=clock) as journal:
        yield journal
