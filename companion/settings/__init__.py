"""The settings file (TOML), checked before anything starts; what is not in it has its default.

`docs/settings.md` describes every setting for people.
"""

from companion.settings.checks import KEYS
from companion.settings.reading import load_settings, usual_files
from companion.settings.values import Settings

__all__ = ["KEYS", "Settings", "load_settings", "usual_files"]
