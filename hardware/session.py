"""One opening of the Pi's camera through picamera2: configured once, its light locked, until it is closed.

Everything here may block for as long as the camera's driver likes; `hardware.picamera` keeps that from its callers.
Names and signatures of picamera2 are checked against its sources by `tests/hardware/test_picamera2_api.py`.
"""

from __future__ import annotations

import contextlib
import logging
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import cv2

from hardware.camera import READING, WATCHING, Frame, Picture
from hardware.errors import CameraLost
from hardware.light import SETTLE_FRAMES, Daylight, Locked, Metering, Shooting

_LOG = logging.getLogger(__name__)
_SPARSE = 8
"""Every so manyth pixel is enough to tell how bright a picture is."""

BUFFERS = 3
FRAME_S = 2.0
"""A camera that gives no frame for so long has stopped."""
HIGHEST_GAIN = 8.0
"""More gain shows more noise than dice."""


@dataclass(frozen=True, eq=False)
class Shot:
    """A frame while the camera lends it; its pictures are copies.

    The sensor exposes row by row: the first row until `SensorTimestamp`, the last until `readout_ns` later.
    """

    request: Any
    told: dict[str, Any]
    readout_ns: int

    @property
    def began_ns(self) -> int:
        """When the first row began to be exposed, CLOCK_MONOTONIC ns."""
        return int(self.told["SensorTimestamp"]) - self._exposed_ns

    @property
    def ended_ns(self) -> int:
        """When the last row had been exposed."""
        return int(self.told["SensorTimestamp"]) + self.readout_ns

    @property
    def _exposed_ns(self) -> int:
        return int(self.told["ExposureTime"]) * 1000

    def yuv(self) -> Picture:
        """The watching stream as the camera gives it, for `watching`."""
        small: Picture = self.request.make_array("lores")
        return small

    def still(self) -> Frame:
        """The frame in reading size."""
        return self.frame(self.request.make_array("main"))

    def frame(self, picture: Picture) -> Frame:
        """A picture with this shot's times."""
        return Frame(time_ns=self.ended_ns, picture=picture, exposure_ns=self.ended_ns - self.began_ns)


def watching(yuv: Picture) -> Picture:
    """The watching stream's picture, BGR; rows may have been padded on the right."""
    width, height = WATCHING
    bgr = cv2.cvtColor(yuv, cv2.COLOR_YUV2BGR_I420)[:height, :width]
    return bgr.astype("uint8", copy=False)


class Session:
    """The camera, opened, started, with its light locked. Raises whatever picamera2 does."""

    def __init__(self, shooting: Shooting) -> None:
        from picamera2 import Picamera2  # noqa: PLC0415 - only a Pi has it

        self._shooting = shooting
        self._daylight = Daylight()
        self._metering: Metering | None = None
        self._camera = Picamera2()
        try:
            self._start()
            self._lock(shooting.locked or self._measure())
        except BaseException:
            self.close()
            raise

    @contextlib.contextmanager
    def shot(self) -> Iterator[Shot]:
        """The next frame, lent until the end of the block; TimeoutError if there is none."""
        with self._camera.captured_request(wait=FRAME_S) as request:
            yield Shot(request, request.get_metadata(), self._readout_ns)

    def follow(self, shot: Shot, yuv: Picture, *, free: bool) -> None:
        """Take notice of a shot's light; while nobody minds (`free`) it is measured anew if it has changed much."""
        if self._shooting.locked is not None:
            return
        if self._metering is not None:
            light = self._metering.look(shot.told, time.monotonic())
            if light is not None:
                self._metering, self._daylight = None, Daylight()
                self._camera.set_controls(_controls(light))
            return
        width, height = WATCHING
        changed = self._daylight.look(float(yuv[:height:_SPARSE, :width:_SPARSE].mean()))
        if changed and free:
            _LOG.info("the light has changed, it is measured anew")
            self._metering = Metering(self._shooting, self._gains, time.monotonic())
            self._camera.set_controls({"AeEnable": True, "AwbEnable": True})

    def close(self) -> None:
        """Give the camera back, whatever state it is in; does not raise."""
        with contextlib.suppress(Exception):
            self._camera.cancel_all_and_flush()
        with contextlib.suppress(Exception):
            self._camera.close()

    def _start(self) -> None:
        from libcamera import ColorSpace, controls  # noqa: PLC0415 - comes with picamera2

        shooting, frame_us = self._shooting, self._shooting.frame_us
        self._camera.configure(
            self._camera.create_video_configuration(
                main={"size": READING, "format": "RGB888"},  # which is B, G, R in memory
                lores={"size": WATCHING, "format": "YUV420"},
                raw=None,
                colour_space=ColorSpace.Smpte170m(),  # what OpenCV takes YUV for
                buffer_count=BUFFERS,
                display=None,
                encode=None,
            )
        )
        wanted = {
            "FrameDurationLimits": (frame_us, frame_us),
            "AfMode": controls.AfModeEnum.Manual,
            "LensPosition": 1 / shooting.focus_m,
        }
        if shooting.locked is None:
            wanted |= {
                "AeEnable": True,
                "AwbEnable": True,
                "AeFlickerMode": controls.AeFlickerModeEnum.Manual,
                "AeFlickerPeriod": round(shooting.flicker_us),
            }
        limits = self._camera.camera_controls
        self._camera.set_controls({name: value for name, value in wanted.items() if name in limits})
        self._readout_ns = int(limits["FrameDurationLimits"][0]) * 1000
        lowest, highest = limits["AnalogueGain"][:2]
        self._gains = float(lowest), min(float(highest), HIGHEST_GAIN)
        self._camera.start()
        self._check_clock()

    def _check_clock(self) -> None:
        """Times of frames must be those of the buttons' clock, or every verdict would be wrong."""
        with self.shot() as shot:
            age_s = (time.monotonic_ns() - shot.ended_ns) / 1e9
        if not -1 < age_s < FRAME_S + 1:
            raise CameraLost(f"the camera's clock is not the buttons': its frame is {age_s:.1f} s old")

    def _measure(self) -> Locked:
        """What the camera's own automatics settle on."""
        metering = Metering(self._shooting, self._gains, time.monotonic())
        while True:
            with self.shot() as shot:
                light = metering.look(shot.told, time.monotonic())
            if light is not None:
                return light

    def _lock(self, light: Locked) -> None:
        """Set the light and wait until frames have it; they follow some frames later, and nearly."""
        self._camera.set_controls(_controls(light))
        for _ in range(SETTLE_FRAMES):
            with self.shot() as shot:
                exposed_us, gain = shot.told["ExposureTime"], shot.told["AnalogueGain"]
            if abs(exposed_us / light.exposure_us - 1) < 0.02 and abs(gain / light.gain - 1) < 0.1:
                return
        _LOG.warning(
            "the camera does not take its settings, its pictures may change by themselves: %s", light
        )


def _controls(light: Locked) -> dict[str, object]:
    """The controls that lock the light."""
    return {
        "AeEnable": False,
        "ExposureTime": light.exposure_us,
        "AnalogueGain": light.gain,
        "AwbEnable": False,
        "ColourGains": light.colour_gains,
    }
