"""Signed actions over HTTP: taken by whose key it is, once given never without, and verified at the end."""

import json
from copy import copy
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import requests

from cartulary.commands.verify import verify
from cartulary.kernel.canonical import base64url
from cartulary.match.action_limits import KEYS_IN_A_ROW
from tests.commands import invoke
from tests.service.client import CARTA, CIVILIZATION, Player, Table, body_of
from tests.service.conftest import eventually
from tests.service.signing_client import SigningClient
from tests.weak_keys import WEAK_KEYS


@pytest.fixture(params=[CARTA, CIVILIZATION])
def table(request: pytest.FixtureRequest, served: str) -> Table:
    return Table.of(served, game=request.param, edition=None)


def signing(table: Table) -> dict[int, SigningClient]:
    """The players of a table, each of whom has given a key."""
    clients = {seat: SigningClient(player) for seat, player in enumerate(table.players)}
    for each in clients.values():
        body_of(each.give_key(table.game), 201)
    return clients


def test_after_the_end_of_a_game_no_signature_is_asked_for(served: str) -> None:
    table = Table.of(served)
    clients = signing(table)
    for each in clients.values():
        body_of(each.act(table.game, {"type": "agree_end", "how": "score"}), 201)
    assert table.refused(0, {"type": "end_turn"})["rule"] == "game.over"


@pytest.mark.parametrize("key", WEAK_KEYS, ids=bytes.hex)
def test_a_seat_gives_no_key_by_which_anybody_can_sign(served: str, key: bytes) -> None:
    table = Table.of(served)
    assert table.refused(0, {"type": "sign_with", "key": base64url(key)})["rule"] == "key.malformed"
    assert table.see()["keys"] == []


def active(table: Table) -> int:
    seat: int = table.see()["to_act"][0]
    return seat


def test_a_game_of_players_who_sign_is_verified_and_counted(table: Table, tmp_path: Path) -> None:
    clients = signing(table)
    assert table.see()["keys"] == [{"seat": seat, "key": each.key} for seat, each in clients.items()]
    for _ in range(4):
        seat = active(table)
        accepted = body_of(clients[seat].act(table.game, table.legal(seat)[0]), 201)
        assert accepted["events"][0]["public"]["type"] == "ActionSigned"
    for each in clients.values():
        body_of(each.act(table.game, {"type": "agree_end", "how": "score"}), 201)
    bundle = tmp_path / "game.ndjson"
    bundle.write_bytes(table.visitor.get(f"/games/{table.game}/audit").content)
    done = invoke(verify, str(bundle), "--json")
    report = json.loads(done.output)
    assert (done.exit_code, report["verified"]) == (0, True)
    assert sum(each["signed"] for each in report["signed"]) == sum(each["plies"] for each in report["signed"]) == 6


def test_once_a_key_is_given_nothing_is_taken_without_a_signature(table: Table) -> None:
    clients, seat = signing(table), active(table)
    action = table.legal(seat)[0]
    assert table.refused(seat, action)["rule"] == "signature.missing"
    body_of(clients[seat].player.act(table.game, action, dry_run=True), 200)
    new = SigningClient(table.players[seat])
    assert body_of(new.give_key(table.game), 422)["rule"] == "signature.missing"
    given = body_of(clients[seat].replace_key(table.game, new.key), 201)
    assert [each["public"]["type"] for each in given["events"]] == ["ActionSigned", "KeyGiven"]
    body_of(new.act(table.game, action), 201)


def test_a_signature_of_another_key_action_or_version_is_refused(table: Table) -> None:
    clients, seat = signing(table), active(table)
    action, seen = table.legal(seat)[0], table.players[seat].see(table.game)
    client = clients[seat]
    cases: dict[str, Any] = {
        "another key": SigningClient(table.players[seat]).sign(seen, action),
        "another action": client.sign(seen, {"type": "resign"}),
        "another head": client.sign(seen | {"head": "A" * 43}, action),
        "a version to come": client.sign(seen | {"version": seen["version"] + 1}, action),
    }
    for name, signature in cases.items():
        refused = body_of(client.act(table.game, action, signature), 422)
        assert refused["code"] in ("bad-signature", "illegal"), name
    assert body_of(client.act(table.game, action, cases["another key"]), 422)["rule"] == "signature.key"
    assert table.see()["version"] == seen["version"]


