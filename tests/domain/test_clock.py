"""Clocks stand in the record: every start, stop, pause and expiry is an event, and each deadline follows from it."""

from collections.abc import Callable
from contextlib import suppress
from copy import deepcopy
from datetime import timedelta
from functools import partial
from random import Random
from typing import Any

import pytest

from cartulary.audit.replay import replay
from cartulary.catalogue import CATALOGUE
from cartulary.games.carta_impera_victoria import GAME
from cartulary.kernel.messages import Action
from cartulary.kernel.rejected import Rejected
from cartulary.kernel.times import moment, stamp
from cartulary.match.actions import ClaimTime, ComeBack, GiveTime, Pause, Resign, Resume, TakeVacation
from cartulary.match.clock.decide import MOST_GIVEN, expire
from cartulary.match.clock.settings import LONGEST, Clock, Day, Window, deadline, require_clock, running_seconds
from cartulary.match.decide import decide
from cartulary.match.decision import Decision
from cartulary.match.events.clock import ClockStarted, TimeExpired
from cartulary.match.evolve import fold
from cartulary.match.game import Game
from cartulary.match.ply import record_ply
from cartulary.match.rules_change import correct
from cartulary.match.seating import Sitting, create, sit_down
from cartulary.match.state import Match
from cartulary.match.terms import Terms
from cartulary.match.undo import take_back
from cartulary.record.bundle import Broken
from cartulary.record.decode import decode
from cartulary.record.event import RecordedEvent, time_of
from tests.cases import cases
from tests.domain.offers import completed
from tests.domain.toy_game import TOY, Lay

SEED = b"s" * 32
ID = "00000000-0000-7000-8000-000000000007"
HOUR = 3_600
DAY = 24 * HOUR
DAILY = Clock("turn", DAY)
ALWAYS = {"lay", "resign", "agree_end", "offer_seat", "keep_seat", "sign_with", "name_delegate", "take_back"}
"""Actions that seats of the toy game can take with or without a clock."""


def at(day: int, hour: int = 12, minute: int = 0) -> str:
    """A time in January 2026, which begins on a Thursday."""
    return f"2026-01-{day:02}T{hour:02}:{minute:02}:00.000Z"


def act_at(match: Match, seat: int, action: Action, now: str) -> Decision:
    """Decide an action that needs no record."""
    return decide(match, seat, action, now, list)


class Played:
    """A match of three seats with a clock, and its record."""

    def __init__(self, clock: Clock, game: Game[Any] = TOY) -> None:
        self.game = game
        terms = Terms(clock=clock)
        self.rows: list[RecordedEvent] = create(game, ID, game.setup(None, 3, {}), SEED, at(1), terms)
        self.match: Match = fold(game, ID, self.rows)
        for seat in range(3):
            self.goes_on(at(1), partial(sit_down, self.match, Sitting(f"player {seat}", seat)))

    def goes_on(self, now: str, happens: Callable[[str], Any]) -> list[str]:
        """What happens at that time, by the names of the events."""
        ply = record_ply(self.match, happens(now), now)
        self.rows += ply.rows
        assert ply.after == fold(self.game, ID, self.rows)
        self.match = ply.after
        return [row.type for row in ply.rows]

    def act(self, now: str, seat: int, action: Action) -> list[str]:
        """Let a seat act."""
        return self.goes_on(now, partial(act_at, self.match, seat, action))

    def lay(self, now: str, seat: int) -> list[str]:
        """Let a seat lay the first number of its hand."""
        return self.act(now, seat, Lay(number=(self.match.state.hands[seat][0],)))

    def take_back(self, now: str, seat: int) -> list[str]:
        """Let a seat take back the last ply, or ask for it."""
        return self.goes_on(now, partial(take_back, self.match, self.rows, seat, None))

    def expire(self, now: str) -> list[str]:
        """Let time run out."""
        return self.goes_on(now, partial(expire, self.match))

    def until(self) -> dict[int, str]:
        """Each running clock's deadline."""
        assert self.match.clocks is not None
        return {seat: each.until for seat, each in sorted(self.match.clocks.running.items())}

    def verified(self) -> int:
        """The number of plies, all of them being what the rules and clocks make of them."""
        return replay(self.game, ID, self.rows, SEED)


def rule_of(attempt: Callable[[], object]) -> str:
    """The rule by which something is refused."""
    with pytest.raises(Rejected) as refused:
        attempt()
    return refused.value.rule


# Time


@cases(
    ("since", "seconds", "until"),
    [
        (at(1, 9), HOUR, at(1, 10)),
        (at(1, 3), HOUR, at(1, 9)),
        (at(1, 16, 30), HOUR, at(2, 8, 30)),
        (at(2, 16), 2 * HOUR, at(5, 9)),
        (at(3, 12), 9 * HOUR, at(5, 17)),
        (at(1, 8), 18 * HOUR, at(2, 17)),
    ],
)
def test_within_a_window_time_runs_by_day_and_not_at_the_weekend(since: str, seconds: int, until: str) -> None:
    clock = Clock("turn", DAY, window=Window("UTC", "08:00", "17:00", ("mon", "tue", "wed", "thu", "fri")))
    assert deadline(clock, since, seconds) == until
    assert running_seconds(clock, since, until) == seconds


def test_a_window_is_where_the_players_are_in_summer_and_in_winter() -> None:
    clock = Clock("turn", HOUR, window=Window("Europe/Berlin", "08:00", "20:00"))
    assert deadline(clock, "2026-01-10T00:00:00.000Z", HOUR) == "2026-01-10T08:00:00.000Z"
    assert deadline(clock, "2026-07-10T00:00:00.000Z", HOUR) == "2026-07-10T07:00:00.000Z"
    whole_night = Clock("turn", 12 * HOUR, window=Window("Europe/Berlin", "00:00", "24:00"))
    assert deadline(whole_night, "2026-03-28T23:00:00.000Z", 23 * HOUR) == "2026-03-29T22:00:00.000Z"


