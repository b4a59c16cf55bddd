"""Standing orders: what they wait for, when they are done, and why they are not."""

from dataclasses import replace
from random import Random

import pytest

from cartulary.catalogue import CATALOGUE
from cartulary.kernel.messages import Action
from cartulary.kernel.rejected import Rejected
from cartulary.kernel.seats import Seat
from cartulary.match.actions import Resign
from cartulary.match.events.administration import OrderFired
from cartulary.match.events.undo import ActionsTakenBack
from cartulary.match.evolve import fold
from cartulary.match.ply import record_ply
from cartulary.match.standing_orders import (
    Cancelled,
    Condition,
    Kind,
    Order,
    Outcome,
    Ply,
    Verdict,
    carry_out,
    judge,
    plies_of,
    require_possible,
    try_order,
)
from cartulary.match.state import Match
from cartulary.match.undo import take_back
from tests.domain.table import AT, Table
from tests.domain.toy_game import TOY, Lay

EVERY_GAME = pytest.mark.parametrize("id", CATALOGUE)
END_TURN = Condition("end_turn")
LAYING = Lay(number=(0,))


def dealt(id: str, seed: int = 3, seats: int = 3) -> Table:
    """A game that has been dealt from that seed."""
    random, game = Random(seed), CATALOGUE[id]
    entropy = [random.randbytes(32) for _ in range(seats)]
    return Table(game, game.setup(None, seats, {}), random.randbytes(32), entropy)


def step(table: Table, random: Random) -> tuple[Seat, Action]:
    """Whoever is to act does something."""
    seat = table.match.to_act()[0]
    action = random.choice(table.actions(seat, 50))
    table.act(seat, action)
    return seat, action


def since(table: Table, version: int, seat: Seat) -> list[Ply]:
    """What a seat has seen since a version."""
    record = table.part(table.rows, seat)
    return list(plies_of(table.as_seen(seat, version), record[version:], record))


def verdict(table: Table, order: Order, version: int) -> Verdict:
    """What becomes of an order that was given at a version."""
    return judge(order, table.as_seen(order.seat), since(table, version, order.seat))


@pytest.fixture
def toy() -> Table:
    """Three players; each lays a number when he likes."""
    return Table(TOY, TOY.setup(None, 3, {}), bytes(32), [b"", b"", b""])


def lays(table: Table, seat: Seat) -> Action:
    return table.actions(seat)[0]


@EVERY_GAME
def test_every_seat_sees_which_action_was_done_however_much_of_it_is_hidden(id: str) -> None:
    table, random = dealt(id), Random(1)
    for _ in range(60):
        version = table.match.version
        seat, action = step(table, random)
        for viewer in range(3):
            (ply,) = since(table, version, viewer)
            assert ply.done() == (seat, action.NAME)


def test_what_is_not_an_action_of_the_game_is_none_that_one_waits_for(toy: Table) -> None:
    before = toy.match
    assert Ply(before, before, [ActionsTakenBack(seat=0, back_to=4)]).done() is None
    assert Ply(before, before, []).done() is None


def test_an_order_waits_for_the_action_of_the_seat_that_it_names(toy: Table) -> None:
    order, version = Order("a", 0, Condition("action", seat=1, action="lay"), lays(toy, 0)), toy.match.version
    assert verdict(toy, order, version) == order
    toy.act(2, lays(toy, 2))
    assert verdict(toy, order, version) == order
    toy.act(1, lays(toy, 1))
    assert verdict(toy, order, version) == order.action


def test_without_a_name_any_action_of_that_seat_will_do(toy: Table) -> None:
    order, version = Order("a", 0, Condition("action", seat=2), lays(toy, 0)), toy.match.version
    toy.act(1, lays(toy, 1))
    assert verdict(toy, order, version) == order
    toy.act(2, lays(toy, 2))
    assert verdict(toy, order, version) == order.action


def test_what_has_come_is_remembered_until_the_game_waits_for_the_seat() -> None:
    table, random = dealt("carta-impera-victoria"), Random(2)
    active = table.match.to_act()[0]
    waiting, version = (active + 2) % 3, table.match.version
    order = Order("a", waiting, Condition("action", seat=active, action="play"), table.actions(active)[0])
    table.act(active, table.actions(active)[0])
    while table.match.to_act() != [waiting]:
        assert verdict(table, order, version) == order._replace(met=True)
        step(table, random)
    assert verdict(table, order, version) == order.action


