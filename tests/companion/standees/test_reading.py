import math

import numpy as np
import pytest

from calibration.errors import CalibrationError
from calibration.profile import Profile
from calibration.rows import TaughtRows, taught_rows
from companion.errors import BadInput
from companion.games.outrun import BEAR
from companion.standees.reading import seen_rows, standee_reader, taught_place
from companion.standees.telling import read_park, told
from tests.drawn import Look, four_cards
from tests.park_pictures import Figure, camera, take, trail
from vision.faces import TaughtFaces
from vision.standees import SeenStandee, SeenStandees, StandeeReader

PICTURES = 12
FIGURES = {f"runner {k}": k for k in range(1, 9)}


def placed(rng: np.random.Generator, rows: TaughtRows) -> list[tuple[Figure, float, int]]:
    """Figures on the trail, most of them well in their row.

    With each goes how far it is to the next row (0.5: half-way), and the nearest row's number.
    """
    figures: list[tuple[Figure, float, int]] = []
    for number in rng.permutation(9)[: int(rng.integers(4, 10))]:
        for _ in range(50):
            index = int(rng.integers(0, len(rows.rows) - 1))
            off = rng.uniform(0, 1) if rng.random() < 0.3 else abs(rng.normal(0, 0.08))
            share = rng.uniform(0.05, 0.95)
            here, there = (np.array(row.places) for row in rows.rows[index : index + 2])
            start, stop = here + off * (there - here)
            x, y = (start + share * (stop - start)).tolist()
            if all(math.dist((x, y), (f.x, f.y)) > 36 for f, _, _ in figures):
                yaw = float(rng.normal(0, 20))
                distances = sorted((row.distance(x, y), row.number) for row in rows.rows)
                between = distances[0][0] / (distances[0][0] + distances[1][0])
                figures.append((Figure(int(number), x, y, yaw), between, distances[0][1]))
                break
    return figures


@pytest.mark.slow
def test_no_row_stated_as_sure_is_wrong() -> None:
    """Perspective, blur, noise, shadows, figures that hide each other, hands: the worst fault there is must not happen.

    Of those that can be seen whole and stand clearly in a row nearly all must be sure, or the camera were no help.
    """
    clear, sure = 0, 0
    for seed in range(PICTURES):
        rng = np.random.default_rng(seed)
        view, rows = camera(rng), trail(rng)
        figures = placed(rng, rows)
        look = Look(
            blur=rng.uniform(0.6, 1.5),
            noise=rng.uniform(1, 5),
            paper=rng.uniform(0.35, 0.85),
            ink=rng.uniform(0.02, 0.06),
            table=rng.uniform(0.05, 0.5),
        )
        taken = take(view, [f for f, _, _ in figures], look=look, rng=rng, hands=seed % 3)
        reader = StandeeReader(view=view, cards=four_cards(), card_mm=60.0)
        seen = seen_rows(reader.read(taken.picture), rows, FIGURES)
        truth = {f.number: row for f, _, row in figures}
        for who, row in seen.sure.items():
            assert row == truth[FIGURES.get(who, 0)], f"picture {seed}: {who}"
        for figure, between, _ in figures:
            if taken.visible[figure.number] > 0.999 and between < 0.25:
                clear += 1
                sure += any(FIGURES.get(who, 0) == figure.number for who in seen.sure)
    assert clear > 40
    assert sure >= 0.93 * clear


def reading(*standees: SeenStandee) -> SeenStandees:
    """A reading that was put together, without a picture."""
    return SeenStandees(standees, (), 1.0, camera(np.random.default_rng(0)))


def standee(number: int, x: float, y: float, why: str = "") -> SeenStandee:
    return SeenStandee(number, x, y, 0.0, not why, why, 1.0)


ROWS = taught_rows({-1: [(0.0, 0.0)], 5: [(240.0, 0.0)]})


def test_figures_become_rows_by_the_runners_names() -> None:
    """People chose their figures; the match knows names."""
    seen = seen_rows(
        reading(standee(0, 2, 1), standee(3, 81, -2), standee(5, 100, 0), standee(7, 200, 3)),
        ROWS,
        {"Ana": 3, "Ben": 5, "Cy": 1},
    )
    assert seen.sure == {BEAR: -1, "Ana": 1}
    assert seen.standing["Ben"].maybe == (1, 2)
    assert "Cy" not in seen.standing
    assert seen.told((BEAR, "Ana", "Ben", "Cy")) == ("Ben: it stands between row 1 and row 2", "Cy: not seen")


def test_a_marker_in_doubt_makes_a_row_in_doubt() -> None:
    """Whatever row its place would be."""
    twice = "there are 2 with this number on the table"
    seen = seen_rows(reading(standee(1, 40, 0, twice), standee(1, 120, 0, twice)), ROWS, {"Ana": 1})
    assert seen.sure == {}
    assert seen.standing["Ana"].why == twice


def test_the_bears_marker_teaches_a_row_only_if_it_is_sure() -> None:
    """A row taught wrongly makes every reading wrong."""
    assert taught_place(reading(standee(0, 12.5, -3.0), standee(1, 0, 0))) == (12.5, -3.0)
    with pytest.raises(CalibrationError, match="not seen"):
        taught_place(reading(standee(1, 0, 0)))
    with pytest.raises(CalibrationError, match="does not lie flat"):
        taught_place(reading(standee(0, 0, 0, "its marker does not lie flat on the table")))


def test_a_loose_profile_has_no_table() -> None:
    """Without corner cards there is no place in mm."""
    shot = np.zeros((1, 48, 48, 3), dtype=np.uint8)
    with pytest.raises(BadInput, match="loose"):
        standee_reader(Profile(kind="loose", faces=TaughtFaces(("1",), {"1": shot})))


def test_what_is_read_is_told_in_lines() -> None:
    """Sure rows, doubts and who is not seen, each in a line."""
    park = read_park(
        "park.jpg",
        reading(standee(0, 0, 0), standee(1, 40, 0), standee(2, 100, 0), standee(3, 0, 300)),
        ROWS,
        {"Ana": 1, "Ben": 2, "Cy": 3, "Dee": 4},
        None,
    )
    assert told(park) == [
        "park.jpg: 3 of 5 figures sure",
        "  bear: row -1",
        "  Ana: row 0",
        "  ? Ben: it stands between row 1 and row 2",
        "  Cy: off the trail",
        "  ? Dee: not seen",
    ]
    assert not park.sure