def test_without_a_window_time_always_runs() -> None:
    assert deadline(Clock("turn", 1), at(1), DAY) == at(2)
    assert running_seconds(Clock("turn", 1), at(1), at(2, 12, 1)) == DAY + 60
    assert running_seconds(Clock("turn", 1), at(2), at(1)) == 0


@cases(
    ("clock", "rule"),
    [
        (Clock("turn", 0), "clock.seconds"),
        (Clock("bank", 367 * DAY), "clock.seconds"),
        (Clock("turn", DAY, increment=1), "clock.increment"),
        (Clock("bank", DAY, increment=-1), "clock.seconds"),
        (Clock("bank", DAY, on_expiry="bot"), "clock.increment"),
        (Clock("turn", DAY, vacation_days=366), "clock.vacation"),
        (Clock("turn", DAY, window=Window("Mars/Olympus", "08:00", "20:00")), "clock.window"),
        (Clock("turn", DAY, window=Window("../etc/passwd", "08:00", "20:00")), "clock.window"),
        (Clock("turn", DAY, window=Window("", "08:00", "20:00")), "clock.window"),
        (Clock("turn", DAY, window=Window("localtime", "08:00", "20:00")), "clock.window"),
        (Clock("turn", DAY, window=Window("Factory", "08:00", "20:00")), "clock.window"),
        (Clock("turn", DAY, window=Window("right/Europe/Berlin", "08:00", "20:00")), "clock.window"),
        (Clock("turn", DAY, window=Window("UTC", "8", "20:00")), "clock.window"),
        (Clock("turn", DAY, window=Window("UTC", "-1:00", "20:00")), "clock.window"),
        (Clock("turn", DAY, window=Window("UTC", "08:-5", "20:00")), "clock.window"),
        (Clock("turn", DAY, window=Window("UTC", "\u0660\u0668:00", "20:00")), "clock.window"),
        (Clock("turn", DAY, window=Window("UTC", "23:30", "00:15")), "clock.window"),
        (Clock("turn", DAY, window=Window("UTC", "08:00", "08:00")), "clock.window"),
        (Clock("turn", DAY, window=Window("UTC", "24:00", "08:00")), "clock.window"),
        (Clock("turn", DAY, window=Window("UTC", "08:00", "08:59")), "clock.window"),
        (Clock("turn", DAY, window=Window("UTC", "08:00", "24:01")), "clock.window"),
        (Clock("turn", DAY, window=Window("UTC", "08:00", "20:00", ())), "clock.window"),
        (Clock("turn", DAY, window=Window("UTC", "08:00", "20:00", ("mon", "mon"))), "clock.window"),
    ],
)
def test_a_clock_that_could_not_run_is_refused(clock: Clock, rule: str) -> None:
    assert rule_of(lambda: require_clock(clock)) == rule
    assert rule_of(lambda: create(TOY, ID, TOY.setup(None, 3, {}), SEED, at(1), Terms(clock=clock))) == rule


def test_hours_over_midnight_that_are_too_short_are_refused_for_that_alone() -> None:
    short = Clock("turn", DAY, window=Window("UTC", "23:30", "00:15"))
    with pytest.raises(Rejected, match=r": A window is open for an hour or more\.$"):
        require_clock(short)


@cases(
    "clock",
    [
        Clock("turn", 1),
        Clock("turn", 366 * DAY, vacation_days=365, on_expiry="bot"),
        Clock("bank", 1, increment=366 * DAY, on_expiry="claim"),
        Clock("bank", DAY, increment=1, on_expiry="bot"),
        Clock("turn", DAY, window=Window("Asia/Seoul", "00:00", "01:00", ("sun",))),
        Clock("turn", DAY, window=Window("UTC", "23:00", "24:00", ("sat", "mon"))),
        Clock("turn", DAY, window=Window("America/New_York", "08:59", "19:59")),
    ],
)
def test_up_to_its_limits_a_clock_is_offered(clock: Clock) -> None:
    match = fold(TOY, ID, create(TOY, ID, TOY.setup(None, 3, {}), SEED, at(1), Terms(clock=clock)))
    assert match.terms.clock == clock


@cases(
    ("clock", "rule"),
    [
        (Clock("turn", 366 * DAY + 1), "clock.seconds"),
        (Clock("bank", DAY, increment=366 * DAY + 1), "clock.seconds"),
        (Clock("turn", DAY, vacation_days=-1), "clock.vacation"),
        (Clock("turn", DAY, window=Window("UTC", "08:00", "24:30")), "clock.window"),
        (Clock("turn", DAY, window=Window("UTC", "08:60", "24:00")), "clock.window"),
    ],
)
def test_beyond_its_limits_none_is(clock: Clock, rule: str) -> None:
    assert rule_of(lambda: require_clock(clock)) == rule


def test_the_longest_time_ends_within_any_window_and_no_longer_one_is_looked_for() -> None:
    clock = Clock("bank", LONGEST, window=Window("UTC", "08:00", "09:00", ("mon",)))
    assert deadline(clock, at(5, 8), LONGEST) == "2194-05-05T09:00:00.000Z"
    assert rule_of(lambda: deadline(clock, at(5, 8), 2 * LONGEST)) == "clock.window"


@cases(("millisecond", "left"), [(0, 10), (1, 11), (999, 11)])
def test_a_second_that_has_begun_counts_as_whole(millisecond: int, left: int) -> None:
    until = f"2026-01-01T12:00:10.{millisecond:03}Z"
    assert running_seconds(Clock("turn", 1), at(1), until) == left
    assert running_seconds(Clock("turn", 1, window=Window("UTC", "08:00", "17:00")), at(1), until) == left
    assert stamp(moment(until)) == until