def test_who_ends_the_game_by_an_action_has_done_it(toy: Table) -> None:
    version = toy.match.version
    for seat in range(3):
        toy.act(seat, lays(toy, seat))
    assert [ply.done() for ply in since(toy, version, 1)] == [(seat, "lay") for seat in range(3)]


def test_an_order_is_cancelled_when_it_is_ones_turn_again_and_it_has_not_come() -> None:
    table, random = dealt("carta-impera-victoria"), Random(2)
    active = table.match.to_act()[0]
    order = Order("a", active, Condition("action", seat=(active + 1) % 3, action="resign"), table.actions(active)[0])
    version = table.match.version
    while table.match.to_act() == [active]:
        step(table, random)
        assert verdict(table, order, version) == order
    while table.match.to_act() != [active]:
        assert verdict(table, order, version) == order
        step(table, random)
    cancelled = verdict(table, order, version)
    assert isinstance(cancelled, Cancelled)
    assert cancelled.rule == "order.other_course"


def test_who_acts_himself_once_it_has_come_needs_the_order_no_more() -> None:
    table = dealt("carta-impera-victoria", seats=2)
    active = table.match.to_act()[0]
    order = Order("a", active, Condition("version", version=1), table.actions(active)[0], met=True)
    version = table.match.version
    table.act(active, table.actions(active)[0])
    cancelled = verdict(table, order, version)
    assert isinstance(cancelled, Cancelled)
    assert cancelled.rule == "order.acted"
    earlier = order._replace(met=False, condition=Condition("version", version=table.match.version + 1))
    assert verdict(table, earlier, version) == earlier


def test_who_acts_himself_after_the_version_has_come_needs_the_order_no_more(toy: Table) -> None:
    version = toy.match.version
    toy.act(1, lays(toy, 1))
    reached = toy.match.version
    toy.act(0, lays(toy, 0))
    for wanted, rule in ((reached - 1, "order.acted"), (reached, "order.acted"), (reached + 1, None)):
        outcome = verdict(toy, Order("a", 0, Condition("version", version=wanted), LAYING), version)
        assert (outcome.rule if isinstance(outcome, Cancelled) else None) == rule


def test_an_order_for_a_version_is_done_from_that_version_on(toy: Table) -> None:
    now = toy.match.version
    for wanted, due in ((now - 1, True), (now, True), (now + 1, False)):
        order = Order("a", 0, Condition("version", version=wanted), lays(toy, 0))
        assert (verdict(toy, order, now) == order.action) == due


def test_what_led_there_is_taken_back_and_the_order_with_it() -> None:
    table = dealt("carta-impera-victoria", seats=2)
    active = table.match.to_act()[0]
    version = table.match.version
    table.act(active, table.actions(active)[0])
    table.rows += record_ply(table.match, take_back(table.match, table.rows, active, None, AT), AT).rows
    record = table.part(table.rows, 1 - active)
    before, now = (fold(table.game, table.match.id, rows) for rows in (record[:version], record))
    plies = list(plies_of(before, record[version:], record))
    once = Order("a", 1 - active, Condition("action", seat=active), Lay(number=(0,)))
    cancelled = judge(once, now, plies)
    assert isinstance(cancelled, Cancelled)
    assert cancelled.rule == "order.taken_back"
    lasting = Order("b", 1 - active, END_TURN, None)
    assert judge(lasting, now, plies) == lasting


def test_what_all_agree_to_take_back_is_gone_after_the_ply_in_which_they_do() -> None:
    table, random = dealt("carta-impera-victoria", seats=2), Random(3)
    first, version = table.match.to_act()[0], table.match.version
    while table.match.to_act() == [first]:
        step(table, random)
    step(table, random)
    asked = table.match.version
    table.goes_on(take_back(table.match, table.rows, 0, version, AT))
    table.rows += record_ply(table.match, take_back(table.match, table.rows, 1, version, AT), AT).rows
    record = table.part(table.rows, 0)
    *_, last = plies_of(fold(table.game, table.match.id, record[:asked]), record[asked:], record)
    assert [event.NAME for event in last.events] == ["TakeBackAgreed", "ActionsTakenBack"]
    assert last.after == fold(table.game, table.match.id, record)
    assert last.after.to_act() == [first]


OPENLY_FORCED = replace(TOY, is_openly_forced=lambda _state, _seat: True)


