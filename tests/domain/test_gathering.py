"""What seats commit to is opened in order and in time, or the game is void, and nobody could choose the deck."""

from collections.abc import Callable
from copy import deepcopy
from functools import partial
from typing import Any

import pytest

from cartulary.audit.replay import replay
from cartulary.kernel.messages import Event
from cartulary.kernel.rejected import Rejected
from cartulary.match.clock.settings import Clock
from cartulary.match.decision import Decision, decide_in_game
from cartulary.match.events.ending import GameEnded
from cartulary.match.evolve import fold
from cartulary.match.ply import record_ply
from cartulary.match.seating import (
    Sitting,
    clear_seat,
    close_table,
    create,
    expire,
    leave,
    open_entropy,
    seat_commitment,
    sit_down,
)
from cartulary.match.state import Match
from cartulary.match.terms import Terms
from cartulary.record.bundle import Broken
from tests.cases import cases
from tests.domain.table import AT, UNTIL, decision_of
from tests.domain.toy_game import TOY, Lay

ID = "00000000-0000-7000-8000-000000000007"
SEED = b"s" * 32
ENTROPY = [bytes([seat + 1] * 32) for seat in range(3)]


def opened(**options: Any) -> Match:
    """A table for three at which nobody sits."""
    return fold(TOY, ID, create(TOY, ID, TOY.setup(None, 3, options), SEED, AT, Terms()))


def after(match: Match, decided: Decision | list[Event]) -> Match:
    """The match once that has happened."""
    return record_ply(match, decision_of(match, decided), AT).after


def committed(match: Match, seat: int) -> Decision:
    """What happens when a player sits down there and commits."""
    sitting = Sitting(f"player {seat}", seat, None, seat_commitment(ID, seat, ENTROPY[seat]))
    return sit_down(match, sitting, UNTIL)


def gathered() -> Match:
    """All three sit, and nobody has opened."""
    match = opened(fairness="commit")
    for seat in range(3):
        match = after(match, committed(match, seat))
    return match


def rule_of(attempt: Callable[[], object]) -> str:
    """The rule by which something is refused."""
    with pytest.raises(Rejected) as refused:
        attempt()
    return refused.value.rule


def test_the_game_begins_with_the_last_opening_in_whatever_order_they_come() -> None:
    match = gathered()
    assert (match.status, match.to_act(), match.state, match.openings_until) == ("open", [0, 1, 2], None, UNTIL)
    match = after(match, open_entropy(match, 2, ENTROPY[2], AT))
    match = after(match, open_entropy(match, 0, ENTROPY[0], AT))
    assert (match.status, match.to_act()) == ("open", [1])
    last = open_entropy(match, 1, ENTROPY[1], AT)
    assert [each.NAME for each in last.events] == ["EntropyOpened", "DeckShuffled", *["HandDealt"] * 3]
    assert (after(match, last).status, after(match, last).to_act()) == ("playing", [0, 1, 2])


def test_openings_are_awaited_once_the_last_seat_has_committed() -> None:
    match = opened(fairness="commit")
    assert [each.NAME for each in committed(match, 1).events] == ["SeatTaken", "EntropyCommitted"]
    for seat in (1, 2):
        match = after(match, committed(match, seat))
    assert match.openings_until is None
    assert [each.NAME for each in committed(match, 0).events] == ["SeatTaken", "EntropyCommitted", "OpeningsAwaited"]


def test_the_deck_comes_from_what_was_opened_and_is_the_one_that_open_entropy_gives() -> None:
    match = gathered()
    for seat in range(3):
        match = after(match, open_entropy(match, seat, ENTROPY[seat], AT))
    plain = opened()
    for seat in range(3):
        plain = after(plain, sit_down(plain, Sitting(f"player {seat}", seat, ENTROPY[seat]), UNTIL))
    assert match.state.hands == plain.state.hands


def test_what_a_player_adds_is_what_the_option_asks_for() -> None:
    committing, plain = opened(fairness="commit"), opened()
    given = seat_commitment(ID, 0, ENTROPY[0])
    for match, sitting, rule in (
        (committing, Sitting("ann", 0), "seat.commitment_needed"),
        (committing, Sitting("ann", None, None, given), "seat.commitment_needed"),
        (committing, Sitting("ann", 0, ENTROPY[0], given), "seat.entropy_too_early"),
        (plain, Sitting("ann", 0, None, given), "seat.no_commitments"),
    ):
        with pytest.raises(Rejected) as refused:
            sit_down(match, sitting, UNTIL)
        assert refused.value.rule == rule