@cases(("day", "opens"), [*zip(("thu", "fri", "sat", "sun", "mon", "tue", "wed"), range(1, 8), strict=True)])
def test_a_window_opens_on_its_day_of_the_week(day: Day, opens: int) -> None:
    clock = Clock("turn", HOUR, window=Window("UTC", "08:00", "20:00", (day,)))
    assert deadline(clock, at(1, 0), HOUR) == at(opens, 9)
    every_day = Clock("turn", HOUR, window=Window("UTC", "08:00", "20:00"))
    assert deadline(every_day, at(opens, 0), HOUR) == at(opens, 9)


def test_a_window_opens_and_closes_at_any_minute() -> None:
    clock = Clock("turn", HOUR, window=Window("UTC", "08:45", "10:59"))
    assert deadline(clock, at(1, 0), HOUR) == at(1, 9, 45)
    assert deadline(clock, at(1, 10, 58), 120) == at(2, 8, 46)


def test_with_no_time_left_the_deadline_is_when_the_window_opens_next() -> None:
    clock = Clock("turn", HOUR, window=Window("UTC", "08:00", "17:00"))
    assert deadline(clock, at(1, 17), 0) == at(2, 8)
    assert deadline(clock, at(1, 16), 0) == at(1, 16)


def test_outside_its_window_no_time_runs() -> None:
    clock = Clock("turn", DAY, window=Window("UTC", "08:00", "17:00"))
    for since, until, run in (
        (at(1, 17), at(2, 8), 0),
        (at(1, 18), at(2, 9), HOUR),
        (at(1, 16), at(1, 20), HOUR),
        (at(1, 7), at(1, 8), 0),
        (at(2), at(1), 0),
        (at(1, 9), at(1, 10), HOUR),
    ):
        assert running_seconds(clock, since, until) == run


# Whom the clock runs for


def test_the_clock_of_each_seat_that_is_awaited_runs_from_the_deal_on() -> None:
    played = Played(Clock("turn", DAY))
    assert [row.type for row in played.rows[-3:]] == ["ClockStarted"] * 3
    assert played.until() == {0: at(2), 1: at(2), 2: at(2)}
    assert played.match.deadline == at(2)


def test_a_clock_stops_when_its_seat_has_acted_and_the_others_run_on() -> None:
    played = Played(Clock("turn", DAY))
    assert played.lay(at(1, 20), 1) == ["NumberLaid", "ClockStopped"]
    assert played.until() == {0: at(2), 2: at(2)}


def test_no_clock_runs_once_the_game_is_over() -> None:
    played = Played(Clock("turn", DAY))
    played.act(at(1, 13), 0, Resign())
    assert (played.match.status, played.match.deadline) == ("finished", None)
    assert played.rows[-1].type == "GameEnded"


def test_a_turn_has_its_whole_time_anew_and_several_actions_of_one_turn_share_it() -> None:
    played = Played(Clock("turn", DAY), GAME)
    first = played.match.to_act()[0]
    card = next(form for form in GAME.legal_actions(played.match.state, first)).actions()
    played.act(at(1, 18), first, next(iter(card)))
    assert played.until() == {first: at(2)}
    (end,) = [form for form in GAME.legal_actions(played.match.state, first) if form.action.NAME == "end_turn"]
    played.act(at(1, 20), first, next(iter(end.actions())))
    assert played.until() == {played.match.to_act()[0]: at(2, 20)}
    assert played.verified() == 6


def test_a_bank_is_used_up_and_gains_its_increment_with_each_turn() -> None:
    played = Played(Clock("bank", 10 * HOUR, increment=HOUR), GAME)
    first = played.match.to_act()[0]
    play = next(iter(next(iter(GAME.legal_actions(played.match.state, first))).actions()))
    played.act(at(1, 15), first, play)
    (end,) = [form for form in GAME.legal_actions(played.match.state, first) if form.action.NAME == "end_turn"]
    played.act(at(1, 16), first, next(iter(end.actions())))
    assert played.match.clocks is not None
    assert played.match.clocks.left[first] == 7 * HOUR
    assert played.until() == {played.match.to_act()[0]: at(2, 2)}


# What happens when time has run out


def test_before_its_deadline_no_game_ends() -> None:
    played = Played(Clock("turn", DAY))
    assert rule_of(partial(expire, played.match, at(2, 11, 59))) == "deadline.not_passed"


def test_a_seat_whose_time_has_run_out_forfeits_by_an_event_that_cites_the_deadline() -> None:
    played = Played(Clock("turn", DAY))
    played.lay(at(1, 13), 0)
    played.lay(at(1, 13), 2)
    assert played.expire(at(2)) == ["TimeExpired", "GameEnded"]
    expired = decode(TOY.event_types, played.rows[-2]._replace(private=None))
    assert (getattr(expired, "seat", None), getattr(expired, "until", None)) == (1, at(2))
    assert played.match.result is not None
    assert played.match.result.winners == (0, 2)
    assert played.verified() == 7
    assert rule_of(partial(expire, played.match, at(9))) == "deadline.not_passed"


@cases("last", ["time", "player"])
@cases("first", ["time", "player"])
def test_a_game_is_lost_on_time_if_the_clock_made_the_last_seat_resign(first: str, last: str) -> None:
    played = Played(DAILY, GAME)
    for day, leaves in ((3, first), (6, last)):
        assert played.match.result_kind is None
        (seat,) = played.match.to_act()
        if leaves == "time":
            played.expire(at(day))
        else:
            played.act(at(day - 2), seat, Resign())
    assert played.match.result is not None
    assert (played.match.result_kind == "time") == (last == "time")


def test_a_claimed_win_is_a_loss_on_time() -> None:
    played = Played(DAILY._replace(on_expiry="claim"), GAME)
    for day in (3, 6):
        (seat,) = played.match.to_act()
        played.expire(at(day))
        other = next(each for each in played.match.game.remaining(played.match.state) if each != seat)
        played.act(at(day), other, ClaimTime(seat=seat))
    assert played.match.result_kind == "time"


