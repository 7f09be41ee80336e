"""What the hardware's tests share: pins that can be driven, and a clock that stands still until it is moved."""

from collections.abc import Iterator
from types import ModuleType

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from tests.hardware.bench import StillClock
from tests.hardware.fake_lgpio import FakeLgpio


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> StillClock:
    """The clock of all mocked pins; moved by setting `now_s`."""
    still = StillClock()
    monkeypatch.setattr("gpiozero.pins.mock.monotonic", still)
    return still


@pytest.fixture
def factory() -> Iterator[MockFactory]:
    """Fresh mocked pins, PWM and all."""
    made = MockFactory(pin_class=MockPWMPin)
    yield made
    made.reset()


@pytest.fixture
def lgpio(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeLgpio]:
    """A chip behind gpiozero's own code for lgpio, on what it takes for a Raspberry Pi 3."""
    chip = FakeLgpio()
    with chip.installed(monkeypatch) as module:
        assert isinstance(module, ModuleType)
        yield chip