def test_an_opening_is_refused_out_of_its_time_or_of_something_else() -> None:
    match = gathered()
    first = opened(fairness="commit")
    half = after(first, committed(first, 0))
    assert rule_of(lambda: open_entropy(half, 0, ENTROPY[0], AT)) == "opening.not_awaited"
    assert rule_of(lambda: open_entropy(match, 0, ENTROPY[1], AT)) == "opening.other_entropy"
    assert rule_of(lambda: open_entropy(match, 0, ENTROPY[0], UNTIL)) == "opening.too_late"
    once = after(match, open_entropy(match, 0, ENTROPY[0], AT))
    assert rule_of(lambda: open_entropy(once, 0, ENTROPY[0], AT)) == "opening.done"
    assert rule_of(lambda: sit_down(match, Sitting("dan", None, None, b"c" * 32), UNTIL)) == "seat.game_started"
    assert rule_of(lambda: decide_in_game(match, 0, Lay(number=(1,)))) == "game.not_started"


def test_who_does_not_open_in_time_voids_the_game_and_is_named() -> None:
    match = gathered()
    match = after(match, open_entropy(match, 1, ENTROPY[1], AT))
    assert rule_of(lambda: expire(match, AT)) == "deadline.not_passed"
    expired, ended = expire(match, UNTIL).events
    assert (expired.NAME, getattr(expired, "seats", None), getattr(expired, "until", None)) == (
        "OpeningsExpired",
        (0, 2),
        UNTIL,
    )
    assert isinstance(ended, GameEnded)
    over = after(match, [expired, ended])
    assert (over.status, over.to_act(), over.state) == ("abandoned", [], None)
    assert over.result is not None
    assert (over.result.kind, over.result.winners, over.result.server_seed) == ("void", (), SEED)
    assert rule_of(lambda: expire(over, UNTIL)) == "deadline.not_passed"
    assert rule_of(lambda: open_entropy(over, 0, ENTROPY[0], AT)) == "opening.not_awaited"


def test_no_deadline_ends_a_game_that_awaits_no_openings() -> None:
    match = opened()
    assert rule_of(lambda: expire(match, UNTIL)) == "deadline.not_passed"


def test_a_commitment_is_to_one_seat_of_one_game() -> None:
    one = seat_commitment(ID, 0, ENTROPY[0])
    others = {seat_commitment(ID, 1, ENTROPY[0]), seat_commitment(ID[:-1] + "8", 0, ENTROPY[0])}
    assert one not in others
    assert one == seat_commitment(ID, 0, ENTROPY[0])


# The table before all sit


def table(terms: Terms, **options: Any) -> Match:
    """A table for three on these terms, at which nobody sits."""
    return fold(TOY, ID, create(TOY, ID, TOY.setup(None, 3, options), SEED, AT, terms))


def seated(match: Match, player: str, seat: int | None = None, **more: Any) -> Match:
    """The table once that player has sat down, too."""
    return after(match, sit_down(match, Sitting(player, seat, **more), UNTIL))


def test_a_seat_that_is_left_is_free_again_and_what_its_player_added_goes_with_him() -> None:
    match = seated(seated(opened(), "ann", 0, entropy=ENTROPY[0]), "robot", 1, entropy=ENTROPY[1], bot="greedy")
    assert (match.bots, match.entropy) == ({1: "greedy"}, [ENTROPY[0], ENTROPY[1], b""])
    match = after(match, leave(match, 1))
    assert (match.players, match.bots, match.entropy) == (["ann", None, None], {}, [ENTROPY[0], b"", b""])
    assert (match.status, match.free_seats(), match.seat_of("robot")) == ("open", [1, 2], None)
    assert seated(match, "robot", 2).players == ["ann", None, "robot"]


def test_a_commitment_goes_with_the_player_who_leaves() -> None:
    match = opened(fairness="commit")
    match = after(match, committed(match, 2))
    assert match.commitments == [b"", b"", seat_commitment(ID, 2, ENTROPY[2])]
    match = after(match, leave(match, 2))
    assert (match.players, match.commitments) == ([None] * 3, [b""] * 3)


