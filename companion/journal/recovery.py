"""A damaged journal: set aside under another name, with everything that can still be read taken over into a new one."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Recovery:
    """What became of a damaged journal."""

    kept: Path
    """Where the damaged file is now."""
    entries: int
    """How many entries were recovered."""
    lost: int
    """How many are known to be lost or useless; entries behind the last that could be read leave no trace."""
    matches: tuple[int, ...] = ()
    """The matches that lost something."""

    @property
    def sentence(self) -> str:
        """What people are told."""
        lost = f", {self.lost} are lost" if self.lost else ""
        read = f"The journal was damaged: {self.entries} entries could be read{lost}."
        return f"{read} The old file is kept as {self.kept.name}."
