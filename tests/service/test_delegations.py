"""Players who act for others, rotate their tokens, take their data along, and are forgotten."""

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest

from cartulary.audit import bundles
from tests.service.client import Client, Player, Table, body_of


def soon(**later: float) -> str:
    return (datetime.now(UTC) + timedelta(**later)).isoformat()


def delegated(owner: Player, delegate: Player, **wish: Any) -> str:
    """The id of a new delegation."""
    body = {"player": delegate.id, "until": soon(days=3)} | wish
    return str(body_of(owner.post("/me/delegations", body), 201)["id"])


@pytest.fixture
def table(served: str) -> Table:
    return Table.of(served)


@pytest.fixture
def cid(served: str) -> Player:
    """Somebody who sits nowhere."""
    return Player(served, "Cid")


def active(table: Table) -> int:
    (seat,) = table.see()["to_act"]
    return int(seat)


# Acting for another


def test_a_delegate_sees_and_acts_for_the_seat_and_every_ply_names_both(
    table: Table, cid: Player, tmp_path: Path
) -> None:
    seat = active(table)
    owner = table.players[seat]
    assert cid.see(table.game)["you"] is None
    delegated(owner, cid)
    assert cid.see(table.game) == owner.see(table.game)
    action = cid.legal(table.game)[0]
    accepted = body_of(cid.act(table.game, action), 201)
    first = accepted["events"][0]["public"]
    assert (first["type"], first["seat"], first["data"]) == (
        "DelegateActed",
        seat,
        {"delegate": cid.id, "owner": owner.id},
    )
    assert accepted["events"][1]["public"]["ply"] == first["ply"]
    assert accepted["game"] == owner.see(table.game)
    table.act(0, {"type": "resign"})
    path = tmp_path / "bundle"
    path.write_bytes(table.visitor.get(f"/games/{table.game}/audit").content)
    assert bundles.verify(path, bundles.Given()).verified


def test_a_delegate_does_not_resign_for_another(table: Table, cid: Player) -> None:
    delegated(table.players[0], cid)
    assert body_of(cid.act(table.game, {"type": "resign"}), 422)["rule"] == "delegate.resign"


def test_a_seated_delegate_sees_and_acts_for_their_own_seat_only(table: Table) -> None:
    ann, ben = table.players
    delegated(ann, ben)
    assert ben.see(table.game)["you"] == 1
    hands = [each["hand"] for each in ben.see(table.game)["state"]["seats"]]
    assert hands[0] is None


def test_nobody_delegates_a_game_to_who_plays_in_it(table: Table) -> None:
    ann, ben = table.players
    refused = body_of(ann.post("/me/delegations", {"player": ben.id, "until": soon(days=3), "game": table.game}), 422)
    assert refused["type"].endswith("bad-delegation")


def test_a_delegate_of_two_players_in_a_game_acts_for_the_first(table: Table, cid: Player) -> None:
    ann, ben = table.players
    delegated(ben, cid)
    delegated(ann, cid)
    assert cid.see(table.game) == ben.see(table.game)


def test_a_delegation_ends_with_its_time_when_revoked_and_holds_for_its_game_alone(
    table: Table, cid: Player, served: str, database_url: str
) -> None:
    owner = table.players[0]
    other = Table.of(served, players=(owner, Player(served)))
    one = delegated(owner, cid, game=table.game)
    assert (cid.see(table.game)["you"], cid.see(other.game)["you"]) == (0, None)
    assert [each["id"] for each in body_of(cid.get("/me/delegations"), 200)["received"]] == [one]
    assert [each["id"] for each in body_of(owner.get("/me/delegations"), 200)["given"]] == [one]
    assert Player(served).delete(f"/me/delegations/{one}").status_code == 404
    assert cid.delete(f"/me/delegations/{one}").status_code == 204
    assert cid.see(table.game)["you"] is None
    two = delegated(owner, cid)
    with psycopg.connect(database_url) as session:
        session.execute("update delegations set until = now() where id = %s", (two,))
    assert cid.see(table.game)["you"] is None
    assert cid.act(table.game, {"type": "end_turn"}).status_code == 403
    assert body_of(owner.get("/me/delegations"), 200) == {"given": [], "received": []}


@pytest.mark.parametrize("until", ["2020-01-01T00:00:00Z", "yesterday", None])
def test_a_delegation_without_a_time_to_come_is_refused(cid: Player, served: str, until: str | None) -> None:
    assert cid.post("/me/delegations", {"player": Player(served).id, "until": until}).status_code == 422


def test_nobody_delegates_to_himself_or_to_who_is_not_there(cid: Player) -> None:
    assert cid.post("/me/delegations", {"player": cid.id, "until": soon(days=1)}).status_code == 422
    nobody = "00000000-0000-7000-8000-000000000000"
    assert cid.post("/me/delegations", {"player": nobody, "until": soon(days=1)}).status_code == 404


