"""The sections of the Bears! rulebook, as refusals and verdicts cite them."""

from typing import Final

SETTING_UP: Final = "rulebook: Setting Up the Game"
PLAYING: Final = "rulebook: Playing a Round"
INVALID_PAIRS: Final = "rulebook: Invalid Pairs"
ENDING_A_ROUND: Final = "rulebook: Ending a Round"
SCORING: Final = "rulebook: Scoring a Round"
NEW_ROUND: Final = "rulebook: Starting a New Round"
ENDING_THE_GAME: Final = "rulebook: Ending the Game"
SURVIVAL: Final = "rulebook: Alternate Rules, I Don't Have to Be Faster Than the Bear"
