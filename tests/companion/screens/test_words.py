import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.options import LONGEST_NAME
from companion.screens import draw
from companion.screens.kinds import Verdict
from companion.screens.paper import TICKS_A_PAGE
from companion.screens.words import verdict_screen

SECOND = 1_000_000_000


@pytest.mark.parametrize(
    ("screen", "reason"),
    [
        (
            verdict_screen(
                "Ana", "false", bears=3, tents=2, called_ns=5 * SECOND, last_seen_ns=5_050_000_000
            ),
            "both still there 0.05 s later",
        ),
        (verdict_screen("Ana", "false", bears=3, tents=2), "both were still there"),
        (
            verdict_screen(
                "Ana", "ended", bears=0, tents=2, called_ns=5 * SECOND, first_gone_ns=4_580_000_000
            ),
            "last bear gone 0.42 s before",
        ),
        (
            verdict_screen(
                "Ana", "ended", bears=3, tents=0, called_ns=5 * SECOND, first_gone_ns=5_100_000_000
            ),
            "last tent just leaving",
        ),
        (verdict_screen("Ana", "ended", bears=0, tents=0), "no bears were there"),
        (verdict_screen("Ana", "late", bears=None, tents=None), "the round was over"),
        (
            verdict_screen("Ana", "late", bears=None, tents=None, called_ns=5 * SECOND, since_ns=3 * SECOND),
            "round over 2.00 s before",
        ),
        (
            verdict_screen(
                "Ana",
                "late",
                bears=None,
                tents=None,
                called_ns=5 * SECOND,
                since_ns=4_690_000_000,
                ended_by="Ben",
            ),
            "Ben was 0.31 s earlier",
        ),
        (verdict_screen("Ana", "repeat", bears=1, tents=1), "it counts once"),
        (verdict_screen("Ana", "ask", bears=1, tents=1), "out of sight: please count"),
    ],
)
def test_the_reason_is_said_in_a_few_words(screen: Verdict, reason: str) -> None:
    """People look up for two seconds; they want to know what decided, and by how much."""
    assert screen.reason == reason


@given(
    st.sampled_from(("false", "ended", "late", "repeat", "ask")),
    st.integers(0, 40),
    st.integers(0, 40),
    st.integers(-60 * SECOND, 60 * SECOND) | st.none(),
    st.integers(-60 * SECOND, 60 * SECOND) | st.none(),
    st.integers(-600 * SECOND, 0) | st.none(),
    st.sampled_from(("", "Ben", "M" * LONGEST_NAME, "Mary Anne " * 2)),
)
def test_a_brief_reason_never_needs_a_second_page(
    verdict: str, bears: int, tents: int, seen: int | None, gone: int | None, since: int | None, ended_by: str
) -> None:
    """A verdict is shown for three seconds, so what does not stand there at once is never read."""
    screen = verdict_screen(
        "Ana",
        verdict,  # type: ignore[arg-type]
        bears=bears,
        tents=tents,
        last_seen_ns=seen,
        first_gone_ns=gone,
        since_ns=since,
        ended_by=ended_by,
    )
    assert draw(screen).tobytes() == draw(screen, tick=TICKS_A_PAGE).tobytes()
