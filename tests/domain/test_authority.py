"""Orders and delegates of seats that sign: they act by what the seat has signed, and by nothing else."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from cartulary.audit.authority import authority_json
from cartulary.audit.replay import replay
from cartulary.audit.signatures import tally_signatures
from cartulary.kernel.canonical import base64url
from cartulary.kernel.messages import Action
from cartulary.kernel.visibility import SPECTATOR
from cartulary.match.actions import AgreeEnd, KeepSeat, NameDelegate, OfferSeat, Resign, SignWith, TakeBack
from cartulary.match.decide import announce, decide, decide_itself
from cartulary.match.decision import Decision, happen
from cartulary.match.events.administration import DelegateActed, OrderFired
from cartulary.match.events.signing import ActionSigned, DelegateNamed, KeyGiven, OrderSigned
from cartulary.match.standing_orders import Condition, Order, carry_out, condition_json
from cartulary.record.bundle import Broken, Unchecked
from cartulary.record.redact import redact_row
from cartulary.signing.ed25519 import has_signed
from tests.cases import cases
from tests.domain.signer import SigningPlayer
from tests.domain.table import AT
from tests.domain.test_signing import DAN, ID, SEED, Signed, rule_of
from tests.domain.toy_game import TOY

AFTER_SEAT_0 = Condition("action", seat=0)
FOR_SEAT_1 = DelegateActed(seat=1, delegate=DAN, owner="player 1")


def acts(
    match: Signed, condition: Condition, signed: OrderSigned | None, action: Action | None = None, seat: int = 1
) -> list[str]:
    """Let an order act as the service lets it, by default for seat 1, whose first number it lays."""
    order = Order("order", seat, condition, action or match.lay(seat))
    assert order.action is not None
    return match.goes_on(carry_out(match.match, order, order.action, AT, lambda: match.rows, signed))


def forged(match: Signed, action: Action, *announced: Any) -> list[str]:
    """Record what the service would refuse, as an operator with database and keys can."""
    first = announce(match.match, *announced)
    return match.goes_on(first.then(decide_itself(first.after, announced[0].seat, action, AT, lambda: match.rows)))


def fired(seat: int, condition: Any) -> OrderFired:
    return OrderFired(seat=seat, order="order", condition=condition)


def is_replayed(match: Signed) -> bool:
    return replay(TOY, ID, match.rows, SEED) == match.rows[-1].ply


def counted(match: Signed) -> list[dict[str, int]]:
    """Of each seat what came about by whose authority; what is zero is left out."""
    tally = tally_signatures(TOY, match.bundle(), has_signed)
    return [{name: number for name, number in each.items() if number} for each in authority_json(tally)]


def refuses(match: Signed, words: str) -> None:
    """Both the signatures and the rules must be wrong."""
    with pytest.raises(Broken, match=words):
        match.checked()
    with pytest.raises(Broken):
        is_replayed(match)


# Orders


def test_an_order_that_the_seat_has_signed_is_counted_as_such() -> None:
    match = Signed()
    signed = match.players[1].sign_order(match.match, AFTER_SEAT_0, match.lay(1))
    match.lays(0)
    assert acts(match, AFTER_SEAT_0, signed) == ["OrderFired", "OrderSigned", "NumberLaid"]
    assert counted(match) == [{"own": 1}, {"seat": 1, "order": 1}]
    assert match.checked().startswith(
        "of 2 plies 1 signed by the key that the record gives the seat, 1 by an order that the seat has signed"
    )
    assert is_replayed(match)


def test_an_order_of_a_seat_that_signs_does_not_act_unsigned() -> None:
    match = Signed()
    match.lays(0)
    assert rule_of(partial(acts, match, AFTER_SEAT_0, None)) == "signature.missing"
    forged(match, match.lay(1), fired(1, condition_json(AFTER_SEAT_0)))
    refuses(match, "seat 1 signs what it does, and has not signed this order")


def test_an_order_signed_by_another_key_is_refused() -> None:
    match, stranger = Signed(), SigningPlayer(1, 9)
    signed = stranger.sign_order(match.match, AFTER_SEAT_0, match.lay(1))
    match.lays(0)
    assert rule_of(partial(acts, match, AFTER_SEAT_0, signed)) == "signature.key"
    forged(match, match.lay(1), fired(1, condition_json(AFTER_SEAT_0)), signed)
    refuses(match, "not the key of seat 1")


def test_a_new_key_ends_the_orders_that_the_one_before_has_signed() -> None:
    match, new = Signed(), SigningPlayer(1, 9)
    signed = match.players[1].sign_order(match.match, AFTER_SEAT_0, match.lay(1))
    action = SignWith(key=base64url(new.key))
    match.act(action, match.players[1].sign(match.match, action))
    match.lays(0)
    assert rule_of(partial(acts, match, AFTER_SEAT_0, signed)) == "signature.key"


@cases(
    "changed",
    [{"signature": bytes(64)}, {"version": 1}, {"order": {"action": None, "condition": {"kind": "only_action"}}}],
)
def test_an_order_other_than_the_one_that_was_signed_is_found(changed: dict[str, Any]) -> None:
    match = Signed()
    signed = replace(match.players[1].sign_order(match.match, AFTER_SEAT_0, match.lay(1)), **changed)
    match.lays(0)
    forged(match, match.lay(1), fired(1, condition_json(AFTER_SEAT_0)), signed)
    with pytest.raises(Broken, match=r"has (not signed this|signed another) order"):
        match.checked()


def test_the_signature_of_an_action_is_none_of_an_order() -> None:
    match = Signed()
    as_action = match.players[1].sign(match.match, match.lay(1))
    order = {"action": as_action.action, "condition": condition_json(AFTER_SEAT_0)}
    signed = OrderSigned(
        seat=1, key=as_action.key, version=as_action.version, order=order, signature=as_action.signature
    )
    match.lays(0)
    forged(match, match.lay(1), fired(1, condition_json(AFTER_SEAT_0)), signed)
    with pytest.raises(Broken, match="seat 1 has not signed this order"):
        match.checked()


@cases("condition", [{}, {"kind": "action", "seat": 2}, {"kind": "version", "version": 99}, {"kind": "only_action"}])
def test_an_order_whose_condition_was_not_met_breaks_the_rules_signed_or_not(condition: Any) -> None:
    for keys in (frozenset[int](), frozenset(range(3))):
        match = Signed(keys)
        said = {"action": None, "condition": condition}
        signed = match.players[1].sign_order(match.match, AFTER_SEAT_0, match.lay(1))
        announced = [] if keys else [replace(signed, order=said)]
        match.lays(0) if not keys else match.act(match.lay(0), None)
        forged(match, match.lay(1), fired(1, condition), *announced)
        with pytest.raises(Broken):
            is_replayed(match)


def test_an_order_that_nobody_signed_is_replayed_where_its_condition_was_met() -> None:
    match = Signed(frozenset(range(3)))
    match.act(match.lay(0), None)
    assert acts(match, AFTER_SEAT_0, None) == ["OrderFired", "NumberLaid"]
    assert acts(match, Condition("version", version=1), None, seat=2)[0] == "OrderFired"
    assert counted(match) == [{"unsigned": 1}, {"seat": 1, "unsigned": 1}, {"seat": 2, "unsigned": 1}]
    assert is_replayed(match)


def test_an_order_that_was_signed_once_acts_once() -> None:
    match, condition = Signed(), Condition("version", version=1)
    signed = match.players[0].sign_order(match.match, condition, match.lay(0))
    assert acts(match, condition, signed, seat=0)[1] == "OrderSigned"
    back = TakeBack(version=match.match.version - 3)
    match.act(back, match.players[0].sign(match.match, back))
    forged(match, match.lay(0), fired(0, condition_json(condition)), signed)
    refuses(match, "this order has acted before")


@cases("action", [Resign(), AgreeEnd(how="draw"), OfferSeat(), TakeBack()])
def test_no_order_does_what_only_a_player_may(action: Action) -> None:
    match, condition = Signed(frozenset(range(3))), Condition("version", version=1)
    match.act(match.lay(0), None)
    assert rule_of(partial(acts, match, condition, None, action)) == "order.action"
    forged(match, action, fired(1, condition_json(condition)))
    with pytest.raises(Broken, match="Only actions of the game itself"):
        is_replayed(match)


def test_nobody_else_sees_what_was_ordered_or_when() -> None:
    match = Signed()
    signed = match.players[1].sign_order(match.match, AFTER_SEAT_0, match.lay(1))
    match.lays(0)
    acts(match, AFTER_SEAT_0, signed)
    seen = [redact_row(TOY.event_types, row, SPECTATOR) for row in match.rows]
    assert '"version"' not in seen[-2].public.split('"secrets"')[0]
    with pytest.raises(Unchecked, match="2 signatures are not in the bundle"):
        match.checked(seen)


# Delegates


def test_a_delegate_whom_a_seat_that_signs_has_not_named_does_not_act() -> None:
    match, dan = Signed(), SigningPlayer(1, 7)
    action = match.lay(1)
    for signed in (dan.sign(match.match, action), None):
        attempt: Callable[[], Decision] = partial(
            decide, match.match, 1, action, AT, lambda: match.rows, FOR_SEAT_1, signed
        )
        assert rule_of(attempt) == "delegate.unnamed"


@cases("is_signed", [True, False])
def test_a_delegate_whom_the_operator_invents_is_found(is_signed: bool) -> None:
    match, dan = Signed(), SigningPlayer(1, 7)
    signed = [dan.sign(match.match, match.lay(1))] if is_signed else []
    forged(match, match.lay(1), FOR_SEAT_1, *signed)
    refuses(match, "has not named this key of a delegate" if is_signed else "has not named this delegate")


def test_a_delegate_whom_the_operator_names_for_the_seat_is_found() -> None:
    match, dan = Signed(), SigningPlayer(1, 7)
    match.goes_on(happen(match.match, DelegateNamed(seat=1, delegate=DAN, key=dan.key)))
    with pytest.raises(Broken, match="seat 1 signs what it does, and has not signed this"):
        match.checked()


def test_a_delegate_acts_by_no_other_key_than_the_one_that_was_named() -> None:
    match, dan, eve = Signed(), SigningPlayer(1, 7), SigningPlayer(1, 9)
    match.names(1, dan)
    action = match.lay(1)
    assert rule_of(partial(match.act, action, eve.sign(match.match, action), FOR_SEAT_1)) == "signature.key"
    unsigned = partial(decide, match.match, 1, action, AT, lambda: match.rows, FOR_SEAT_1)
    assert rule_of(unsigned) == "signature.missing"
    forged(match, action, FOR_SEAT_1, eve.sign(match.match, action))
    refuses(match, "has not named this key of a delegate")


def test_a_delegate_who_was_named_without_a_key_is_counted_as_unsigned() -> None:
    match = Signed()
    match.names(1, None)
    match.goes_on(decide(match.match, 1, match.lay(1), AT, lambda: match.rows, FOR_SEAT_1))
    match.lays(0)
    assert counted(match) == [{"own": 1}, {"seat": 1, "own": 1, "unsigned": 1}]
    assert match.checked().endswith("; 1 rests on the operator's word")
    assert is_replayed(match)


def test_a_delegate_of_a_seat_without_a_key_counts_as_unsigned_though_it_signs() -> None:
    match, dan = Signed(frozenset({1})), SigningPlayer(1, 7)
    match.act(match.lay(1), dan.sign(match.match, match.lay(1)), FOR_SEAT_1)
    assert counted(match) == [{"seat": 1, "unsigned": 1}]


def test_a_new_key_ends_what_the_one_before_has_named() -> None:
    match, dan, new = Signed(), SigningPlayer(1, 7), SigningPlayer(1, 9)
    match.names(1, dan)
    action = SignWith(key=base64url(new.key))
    match.act(action, match.players[1].sign(match.match, action))
    signed = dan.sign(match.match, match.lay(1))
    assert rule_of(partial(match.act, match.lay(1), signed, FOR_SEAT_1)) == "delegate.unnamed"


def test_a_delegate_stays_named_when_the_game_goes_back() -> None:
    match, dan = Signed(), SigningPlayer(1, 7)
    match.lays(0)
    back = TakeBack(version=match.match.version - 2)
    match.names(1, dan)
    for player in match.players:
        match.act(back, player.sign(match.match, back))
        if match.rows[-1].type == "ActionsTakenBack":
            break
    action = match.lay(1)
    assert match.act(action, dan.sign(match.match, action), FOR_SEAT_1)[0] == "DelegateActed"
    assert is_replayed(match)


@cases("action", [Resign(), AgreeEnd(how="draw"), OfferSeat(), KeepSeat(), TakeBack()])
def test_a_record_in_which_a_delegate_does_what_none_may_breaks_the_rules(action: Action) -> None:
    match = Signed(frozenset(range(3)))
    match.act(match.lay(0), None)
    if isinstance(action, KeepSeat):
        match.goes_on(decide(match.match, 1, OfferSeat(), AT, lambda: match.rows))
    acting = FOR_SEAT_1 if not isinstance(action, TakeBack) else replace(FOR_SEAT_1, seat=0, owner="player 0")
    forged(match, action, acting)
    with pytest.raises(Broken, match="Only the player can"):
        is_replayed(match)


@cases("name", ["dan", "", "00000000-0000-7000-8000-00000000000D"])
def test_a_delegate_is_named_by_the_id_of_a_player(name: str) -> None:
    match = Signed(frozenset(range(3)))
    assert rule_of(partial(decide, match.match, 0, NameDelegate(delegate=name), AT, list)) == "delegate.unknown"


# Keys


def test_a_key_that_the_one_before_has_not_signed_is_found() -> None:
    match, operator = Signed(), SigningPlayer(0, 8)
    match.goes_on(happen(match.match, KeyGiven(seat=0, key=operator.key)))
    with pytest.raises(Broken, match="the earlier key of seat 0 has not signed this one"):
        match.checked()


def test_a_key_is_the_one_that_was_signed() -> None:
    match, operator = Signed(), SigningPlayer(0, 8)
    signed: ActionSigned = match.players[0].sign(match.match, match.lay(0))
    match.goes_on(happen(match.match, signed, KeyGiven(seat=0, key=operator.key)))
    with pytest.raises(Broken, match="has signed something else than this key"):
        match.checked()


def test_no_key_comes_with_what_another_seat_did() -> None:
    match, operator = Signed(), SigningPlayer(0, 8)
    decision = decide(match.match, 1, match.lay(1), AT, list, None, match.players[1].sign(match.match, match.lay(1)))
    match.goes_on(decision.then(happen(decision.after, KeyGiven(seat=0, key=operator.key))))
    with pytest.raises(Broken, match="nothing that seat 0 did gives this key"):
        match.checked()
