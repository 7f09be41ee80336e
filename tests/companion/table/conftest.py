from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.companion.table.table_bench import Bench


@pytest.fixture(autouse=True)
def _benches_are_cleared() -> Iterator[None]:
    """Whatever a test leaves on the bench is switched off, so that no journal stays open."""
    yield
    Bench.clear_all()
