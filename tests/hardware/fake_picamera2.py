"""A stand-in for picamera2 and libcamera, as far as the camera uses them, with faults that can be ordered.

Every public method has picamera2's own signature, which `test_picamera2_api.py` checks against its sources; names of
controls are checked on every use.
"""
# ruff: noqa: ANN401, ARG002, B006, FBT002 - the parameters are picamera2's

import contextlib
import json
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

import cv2
import numpy as np
import pytest

API = json.loads((Path(__file__).parents[1] / "data" / "picamera2" / "api.json").read_text())
READOUT_US = 2_000
LATENCY = 3
"""Frames until a control is obeyed."""
PADDING = 64
"""Bytes that the small stream's rows are longer than its pictures."""


@dataclass
class World:
    """What the camera sees, how it is, and what is to go wrong."""

    bgr: tuple[int, int, int] = (40, 120, 200)
    brightness: float = 20_000 * 2.0
    """Exposure in µs times gain that its automatics think right."""
    cameras: int = 1
    refuses_to_open: str = ""
    stalled: threading.Event = field(default_factory=threading.Event)
    closing_hangs: threading.Event = field(default_factory=threading.Event)
    clock_ahead_s: float = 0.0
    fixed_focus: bool = False
    obeys: bool = True
    opened: int = 0
    lent: int = 0
    most_lent: int = 0
    controls: dict[str, Any] = field(default_factory=dict)
    configuration: dict[str, Any] = field(default_factory=dict)

    @contextlib.contextmanager
    def installed(self, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
        """Let `import picamera2` and `import libcamera` find it."""
        world = self

        class Bound(Picamera2):
            _world = world

            @staticmethod
            def global_camera_info() -> list[dict[str, Any]]:
                return [{"Model": "imx708", "Num": number} for number in range(world.cameras)]

        picamera2 = ModuleType("picamera2")
        picamera2.Picamera2 = Bound  # type: ignore[attr-defined]
        libcamera = ModuleType("libcamera")
        libcamera.ColorSpace = _ColorSpace  # type: ignore[attr-defined]
        libcamera.controls = _Choices()  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, "picamera2", picamera2)
        monkeypatch.setitem(sys.modules, "libcamera", libcamera)
        yield


class _ColorSpace:
    @staticmethod
    def Smpte170m() -> str:  # noqa: N802 - libcamera's name
        return "smpte170m"


class _Choices:
    """`libcamera.controls.<control>Enum.<choice>`, for the choices that libcamera describes."""

    def __getattr__(self, name: str) -> Any:
        control = API["controls"][name.removesuffix("Enum")]
        return type(name, (), {choice: (name, choice) for choice in control["choices"]})


class Told(dict[str, Any]):
    """A frame's metadata; every name that is asked for must be one that libcamera gives."""

    def __getitem__(self, name: str) -> Any:
        assert API["controls"][name]["direction"] in {"out", "inout"}, name
        return super().__getitem__(name)

    def get(self, name: str, default: Any = None) -> Any:
        """Like `__getitem__`, with a default."""
        return self[name] if name in self else default  # noqa: SIM401 - checks the name


class CompletedRequest:
    """A frame, lent until it is released."""

    def __init__(self, request: Any, picam2: Any) -> None:
        self._told, self._camera = request, picam2
        self._released = False
        world = self._camera._world
        world.lent += 1
        world.most_lent = max(world.most_lent, world.lent)

    def release(self) -> None:
        """Give it back."""
        assert not self._released, "released twice"
        self._released = True
        self._camera._world.lent -= 1

    def get_metadata(self) -> Told:
        """The frame's metadata."""
        assert not self._released
        return Told(self._told)

    def make_array(self, name: str) -> np.ndarray[Any, Any]:
        """A copy of a stream's picture."""
        assert not self._released
        stream = self._camera._world.configuration[name]
        width, height = stream["size"]
        wide = width + (PADDING if name == "lores" else 0)
        exposed = self._told["ExposureTime"] * self._told["AnalogueGain"] / self._camera._world.brightness
        if abs(exposed - 1) < 0.1:
            exposed = 1.0
        shown = np.clip(np.multiply(self._camera._world.bgr, exposed), 0, 255)
        bgr = np.full((height, wide, 3), shown, np.uint8)
        return bgr if name == "main" else cv2.cvtColor(bgr, cv2.COLOR_BGR2YUV_I420)