def test_a_lasting_order_is_done_where_but_one_action_is_legal(toy: Table) -> None:
    order = Order("a", 0, Condition("only_action"), None)
    assert verdict(toy, order, toy.match.version) == order
    single = Match("x", OPENLY_FORCED, toy.match.setup, b"", status="playing", state=TOY.fork(toy.match.state))
    single.state.hands[0] = (4,)
    assert judge(order, single, []) == Lay(number=(4,))
    assert judge(order._replace(condition=END_TURN), single, []) == Lay(number=(4,))


def test_a_single_action_that_does_not_end_the_turn_is_not_done_to_end_it(toy: Table) -> None:
    other = replace(OPENLY_FORCED, ends_turn=Resign)
    single = Match("x", other, toy.match.setup, b"", status="playing", state=TOY.fork(toy.match.state))
    single.state.hands[0] = (4,)
    order = Order("a", 0, END_TURN, None)
    assert judge(order, single, []) == order
    assert judge(order._replace(condition=Condition("only_action")), single, []) == Lay(number=(4,))


@pytest.mark.parametrize("kind", ["only_action", "end_turn"])
def test_a_lasting_order_waits_where_only_its_own_seat_sees_that_there_is_no_choice(toy: Table, kind: Kind) -> None:
    secret = Match("x", TOY, toy.match.setup, b"", status="playing", state=TOY.fork(toy.match.state))
    secret.state.hands[0] = (4,)
    order = Order("a", 0, Condition(kind), None)
    assert judge(order, secret, []) == order


def test_only_the_action_that_ends_the_turn_ends_it() -> None:
    table = dealt("carta-impera-victoria", seats=2)
    ended = forced = 0
    random = Random(5)
    for _ in range(120):
        seat = table.match.to_act()[0]
        end, only = (
            judge(Order("a", seat, Condition(kind), None), table.as_seen(seat), [])
            for kind in ("end_turn", "only_action")
        )
        legal = table.actions(seat)
        openly = table.game.is_openly_forced(table.game.mask(table.match.state, None), seat)
        assert (only == legal[0]) == openly
        assert (end == legal[0]) == (openly and isinstance(legal[0], table.game.ends_turn))
        ended, forced = ended + (end == legal[0]), forced + (only == legal[0])
        step(table, random)
    assert 0 < ended <= forced


def test_a_seat_for_which_a_bot_plays_does_nothing_by_order(toy: Table) -> None:
    order = Order("a", 0, Condition("version", version=1), lays(toy, 0))
    toy.match.bots[0] = "random"
    assert judge(order, toy.match, []) == order._replace(met=True)


def test_with_the_game_every_order_is_over(toy: Table) -> None:
    order, version = Order("a", 0, END_TURN, None), toy.match.version
    for seat in range(3):
        toy.act(seat, lays(toy, seat))
    assert verdict(toy, order, version) == Cancelled("order.over", "The game is over, or you have left it.")


def test_what_an_order_does_is_told_with_the_order_and_what_it_waited_for_is_its_seats_secret(toy: Table) -> None:
    order = Order("a-b", 1, Condition("action", seat=0), lays(toy, 1))
    decision = carry_out(toy.match, order, lays(toy, 1), AT, list)
    first, *then = decision.events
    assert first == OrderFired(seat=1, order="a-b", condition={"kind": "action", "seat": 0})
    assert [event.NAME for event in then] == ["NumberLaid"]
    rows = toy.goes_on(decision)
    assert "kind" in str(toy.part(rows, 1)[0].private)
    assert [row.private for row in toy.part(rows, 0)] == [None, None]


NO_SENSE = {
    "an action beside a condition that says what is done": ("order.action", Order("", 0, END_TURN, LAYING)),
    "no action": ("order.action", Order("", 0, Condition("action", seat=1), None)),
    "an action that is not the game's own": ("order.action", Order("", 0, Condition("action", seat=1), Resign())),
    "no version": ("order.version", Order("", 0, Condition("version"), LAYING)),
    "a version that is not waited for": ("order.version", Order("", 0, Condition("action", 7, 1), LAYING)),
    "no seat": ("order.seat", Order("", 0, Condition("action"), LAYING)),
    "one's own seat": ("order.seat", Order("", 0, Condition("action", seat=0), LAYING)),
    "a seat that there is not": ("order.seat", Order("", 0, Condition("action", seat=3), LAYING)),
    "an action that there is not": ("order.seat", Order("", 0, Condition("action", seat=1, action="fly"), LAYING)),
    "a seat that is not waited for": ("order.seat", Order("", 0, Condition("only_action", seat=1), None)),
}


