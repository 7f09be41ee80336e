"""What can go wrong while seeing, as errors with one line of advice."""


class VisionError(ValueError):
    """Base of everything `vision` refuses; the message says what is wrong and what to do."""


class CardsNotVisible(VisionError):
    """The corner cards in the picture do not tell where the camera is; the message says which card and what to do."""