class Picamera2:
    """The camera."""

    _world: World

    def __init__(
        self,
        camera_num: Any = 0,
        verbose_console: Any = None,
        tuning: Any = None,
        allocator: Any = None,
    ) -> None:
        self._started = False
        self._pending: list[tuple[int, str, Any]] = []
        self._number = 0
        self._obeyed: dict[str, Any] = {
            "ExposureTime": 5_000.0,
            "AnalogueGain": 1.0,
            "ColourGains": (1.9, 2.1),
        }
        self._world.opened += 1
        if self._world.refuses_to_open:
            why = RuntimeError(self._world.refuses_to_open)
            raise RuntimeError("Camera __init__ sequence did not complete.") from why

    @staticmethod
    def global_camera_info() -> list[dict[str, Any]]:
        """The cameras that there are."""
        return []

    @property
    def camera_controls(self) -> dict[str, tuple[Any, Any, Any]]:
        """Limits and default of every control that this camera has."""
        limits: dict[str, tuple[Any, Any, Any]] = {
            "AeEnable": (False, True, None),
            "AeFlickerMode": (0, 1, 0),
            "AeFlickerPeriod": (100, 1_000_000, None),
            "AnalogueGain": (1.122807, 16.0, None),
            "AwbEnable": (False, True, None),
            "ColourGains": (0.0, 32.0, None),
            "ExposureTime": (26, 66_000, None),
            "FrameDurationLimits": (READOUT_US, 120_000, None),
        }
        if not self._world.fixed_focus:
            limits |= {"AfMode": (0, 2, 0), "LensPosition": (0.0, 15.0, 1.0)}
        return limits

    def create_video_configuration(
        self,
        main: Any = {},
        lores: Any = None,
        raw: Any = {},
        transform: Any = None,
        colour_space: Any = None,
        buffer_count: Any = 6,
        controls: Any = {},
        display: Any = "main",
        encode: Any = "main",
        queue: Any = True,
        sensor: Any = {},
        use_case: Any = "video",
    ) -> dict[str, Any]:
        """A configuration, checked for what picamera2 would refuse."""
        for stream in (main, lores):
            assert set(stream) <= set(API["stream_keys"])
            assert all(side % 2 == 0 for side in stream["size"])
        assert main["format"] in API["formats"]["rgb"]
        assert lores["format"] in API["formats"]["yuv"]
        return {
            "main": main,
            "lores": lores,
            "raw": raw,
            "buffer_count": buffer_count,
            "colours": colour_space,
        }

    def configure(self, camera_config: Any = None) -> None:
        """Set the streams."""
        assert not self._started
        self._world.configuration = camera_config

    def set_controls(self, controls: Any) -> None:
        """Set controls, which frames obey some time later."""
        for name, value in controls.items():
            assert API["controls"][name]["direction"] in {"in", "inout"}, name
            if name not in self.camera_controls:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")
            self._pending.append((self._number + LATENCY, name, value))
            self._world.controls[name] = value

    def start(self, config: Any = None, show_preview: Any = False) -> None:
        """Start."""
        assert self._world.configuration
        self._started = True

    @contextlib.contextmanager
    def captured_request(self, wait: Any = None, flush: Any = None) -> Iterator[CompletedRequest]:
        """The next frame; TimeoutError if none comes."""
        assert isinstance(wait, float), "a wait without a number never ends when the camera stops"
        assert self._started
        assert self._world.lent < self._world.configuration["buffer_count"], "all buffers are lent: it stalls"
        if self._world.stalled.is_set():
            time.sleep(wait)
            raise TimeoutError
        request = CompletedRequest(self._frame(), self)
        try:
            yield request
        finally:
            request.release()

    def cancel_all_and_flush(self) -> None:
        """Forget what was asked for."""

    def close(self) -> None:
        """Let the camera go; may hang, as the real one does when its frontend has timed out."""
        while self._world.closing_hangs.is_set():
            time.sleep(0.01)
        self._started = False

    def _frame(self) -> dict[str, Any]:
        period_us = self._world.controls["FrameDurationLimits"][0]
        time.sleep(period_us / 1e6)
        self._number += 1
        if self._world.controls.get("AeEnable", True):
            wanted = self._world.brightness / self._obeyed["ExposureTime"]
            self._obeyed["AnalogueGain"] = min(8.0, self._obeyed["AnalogueGain"] * 1.5, max(1.0, wanted))
            if not 1 <= wanted <= 8:
                self._obeyed["ExposureTime"] = self._world.brightness / min(8.0, max(1.0, wanted))
        for due, name, value in self._pending:
            if due <= self._number and self._world.obeys:
                self._obeyed[name] = value
        self._pending = [pending for pending in self._pending if pending[0] > self._number]
        exposure_us = round(self._obeyed["ExposureTime"] / 18.7) * 18.7  # whole rows
        now_ns = time.monotonic_ns() + round(self._world.clock_ahead_s * 1e9)
        return {
            **self._obeyed,
            "ExposureTime": round(exposure_us),
            "DigitalGain": 1.0,
            "SensorTimestamp": now_ns - READOUT_US * 1000,
        }
