"""A workbench for parts on mocked pins."""

from dataclasses import dataclass

from gpiozero.pins.mock import MockFactory


@dataclass
class StillClock:
    """Seconds, as the mocked pins and their factory ask for them; a `Clock` as well."""

    now_s: float = 1000.0

    def __call__(self) -> float:
        """The time now, s."""
        return self.now_s

    def now_ns(self) -> int:
        """The time now, ns."""
        return round(self.now_s * 1e9)


@dataclass(frozen=True)
class Finger:
    """Presses buttons on mocked pins at given times."""

    factory: MockFactory
    clock: StillClock

    def down(self, pin: int, *, at_s: float) -> None:
        """Close the contact."""
        self.clock.now_s = at_s
        self.factory.pin(pin).drive_low()

    def up(self, pin: int, *, at_s: float) -> None:
        """Open it."""
        self.clock.now_s = at_s
        self.factory.pin(pin).drive_high()

    def tell(self, pin: int, *, at_s: float, high: bool) -> None:
        """Have the pin tell an edge, whatever its level is; the clock stays where it is."""
        self.factory.pin(pin)._when_changed()(at_s, int(high))