def test_where_the_others_may_claim_the_game_waits_until_one_does_or_the_seat_acts() -> None:
    played = Played(Clock("turn", DAY, on_expiry="claim"))
    played.lay(at(1, 13), 0)
    assert rule_of(partial(act_at, played.match, 0, ClaimTime(seat=1), at(1, 14))) == "clock.not_expired"
    assert played.expire(at(2)) == ["TimeExpired"]
    assert played.expire(at(2)) == ["TimeExpired"]
    assert rule_of(partial(expire, played.match, at(9))) == "deadline.not_passed"
    played.lay(at(3), 1)
    for claimed, by in ((1, 0), (2, 2)):
        assert rule_of(partial(act_at, played.match, by, ClaimTime(seat=claimed), at(3))) == "clock.not_expired"
    assert played.act(at(3), 0, ClaimTime(seat=2)) == ["TimeClaimed", "GameEnded"]
    assert played.verified() == 9


def test_where_a_bot_plays_on_its_seat_has_no_clock_until_the_player_returns() -> None:
    played = Played(Clock("turn", DAY, on_expiry="bot"))
    played.lay(at(1, 13), 0)
    assert rule_of(partial(act_at, played.match, 1, ComeBack(), at(1, 13))) == "clock.no_bot"
    assert played.expire(at(2)) == ["TimeExpired", "BotTookOver"]
    assert played.match.clocks is not None
    assert played.match.clocks.bots == {1}
    assert played.act(at(3), 1, ComeBack()) == ["SeatReturned", "ClockStarted"]
    assert (played.until()[1], played.match.clocks.bots) == (at(4), set())
    assert played.verified() == 7


# Pauses, vacation, time that is given


def test_a_pause_begins_when_all_have_agreed_and_keeps_what_each_has_left() -> None:
    played = Played(Clock("turn", DAY))
    played.lay(at(1, 13), 0)
    assert played.act(at(1, 14), 0, Pause()) == ["PauseAgreed"]
    assert rule_of(partial(act_at, played.match, 0, Pause(), at(1, 14))) == "clock.agreed_already"
    played.act(at(1, 14), 1, Pause())
    assert played.act(at(1, 18), 2, Pause()) == ["PauseAgreed", "ClockStopped", "ClockStopped", "GamePaused"]
    assert (played.until(), played.match.deadline) == ({}, None)
    assert rule_of(partial(act_at, played.match, 1, Pause(), at(2))) == "clock.paused"
    assert played.act(at(20, 6), 1, Resume()) == ["GameResumed", "ClockStarted", "ClockStarted"]
    assert played.until() == {1: at(21, 0), 2: at(21, 0)}
    assert rule_of(partial(act_at, played.match, 1, Resume(), at(20))) == "clock.not_paused"
    assert played.verified() == 9


def test_one_may_act_in_a_pause_and_no_clock_starts() -> None:
    played = Played(Clock("turn", DAY))
    for seat in range(3):
        played.act(at(1, 13), seat, Pause())
    assert played.lay(at(5), 1) == ["NumberLaid"]
    played.act(at(6), 0, Resume())
    assert played.until() == {0: at(7, 11), 2: at(7, 11)}


def test_vacation_puts_off_ones_own_deadline_as_far_as_the_allowance_goes() -> None:
    played = Played(Clock("turn", DAY, vacation_days=5))
    assert played.act(at(1, 18), 1, TakeVacation(days=3)) == ["VacationTaken", "ClockStarted"]
    assert played.until() == {0: at(2), 1: at(5), 2: at(2)}
    for days in (0, 3, -1):
        assert rule_of(partial(act_at, played.match, 1, TakeVacation(days=days), at(1, 18))) == "clock.vacation"
    played.act(at(2, 11), 1, TakeVacation(days=2))
    assert played.until()[1] == at(7)
    assert played.verified() == 6


def test_who_is_on_vacation_when_awaited_has_his_time_after_it() -> None:
    played = Played(Clock("turn", DAY, vacation_days=5), GAME)
    first = played.match.to_act()[0]
    following = (first + 1) % 3
    assert played.act(at(1, 13), following, TakeVacation(days=2)) == ["VacationTaken"]
    play = next(iter(next(iter(GAME.legal_actions(played.match.state, first))).actions()))
    played.act(at(1, 14), first, play)
    (end,) = [form for form in GAME.legal_actions(played.match.state, first) if form.action.NAME == "end_turn"]
    played.act(at(1, 15), first, next(iter(end.actions())))
    assert played.until() == {following: at(4, 13)}


def test_others_may_give_a_seat_more_time() -> None:
    played = Played(Clock("turn", DAY))
    assert played.act(at(1, 18), 0, GiveTime(seat=1, seconds=2 * DAY)) == ["TimeGiven", "ClockStarted"]
    assert played.until()[1] == at(4)
    assert rule_of(partial(act_at, played.match, 0, GiveTime(seat=0, seconds=1), at(1, 19))) == "clock.no_such_seat"
    assert rule_of(partial(act_at, played.match, 0, GiveTime(seat=7, seconds=1), at(1, 19))) == "clock.no_such_seat"
    for seconds in (0, 31 * DAY):
        refused = rule_of(partial(act_at, played.match, 0, GiveTime(seat=1, seconds=seconds), at(1, 19)))
        assert refused == "clock.seconds"
    played.lay(at(1, 19), 2)
    assert played.act(at(1, 20), 1, GiveTime(seat=2, seconds=HOUR)) == ["TimeGiven"]
    assert played.verified() == 7


def test_a_pause_begins_when_all_have_agreed_who_are_still_there() -> None:
    played = Played(Clock("turn", DAY), GAME)
    for seat in (0, 1):
        played.act(at(1, 13), seat, Pause())
    played.act(at(1, 14), 2, Resign())
    assert played.act(at(1, 15), 0, Pause()) == ["PauseAgreed", "ClockStopped", "GamePaused"]
    assert played.verified() == 8


