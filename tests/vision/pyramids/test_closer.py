"""A closer look at a stack that another make-up of the same colours would resemble."""

from __future__ import annotations

from dataclasses import replace

import pytest

from calibration.profile import Profile
from hardware.simulated.board.standing import piled
from hardware.simulated.render import Renderer
from hardware.simulated.scene import Pyramid, Scene
from tests.vision.pyramids.simulated import OPAQUE
from vision.pictures import pixels_of
from vision.pyramids.closer import Closer
from vision.pyramids.evidence import weigh
from vision.pyramids.fitting import fit
from vision.pyramids.leftover import Leftover
from vision.pyramids.lighting import change_of_light, logarithm
from vision.pyramids.looks import looks
from vision.pyramids.stage import Stage

CELL = (3, 0)


@pytest.mark.parametrize(("ahead", "sizes"), [(410.0, (3, 2)), (900.0, (3,))])
def test_a_rider_that_half_the_picture_hardly_shows_is_found_in_all_of_it(
    opaque: Profile, renderer: Renderer, ahead: float, sizes: tuple[int, ...]
) -> None:
    """A black fox on a black bear looked like a bear alone, which was likelier by so many nats; but not beyond hope."""
    assert opaque.view is not None
    assert opaque.board is not None
    assert opaque.colours is not None
    assert opaque.background is not None
    pile = piled([Pyramid("black", size, *OPAQUE.grid.middle(CELL), 0.1) for size in (3, 2)], OPAQUE.grid.z)
    picture = renderer.take(Scene((), (), OPAQUE.table.cards, OPAQUE.table.light, piles=(pile,)), 1)
    background = pixels_of(opaque.background)
    stage = Stage(opaque.view, opaque.board, background, opaque.view)
    logs = logarithm(stage.cut(picture))
    change = change_of_light(logs, stage.empty)
    seen = weigh(logs, change, looks(opaque.colours, stage.empty), stage.own_edges)
    left = Leftover(stage, seen.gain, seen.edge)
    assert CELL in left.worth()
    (found,) = fit(left.about([CELL]), [left.starts(CELL)])
    assert found.sizes == (3, 2)
    (single,) = (rival for rival in found.rivals if rival.sizes == (3,))
    likelier = replace(single, likely=found.likely + ahead, rivals=(found,))
    closer = Closer(picture, background, opaque.view, seen)
    assert closer.compared(stage, likelier, []).sizes == sizes
