"""A substitute goes on at a seat that its player offers, or that the others have freed after its time ran out."""

from functools import partial
from typing import Literal

import pytest

from cartulary.audit.replay import replay
from cartulary.kernel.rejected import Rejected
from cartulary.match.actions import AgreeEnd, ComeBack, FreeSeat, KeepSeat, OfferSeat, Resign
from cartulary.match.clock.settings import Clock
from cartulary.match.decide import decide
from cartulary.match.events.administration import DelegateActed
from cartulary.match.events.substitution import SubstituteSeated
from cartulary.match.evolve import advance
from cartulary.match.participation import list_participations
from cartulary.match.substitution import take_over
from cartulary.match.undo import take_back
from tests.domain.table import AT, Table
from tests.domain.test_clock import DAILY, DAY, ID, Played, act_at, at, rule_of
from tests.domain.toy_game import TOY

CLAIM, BOT = DAILY._replace(on_expiry="claim"), DAILY._replace(on_expiry="bot")
OUT_OF_TIME = pytest.mark.parametrize("on_expiry", ["claim", "bot"])


def substitute(played: Played, player: str, seat: int | None, now: str) -> list[str]:
    """Let a substitute sit down."""
    return played.goes_on(now, partial(take_over, played.match, player, seat))


def refused(played: Played, player: str, seat: int | None = None) -> str:
    """The rule by which a substitute is refused."""
    return rule_of(partial(take_over, played.match, player, seat, at(3)))


def timed_out(on_expiry: Literal["claim", "bot"] = "claim") -> Played:
    """A match in which the time of seat 1 has run out."""
    played = Played(DAILY._replace(on_expiry=on_expiry))
    played.lay(at(1, 13), 0)
    played.lay(at(1, 13), 2)
    played.expire(at(2))
    return played


def test_a_player_who_offers_the_seat_plays_on_until_a_substitute_takes_it() -> None:
    played = Played(DAILY)
    assert played.act(at(1, 13), 1, OfferSeat()) == ["SeatOffered"]
    assert played.match.vacant_seats() == [1]
    assert rule_of(partial(act_at, played.match, 1, OfferSeat(), at(1, 13))) == "seat.offered_already"
    played.lay(at(1, 14), 1)
    assert substitute(played, "dan", None, at(1, 15)) == ["SubstituteSeated"]
    assert (played.match.players, played.match.former) == (["player 0", "dan", "player 2"], ((1, "player 1"),))
    assert played.match.vacant_seats() == []
    assert played.verified() == 7


def test_a_seat_that_is_kept_after_all_is_nobody_elses() -> None:
    played = Played(DAILY)
    assert rule_of(partial(act_at, played.match, 1, KeepSeat(), at(1, 13))) == "seat.not_offered"
    played.act(at(1, 13), 1, OfferSeat())
    assert played.act(at(1, 13), 1, KeepSeat()) == ["SeatKept"]
    assert refused(played, "dan") == "seat.game_started"
    assert played.verified() == 6


@OUT_OF_TIME
def test_once_time_has_run_out_all_others_together_free_a_seat(on_expiry: Literal["claim", "bot"]) -> None:
    played = timed_out(on_expiry)
    assert played.act(at(3), 0, FreeSeat(seat=1)) == ["FreeingAgreed"]
    assert rule_of(partial(act_at, played.match, 0, FreeSeat(seat=1), at(3))) == "seat.agreed_already"
    assert (played.match.vacant_seats(), refused(played, "dan")) == ([], "seat.game_started")
    assert played.act(at(3), 2, FreeSeat(seat=1)) == ["FreeingAgreed", "SeatFreed"]
    assert rule_of(partial(act_at, played.match, 2, FreeSeat(seat=1), at(3))) == "seat.vacant_already"
    assert substitute(played, "dan", 1, at(4)) == ["SubstituteSeated", "ClockStarted"]
    assert played.until() == {1: at(5)}
    assert played.match.out_of_time() == set()
    assert played.verified() == 10


def test_before_time_has_run_out_no_seat_is_freed_and_none_frees_itself() -> None:
    played = Played(CLAIM)
    assert rule_of(partial(act_at, played.match, 0, FreeSeat(seat=1), at(1, 13))) == "seat.in_time"
    assert rule_of(partial(act_at, timed_out().match, 1, FreeSeat(seat=1), at(3))) == "seat.in_time"


def test_a_seat_is_no_longer_free_once_its_player_acts() -> None:
    played = timed_out()
    for seat in (0, 2):
        played.act(at(3), seat, FreeSeat(seat=1))
    assert played.match.vacant_seats() == [1]
    played.lay(at(3), 1)
    assert (played.match.vacant_seats(), refused(played, "dan")) == ([], "seat.game_started")


def test_a_seat_is_no_longer_free_once_its_player_takes_over_from_the_bot() -> None:
    played = timed_out("bot")
    for seat in (0, 2):
        played.act(at(3), seat, FreeSeat(seat=1))
    played.act(at(3), 1, ComeBack())
    assert played.match.vacant_seats() == []


