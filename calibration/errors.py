"""What can go wrong while preparing a table, as errors with one line of advice."""


class CalibrationError(ValueError):
    """Base of everything `calibration` refuses; the message says what is wrong and what to do."""


class CardsUnusable(CalibrationError):
    """The corner cards in the picture give no table: one is missing, covered, doubled, bent or of another size."""


class LensUnusable(CalibrationError):
    """The board's pictures, or a lens file, do not give a lens."""


class ProfileUnreadable(CalibrationError):
    """A profile on disk is missing, damaged, of a newer version, or holds numbers that cannot be."""


class SetUnreadable(CalibrationError):
    """A photo set's folder or its `set.json` cannot be used."""


class RowsUnusable(CalibrationError):
    """The rows of a park, as taught or in a file, cannot be used."""
