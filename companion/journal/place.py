"""Where the journal is kept if nobody says otherwise."""

import os
from pathlib import Path
from typing import Final

FOLDER: Final = "bears-companion"


def usual_folder() -> Path:
    """The folder that systemd gives the service, or else the user's own for what programs remember."""
    given = os.environ.get("STATE_DIRECTORY", "").split(":")[0]
    if given:
        return Path(given)
    home = os.environ.get("XDG_STATE_HOME") or "~/.local/state"
    return Path(home).expanduser() / FOLDER
