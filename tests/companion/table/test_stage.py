from companion.screens.kinds import Notice
from companion.table.stage import SECOND, Stage
from hardware.absent import NoBuzzer, NoDisplay, NoLamps
from hardware.outputs import Light
from hardware.simulated.outputs import SimulatedLamps

LONG = Notice("Read me", " ".join(f"word{k}" for k in range(30)))
SHORT = Notice("Read me", "short")


def _stage() -> Stage:
    stage = Stage(display=NoDisplay(), lamps=NoLamps(), buzzer=NoBuzzer())
    stage.show(Notice("Behind", ""))
    stage.tick(SECOND)
    return stage


def _seconds(stage: Stage, screen: Notice, *, seconds: float) -> float:
    """For how long a flash is shown."""
    stage.flash(screen, seconds=seconds)
    now_ns = SECOND
    while stage.screen == screen:
        now_ns += SECOND // 10
        stage.tick(now_ns)
    return (now_ns - SECOND) / SECOND


def test_a_flash_stands_until_its_last_page_came_by() -> None:
    """A text that is too long for one page would be gone before its second is to be seen."""
    assert _seconds(_stage(), SHORT, seconds=2) == 2
    assert _seconds(_stage(), LONG, seconds=2) >= 6
    assert _seconds(_stage(), LONG, seconds=60) == 60


def test_a_lamp_that_is_lit_for_a_while_goes_out() -> None:
    """It says that something just happened; one that stays lit says that something is the case."""
    lamps = SimulatedLamps(2)
    stage = Stage(display=NoDisplay(), lamps=lamps, buzzer=NoBuzzer())
    stage.tick(SECOND)
    stage.light(0, Light.ON, seconds=1.5)
    stage.light(1, Light.ON)
    stage.tick(SECOND * 24 // 10)
    assert lamps.lights == {0: Light.ON, 1: Light.ON}
    stage.tick(SECOND * 25 // 10)
    assert lamps.lights == {0: Light.OFF, 1: Light.ON}