@pytest.mark.parametrize(
    "header", ["", "1", "1 a b", "x " + "A" * 43 + " " + "A" * 86, "0 " + "A" * 43 + " " + "A" * 86]
)
def test_what_is_no_signature_is_refused_with_what_to_send(served: str, header: str) -> None:
    table = Table.of(served)
    seat = active(table)
    sent = table.players[seat].post(
        f"/games/{table.game}/actions", table.legal(seat)[0], headers={"Action-Signature": header}
    )
    assert body_of(sent, 422)["code"] == "bad-signature"


def test_an_action_is_signed_as_it_is_sent_with_or_without_what_may_be_left_out(served: str) -> None:
    table = Table.of(served)
    clients, seat = signing(table), active(table)
    body_of(clients[seat].act(table.game, table.legal(seat)[0]), 201)
    taken_back = body_of(clients[seat].act(table.game, {"type": "take_back"}), 201)
    assert [each["public"]["type"] for each in taken_back["events"]][:2] == ["ActionSigned", "ActionsTakenBack"]
    body_of(clients[seat].act(table.game, {"type": "resign"}), 201)


def test_only_the_seat_sees_its_signatures_before_the_end(table: Table) -> None:
    clients, seat = signing(table), active(table)
    body_of(clients[seat].act(table.game, table.legal(seat)[0]), 201)
    for watcher in (table.visitor, table.players[1 - seat]):
        (seen,) = [each for each in watcher.events(table.game) if each["public"]["type"] == "ActionSigned"]
        assert seen["private"] == {}
    (own,) = [each for each in table.players[seat].events(table.game) if each["public"]["type"] == "ActionSigned"]
    assert own["private"].keys() == {"action", "signature"}


def test_who_gives_no_key_plays_unsigned(served: str) -> None:
    table = Table.of(served)
    seat = active(table)
    assert table.act(seat, table.legal(seat)[0])["events"][0]["public"]["type"] != "ActionSigned"
    refused = body_of(Player(served).act(table.game, {"type": "sign_with", "key": "A" * 43}), 403)
    assert refused["code"] == "no-seat"
    assert table.refused(seat, {"type": "sign_with", "key": "abc"})["rule"] == "key.malformed"


def derived(player: Player) -> Player:
    """The player with a token that may play, and that came from the player's own."""
    token = body_of(player.post("/me/tokens", {"scopes": ["read", "play"]}), 201)["token"]
    other = copy(player)
    other.session = requests.Session()
    other.session.headers.update({"Authorization": f"Bearer {token}"})
    return other


def test_a_token_that_may_not_manage_gives_no_key_and_names_no_delegate(served: str) -> None:
    table = Table.of(served)
    bot = derived(table.players[0])
    for action in ({"type": "sign_with", "key": SigningClient(bot).key}, {"type": "name_delegate", "delegate": bot.id}):
        refused = body_of(bot.act(table.game, action), 403)
        assert (refused["code"], "scope manage" in refused["detail"]) == ("scope-missing", True)
    body_of(SigningClient(table.players[0]).give_key(table.game), 201)


def test_a_seat_gives_only_so_many_keys_in_a_row(served: str) -> None:
    table = Table.of(served)
    keys = [SigningClient(table.players[0]) for _ in range(KEYS_IN_A_ROW + 1)]
    body_of(keys[0].give_key(table.game), 201)
    answers = [old.replace_key(table.game, new.key) for old, new in pairwise(keys)]
    assert [each.status_code for each in answers] == [201] * (KEYS_IN_A_ROW - 1) + [422]
    assert answers[-1].json()["rule"] == "key.too_often"


def report_of(table: Table, folder: Path) -> dict[str, Any]:
    """The report on the bundle of a game that is over."""
    bundle = folder / "game.ndjson"
    bundle.write_bytes(table.visitor.get(f"/games/{table.game}/audit").content)
    report: dict[str, Any] = json.loads(invoke(verify, str(bundle), "--json").output)
    return report


