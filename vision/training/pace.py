"""How fast a network learns: warmed up within some steps, then slower and slower until its time is over."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torch.optim import Optimizer


@dataclass(eq=False)
class Pace:
    """The learning rate of one training, which lasts `minutes`."""

    peak: float
    """The highest learning rate."""
    warm: int
    """Steps until it is reached."""
    minutes: float
    step: int = 0
    """Steps made so far."""
    began: float = field(default_factory=time.monotonic)

    @property
    def seconds(self) -> float:
        """Since the beginning."""
        return time.monotonic() - self.began

    @property
    def done(self) -> float:
        """The share of the training that is over; 1 or more at its end."""
        return self.seconds / (60 * self.minutes)

    def steer(self, optimizer: Optimizer) -> None:
        """Set the learning rate: a cosine down to 1e-5 (Loshchilov and Hutter, 2017)."""
        warmed = min(1.0, self.step / self.warm)
        rate = self.peak * warmed * 0.5 * (1 + math.cos(math.pi * self.done)) + 1e-5
        for group in optimizer.param_groups:
            group["lr"] = rate
