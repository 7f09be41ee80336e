import pytest

from hardware.simulated.truth import Lift, RoundTruth, TableTruth

S = 1_000_000_000


def _round(
    *lifts: tuple[float, str], presses: tuple[tuple[float, int], ...] = (), bears: int = 1
) -> RoundTruth:
    """A round with `bears` bears and 3 tents that began at 0; each lift takes a hand 0.3 s before."""
    return RoundTruth(
        1,
        bears,
        3,
        began_ns=0,
        lifts=[
            Lift(k, face, 0, round((t - 0.3) * S), round((t - 0.1) * S), round(t * S))
            for k, (t, face) in enumerate(lifts)
        ],
        presses=[(round(t * S), seat) for t, seat in presses],
    )


def _allowed(played: RoundTruth) -> list[set[str]]:
    return [set(call.allowed) for call in played.calls()]


def test_the_end_is_when_the_last_of_a_face_is_lifted() -> None:
    """Rulebook, Ending a Round; what was put back is there again."""
    played = _round((2, "tent"), (3, "bear"))
    assert played.ended_ns == 3 * S
    assert played.counts_at(round(2.5 * S)) == (1, 2)
    assert _round((2, "tent")).ended_ns is None
    back = _round((1, "tent"), (2, "tent"), (4, "tent"), (5, "tent"), bears=2)
    back.backs.append((3 * S, "tent"))
    assert back.ended_ns == 5 * S


@pytest.mark.parametrize(
    ("presses", "allowed"),
    [
        (((1.0, 0),), [{"false"}]),
        (((3.2, 0),), [{"ended"}]),
        (((3.2, 0), (3.3, 1)), [{"ended"}, {"late"}]),
        (((2.9, 0),), [{"false", "ended"}]),
        (((2.9, 0), (3.1, 1)), [{"false", "ended"}, {"ended", "late"}]),
        (((1.0, 0), (1.9, 0)), [{"false"}, {"repeat"}]),
        (((1.0, 0), (2.1, 0)), [{"false"}, {"false"}]),
        (((2.4, 0), (3.1, 0)), [{"false"}, {"repeat"}]),
        (((3.2, 1), (3.3, 1)), [{"ended"}, {"late"}]),
        (((4.5, 1),), [{"ended", "late"}]),
        (((-0.5, 1),), [{"late"}]),
    ],
)
def test_which_verdicts_are_right(presses: tuple[tuple[float, int], ...], allowed: list[set[str]]) -> None:
    """The benchmark counts a verdict as wrong if it is not one of these; only at the last die are there two."""
    assert _allowed(_round((2, "tent"), (3, "bear"), presses=presses)) == allowed


def test_points_are_those_of_the_rulebook() -> None:
    """Joel's sample in the rulebook, with false calls taken off; and sleepers beside bears."""
    joel = (("gun", "bear"), ("runner", "tent"), ("runner", "tent"), ("sleeper", "tent"))
    wrong = (("gun", "tent"), ("sleeper", "tent"))
    table = TableTruth(0, 2, (joel, wrong), (("bear",), ()))
    assert table.points() == (9, 4)
    assert TableTruth(1, 0, (joel, wrong), (("bear",), ())).points() == (2, -3)
    assert TableTruth(0, 0, (joel, wrong), ((), ())).points(both_gone_sleeper=0) == (5, -1)
    played = _round((3, "bear"), presses=((1.0, 1), (3.2, 0)))
    played.table = table
    assert played.false_calls(2) == (0, 1)
    assert played.scores(2) == (9, 3)
