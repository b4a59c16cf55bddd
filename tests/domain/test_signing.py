"""Signed actions: by the key of the seat, on a version that it has seen, and never twice."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from cartulary.audit.replay import replay
from cartulary.audit.signatures import check_signatures
from cartulary.kernel.canonical import base64url
from cartulary.kernel.rejected import Rejected
from cartulary.kernel.visibility import SPECTATOR
from cartulary.match.actions import KeepSeat, NameDelegate, OfferSeat, SignWith, TakeBack
from cartulary.match.decide import decide
from cartulary.match.decision import decide_in_game
from cartulary.match.events.administration import DelegateActed
from cartulary.match.events.signing import ActionSigned
from cartulary.match.evolve import fold
from cartulary.match.ply import record_ply
from cartulary.match.seating import Sitting, create, sit_down
from cartulary.match.signing import require_unsigned
from cartulary.match.standing_orders import Condition, Order, carry_out
from cartulary.match.substitution import take_over
from cartulary.match.terms import Terms
from cartulary.record.bundle import FORMAT, Broken, Bundle, Unchecked, bundle_of, write_bundle
from cartulary.record.redact import redact_row
from cartulary.signing.ed25519 import has_signed
from tests.cases import cases
from tests.domain.signer import SigningPlayer
from tests.domain.table import AT
from tests.domain.toy_game import TOY, Lay

ID = "00000000-0000-7000-8000-000000000008"
SEED = b"\5" * 32
DAN = "00000000-0000-7000-8000-00000000000d"


class Signed:
    """A match of three seats whose players have keys, but for those who are `unsigned`."""

    def __init__(self, unsigned: frozenset[int] = frozenset()) -> None:
        self.players = [SigningPlayer(seat, seat + 1) for seat in range(3)]
        self.rows = create(TOY, ID, TOY.setup(None, 3, {}), SEED, AT, Terms())
        self.match = fold(TOY, ID, self.rows)
        for each in self.players:
            self.goes_on(sit_down(self.match, Sitting(f"player {each.seat}", each.seat), AT))
        for each in self.players:
            if each.seat not in unsigned:
                self.give_key(each)

    def give_key(self, player: SigningPlayer) -> list[str]:
        action = SignWith(key=base64url(player.key))
        return self.goes_on(decide(self.match, player.seat, action, AT, list))

    def names(self, seat: int, delegate: SigningPlayer | None) -> None:
        """A seat names Dan as its delegate, by a key or by none."""
        action = NameDelegate(delegate=DAN, key=None if delegate is None else base64url(delegate.key))
        self.act(action, self.players[seat].sign(self.match, action))

    def goes_on(self, decision: Any) -> list[str]:
        ply = record_ply(self.match, decision, AT)
        self.rows += ply.rows
        self.match = ply.after
        assert self.match == fold(TOY, ID, self.rows)
        return [row.type for row in ply.rows]

    def act(self, action: Any, signed: ActionSigned | None, delegate: DelegateActed | None = None) -> list[str]:
        seat = signed.seat if signed else 0
        return self.goes_on(decide(self.match, seat, action, AT, lambda: self.rows, delegate, signed))

    def lay(self, seat: int) -> Lay:
        return Lay(number=(self.match.state.hands[seat][0],))

    def lays(self, seat: int) -> list[str]:
        """A seat lays its first number, signed."""
        action = self.lay(seat)
        return self.act(action, self.players[seat].sign(self.match, action))

    def bundle(self, rows: Any = None) -> Bundle:
        header = {"format": FORMAT, "id": ID, "game": TOY.id, "edition": "toy", "rules_sha256": None, "key": "k"}
        return bundle_of([*write_bundle(header, self.rows if rows is None else rows, "")])

    def checked(self, rows: Any = None) -> str:
        return check_signatures(TOY, self.bundle(rows), has_signed)


def rule_of(attempt: Callable[[], object]) -> str:
    with pytest.raises(Rejected) as refused:
        attempt()
    return refused.value.rule


def test_a_signed_ply_begins_with_its_signature_and_both_are_verified() -> None:
    match = Signed()
    assert match.lays(1) == ["ActionSigned", "NumberLaid"]
    match.lays(0)
    match.lays(2)
    assert match.match.result is not None
    assert (
        match.checked()
        == "of 3 plies 3 signed by the key that the record gives the seat (seat 0: 1 own; seat 1: 1 own; seat 2: 1 own)"
    )
    assert replay(TOY, ID, match.rows, SEED) == match.match.ply


def test_who_signs_nothing_plays_as_before() -> None:
    match = Signed(frozenset({0}))
    assert match.act(match.lay(0), None) == ["NumberLaid"]
    match.lays(1)
    counts = "1 signed by the key that the record gives the seat, 1 unsigned (seat 0: 1 unsigned; seat 1: 1 own)"
    assert match.checked() == f"of 2 plies {counts}; 1 rests on the operator's word"


def test_a_seat_that_has_given_a_key_signs_all_that_it_does() -> None:
    match = Signed()
    assert rule_of(partial(require_unsigned, match.match, 0, match.lay(0))) == "signature.missing"
    assert rule_of(partial(require_unsigned, match.match, 0, SignWith(key="of another device"))) == "signature.missing"
    match.goes_on(decide_in_game(match.match, 0, match.lay(0)))
    with pytest.raises(Broken, match="seat 0 signs what it does, and has not signed this"):
        match.checked()


def test_a_signature_by_another_key_is_refused() -> None:
    match, stranger = Signed(), SigningPlayer(1, 9)
    signed = stranger.sign(match.match, match.lay(1))
    assert rule_of(partial(match.act, match.lay(1), signed)) == "signature.key"


def test_awaited_at_once_a_seat_may_have_signed_before_the_others_acted() -> None:
    match = Signed()
    action = match.lay(2)
    signed = match.players[2].sign(match.match, action)
    match.lays(0)
    match.lays(1)
    assert match.act(action, signed)[0] == "ActionSigned"
    assert match.checked().startswith("of 3 plies 3 signed by the key that the record gives the seat")
    assert replay(TOY, ID, match.rows, SEED) == match.match.ply


def test_what_a_seat_signed_before_it_acted_counts_no_more() -> None:
    match = Signed()
    new = SignWith(key=base64url(SigningPlayer(0, 8).key))
    old = match.players[0].sign(match.match, new)
    match.act(OfferSeat(), match.players[0].sign(match.match, OfferSeat()))
    assert rule_of(partial(match.act, new, old)) == "signature.version"
    future = replace(old, version=match.match.version + 1)
    assert rule_of(partial(match.act, new, future)) == "signature.version"


def test_a_delegate_signs_by_the_key_that_the_seat_has_named_and_the_ply_names_both() -> None:
    match, dan = Signed(), SigningPlayer(1, 7)
    match.names(1, dan)
    action = match.lay(1)
    delegate = DelegateActed(seat=1, delegate=DAN, owner="player 1")
    names = match.act(action, dan.sign(match.match, action), delegate)
    assert names == ["DelegateActed", "ActionSigned", "NumberLaid"]
    assert match.checked().startswith(
        "of 2 plies 1 signed by the key that the record gives the seat, 1 signed by a delegate whom the seat"
    )
    assert replay(TOY, ID, match.rows, SEED) == match.match.ply


def test_a_key_is_replaced_by_one_that_it_signs() -> None:
    match, new = Signed(), SigningPlayer(0, 8)
    action = SignWith(key=base64url(new.key))
    assert match.act(action, match.players[0].sign(match.match, action)) == ["ActionSigned", "KeyGiven"]
    assert rule_of(lambda: match.lays(0)) == "signature.key"
    match.players[0] = new
    match.lays(0)
    assert match.checked() == "of 2 plies 2 signed by the key that the record gives the seat (seat 0: 2 own)"
    assert replay(TOY, ID, match.rows, SEED) == match.match.ply
    for text in ("", "abc", "\u00e4" * 43, "A" * 44):
        with pytest.raises(Rejected, match="32 bytes"):
            match.act(SignWith(key=text), None)


def test_an_order_counts_no_more_once_another_key_came_between() -> None:
    match, between = Signed(), SigningPlayer(0, 8)
    condition, lay = Condition("version", version=1), match.lay(0)
    signed = match.players[0].sign_order(match.match, condition, lay)
    order = Order("order", 0, condition, lay)
    carry_out(match.match, order, lay, AT, lambda: match.rows, signed)
    for before, after in ((match.players[0], between), (between, match.players[0])):
        action = SignWith(key=base64url(after.key))
        match.act(action, before.sign(match.match, action))
    assert rule_of(lambda: carry_out(match.match, order, lay, AT, lambda: match.rows, signed)) == "signature.key"


def test_a_substitute_signs_by_a_key_of_its_own() -> None:
    match, dan = Signed(), SigningPlayer(0, 6)
    match.act(OfferSeat(), match.players[0].sign(match.match, OfferSeat()))
    match.goes_on(take_over(match.match, "dan", 0, AT))
    assert rule_of(lambda: match.lays(0)) == "signature.key"
    match.players[0] = dan
    match.give_key(dan)
    match.lays(0)
    assert match.checked().startswith("of 2 plies 2 signed by the key that the record gives the seat")
    assert replay(TOY, ID, match.rows, SEED) == match.match.ply


def test_what_is_taken_back_is_signed_like_any_action() -> None:
    match = Signed()
    match.lays(0)
    action = TakeBack(version=match.match.version - 2)
    match.act(action, match.players[0].sign(match.match, action))
    assert match.rows[-2].type == "ActionSigned"
    assert match.checked() == "of 2 plies 2 signed by the key that the record gives the seat (seat 0: 2 own)"
    assert replay(TOY, ID, match.rows, SEED) == match.rows[-1].ply


def test_a_key_stays_given_when_the_game_goes_back() -> None:
    match, new = Signed(), SigningPlayer(0, 8)
    match.lays(0)
    action = TakeBack(version=match.match.version - 2)
    given = SignWith(key=base64url(new.key))
    match.act(given, match.players[0].sign(match.match, given))
    match.players[0] = new
    for player in match.players:
        match.act(action, player.sign(match.match, action))
        if match.rows[-1].type == "ActionsTakenBack":
            break
    match.lays(0)
    assert match.match.keys[0] == new.key
    match.checked()
    assert replay(TOY, ID, match.rows, SEED) == match.rows[-1].ply


def test_the_signature_stays_with_the_seat_until_the_end() -> None:
    match = Signed()
    match.lays(1)
    seen = [redact_row(TOY.event_types, row, SPECTATOR) for row in match.rows]
    assert seen[-2].private is None
    assert "signature" in str(match.rows[-2].private)
    with pytest.raises(Unchecked, match="1 signature is not in the bundle"):
        match.checked(seen)


@cases("changed", [{"signature": bytes(64)}, {"signature": b""}, {"action": {"type": "lay", "number": [0]}}])
def test_an_invented_move_is_found_by_its_signature(changed: dict[str, Any]) -> None:
    match = Signed()
    action = match.lay(1)
    match.act(action, replace(match.players[1].sign(match.match, action), **changed))
    with pytest.raises(Broken, match="has not signed this"):
        match.checked()


def test_a_signature_that_the_operator_plays_twice_is_found() -> None:
    match = Signed()
    signed = match.players[0].sign(match.match, OfferSeat())
    match.act(OfferSeat(), signed)
    match.act(KeepSeat(), match.players[0].sign(match.match, KeepSeat()))
    again = decide(match.match, 0, OfferSeat(), AT, list)
    match.goes_on(again._replace(events=[signed, *again.events]))
    with pytest.raises(Broken, match="a later version before"):
        match.checked()


def test_without_a_way_to_check_signatures_they_are_reported_as_unchecked() -> None:
    match = Signed()
    match.lays(1)
    with pytest.raises(Unchecked):
        check_signatures(TOY, match.bundle(), None)
