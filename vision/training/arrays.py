"""Names for the arrays that are passed around while scenes are drawn and learned."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating[Any]]
"""Pictures in linear RGB (order BGR, about 0..1), coverage 0..1, and places in mm or px."""
Bytes = NDArray[np.uint8]
"""Pictures as a camera gives them (BGR), and masks of ink."""
Labels = NDArray[np.int16]
"""Which die a pixel shows: k + 1 where it is the top of die k, -(k + 1) where it is a side, else 0."""
