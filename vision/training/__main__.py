"""Runs all stages of making the networks: `python -m vision.training`."""

import sys

from vision.training.pipeline import main

if __name__ == "__main__":
    sys.exit(main())
