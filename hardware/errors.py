"""What can go wrong with the device's parts."""


class HardwareError(Exception):
    """A part of the device is missing or does not work; the message says what to do."""


class CameraTimedOut(HardwareError, TimeoutError):
    """No frame came in time."""


class CameraLost(HardwareError, OSError):
    """The camera is gone or stuck; it is reopened at a later call."""


class PartMissing(HardwareError, OSError):
    """A part that was asked for is not there: no chip, no bus, no driver."""
