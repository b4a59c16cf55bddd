"""Times that ran out or were given: what the record alone refutes is wrong, in games that still go on too."""

import json
from typing import Any, Final

import pytest

from cartulary.match.actions import ClaimTime, ComeBack
from cartulary.match.clock.decide import expire, restore_time
from cartulary.match.clock.settings import Clock
from cartulary.match.decide import decide
from tests.domain.table import AT, UNTIL, Table
from tests.web.dishonest_operator import AFTER_A_DAY, DAY, dealt, invent_move
from tests.web.verifiers import (
    Case,
    Said,
    bundle_of,
    by_first,
    by_second,
    ends_of_plies,
    needs_node,
    take_back,
    with_more,
)

pytestmark = needs_node
CLAIM: Final = Clock("turn", 86_400, on_expiry="claim")
BOT: Final = Clock("bank", 86_400, increment=60, on_expiry="bot")
LATER: Final = "2026-01-10T00:00:00.000Z"
NOT_YET: Final = "had not run out"
NO_TIME: Final = "it gives no time, or not to seats whose clocks run"


def told_of(bundle: bytes) -> list[Said]:
    """What each of the verifiers that make the check says."""
    return [by_first(Case(bundle)), *by_second([Case(bundle)])]


def require_said(bundle: bytes, holds: bool | None, words: str) -> None:
    """Both say that of the times, and the whole is verified unless it is wrong."""
    for said in told_of(bundle):
        (found,) = [each for each in said.report["checks"] if each["check"] == "times"]
        assert (found["holds"], said.verified, words in found["words"]) == (holds, holds is None, True), found


def played(clock: Clock = DAY) -> Table:
    """A game that goes on, of which a clock runs."""
    table = dealt(options={}, clock=clock)
    for _ in range(3):
        invent_move(table)
    return table


def last_clock(table: Table) -> tuple[int, str]:
    """The seat whose clock started last, and its deadline."""
    row = [row for row in table.rows if row.type == "ClockStarted"][-1]
    assert row.seat is not None
    return row.seat, json.loads(row.public)["data"]["until"]


def ran_out(seat: int, until: str, at: str) -> dict[str, Any]:
    return {"type": "TimeExpired", "seat": seat, "at": at, "data": {"until": until}}


def test_time_runs_out_at_the_deadline_that_the_clock_started_with_and_not_before() -> None:
    table = played()
    (seat, until), bundle = last_clock(table), bundle_of(table)
    assert until == UNTIL
    require_said(with_more(bundle, ran_out(seat, until, until)), None, "rests on the operator's word")
    too_early = ran_out(seat, until, "2026-01-01T23:59:59.999Z")
    for time in (too_early, *(ran_out(seat, other, LATER) for other in (AT, "2026-01-09T00:00:00.000Z"))):
        require_said(with_more(bundle, time), False, NOT_YET)


def test_no_time_runs_out_where_no_clock_runs() -> None:
    for said in told_of(with_more(bundle_of(dealt(options={})), ran_out(0, UNTIL, UNTIL))):
        assert (said.verified, said.checks()["times"]) == (False, False)
    table = played()
    seat, until = last_clock(table)
    twice = with_more(with_more(bundle_of(table), ran_out(seat, until, until)), ran_out(seat, until, until))
    for bundle in (twice, with_more(bundle_of(table), ran_out(1 - seat, until, until))):
        for said in told_of(bundle):
            assert not said.verified


def claimed(seat: int) -> dict[str, Any]:
    return {"type": "TimeClaimed", "seat": 1 - seat, "data": {"expired": seat}}


def taken_over(seat: int) -> dict[str, Any]:
    return {"type": "BotTookOver", "seat": seat, "data": {}}


@pytest.mark.parametrize("event", [claimed, taken_over])
def test_nothing_comes_of_a_time_that_has_not_run_out(event: Any) -> None:
    table = played(CLAIM)
    (seat, until), bundle = last_clock(table), bundle_of(table)
    require_said(with_more(bundle, event(seat)), False, NOT_YET)
    late = with_more(bundle, ran_out(seat, until, until))
    require_said(with_more(late, event(1 - seat)), False, NOT_YET)
    require_said(with_more(late, event(seat)), None, "rests on the operator's word")


@pytest.mark.parametrize(("seats", "seconds"), [([0, 1], 1), ([], 1), (None, 0), (None, -5_000)])
def test_no_time_is_taken_away_and_none_is_given_where_no_clock_runs(seats: list[int] | None, seconds: int) -> None:
    table = played()
    seat, _ = last_clock(table)
    data = {"seats": [seat] if seats is None else seats, "seconds": seconds, "by": None, "reason": "down"}
    require_said(with_more(bundle_of(table), {"type": "TimeRestored", "data": data}), False, NO_TIME)


def test_what_the_clocks_of_an_honest_game_do_is_left_to_the_word_of_the_operator() -> None:
    given = played()
    seat, until = last_clock(given)
    given.goes_on(restore_time(given.match, [seat], 3_600, None, "down", AT))
    require_said(bundle_of(given), None, "why deadlines were moved (3600 s")
    require_said(with_more(bundle_of(given), ran_out(seat, until, until)), False, NOT_YET)
    by_bot, by_claim = played(BOT), played(CLAIM)
    for table in (by_bot, by_claim):
        table.at = AFTER_A_DAY
        table.goes_on(expire(table.match, AFTER_A_DAY))
        require_said(bundle_of(table), None, "that time ran out")
    late, _ = last_clock(by_claim)
    by_bot.goes_on(decide(by_bot.match, late, ComeBack(), by_bot.at, lambda: by_bot.rows))
    by_claim.goes_on(decide(by_claim.match, 1 - late, ClaimTime(seat=late), by_claim.at, lambda: by_claim.rows))
    for table in (by_bot, by_claim):
        require_said(bundle_of(table), None, "that time ran out")


def test_after_a_correction_the_clocks_are_those_that_ran_then_and_started_anew() -> None:
    table = played()
    take_back(table, ends_of_plies(table)[-2])
    (seat, until), bundle = last_clock(table), bundle_of(table)
    require_said(with_more(bundle, ran_out(seat, until, until)), None, "that time ran out")
    earlier = with_more(bundle, ran_out(seat, "2026-01-01T23:59:59.000Z", LATER))
    require_said(earlier, False, NOT_YET)
    for said in told_of(with_more(bundle, ran_out(1 - seat, until, until))):
        assert not said.verified
