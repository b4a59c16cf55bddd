"""Time that the service or its operator gives back: deadlines come later, by an event that says who did it and why."""

import pytest

from cartulary.kernel.rejected import Rejected
from cartulary.match.actions import Pause
from cartulary.match.clock.decide import expire, make_up_for, restore_time
from cartulary.match.clock.settings import LONGEST, Clock, Window
from cartulary.match.decision import Decision
from cartulary.match.events.clock import TimeRestored
from cartulary.record.decode import decode_all
from tests.cases import cases
from tests.domain.test_clock import DAY, HOUR, Played, at
from tests.domain.toy_game import TOY


def make_up(played: Played, now: str, began: str, ended: str, until: str) -> list[str]:
    """Make up for a time in which the service did not run."""
    return played.goes_on(now, lambda at: make_up_for(played.match, began, ended, until, at))


def restored(played: Played) -> list[TimeRestored]:
    """The time given back in a record."""
    return [each for each in decode_all(TOY.event_types, played.rows) if isinstance(each, TimeRestored)]


def test_a_deadline_that_fell_into_a_time_without_the_service_moves_by_that_time() -> None:
    played = Played(Clock("turn", DAY))
    began, ended = at(2, 11), at(2, 15)
    assert make_up(played, at(2, 15), began, ended, at(2, 15, 5)) == ["TimeRestored", *["ClockStarted"] * 3]
    assert played.until() == dict.fromkeys(range(3), at(2, 16))
    (given,) = restored(played)
    assert (given.seats, given.seconds, given.by) == ((0, 1, 2), 4 * HOUR, None)
    assert given.reason == f"The service did not run from {began} to {ended}."
    with pytest.raises(Rejected, match=r"deadline\.not_passed"):
        expire(played.match, at(2, 15))
    assert played.verified() == len({row.ply for row in played.rows})


def test_a_deadline_soon_after_it_moves_too_and_a_later_one_does_not() -> None:
    played = Played(Clock("turn", DAY))
    played.lay(at(1, 13), 0)
    assert make_up(played, at(2, 11, 59), at(2, 9), at(2, 11, 58), at(2, 12, 3))[0] == "TimeRestored"
    later = Played(Clock("turn", DAY))
    with pytest.raises(Rejected, match=r"clock\.not_running"):
        make_up_for(later.match, at(2, 8), at(2, 9), at(2, 9, 5), at(2, 9))


def test_it_is_made_up_for_once() -> None:
    played = Played(Clock("turn", DAY))
    make_up(played, at(2, 12), at(2, 11, 58), at(2, 12), at(2, 12, 5))
    assert set(played.until().values()) == {at(2, 12, 2)}
    with pytest.raises(Rejected, match=r"clock\.not_running"):
        make_up_for(played.match, at(2, 11, 58), at(2, 12), at(2, 12, 5), at(2, 12, 1))


def test_only_time_within_the_window_was_lost() -> None:
    window = Window("UTC", "08:00", "12:00")
    played = Played(Clock("turn", 4 * HOUR, window=window))
    assert set(played.until().values()) == {at(2, 12)}
    make_up(played, at(2, 23), at(2, 11), at(2, 22), at(2, 22, 5))
    assert set(played.until().values()) == {at(3, 9)}


def test_the_operator_gives_running_clocks_more_time() -> None:
    played = Played(Clock("turn", DAY))
    played.lay(at(1, 13), 0)
    names = played.goes_on(at(1, 14), lambda now: restore_time(played.match, [1, 2], HOUR, "Ann", "An attack.", now))
    assert names == ["TimeRestored", "ClockStarted", "ClockStarted"]
    assert played.until() == dict.fromkeys((1, 2), at(2, 13))
    assert played.verified() == len({row.ply for row in played.rows})


def refused(played: Played, seats: list[int], seconds: int) -> Decision:
    return restore_time(played.match, seats, seconds, "Ann", "An attack.", at(1, 14))


@cases(("seats", "seconds", "rule"), [([0], 0, "clock.seconds"), ([0], LONGEST + 1, "clock.seconds")])
def test_no_time_and_more_than_a_clock_can_hold_are_refused(seats: list[int], seconds: int, rule: str) -> None:
    with pytest.raises(Rejected, match=rule):
        refused(Played(Clock("turn", DAY)), seats, seconds)


def test_a_paused_clock_gets_no_time() -> None:
    played = Played(Clock("turn", DAY))
    for seat in range(3):
        played.act(at(1, 18), seat, Pause())
    with pytest.raises(Rejected, match=r"clock\.not_running"):
        refused(played, [0], HOUR)
