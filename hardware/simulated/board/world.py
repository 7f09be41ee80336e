"""The world of the simulated board: pieces, hands and time, by seed; by which rules they move is not its matter.

    world.go_through(world.hand(0).carrying(("red", 3), (4, 2)), lambda: True)

`top.stacks()` and `truth` say what really is and was; only pictures and the edges of pins go out to the product.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path as Folder

import numpy as np

from hardware.buttons import Button, Menu
from hardware.camera import WATCHING
from hardware.simulated.board.die import PipDie, write_die_photo_set
from hardware.simulated.board.drawing import Studio
from hardware.simulated.board.hands import Manner, PyramidHand
from hardware.simulated.board.look import BoardLook, Path, make_board_look
from hardware.simulated.board.photoset import write_board_photo_set
from hardware.simulated.board.tabletop import BoardTop, Cell, Key
from hardware.simulated.board.truth import BoardTruth
from hardware.simulated.camera import SimulatedCamera
from hardware.simulated.clock import SimulatedClock
from hardware.simulated.faults import Faults
from hardware.simulated.looks import Look
from hardware.simulated.scene import Scene
from hardware.simulated.timeline import Timeline
from hardware.simulated.world import seats_for


class BoardWorld(Timeline):
    """A board with people at it. `colours` are those of the pieces, three of each, which begin beside the board.

    `looks` is the seed of how it looks, the same as `seed` if it is not given; `paths` are drawn on the board, and
    pieces of the colours `see_through` let light through. `manners` say by seat how people handle pieces. `watching` is
    the width and height of the watching stream's pictures, px. `die`: a die with pips lies beside the board.
    """

    def __init__(
        self,
        seed: int,
        players: int,
        colours: Sequence[str],
        *,
        paths: Sequence[Path] = (),
        see_through: Sequence[str] = (),
        clock: SimulatedClock | None = None,
        looks: int | None = None,
        wires: Mapping[Button, int] | None = None,
        manners: Sequence[Manner] | None = None,
        frames_a_second: float = 15.0,
        watching: tuple[int, int] = WATCHING,
        die: bool = False,
    ) -> None:
        super().__init__(seed, clock=clock, wires=wires)
        self.board: BoardLook = make_board_look(
            seed if looks is None else looks, colours, paths=paths, see_through=see_through
        )
        self.seats = seats_for(players)
        self.truth = BoardTruth()
        self.top = BoardTop(self.board, self.seats, np.random.default_rng([seed, 50]))
        if die:
            self.top.die = PipDie(self.board, np.random.default_rng([seed, 54]))
        self.faults = Faults(self)
        manners = manners or [_manner(seed, seat) for seat in range(players)]
        self._hands = [
            PyramidHand(self, seat, manner, np.random.default_rng([seed, 51, seat]))
            for seat, manner in enumerate(manners)
        ]
        studio = Studio(self.board)
        self._watch(
            SimulatedCamera(
                self.board.table,
                self,
                frames_a_second=frames_a_second,
                watching=watching,
                renderer=studio.renderer,
            )
        )

    @property
    def look(self) -> Look:
        """The table under the board, and the camera."""
        return self.board.table

    def hand(self, seat: int) -> PyramidHand:
        """The hand of the person at a seat."""
        return self._hands[seat]

    def lay(self, stacks: Mapping[Cell, Sequence[Key]]) -> None:
        """Lay the board at once, as it stood in a match that is taken up again."""
        with self._lock:
            self.catch_up()
            self.top.lay(stacks, np.random.default_rng([self.seed, 52, len(self.truth.touches)]))

    def write_photo_set(self, folder: Folder, *, pictures: int = 0) -> None:
        """What a profile of this board is built from, with so many labelled pictures to read."""
        write_board_photo_set(self.board, folder, pictures=pictures)

    def write_die_photo_set(self, folder: Folder) -> None:
        """What a profile of the die is built from."""
        write_die_photo_set(self.board, folder)

    def _scene(self, time_ns: int) -> Scene:
        return self.top.scene(time_ns)

    def _land(self, now_ns: int) -> None:
        self.top.land(now_ns)

    def _pressed(self, button: Button) -> None:
        name = button.value if isinstance(button, Menu) else str(button.seat)
        self.truth.presses.append((self._now_ns, name))


def _manner(seed: int, seat: int) -> Manner:
    rng = np.random.default_rng([seed, 53, seat])
    return Manner(pace=float(rng.uniform(0.8, 1.5)), spread=float(rng.uniform(0.3, 0.9)))