def test_time_that_was_stopped_or_given_is_not_taken_back_alone() -> None:
    actions = {0: GiveTime(seat=1, seconds=DAY), 1: TakeVacation(days=1)}
    for seat, action in actions.items():
        played = Played(Clock("turn", DAY, vacation_days=1))
        played.act(at(1, 13), seat, action)
        assert played.until()[1] == at(3)
        assert played.take_back(at(1, 14), seat) == ["TakeBackAgreed"]
        assert played.until()[1] == at(3)
    played = Played(Clock("turn", DAY))
    for seat in range(3):
        played.act(at(1, 13), seat, Pause())
    assert played.take_back(at(9), 2) == ["TakeBackAgreed"]
    assert (played.until(), played.match.clocks and played.match.clocks.paused) == ({}, True)
    assert played.verified() == 8


def test_that_time_has_run_out_is_not_taken_back_alone_nor_does_a_deadline_of_then_pass_by_it() -> None:
    played = Played(Clock("turn", DAY, on_expiry="claim"))
    played.expire(at(2))
    assert played.take_back(at(2), 0) == ["TakeBackAgreed"]
    assert played.act(at(2), 1, ClaimTime(seat=0))[0] == "TimeClaimed"
    played = Played(Clock("turn", DAY))
    played.lay(at(1, 13), 0)
    assert played.take_back(at(2), 0) == ["TakeBackAgreed"]
    played = Played(Clock("turn", DAY))
    played.lay(at(1, 13), 0)
    assert played.take_back(at(2, 11, 59), 0) == ["ActionsTakenBack"]


def test_however_much_time_a_seat_was_given_its_clock_starts_within_any_window() -> None:
    clock = Clock("bank", LONGEST, increment=LONGEST, window=Window("UTC", "08:00", "09:00", ("mon",)))
    played = Played(clock, GAME)
    first = played.match.to_act()[0]
    for _ in range(3):
        played.act(at(5, 10), first, GiveTime(seat=(first + 1) % 3, seconds=MOST_GIVEN))
    play = next(iter(next(iter(GAME.legal_actions(played.match.state, first))).actions()))
    played.act(at(5, 11), first, play)
    (end,) = [form for form in GAME.legal_actions(played.match.state, first) if form.action.NAME == "end_turn"]
    assert played.act(at(5, 12), first, next(iter(end.actions())))[-1] == "ClockStarted"
    assert played.match.clocks is not None
    assert played.match.clocks.running[(first + 1) % 3].left == LONGEST


def test_partners_give_each_other_no_time() -> None:
    teams = GAME.setup(None, 4, {"teams": True})
    match = fold(GAME, ID, create(GAME, ID, teams, SEED, at(1), Terms(clock=Clock("turn", DAY))))
    for seat in range(4):
        match = record_ply(match, sit_down(match, Sitting(f"player {seat}", seat), at(9)), at(1)).after
    assert rule_of(partial(act_at, match, 0, GiveTime(seat=2, seconds=60), at(1))) == "clock.partner"
    for seat, opponent in ((0, 1), (1, 0), (3, 2)):
        assert decide(match, seat, GiveTime(seat=opponent, seconds=60), at(1), list)


def test_a_game_without_a_clock_has_nothing_to_do_with_time() -> None:
    rows = create(TOY, ID, TOY.setup(None, 3, {}), SEED, at(1), Terms())
    match = fold(TOY, ID, rows)
    for seat in range(3):
        match = record_ply(match, sit_down(match, Sitting(f"player {seat}", seat), at(9)), at(1)).after
    assert match.deadline is None
    assert rule_of(partial(act_at, match, 0, Pause(), at(1))) == "clock.none"
    assert "pause" not in match.action_types()


def turn(played: Played, now: str) -> list[str]:
    """Whoever is to act plays the first card that he may and ends his turn; what that does besides."""
    (seat,) = played.match.to_act()
    forms = list(GAME.legal_actions(played.match.state, seat))
    played.act(now, seat, next(iter(forms[0].actions())))
    (end,) = [form for form in GAME.legal_actions(played.match.state, seat) if form.action.NAME == "end_turn"]
    return played.act(now, seat, next(iter(end.actions())))


def left(played: Played) -> list[int]:
    """With how many seconds each clock starts next, or started last."""
    assert played.match.clocks is not None
    return played.match.clocks.left


def test_after_a_pause_all_have_to_agree_to_the_next_one_too() -> None:
    played = Played(Clock("turn", DAY))
    for seat in range(3):
        played.act(at(1, 13), seat, Pause())
    played.act(at(2), 2, Resume())
    for seat in range(2):
        assert played.act(at(2, 13), seat, Pause()) == ["PauseAgreed"]
    assert played.act(at(2, 13), 2, Pause())[-1] == "GamePaused"
    assert played.verified() == played.match.ply


def test_bots_are_not_asked_for_a_pause() -> None:
    played = Played(Clock("turn", DAY, on_expiry="bot"))
    played.expire(at(2))
    played.act(at(2), 1, Pause())
    assert played.act(at(2), 2, Pause())[-1] == "GamePaused"


def test_consent_of_who_has_left_since_is_not_in_the_way_of_a_pause() -> None:
    played = Played(Clock("turn", DAY), GAME)
    played.act(at(1), 2, Pause())
    played.act(at(1), 2, Resign())
    played.act(at(1), 0, Pause())
    assert played.act(at(1), 1, Pause())[-1] == "GamePaused"


