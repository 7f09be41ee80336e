"""The sections of the Outrun the Bear rulebook, as refusals cite them."""

from typing import Final

YOUR_TURN: Final = "rulebook: Play Steps, Your Turn"
THE_BEARS_TURN: Final = "rulebook: Play Steps, The Bear's Turn"
THE_BEAR_GOT_YOU: Final = "rulebook: Play Steps, The Bear got you"
ENDING_THE_GAME: Final = "rulebook: Play Steps, Ending the game"
WHAT_THE_CARDS_DO: Final = "rulebook: What the Cards Do"
TERRAIN: Final = "rulebook: Terrain"
CO_OP: Final = "rulebook: Variants, Co-Op"
