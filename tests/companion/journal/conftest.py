from pathlib import Path

import pytest


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where a journal will be; not there yet."""
    return tmp_path / "state" / "bears"