def test_a_bot_that_has_left_is_nobody_to_ask() -> None:
    match = fold(GAME, ID, create(GAME, ID, GAME.setup(None, 3, {}), SEED, at(1), Terms()))
    for seat, bot in enumerate((None, "greedy", None)):
        sitting = Sitting(f"player {seat}", seat, bot=bot)
        match = record_ply(match, sit_down(match, sitting, at(9)), at(1)).after
    match = record_ply(match, decide(match, 1, Resign(), at(1), list), at(1)).after
    assert match.people() == {0, 2}


def test_a_table_with_a_clock_that_does_not_fill_is_void_as_any_other() -> None:
    terms = Terms(clock=Clock("turn", DAY), open_until=at(2))
    match = fold(TOY, ID, create(TOY, ID, TOY.setup(None, 3, {}), SEED, at(1), terms))
    assert match.deadline == at(2)
    assert [each.NAME for each in expire(match, at(2)).events] == ["TableExpired", "GameEnded"]


def test_who_has_left_has_nothing_to_do_with_time() -> None:
    played = Played(Clock("turn", DAY, vacation_days=1), GAME)
    played.act(at(1, 13), 2, Resign())
    for action in (Pause(), Resume(), TakeVacation(days=1), GiveTime(seat=0, seconds=1), ClaimTime(seat=0), ComeBack()):
        assert rule_of(partial(act_at, played.match, 2, action, at(1, 13))) == "clock.left"
    assert rule_of(partial(act_at, played.match, 0, GiveTime(seat=2, seconds=1), at(1, 13))) == "clock.no_such_seat"


def test_no_time_is_asked_for_before_the_game_begins_or_after_it_has_ended() -> None:
    played = Played(Clock("turn", DAY))
    open_still = fold(TOY, ID, played.rows[:2])
    assert rule_of(partial(act_at, open_still, 0, Pause(), at(1))) == "game.not_started"
    played.act(at(1), 0, Resign())
    assert rule_of(partial(act_at, played.match, 1, Pause(), at(1))) == "game.over"


def test_a_bank_that_has_run_out_begins_again_with_its_increment_for_who_acts_late_and_for_who_comes_back() -> None:
    played = Played(Clock("bank", 5 * HOUR, increment=HOUR, on_expiry="claim"), GAME)
    (first,) = played.match.to_act()
    played.expire(at(2))
    assert left(played)[first] == 0
    turn(played, at(3))
    assert left(played)[first] == HOUR
    turn(played, at(3, 13))
    turn(played, at(3, 14))
    assert played.until() == {first: at(3, 15)}
    played = Played(Clock("bank", 5 * HOUR, increment=HOUR, on_expiry="bot"), GAME)
    played.expire(at(2))
    assert played.act(at(3), first, ComeBack()) == ["SeatReturned", "ClockStarted"]
    assert played.until() == {first: at(3, 13)}


def test_time_that_is_given_to_a_seat_that_is_not_awaited_is_there_when_it_is() -> None:
    played = Played(Clock("bank", 5 * HOUR), GAME)
    (first,) = played.match.to_act()
    following = (first + 1) % 3
    played.act(at(1, 13), first, GiveTime(seat=following, seconds=2 * HOUR))
    assert left(played)[following] == 7 * HOUR
    turn(played, at(1, 14))
    assert played.until() == {following: at(1, 21)}
    assert left(played)[first] == 3 * HOUR


@cases("seconds", [1, MOST_GIVEN])
def test_from_a_second_to_thirty_days_can_be_given_at_once(seconds: int) -> None:
    played = Played(Clock("bank", HOUR))
    played.act(at(1), 0, GiveTime(seat=1, seconds=seconds))
    assert MOST_GIVEN == 30 * DAY
    assert left(played)[1] == HOUR + seconds


def test_on_vacation_a_clock_keeps_what_it_had_when_time_is_given_or_more_days_are_taken() -> None:
    played = Played(Clock("bank", 5 * HOUR, vacation_days=9))
    played.act(at(1, 13), 1, TakeVacation(days=1))
    assert played.until()[1] == at(2, 17)
    played.act(at(1, 14), 0, GiveTime(seat=1, seconds=HOUR))
    assert played.until()[1] == at(2, 18)
    played.act(at(1, 15), 1, TakeVacation(days=2))
    assert played.until()[1] == at(4, 18)
    played.act(at(4, 14), 1, TakeVacation(days=1))
    assert (played.until()[1], left(played)[1]) == (at(5, 18), 4 * HOUR)
    assert played.verified() == played.match.ply


def test_a_whole_allowance_may_be_taken_at_once() -> None:
    assert rule_of(partial(act_at, Played(DAILY).match, 0, TakeVacation(days=1), at(1))) == "clock.vacation"
    played = Played(Clock("turn", DAY, vacation_days=2))
    assert rule_of(partial(act_at, played.match, 0, TakeVacation(days=3), at(1))) == "clock.vacation"
    assert played.act(at(1), 0, TakeVacation(days=2)) == ["VacationTaken", "ClockStarted"]


def test_in_a_pause_nobodys_time_runs_out() -> None:
    played = Played(Clock("turn", DAY))
    for seat in range(3):
        played.act(at(1, 13), seat, Pause())
    assert played.act(at(2), 0, GiveTime(seat=1, seconds=HOUR)) == ["TimeGiven"]
    assert rule_of(partial(expire, played.match, at(9))) == "deadline.not_passed"
    played.act(at(10), 0, Resume())
    assert played.until() == {0: at(11, 11), 1: at(11), 2: at(11, 11)}


def test_of_several_deadlines_the_earliest_is_kept_first_and_of_equal_ones_that_of_the_lowest_seat() -> None:
    played = Played(Clock("turn", DAY, on_expiry="claim", vacation_days=1))
    played.act(at(1), 0, TakeVacation(days=1))
    assert played.match.deadline == at(2)
    for seat, deadline_of in ((1, at(2)), (2, at(2)), (0, at(3))):
        played.expire(at(5))
        expired = decode(TOY.event_types, played.rows[-1]._replace(private=None))
        assert (getattr(expired, "seat", None), getattr(expired, "until", None)) == (seat, deadline_of)
    assert played.match.deadline is None


