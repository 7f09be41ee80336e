"""The buzzer: a passive piezo on a pin, which a square wave of any pitch can drive."""

from __future__ import annotations

import contextlib
import threading

from gpiozero import Factory, TonalBuzzer
from gpiozero.tones import Tone

from hardware.errors import PartMissing
from hardware.outputs import Buzzer, Sound
from hardware.pi import pin_faults

Tune = tuple[tuple[float, float], ...]
"""Notes: pitch in Hz (0 is a rest) and length in seconds."""

TUNES: dict[Sound, Tune] = {
    Sound.GO: ((1047, 0.08), (1319, 0.08), (1568, 0.08), (2093, 0.30)),
    Sound.ROUND_OVER: ((2093, 0.25), (1568, 0.25), (1047, 0.60)),
    Sound.FALSE_CALL: ((262, 0.18), (0, 0.06), (262, 0.40)),
    Sound.LOOK: ((1760, 0.07), (0, 0.07), (1760, 0.07), (0, 0.25), (1760, 0.07), (0, 0.07), (1760, 0.07)),
    Sound.TICK: ((1047, 0.03),),
}
"""Up, down, a low double buzz, two short pairs, a tick: told apart by their shape, not only by pitch."""


class GpioBuzzer(Buzzer):
    """Plays a tune in its own thread; the next one cuts it short. `muted` can be changed at any time.

    Raises PartMissing if the pin cannot be had or gives no square wave.
    """

    def __init__(self, factory: Factory, pin: int, *, muted: bool = False) -> None:
        self.muted = muted
        self._tune: Tune | None = None
        self._closing = False
        self._changed = threading.Condition()
        try:
            self._piezo = TonalBuzzer(pin, mid_tone=Tone.from_frequency(880), octaves=2, pin_factory=factory)
        except pin_faults() as error:
            raise PartMissing(f"the buzzer on GPIO {pin} cannot be used: {error}") from error
        self._thread = threading.Thread(target=self._run, name="buzzer", daemon=True)
        self._thread.start()

    def play(self, sound: Sound) -> None:
        """Play a sound, unless muted."""
        if self.muted:
            return
        with self._changed:
            self._tune = TUNES[sound]
            self._changed.notify()

    def close(self) -> None:
        """Silent; harmless a second time."""
        with self._changed:
            self._closing = True
            self._changed.notify()
        self._thread.join()
        with contextlib.suppress(*pin_faults()):
            self._piezo.close()

    def _run(self) -> None:
        with self._changed:
            while not self._closing:
                if self._tune is None:
                    self._changed.wait()
                else:
                    tune, self._tune = self._tune, None
                    self._perform(tune)

    def _perform(self, tune: Tune) -> None:
        """Play to the end, or until there is something else to do."""
        for pitch, length_s in tune:
            with contextlib.suppress(*pin_faults()):
                self._piezo.play(Tone.from_frequency(pitch) if pitch else None)
            if self._changed.wait_for(lambda: self._closing or self._tune is not None, timeout=length_s):
                break
        with contextlib.suppress(*pin_faults()):
            self._piezo.stop()
