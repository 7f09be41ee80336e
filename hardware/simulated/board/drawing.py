"""Takes pictures of a board's scenes: the renderer of the dice's table with a board laid on it and pyramids."""

from __future__ import annotations

from hardware.simulated.board.look import BoardLook
from hardware.simulated.board.moulding import Moulder
from hardware.simulated.board.shade import shade_of_pile
from hardware.simulated.board.sheet import BoardSheet
from hardware.simulated.ground import Ground
from hardware.simulated.optics import Optics
from hardware.simulated.pieces import Cutout
from hardware.simulated.render import Renderer
from hardware.simulated.scene import Light, Pile
from hardware.simulated.shadows import Shade


class _Drawer:
    """Draws piles with their shadows, which fall on the board or beside it."""

    def __init__(self, look: BoardLook) -> None:
        self._look = look
        self._moulder = Moulder(look.table, look.plastics)

    def drawn(self, pile: Pile, optics: Optics, light: Light) -> tuple[Cutout | None, Shade | None]:
        """A pile as it is seen, and its shadow."""
        lowest = pile.pieces[0]
        floor = self._look.grid.z if self._look.grid.on(lowest.x, lowest.y) else 0.0
        plastic = self._look.plastics[lowest.colour]
        through = plastic.through * plastic.tint
        return (
            self._moulder.pile(pile, optics, light),
            shade_of_pile(pile, optics, light, floor, through=through),
        )


class Studio:
    """Renderers for one look, by the size of the picture; the ground is made when it is first needed."""

    def __init__(self, look: BoardLook) -> None:
        self._look = look
        self._ground: Ground | None = None
        self._drawer = _Drawer(look)

    @property
    def ground(self) -> Ground:
        """The table with the board on it."""
        if self._ground is None:
            self._ground = Ground(self._look.table, sheet=BoardSheet(self._look))
        return self._ground

    def renderer(self, size: tuple[int, int]) -> Renderer:
        """A new renderer for pictures of a size."""
        return Renderer(self._look.table, self.ground, size, pyramids=self._drawer)