def test_nobody_leaves_a_free_seat_or_a_game_whose_seats_are_all_taken() -> None:
    match = seated(opened(), "ann", 0)
    assert rule_of(lambda: leave(match, 1)) == "seat.not_taken"
    assert rule_of(lambda: leave(gathered(), 1)) == "seat.game_started"
    begun = seated(seated(match, "bob"), "cid")
    assert begun.status == "playing"
    assert rule_of(lambda: leave(begun, 1)) == "seat.game_started"


def test_nobody_sits_or_leaves_at_a_table_that_did_not_fill_in_time() -> None:
    match = seated(table(Terms(open_until=UNTIL)), "ann", 0)
    void = after(match, expire(match, UNTIL))
    assert rule_of(lambda: sit_down(void, Sitting("bob"), UNTIL)) == "seat.game_started"
    assert rule_of(lambda: leave(void, 0)) == "seat.game_started"
    for refused in (leave, clear_seat):
        with pytest.raises(Rejected, match="has filled or is closed"):
            refused(void, 0)


def test_a_player_sits_once_and_not_on_the_seat_of_another() -> None:
    match = seated(opened(), "ann", 1)
    assert rule_of(lambda: sit_down(match, Sitting("ann", 0), UNTIL)) == "seat.already_seated"
    assert rule_of(lambda: sit_down(match, Sitting("bob", 1), UNTIL)) == "seat.taken"
    assert rule_of(lambda: sit_down(match, Sitting("bob", 3), UNTIL)) == "seat.taken"


def test_the_seats_of_a_rematch_are_kept_for_those_who_sat_on_them_and_where_a_bot_sat_anybody_may() -> None:
    match = table(Terms(reserved=("ann", "", "cid")))
    assert [match.free_to(player) for player in ("ann", "cid", "dan")] == [[0, 1], [1, 2], [1]]
    assert rule_of(lambda: sit_down(match, Sitting("dan", 0), UNTIL)) == "seat.taken"
    match = seated(match, "dan")
    assert match.players == [None, "dan", None]
    assert rule_of(lambda: sit_down(match, Sitting("eve"), UNTIL)) == "seat.reserved"
    assert seated(seated(match, "cid"), "ann").players == ["ann", "dan", "cid"]


def test_a_table_that_did_not_fill_in_time_is_void() -> None:
    match = seated(table(Terms(open_until=UNTIL)), "ann", 0)
    assert match.deadline == UNTIL
    assert rule_of(lambda: expire(match, AT)) == "deadline.not_passed"
    expired, ended = expire(match, UNTIL).events
    assert (expired.NAME, getattr(expired, "until", None)) == ("TableExpired", UNTIL)
    over = after(match, [expired, ended])
    assert (over.status, over.deadline, over.to_act()) == ("abandoned", None, [])
    assert over.result is not None
    assert (over.result.kind, over.result.winners, over.result.points) == ("void", (), None)


def test_the_creator_clears_a_seat_as_if_nobody_had_sat_there_until_the_table_has_filled() -> None:
    match = after(opened(), sit_down(opened(), Sitting("robot", 1, ENTROPY[1], bot="greedy"), UNTIL))
    assert rule_of(lambda: clear_seat(match, 0)) == "seat.not_taken"
    cleared = after(match, clear_seat(match, 1))
    assert (cleared.players, cleared.bots, cleared.entropy) == ([None] * 3, {}, [b""] * 3)
    assert rule_of(lambda: clear_seat(gathered(), 1)) == "seat.game_started"


def test_a_person_on_the_seat_of_a_bot_that_was_removed_has_a_clock() -> None:
    match = table(Terms(clock=Clock(kind="turn", seconds=60)))
    match = after(match, sit_down(match, Sitting("robot", 1, bot="greedy"), UNTIL))
    match = seated(after(match, clear_seat(match, 1)), "ann", 1)
    assert match.clocks is not None
    assert (match.bot_seats(), match.clocks.bots) == (set(), set())


def starting(starts_at: str = UNTIL) -> Match:
    """A table for three at which all sit, and whose game begins later."""
    match = table(Terms(open_until="2026-01-01T00:00:01.000Z"))
    for player in ("ann", "bob", "cid"):
        match = after(match, sit_down(match, Sitting(player), UNTIL, starts_at))
    return match


