"""What all tests share: property tests that are repeatable where it matters, and no deadline on a busy machine."""

import os

from hypothesis import settings

settings.register_profile("here", deadline=None, print_blob=True)
settings.register_profile("ci", parent=settings.get_profile("here"), derandomize=True)
settings.register_profile("again", parent=settings.get_profile("ci"), max_examples=25)
again = os.environ.get("BEARS_TESTS") == "again"
"""Whether the same tests went already with other packages or another Python: fewer examples then do."""
settings.load_profile("again" if again else "ci" if os.environ.get("CI") else "here")