def test_when_time_runs_out_again_the_others_vote_anew() -> None:
    played = timed_out("bot")
    played.act(at(3), 0, FreeSeat(seat=1))
    played.act(at(3), 1, ComeBack())
    played.expire(at(4))
    assert played.act(at(4), 2, FreeSeat(seat=1)) == ["FreeingAgreed"]


def test_nobody_plays_two_seats_of_a_game_one_after_the_other() -> None:
    played = Played(DAILY)
    played.act(at(1, 13), 1, OfferSeat())
    assert refused(played, "player 0") == "seat.already_seated"
    substitute(played, "dan", 1, at(1, 13))
    played.act(at(1, 14), 2, OfferSeat())
    assert refused(played, "player 1") == "seat.has_sat"
    assert refused(played, "erin", 0) == "seat.taken"
    assert substitute(played, "erin", 2, at(1, 15))[0] == "SubstituteSeated"


def test_a_substitute_has_a_whole_turn_and_the_rest_of_a_bank() -> None:
    for clock, until in ((Clock("turn", DAY), at(2, 18)), (Clock("bank", DAY), at(2))):
        played = Played(clock)
        played.act(at(1, 13), 1, OfferSeat())
        substitute(played, "dan", 1, at(1, 18))
        assert played.until()[1] == until
        assert played.verified() == 6


def test_nothing_binds_a_substitute_that_the_seat_has_agreed_to() -> None:
    played = Played(DAILY)
    played.act(at(1, 13), 1, AgreeEnd(how="draw"))
    played.act(at(1, 13), 1, OfferSeat())
    substitute(played, "dan", 1, at(1, 14))
    assert played.match.wants_end == {}


def test_nobody_takes_back_that_a_substitute_has_sat_down() -> None:
    played = Played(DAILY)
    played.act(at(1, 13), 1, OfferSeat())
    substitute(played, "dan", 1, at(1, 14))
    for seat in (0, 1):
        undone = partial(take_back, played.match, played.rows, seat, None, at(1, 15))
        assert rule_of(undone) == "back.substitute"


def test_whoever_has_left_offers_no_seat_and_votes_on_none() -> None:
    played = timed_out("bot")
    played.act(at(3), 0, OfferSeat())
    played.act(at(3), 0, Resign())
    assert played.match.vacant_seats() == []
    assert rule_of(partial(act_at, played.match, 0, FreeSeat(seat=1), at(3))) in {"seat.left", "game.over"}


def test_a_delegate_gives_up_no_seat() -> None:
    played = Played(DAILY)
    delegate = DelegateActed(seat=1, delegate="dan", owner="player 1")
    with pytest.raises(Rejected) as error:
        decide(played.match, 1, OfferSeat(), at(1), list, delegate)
    assert error.value.rule == "delegate.resign"


def test_without_a_clock_seats_are_offered_and_none_is_freed() -> None:
    table = Table(TOY, TOY.setup(None, 3, {}), b"\1" * 32, [b"salt" * 8] * 3)
    assert {"offer_seat", "keep_seat"} == table.match.action_types().keys() & {"offer_seat", "keep_seat", "free_seat"}
    table.goes_on(decide(table.match, 1, OfferSeat(), AT, list))
    table.goes_on(take_over(table.match, "dan", None, AT))
    assert table.match.players[1] == "dan"
    assert replay(TOY, table.match.id, table.rows, table.seed) == table.match.ply


def test_turns_count_for_who_took_them_and_the_result_for_who_sits_at_the_end() -> None:
    played = Played(DAILY)
    played.lay(at(1, 13), 1)
    played.act(at(1, 13), 0, OfferSeat())
    substitute(played, "dan", 0, at(1, 14))
    played.lay(at(1, 15), 0)
    played.lay(at(1, 15), 2)
    assert played.match.result is not None
    found = {each.player: each for each in list_participations(played.game, ID, played.rows)}
    assert [*found] == ["dan", "player 1", "player 2", "player 0"]
    assert [each.turns_in_time for each in found.values()] == [1, 1, 1, 0]
    assert (found["player 0"].result, found["player 0"].departure) == (None, "handed_over")
    assert found["dan"].departure == "stayed"


@OUT_OF_TIME
def test_whose_seat_was_freed_has_run_out_of_time(on_expiry: Literal["claim", "bot"]) -> None:
    played = timed_out(on_expiry)
    for seat in (0, 2):
        played.act(at(3), seat, FreeSeat(seat=1))
    substitute(played, "dan", 1, at(3))
    played.lay(at(3), 1)
    found = {each.player: each for each in list_participations(played.game, ID, played.rows)}
    assert (found["player 1"].departure, found["player 1"].turns_late) == ("timed_out", 1)
    assert (found["dan"].turns_in_time, found["dan"].turns_late) == (1, 0)


def test_a_substitute_is_asked_also_where_a_bot_sat_from_the_beginning() -> None:
    match = timed_out("bot").match
    match.bots[1] = "greedy"
    assert 1 in advance(match, [SubstituteSeated(seat=1, player="dan")]).people()