def test_a_delegate_may_look_at_a_private_game(served: str, cid: Player) -> None:
    ann = Player(served)
    game = ann.new_game(private=True)
    ann.sit(game)
    assert cid.get(f"/games/{game}").status_code == 404
    delegated(ann, cid)
    assert cid.see(game)["you"] == 0
    assert cid.post(f"/games/{game}/invites").status_code == 403, (
        "by it he could look on for longer than he is asked to"
    )


# Tokens


def test_a_rotated_token_is_useless_and_the_new_one_is_as_good(served: str) -> None:
    ann = Player(served)
    made = body_of(ann.post("/me/tokens", {"scopes": ["read"], "expires_at": soon(days=9)}), 201)
    new = body_of(ann.post(f"/me/tokens/{made['id']}/rotation"), 201)
    assert (new["scopes"], new["expires_at"]) == (["read"], made["expires_at"])
    assert Client(served, made["token"]).get("/me").status_code == 401
    assert Client(served, new["token"]).get("/me").status_code == 200
    assert ann.post(f"/me/tokens/{made['id']}/rotation").status_code == 404


# Data


def test_all_that_is_kept_of_a_player_is_his_to_take_along(table: Table, cid: Player) -> None:
    ann = table.players[0]
    delegated(ann, cid)
    lines = [json.loads(line) for line in ann.get("/me/export").text.splitlines()]
    assert [each["kind"] for each in lines[:4]] == ["player", "token", "delegation", "game"]
    assert (lines[0]["id"], lines[3]["id"]) == (ann.id, table.game)
    assert [each["event"] for each in lines if each["kind"] == "event"] == ann.events(table.game)
    assert ann.token not in ann.get("/me/export").text


def test_games_and_hashes_of_a_deleted_player_stay_valid(served: str, cid: Player, tmp_path: Path) -> None:
    table = Table.of(served, players=(Player(served, "Ann the First"), Player(served, "Ben")))
    ann, ben = table.players
    opened = ann.new_game()
    ann.sit(opened)
    assert ann.delete("/me?confirm=Ann").status_code == 422
    assert ann.see(opened)["you"] == 0
    assert ann.delete("/me?confirm=Ann the First").status_code == 204
    assert ann.get("/me").status_code == 401
    assert ben.see(table.game)["result"]["winners"] == [1]
    assert ben.see(opened)["seats"][0]["player"] is None
    listed = body_of(ben.get(f"/games?player={ben.id}"), 200)["games"]
    names = {each["player"]["name"] for game in listed for each in game["seats"]}
    assert names == {"Deleted player", "Ben"}
    path = tmp_path / "bundle"
    path.write_bytes(ben.get(f"/games/{table.game}/audit").content)
    assert bundles.verify(path, bundles.Given()).verified
    assert cid.post("/me/delegations", {"player": ann.id, "until": soon(days=1)}).status_code == 404


def test_concurrent_requests_to_delete_an_account_succeed(served: str) -> None:
    for _ in range(5):
        ann = Player(served, "Ann")
        for _ in range(3):
            ann.sit(ann.new_game())
        clients = [Client(served, ann.token) for _ in range(4)]
        with ThreadPoolExecutor(4) as pool:
            # Every answer is checked: none may be a fault of the service.
            said = [*pool.map(lambda client: client.delete("/me?confirm=Ann").status_code, clients)]
        assert 204 in said
        assert set(said) <= {204, 401, 422}


def test_a_player_is_a_delegate_once_for_a_game_and_once_for_all(table: Table, cid: Player) -> None:
    ann, dan = table.players[0], Player(table.visitor.base)
    for scope in ({}, {"game": table.game}):
        first = delegated(ann, cid, **scope)
        again = {"player": cid.id, "until": soon(days=9)} | scope
        assert body_of(ann.post("/me/delegations", again), 409)["code"] == "delegated-already"
        delegated(ann, dan, **scope)
        assert ann.delete(f"/me/delegations/{first}").status_code == 204
        delegated(ann, cid, **scope)
    assert len(body_of(cid.get("/me/delegations"), 200)["received"]) == 2


def test_nobody_delegates_to_a_player_who_has_blocked_them(table: Table, cid: Player) -> None:
    ann, ben = table.players
    assert cid.send("PUT", f"/me/mutes/{ann.id}", json={"blocked": True}).status_code == 204
    refused = ann.post("/me/delegations", {"player": cid.id, "until": soon(days=3)})
    assert body_of(refused, 409)["code"] == "kept-apart"
    delegated(ben, cid)
    assert [each["owner"] for each in body_of(cid.get("/me/delegations"), 200)["received"]] == [ben.id]