def test_a_correction_lets_the_clocks_of_then_run_anew_with_what_they_had() -> None:
    played = Played(Clock("bank", 10 * HOUR), GAME)
    (first,) = played.match.to_act()
    turn(played, at(1, 15))
    version = played.match.version
    turn(played, at(1, 18))
    went_back = partial(correct, played.match, played.rows, "o", "r", version)
    assert played.goes_on(at(3), went_back) == ["GameCorrected", "ClockStarted"]
    assert played.until() == {(first + 1) % 3: at(3, 22)}
    assert left(played)[first] == 7 * HOUR
    assert played.verified() == played.match.ply


def test_taken_back_by_consent_the_clocks_of_then_run_anew_with_what_they_had() -> None:
    played = Played(Clock("turn", DAY))
    played.lay(at(1, 13), 1)
    played.lay(at(1, 14), 2)
    dealt = next(row.position for row in played.rows if row.type == "NumberLaid") - 1
    for seat in (1, 2):
        played.goes_on(at(1, 20), partial(take_back, played.match, played.rows, seat, dealt))
    names = played.goes_on(at(1, 20), partial(take_back, played.match, played.rows, 0, dealt))
    assert names == ["TakeBackAgreed", "ActionsTakenBack", *["ClockStarted"] * 3]
    assert played.until() == {0: at(2, 20), 1: at(2, 20), 2: at(2, 20)}
    assert played.verified() == played.match.ply


