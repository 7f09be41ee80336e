from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from hardware.contacts import HELD_NS, LOCKOUT_NS, Contact

MS = 1_000_000
BOUNCE_NS = 20 * MS


def told(contact: Contact, edges: list[tuple[int, bool]]) -> list[int]:
    """The presses that these edges make."""
    presses = (contact.edge(time_ns, closed=closed) for time_ns, closed in edges)
    return [press for press in presses if press is not None]


def bounced(time_ns: int, bounces: list[int], *, closed: bool) -> list[tuple[int, bool]]:
    """A change at a time, and an even number of further edges within the time that contacts bounce."""
    times = sorted({time_ns, *(time_ns + bounce for bounce in bounces)})
    if len(times) % 2 == 0:
        times.pop()
    return [(time, closed == (k % 2 == 0)) for k, time in enumerate(times)]


bounces = st.lists(st.integers(1, BOUNCE_NS), max_size=12)
holds = st.integers(LOCKOUT_NS + BOUNCE_NS + 1, 400 * MS)


@given(st.lists(st.tuples(holds, bounces, holds, bounces), max_size=8))
def test_every_press_counts_once_by_its_first_edge(
    pushes: list[tuple[int, list[int], int, list[int]]],
) -> None:
    """Who was first depends on it: a bouncing contact must neither double a press nor lose or delay one."""
    edges, wanted, now = [], [], 10_000 * MS
    for up, on_closing, down, on_opening in pushes:
        now += up
        wanted.append(now)
        edges += bounced(now, on_closing, closed=True)
        now += down
        edges += bounced(now, on_opening, closed=False)
    assert told(Contact(closed=False, read_ns=0), edges) == wanted


@given(st.lists(st.tuples(st.integers(1, 100 * MS), st.booleans()), max_size=60), st.booleans())
def test_no_edges_whatever_make_presses_closer_than_the_lockout(
    steps: list[tuple[int, bool]], closed: bool
) -> None:
    """A broken contact may tell nonsense, but never a volley of presses."""
    edges, now = [], 0
    for step, level in steps:
        now += step
        edges.append((now, level))
    presses = told(Contact(closed=closed, read_ns=-1), edges)
    assert presses == sorted(presses)
    assert all(later - earlier > LOCKOUT_NS for earlier, later in pairwise(presses))
    assert set(presses) <= {time for time, _ in edges}


def test_a_first_edge_that_was_read_too_late_still_gives_the_time() -> None:
    """The kernel reads the level after it took the time; a contact that is open again by then says "open" first."""
    assert told(Contact(closed=False, read_ns=0), [(50 * MS, False), (51 * MS, True)]) == [50 * MS]


def test_letting_go_is_no_press_though_it_says_closed_first() -> None:
    """The same on release: the first edge may be reported as closing, and would be a false call."""
    contact = Contact(closed=False, read_ns=0)
    assert told(contact, [(50 * MS, True)]) == [50 * MS]
    assert told(contact, [(250 * MS, True), (251 * MS, False), (252 * MS, True), (253 * MS, False)]) == []
    assert told(contact, [(400 * MS, True)]) == [400 * MS]


def test_held_from_the_start_is_stuck_until_let_go() -> None:
    """A box on a button must not shout, neither when it is switched on nor when the box is lifted."""
    contact = Contact(closed=True, read_ns=100 * MS)
    assert contact.stuck(101 * MS)
    assert told(contact, [(500 * MS, False), (503 * MS, True), (505 * MS, False)]) == []
    assert not contact.stuck(600 * MS)
    assert told(contact, [(700 * MS, True)]) == [700 * MS]


def test_pressed_before_the_first_reading_counts() -> None:
    """Edges are heard from before the pin is first read; a press in between is a press and not a stuck button."""
    contact = Contact(closed=True, read_ns=100 * MS)
    assert told(contact, [(99 * MS, True)]) == [99 * MS]
    assert not contact.stuck(200 * MS)


def test_held_for_long_is_stuck() -> None:
    """A contact that stays closed is reported, and no longer once it opens."""
    contact = Contact(closed=False, read_ns=0)
    assert told(contact, [(50 * MS, True)]) == [50 * MS]
    assert not contact.stuck(50 * MS + HELD_NS)
    assert contact.stuck(51 * MS + HELD_NS)
    assert told(contact, [(60 * MS + HELD_NS, False)]) == []
    assert not contact.stuck(61 * MS + HELD_NS)


def test_a_lost_edge_does_not_leave_the_button_dead() -> None:
    """If the edge of letting go got lost, the next press would look like bouncing; the pin's level tells."""
    contact = Contact(closed=False, read_ns=0)
    assert told(contact, [(50 * MS, True)]) == [50 * MS]
    contact.level(300 * MS, closed=False)
    contact.level(300 * MS + LOCKOUT_NS + 1, closed=False)
    assert told(contact, [(500 * MS, True)]) == [500 * MS]


def test_an_edge_that_is_still_under_way_is_not_taken_for_lost() -> None:
    """The level changes at once, its edge is told later; taking it for lost would make a press of a release."""
    contact = Contact(closed=False, read_ns=0)
    assert told(contact, [(50 * MS, True)]) == [50 * MS]
    contact.level(300 * MS, closed=False)
    contact.level(300 * MS + LOCKOUT_NS // 2, closed=False)
    assert told(contact, [(299 * MS, False), (300 * MS, True), (301 * MS, False)]) == []


def test_a_contact_that_moves_has_lost_no_edge() -> None:
    """A level that contradicts the edges counts only if none comes in between: here two are just under way."""
    contact = Contact(closed=False, read_ns=0)
    assert told(contact, [(50 * MS, True)]) == [50 * MS]
    contact.level(300 * MS, closed=False)
    assert told(contact, [(299 * MS, False), (310 * MS, True)]) == []
    contact.level(300 * MS + 2 * LOCKOUT_NS, closed=False)
    assert told(contact, [(299 * MS + 2 * LOCKOUT_NS, False), (300 * MS + 2 * LOCKOUT_NS, True)]) == []


def test_a_lost_press_is_not_made_up() -> None:
    """Its time is unknown, so it cannot be judged; the button is only known to be held."""
    contact = Contact(closed=False, read_ns=0)
    contact.level(300 * MS, closed=True)
    contact.level(400 * MS, closed=True)
    assert not contact.stuck(400 * MS)
    assert contact.stuck(401 * MS + HELD_NS)
    assert told(contact, [(9000 * MS, False)]) == []