def test_an_order_of_a_seat_that_signs_is_taken_signed_and_acts(served: str, tmp_path: Path) -> None:
    table = Table.of(served)
    clients, seat = signing(table), active(table)
    waiting = clients[1 - seat]
    hand = table.see(1 - seat)["state"]["seats"][1 - seat]["hand"]
    order = {
        "condition": {"kind": "action", "seat": seat, "action": "end_turn"},
        "action": {"type": "play", "card": next(iter(hand))},
    }
    posted = waiting.player.post(f"/games/{table.game}/orders", order)
    assert body_of(posted, 422)["rule"] == "signature.missing"
    seen = waiting.player.see(table.game)
    wrong = {
        "another key": SigningClient(waiting.player).sign(seen, order, "order"),
        "an action's": waiting.sign(seen, order["action"]),
        "another order": waiting.sign(seen, order | {"action": None}, "order"),
        "an older version": waiting.sign(seen | {"version": seen["version"] - 1}, order, "order"),
    }
    refused = {name: body_of(waiting.give_order(table.game, order, each), 422) for name, each in wrong.items()}
    assert [each.get("rule", each["code"]) for each in refused.values()] == [
        "signature.key",
        "bad-signature",
        "bad-signature",
        "signature.version",
    ]
    body_of(waiting.give_order(table.game, order), 201)
    assert body_of(waiting.give_order(table.game, order), 422)["rule"] == "order.same"
    body_of(clients[seat].act(table.game, table.legal(seat)[0]), 201)
    body_of(clients[seat].act(table.game, {"type": "end_turn"}), 201)
    eventually(lambda: "OrderSigned" in {each["public"]["type"] for each in table.visitor.events(table.game)})
    body_of(clients[seat].act(table.game, {"type": "resign"}), 201)
    report = report_of(table, tmp_path)
    assert report["verified"]
    assert {each["seat"]: each["order"] for each in report["authority"]} == {seat: 0, 1 - seat: 1}


def test_an_order_that_was_given_before_the_seat_signed_is_cancelled(served: str) -> None:
    table = Table.of(served)
    seat = active(table)
    order = {"condition": {"kind": "version", "version": 1}, "action": {"type": "end_turn"}}
    waiting = table.players[1 - seat]
    body_of(waiting.post(f"/games/{table.game}/orders", order), 201)
    body_of(SigningClient(waiting).give_key(table.game), 201)
    table.act(seat, table.legal(seat)[0])
    table.act(seat, {"type": "end_turn"})
    eventually(lambda: body_of(waiting.get(f"/games/{table.game}/orders"), 200)["orders"][0]["status"] != "waiting")
    (found,) = body_of(waiting.get(f"/games/{table.game}/orders"), 200)["orders"]
    assert (found["status"], found["rule"]) == ("cancelled", "signature.missing")


def test_a_delegate_acts_for_a_seat_that_signs_once_the_seat_has_named_it(served: str, tmp_path: Path) -> None:
    table = Table.of(served)
    clients, seat = signing(table), active(table)
    cid = SigningClient(Player(served, "Cid"))
    wish = {"player": cid.player.id, "until": (datetime.now(UTC) + timedelta(days=3)).isoformat()}
    body_of(table.players[seat].post("/me/delegations", wish), 201)
    action = cid.player.legal(table.game)[0]
    assert body_of(cid.player.act(table.game, action), 422)["rule"] == "delegate.unnamed"
    assert body_of(cid.act(table.game, action), 422)["rule"] == "delegate.unnamed"
    naming = {"type": "name_delegate", "delegate": cid.player.id, "key": cid.key}
    assert table.refused(seat, naming)["rule"] == "signature.missing"
    body_of(clients[seat].act(table.game, naming), 201)
    assert body_of(cid.player.act(table.game, action), 422)["rule"] == "signature.missing"
    assert body_of(SigningClient(cid.player).act(table.game, action), 422)["rule"] == "signature.key"
    done = body_of(cid.act(table.game, action), 201)
    assert [each["public"]["type"] for each in done["events"]][:2] == ["DelegateActed", "ActionSigned"]
    body_of(clients[seat].act(table.game, {"type": "resign"}), 201)
    report = report_of(table, tmp_path)
    assert report["verified"]
    assert {each["seat"]: each["delegate"] for each in report["authority"]}[seat] == 1