@pytest.mark.parametrize("what", NO_SENSE)
def test_an_order_that_makes_no_sense_is_refused(toy: Table, what: str) -> None:
    rule, order = NO_SENSE[what]
    with pytest.raises(Rejected) as error:
        require_possible(toy.match, order)
    assert error.value.rule == rule


def test_whether_an_order_says_what_is_done_goes_by_its_condition(toy: Table) -> None:
    for order, wanted in (
        (Order("", 0, END_TURN, LAYING), "no action"),
        (Order("", 0, Condition("only_action"), LAYING), "no action"),
        (Order("", 0, Condition("version", version=9), None), "the action"),
    ):
        with pytest.raises(Rejected, match=f"{order.condition.kind} an order has {wanted}"):
            require_possible(toy.match, order)


@pytest.mark.parametrize(
    "order",
    [
        Order("", 0, Condition("version", version=9), LAYING),
        Order("", 1, Condition("action", seat=0), LAYING),
        Order("", 1, Condition("action", seat=2, action="resign"), LAYING),
        Order("", 0, Condition("only_action"), None),
        Order("", 0, END_TURN, None),
    ],
)
def test_an_order_may_wait_for_anything_that_there_is(toy: Table, order: Order) -> None:
    require_possible(toy.match, order)


def test_an_order_is_given_by_who_plays_in_a_game_that_is_being_played(toy: Table) -> None:
    order = Order("", 0, Condition("action", seat=1, action="lay"), Lay(number=(0,)))
    require_possible(toy.match, order)
    for seat in range(3):
        toy.act(seat, lays(toy, seat))
    with pytest.raises(Rejected) as error:
        require_possible(toy.match, order)
    assert error.value.rule == "order.not_playing"


def test_a_lasting_order_tried_on_the_past_tells_each_time_that_it_would_have_been_done() -> None:
    table, random = dealt("carta-impera-victoria", seats=2), Random(7)
    version, expected = table.match.version, []
    for _ in range(80):
        step(table, random)
        openly = table.game.is_openly_forced(table.game.mask(table.match.state, None), 0)
        if table.match.to_act() == [0] and openly:
            (legal,) = table.actions(0)
            expected.append((table.match.version, legal.NAME))
    outcomes = list(try_order(Order("", 0, Condition("only_action"), None), iter(since(table, version, 0))))
    assert [(each.version, (each.action or {})["type"]) for each in outcomes] == expected
    assert expected


def test_an_order_tried_on_the_past_tells_once_what_would_have_become_of_it(toy: Table) -> None:
    version = toy.match.version
    toy.act(1, lays(toy, 1))
    reached = toy.match.version
    toy.act(2, lays(toy, 2))
    legal, lacking = Lay(number=(toy.match.state.hands[0][0],)), Lay(number=(toy.match.state.hands[1][0],))
    for action, rule in ((legal, None), (lacking, "lay.not_in_hand")):
        order = Order("", 0, Condition("action", seat=1), action)
        (outcome,) = try_order(order, iter(since(toy, version, 0)))
        assert (outcome.version, outcome.rule) == (reached, rule)
    never = Order("", 0, Condition("version", version=1_000), legal)
    assert list(try_order(never, iter(since(toy, version, 0)))) == []


def test_an_outcome_of_a_cancelled_order_says_why() -> None:
    table, random = dealt("carta-impera-victoria", seats=2), Random(2)
    active, version = table.match.to_act()[0], table.match.version
    order = Order("a", active, Condition("action", seat=1 - active, action="resign"), table.actions(active)[0])
    for _ in range(30):
        step(table, random)
    (outcome,) = try_order(order, iter(since(table, version, active)))
    assert outcome == Outcome(
        outcome.version, None, "order.other_course", f"Seat {1 - active} did not do it before it was your turn again."
    )


def test_an_order_tried_on_the_past_is_tried_only_while_the_game_is_played(toy: Table) -> None:
    toy.act(1, lays(toy, 1))
    reached = toy.match.version
    for seat in (2, 0):
        toy.act(seat, lays(toy, seat))
    record = toy.part(toy.rows, 0)
    plies = list(plies_of(toy.as_seen(0, 1), record[1:], record))
    order = Order("", 0, Condition("version", version=1), LAYING)
    assert [each.version for each in try_order(order, iter(plies))] == [reached]
    assert list(try_order(order._replace(condition=Condition("version", version=1_000)), iter(plies))) == []