def test_taken_back_by_consent_no_bank_gets_back_what_was_used_of_it() -> None:
    played = Played(Clock("bank", DAY, increment=HOUR), GAME)
    first, dealt = played.match.to_act()[0], played.match.version
    second, third = (first + 1) % 3, (first + 2) % 3
    turn(played, at(1, 18))
    for seat in (first, second, third):
        names = played.goes_on(at(1, 20), partial(take_back, played.match, played.rows, seat, dealt))
    assert names == ["TakeBackAgreed", "ActionsTakenBack", "ClockStarted"]
    assert {seat: left(played)[seat] // HOUR for seat in range(3)} == {first: 24 - 6 + 1, second: 24 - 2, third: 24}
    assert played.until() == {first: at(2, 15)}
    assert played.verified() == played.match.ply


def test_going_back_by_consent_to_before_a_time_ran_out_gives_that_seat_the_time_of_then() -> None:
    played = Played(Clock("bank", DAY, on_expiry="claim"), GAME)
    first, dealt = played.match.to_act()[0], played.match.version
    played.expire(at(2))
    for seat in range(3):
        played.goes_on(at(3), partial(take_back, played.match, played.rows, seat, dealt))
    assert played.until() == {first: at(4)}


def test_what_a_seat_may_ask_for_has_to_do_with_time_only_where_there_is_a_clock() -> None:
    clock = {"pause", "resume", "take_vacation", "give_time", "claim_time", "come_back"}
    played = Played(Clock("turn", DAY))
    assert played.match.action_types().keys() == ALWAYS | clock | {"free_seat"}
    match = fold(TOY, ID, create(TOY, ID, TOY.setup(None, 3, {}), SEED, at(1), Terms()))
    assert match.action_types().keys() == ALWAYS


def test_a_seat_at_which_a_bot_sits_has_no_clock_and_gives_no_consent() -> None:
    match = fold(TOY, ID, create(TOY, ID, TOY.setup(None, 3, {}), SEED, at(1), Terms(clock=Clock("turn", DAY))))
    for seat, bot in enumerate((None, "greedy", None)):
        sitting = Sitting(f"player {seat}", seat, bot=bot)
        match = record_ply(match, sit_down(match, sitting, at(9)), at(1)).after
    assert match.clocks is not None
    assert (sorted(match.clocks.running), match.bot_seats(), match.people()) == ([0, 2], {1}, {0, 2})


def test_a_match_that_was_handed_out_keeps_its_time() -> None:
    played = Played(Clock("bank", 5 * HOUR, increment=HOUR, vacation_days=3, on_expiry="bot"))
    steps: list[tuple[str, Callable[[str], Any]]] = [
        (at(1), lambda now: decide(played.match, 0, TakeVacation(days=1), now, list)),
        (at(1), lambda now: decide(played.match, 1, GiveTime(seat=0, seconds=HOUR), now, list)),
        (at(1), lambda now: decide(played.match, 1, Pause(), now, list)),
        (at(1, 18), lambda now: expire(played.match, now)),
        (at(1, 18), lambda now: decide(played.match, 1, ComeBack(), now, list)),
        (at(1, 18), lambda now: decide(played.match, 0, Lay(number=(played.match.state.hands[0][0],)), now, list)),
    ]
    for now, step in steps:
        given, same = played.match, deepcopy(played.match.clocks)
        played.goes_on(now, step)
        assert given.clocks == same
        assert played.match.clocks != same
    claimed = Played(Clock("turn", DAY, on_expiry="claim"))
    given, same = claimed.match, deepcopy(claimed.match.clocks)
    claimed.expire(at(2))
    assert given.clocks == same


# The record


def test_every_deadline_follows_from_the_record_alone() -> None:
    played = Played(Clock("turn", DAY, window=Window("UTC", "08:00", "17:00"), vacation_days=5))
    played.act(at(1, 14), 1, TakeVacation(days=1))
    played.lay(at(1, 15), 0)
    started = [decode(TOY.event_types, row._replace(private=None)) for row in played.rows if row.type == "ClockStarted"]
    assert len(started) == 4
    for each in started:
        assert isinstance(each, ClockStarted)
        assert each.until == deadline(played.match.terms.clock or Clock("turn", 1), each.since, each.left)


def test_an_expiry_before_its_deadline_is_found() -> None:
    played = Played(Clock("turn", DAY))
    played.goes_on(at(1, 20), lambda _: expire(played.match, at(2)))
    with pytest.raises(Broken, match="deadline"):
        played.verified()


# A week of play


WEEK = 7 * DAY
CLOCKS = (
    Clock("turn", 8 * HOUR, window=Window("Europe/Kyiv", "08:00", "22:00"), vacation_days=3, on_expiry="claim"),
    Clock("bank", 30 * HOUR, increment=HOUR, vacation_days=2, on_expiry="bot"),
    Clock("turn", 20 * HOUR, window=Window("Asia/Seoul", "09:00", "18:00", ("mon", "tue", "wed", "thu", "fri"))),
)


def week_of(clock: Clock, game: Game[Any], random: Random) -> Played:
    """A week in which seats act at all hours, take vacation, pause, give time, are late and come back."""
    played = Played(clock, game)
    now, end = at(1), "2026-01-08T12:00:00.000Z"
    while played.match.status == "playing" and now < end:
        now = stamp(moment(now) + timedelta(seconds=random.choice((60, HOUR, 5 * HOUR, 30 * HOUR))))
        while played.match.deadline is not None and played.match.deadline <= now:
            assert played.until()[first_due(played)] == played.match.deadline
            played.expire(now)
        if played.match.status == "playing":
            something(played, now, random)
    return played


def first_due(played: Played) -> int:
    """The seat whose deadline is the earliest."""
    until = played.until()
    return min(until, key=lambda seat: (until[seat], seat))


def something(played: Played, now: str, random: Random) -> None:
    """One of the things that a seat may do; what is refused changes nothing."""
    seats = list(played.game.remaining(played.match.state))
    seat = random.choice(played.match.to_act())
    forms = list(played.game.legal_actions(played.match.state, seat))
    play = completed(random.choice(forms), random)
    beside: tuple[Action, ...] = (
        Pause(),
        Resume(),
        TakeVacation(days=1),
        GiveTime(seat=random.choice(seats), seconds=HOUR),
        ClaimTime(seat=random.choice(seats)),
        ComeBack(),
    )
    by, action = (seat, play) if random.random() < 0.8 else (random.choice(seats), random.choice(beside))
    with suppress(Rejected):
        played.act(now, by, action)


@cases("clock", CLOCKS)
@cases("id", CATALOGUE)
def test_a_week_of_play_is_what_its_clocks_make_of_it(id: str, clock: Clock) -> None:
    kinds = set()
    for seed in range(6):
        played = week_of(clock, CATALOGUE[id], Random(seed))
        assert played.verified() == played.match.ply
        for row in played.rows:
            event = decode(played.game.event_types, row)
            kinds.add(row.type)
            if isinstance(event, ClockStarted):
                assert event.until == deadline(clock, event.since, event.left)
            if isinstance(event, TimeExpired):
                assert time_of(row) >= event.until
        running = set(played.until())
        assert running <= set(played.match.to_act())
    assert {"ClockStarted", "ClockStopped", "TimeExpired", "PauseAgreed"} <= kinds


# What is taken back


def test_who_agreed_to_go_back_is_not_in_the_way_once_a_bot_plays_for_him() -> None:
    played = Played(Clock("turn", DAY, on_expiry="bot"))
    played.lay(at(1, 13), 1)
    dealt = played.match.version - 2
    played.goes_on(at(1, 14), partial(take_back, played.match, played.rows, 0, dealt))
    played.expire(at(2))
    assert played.match.people() == {1, 2}
    played.goes_on(at(2), partial(take_back, played.match, played.rows, 1, dealt))
    with pytest.raises(Rejected, match=r"waits for seats 2\."):
        take_back(played.match, played.rows, 1, dealt, at(2))
    assert played.goes_on(at(2), partial(take_back, played.match, played.rows, 2, dealt))[1] == "ActionsTakenBack"


def test_a_wish_for_a_pause_is_taken_back_alone_by_who_is_not_awaited_too() -> None:
    played = Played(Clock("turn", DAY))
    played.lay(at(1, 13), 1)
    played.act(at(1, 14), 1, Pause())
    assert played.take_back(at(1, 15), 1) == ["ActionsTakenBack"]
    assert played.until() == {0: at(2), 2: at(2)}


def drafting(clock: Clock) -> Match:
    """A draft of three seats that has just begun."""
    match = fold(GAME, ID, create(GAME, ID, GAME.setup(None, 3, {"deal": "draft"}), SEED, at(1), Terms(clock=clock)))
    for seat in range(3):
        match = record_ply(match, sit_down(match, Sitting(f"player {seat}", seat), at(9)), at(1)).after
    return match


def running(match: Match) -> dict[int, str]:
    """Each running clock's deadline."""
    assert match.clocks is not None
    return {seat: each.until for seat, each in sorted(match.clocks.running.items())}


def test_who_takes_up_the_last_card_of_a_draft_has_his_whole_time_for_the_next() -> None:
    match = drafting(DAILY)
    for seat, hour in ((0, 13), (1, 14), (2, 15)):
        action = next(iter(next(iter(GAME.legal_actions(match.state, seat))).actions()))
        match = record_ply(match, decide(match, seat, action, at(1, hour), list), at(1, hour)).after
    assert running(match) == dict.fromkeys(range(3), at(2, 15))


@cases("clock", [Clock("turn", DAY), Clock("bank", DAY, increment=HOUR)])
def test_who_claims_anothers_time_gains_none_for_himself(clock: Clock) -> None:
    match = drafting(clock._replace(on_expiry="claim", vacation_days=1))
    match = record_ply(match, decide(match, 0, TakeVacation(days=1), at(1), list), at(1)).after
    match = record_ply(match, expire(match, at(2)), at(2)).after
    match = record_ply(match, decide(match, 0, ClaimTime(seat=1), at(2), list), at(2)).after
    assert running(match)[0] == at(3)