def test_a_game_with_a_start_begins_when_that_has_come_and_not_before() -> None:
    match = starting()
    assert (match.status, match.deadline, match.to_act(), match.state) == ("open", UNTIL, [], None)
    assert rule_of(lambda: expire(match, AT)) == "deadline.not_passed"
    decision = expire(match, UNTIL)
    assert decision.events[0].NAME == "StartReached"
    assert (decision.after.status, decision.after.starts_at) == ("playing", None)


def test_nobody_leaves_before_the_start_and_the_creator_may_still_close_the_table() -> None:
    assert rule_of(lambda: leave(starting(), 1)) == "seat.game_started"
    assert rule_of(lambda: clear_seat(starting(), 1)) == "seat.game_started"
    assert after(starting(), close_table(starting())).status == "abandoned"


def test_a_closed_table_is_void_and_one_that_has_filled_cannot_be_closed() -> None:
    over = after(opened(), close_table(seated(opened(), "ann", 0)))
    assert over.result is not None
    assert (over.status, over.result.kind, over.deadline) == ("abandoned", "void", None)
    assert rule_of(lambda: close_table(over)) == "seat.game_started"
    assert rule_of(lambda: close_table(gathered())) == "seat.game_started"


def test_a_table_that_has_filled_is_not_void_for_the_time_by_which_it_was_to_fill() -> None:
    match = table(Terms(open_until="2026-01-01T01:00:00.000Z"), fairness="commit")
    for seat in range(3):
        match = after(match, committed(match, seat))
    assert match.deadline == UNTIL
    for seat in range(3):
        match = after(match, open_entropy(match, seat, ENTROPY[seat], AT))
    assert (match.status, match.deadline) == ("playing", None)
    assert rule_of(lambda: expire(match, UNTIL)) == "deadline.not_passed"


def test_a_bot_sits_by_its_strategy_but_not_where_seats_commit_to_entropy() -> None:
    given = seat_commitment(ID, 0, ENTROPY[0])
    match = opened(fairness="commit")
    for sitting in (Sitting("robot", bot="greedy"), Sitting("robot", 0, None, given, "greedy")):
        assert rule_of(partial(sit_down, match, sitting, UNTIL)) == "seat.bots_cannot_commit"
    match = seated(seated(opened(), "robot", bot="greedy"), "another", 2, bot="random")
    match = seated(match, "ann")
    assert (match.bots, match.bot_seats(), match.people()) == ({0: "greedy", 2: "random"}, {0, 2}, {1})


def test_a_match_keeps_the_terms_on_which_it_was_opened() -> None:
    terms = Terms(None, "0" * 64, "ann", True, ("ann", "", "cid"), "another", UNTIL, Clock("bank", 60, 5))
    assert table(terms).terms == terms
    assert table(Terms()).terms == Terms()
    assert Terms() == (None, None, None, False, (), None, None, None, None)


def test_who_may_look_on_at_a_private_game_without_an_invitation() -> None:
    match = seated(table(Terms(creator="ann", private=True, reserved=("", "", "cid"))), "bob", 1)
    assert [match.admits(player) for player in ("ann", "bob", "cid")] == [True] * 3
    assert [match.admits(player) for player in ("dan", None)] == [False, False]
    assert not table(Terms(private=True)).admits(None)
    assert [table(Terms(creator="ann")).admits(player) for player in ("ann", "dan", None)] == [True] * 3


# The record


class Kept:
    """A table and its record."""

    def __init__(self, terms: Terms, **options: Any) -> None:
        self.rows = list(create(TOY, ID, TOY.setup(None, 3, options), SEED, AT, terms))

    @property
    def match(self) -> Match:
        """The table as it is now."""
        return fold(TOY, ID, self.rows)

    def goes_on(self, decision: Decision, at: str = AT) -> None:
        """Record what happens."""
        self.rows += record_ply(self.match, decision, at).rows

    def verified(self) -> int:
        """The number of plies, all of them being what the rules make of them."""
        return replay(TOY, ID, self.rows, SEED)


