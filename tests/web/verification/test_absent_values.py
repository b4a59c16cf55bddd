"""What is empty or zero is there, and what is null is not: all verifiers tell the two apart in the same way."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cartulary.games.carta_impera_victoria import GAME
from cartulary.kernel.canonical import base64url, canonical
from cartulary.kernel.visibility import EVERYTHING
from cartulary.match.decision import happen
from cartulary.match.seating import Sitting, sit_down
from tests.domain.signer import SigningPlayer
from tests.domain.table import UNTIL, Table
from tests.web.conformance_authority import REACHED, under_way
from tests.web.dishonest_operator import (
    ENTROPY,
    act_signed,
    acted,
    dealt,
    ended,
    first_action,
    give_key,
    invent_move,
    let_order_act,
    play_signed,
    publication_of,
    signing_table,
)
from tests.web.verification.test_report_words import put, told_by_both
from tests.web.verifiers import (
    RULES,
    SIGNER,
    Case,
    bundle_of,
    by_first,
    by_second,
    needs_node,
    parts,
    receipt_of,
    resigned,
    with_more,
)

pytestmark = needs_node
MOMENT = "2026-01-01T00:00:01.000Z"


def with_hidden(bundle: bytes, type: str, **values: Any) -> bytes:
    """The same file with other hidden values of the last event of a type, which lie outside the chain."""
    lines = [json.loads(line) for line in bundle.decode().splitlines()]
    (*_, found) = [line for line in lines[1:-1] if json.loads(line["public"])["type"] == type]
    found["private"] |= values
    return "".join(f"{canonical(line)}\n" for line in lines).encode()


def by_third(bundle: bytes, folder: Path) -> bool:
    (file := folder / "third.ndjson").write_bytes(bundle)
    command = [sys.executable, "examples/verify.py", str(file), "--key", SIGNER.public.text()]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def told_of(case: Case) -> list[Any]:
    return [by_first(case), *by_second([case])]


def signed_by_order() -> bytes:
    table, players = under_way()
    seat, action = first_action(table)
    let_order_act(table, seat, REACHED, action, players[seat].sign_order(table.match, REACHED, action))
    return bundle_of(table, None, EVERYTHING)


@pytest.mark.parametrize(("value", "verified"), [("", False), (None, True)])
def test_a_signature_that_is_empty_is_false_and_one_that_is_null_is_hidden(
    tmp_path: Path, value: str | None, verified: bool
) -> None:
    table, _ = under_way()
    bundle = with_hidden(bundle_of(table, None, EVERYTHING), "ActionSigned", signature=value)
    told = told_of(Case(bundle))
    assert [each.verified for each in told] == [verified] * len(told)
    assert by_third(bundle, tmp_path) == verified


@pytest.mark.parametrize("values", [{"version": 0}, {"signature": ""}])
def test_what_an_order_was_signed_with_is_false_if_it_is_empty(values: dict[str, Any]) -> None:
    bundle = signed_by_order()
    assert all(each.verified for each in told_of(Case(bundle)))
    told = told_of(Case(with_hidden(bundle, "OrderSigned", **values)))
    assert [each.verified for each in told] == [False] * len(told)


def test_a_signature_that_a_game_that_is_over_does_not_show_is_missing(tmp_path: Path) -> None:
    table, players = signing_table()
    play_signed(table, players, 4)
    header, events = parts(ended(table, players))
    for public, private in events:
        if public["type"] == "ActionSigned":
            del public["secrets"]["signature"], private["signature"]
    bundle = resigned(events, header)
    assert not any(told.verified for told in told_of(Case(bundle)))
    assert not by_third(bundle, tmp_path)


class BotWithoutAName(Table):
    """A table at which a bot sits last, whose name is empty."""

    def sit(self, seat: int, entropy: bytes | None) -> None:
        bot = "" if seat == 1 else None
        self.goes_on(sit_down(self.match, Sitting(f"player {seat}", seat, entropy, None, bot), UNTIL))


def test_a_bot_without_a_name_decides_no_shuffle() -> None:
    table = BotWithoutAName(GAME, GAME.setup("ru", 2, {}), b"\7" * 32, ENTROPY, rules=RULES)
    receipt = receipt_of(table.rows, 2)
    for _ in range(4):
        invent_move(table)
    for told in told_of(Case(ended(table, []), receipts=[receipt])):
        assert (told.verified, told.report["deciding_seats"]) == (True, [])
        assert [(each["bot"], each["unsigned"]) for each in told.report["authority"]][1][0] > 0


def test_no_time_runs_out_in_a_game_without_a_clock() -> None:
    table = dealt(options={})
    invent_move(table)
    seat = table.match.to_act()[0]
    starts = {"type": "ClockStarted", "seat": seat, "at": MOMENT, "data": {"left": 0, "since": MOMENT, "until": MOMENT}}
    expires = {"type": "TimeExpired", "seat": seat, "at": MOMENT, "data": {"until": MOMENT}}
    bundle = with_more(with_more(bundle_of(table), starts, same_ply=True), expires)
    told = told_of(Case(bundle))
    assert [each.verified for each in told] == [False] * len(told)


def test_a_signature_after_a_ply_of_a_delegate_is_the_seats_own(tmp_path: Path) -> None:
    table, player, last = dealt(options={}), SigningPlayer(0, 1), None
    give_key(table, 0, player.key, None)
    for _ in range(6):
        seat, action = first_action(table)
        if seat == 0:
            table.goes_on(happen(table.match, acted(1)))
            last = player.sign(table.match, action)
        act_signed(table, seat, action, last if seat == 0 else None)
    assert last is not None
    file = put(tmp_path / "game.ndjson", bundle_of(table))
    published = put(tmp_path / "action.txt", publication_of(last))
    for told in told_by_both(file, "--seat-key", f"0={base64url(player.key)}", "--action", published):
        assert "ok  keys: seat 0 signs by the key given" in told
        assert "ok  actions: " in told


def test_a_receipt_that_is_given_twice_is_named_once() -> None:
    table = dealt()
    receipt = receipt_of(table.rows, 2)
    _, second = told_of(Case(bundle_of(table), receipts=[receipt, receipt]))
    assert {each["words"] for each in second.report["checks"] if each["check"] == "receipt"} == {
        "version 2 is as the receipt says"
    }