def test_a_table_that_was_left_filled_and_played_is_played_again() -> None:
    kept = Kept(Terms(reserved=("ann", "", ""), open_until=UNTIL, private=True, creator="ann"))
    kept.goes_on(sit_down(kept.match, Sitting("robot", 1, ENTROPY[1], bot="greedy"), UNTIL))
    kept.goes_on(sit_down(kept.match, Sitting("ann"), UNTIL))
    kept.goes_on(leave(kept.match, 1))
    for player in ("bob", "cid"):
        kept.goes_on(sit_down(kept.match, Sitting(player), UNTIL))
    for seat in range(3):
        kept.goes_on(decide_in_game(kept.match, seat, Lay(number=(kept.match.state.hands[seat][0],))))
    assert (kept.match.status, kept.match.players, kept.match.bots) == ("finished", ["ann", "bob", "cid"], {})
    assert kept.verified() == 9


def test_a_table_that_was_cleared_and_closed_is_played_again() -> None:
    kept = Kept(Terms(open_until=UNTIL, creator="ann"))
    kept.goes_on(sit_down(kept.match, Sitting("ann"), UNTIL))
    kept.goes_on(sit_down(kept.match, Sitting("bob"), UNTIL))
    kept.goes_on(clear_seat(kept.match, 1))
    kept.goes_on(close_table(kept.match))
    assert kept.match.players == ["ann", None, None]
    assert kept.verified() == 5


def test_a_game_with_a_start_is_played_again() -> None:
    kept = Kept(Terms(creator="ann"))
    for player in ("ann", "bob", "cid"):
        kept.goes_on(sit_down(kept.match, Sitting(player), UNTIL, UNTIL))
    kept.goes_on(expire(kept.match, UNTIL), UNTIL)
    assert kept.verified() == 5


@cases("rest", [0, 1, 2, 3])
def test_a_game_whose_seats_committed_is_played_again_up_to_any_opening(rest: int) -> None:
    kept = Kept(Terms(open_until=UNTIL), fairness="commit")
    for seat in range(3):
        kept.goes_on(committed(kept.match, seat))
    for seat in range(3 - rest):
        kept.goes_on(open_entropy(kept.match, seat, ENTROPY[seat], AT))
    if rest:
        kept.goes_on(expire(kept.match, UNTIL), UNTIL)
    assert kept.match.status == ("abandoned" if rest else "playing")
    assert kept.verified() == kept.match.ply


def test_a_table_that_did_not_fill_is_played_again_and_one_that_was_closed_too_soon_is_found() -> None:
    kept = Kept(Terms(open_until=UNTIL))
    kept.goes_on(sit_down(kept.match, Sitting("ann"), UNTIL))
    early = deepcopy(kept)
    kept.goes_on(expire(kept.match, UNTIL), UNTIL)
    assert kept.verified() == 3
    early.goes_on(expire(early.match, UNTIL), AT)
    with pytest.raises(Broken, match=r"deadline\.not_passed") as broken:
        early.verified()
    assert (broken.value.position, broken.value.illegal) == (3, True)


def test_nothing_is_opened_once_the_game_has_begun() -> None:
    match = gathered()
    for seat in range(3):
        match = after(match, open_entropy(match, seat, ENTROPY[seat], AT))
    assert rule_of(lambda: open_entropy(match, 0, ENTROPY[0], AT)) == "opening.not_awaited"


@cases("other", range(8))
def test_no_other_entropy_opens_a_commitment(other: int) -> None:
    assert rule_of(lambda: open_entropy(gathered(), 0, bytes([100 + other] * 32), AT)) == "opening.other_entropy"


def test_who_comes_late_is_late_and_a_deadline_that_has_passed_stays_so() -> None:
    late = "2026-01-05T00:00:00.000Z"
    assert rule_of(lambda: open_entropy(gathered(), 0, ENTROPY[0], late)) == "opening.too_late"
    assert [each.NAME for each in expire(gathered(), late).events] == ["OpeningsExpired", "GameEnded"]
    assert [each.NAME for each in expire(table(Terms(open_until=UNTIL)), late).events] == ["TableExpired", "GameEnded"]


def test_strangers_are_not_let_in_by_a_private_table_that_is_full() -> None:
    match = table(Terms(creator="ann", private=True))
    for player in ("ann", "bob", "cid"):
        match = seated(match, player)
    assert [match.admits(player) for player in ("cid", "dan", None)] == [True, False, False]
