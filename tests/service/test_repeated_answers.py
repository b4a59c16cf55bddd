"""What is sent again under its key is done once and answered alike, and gives nobody else anything."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psycopg
import pytest
import requests

from cartulary_service.config import Config
from cartulary_service.store import repeated_answers
from cartulary_service.store.database import Database
from tests.service.client import Client, Player, Table, body_of

KEY = "8c1f2a5e-aaaa-4f0e-9b1d-0123456789ab"


def register(base: str, key: str, **wish: Any) -> requests.Response:
    return Client(base).post("/players", {"name": "Ann"} | wish, headers={"Idempotency-Key": key})


@pytest.mark.parametrize("wish", [{}, {"recovery_codes": True}])
def test_a_registration_that_is_sent_again_gets_the_same_answer(served: str, wish: dict[str, Any]) -> None:
    key = f"{KEY}{len(wish)}"
    first, again = (body_of(register(served, key, **wish), 201) for _ in range(2))
    assert first == again
    assert len(first.get("recovery_codes", [])) == 8 * len(wish)
    assert body_of(Client(served, first["token"]).get("/me"), 200)["id"] == first["id"]
    assert body_of(register(served, f"{key}-other", **wish), 201)["id"] != first["id"]


def test_a_recovery_code_of_a_repeated_answer_works(served: str) -> None:
    for _ in range(2):
        made = body_of(register(served, f"{KEY}-codes", recovery_codes=True), 201)
    body_of(recover(served, made), 201)


def recover(base: str, made: dict[str, Any], **headers: str) -> requests.Response:
    wish = {"handle": made["handle"], "code": made["recovery_codes"][0], "revoke_others": True}
    return Client(base).post("/recoveries", wish, headers=headers)


def test_a_recovery_that_is_sent_again_gets_the_same_token_and_its_code_gives_no_other(served: str) -> None:
    made = body_of(register(served, f"{KEY}-recovery", recovery_codes=True), 201)
    key = {"Idempotency-Key": f"{KEY}-lost"}
    first, again = recover(served, made, **key), recover(served, made, **key)
    assert (body_of(first, 201), first.headers["Ended"]) == (body_of(again, 201), again.headers["Ended"])
    assert body_of(Client(served, again.json()["token"]).get("/me"), 200)["id"] == made["id"]
    for other in ({}, {"Idempotency-Key": f"{KEY}-another"}):
        assert body_of(recover(served, made, **other), 422)["type"].endswith("bad-recovery-code")


def test_an_order_that_is_sent_again_is_given_once(served: str) -> None:
    table = Table.of(served)
    player, order = table.players[0], {"condition": {"kind": "only_action"}}

    def give(key: str) -> dict[str, Any]:
        return body_of(player.post(f"/games/{table.game}/orders", order, headers={"Idempotency-Key": key}), 201)

    first = give("once")
    assert give("once") == first
    assert give("another")["id"] != first["id"]
    assert len(body_of(player.get(f"/games/{table.game}/orders"), 200)["orders"]) == 2


Made = tuple[str, dict[str, Any] | None, Callable[[Player], int]]


def counted(path: str, name: str) -> Callable[[Player], int]:
    return lambda player: len(body_of(player.get(path), 200)[name])


@pytest.fixture(params=["token", "rotation", "codes", "calendar", "webhook", "delegation", "invitation"])
def made(request: pytest.FixtureRequest, served: str) -> tuple[Player, Made]:
    """Return a player, the path and the body of what they make, and how much of it there is."""
    player, other = Player(served, "Ann"), Player(served, "Ben")
    if request.param == "invitation":
        path = f"/games/{player.new_game(2, private=True)}/invites"
        return player, (path, {}, counted(path, "invites"))
    own = body_of(player.get("/me"), 200)["token"]["id"]
    until = {"player": other.id, "until": "2099-01-01T00:00:00Z"}
    kinds: dict[str, Made] = {
        "token": ("/me/tokens", {"scopes": ["read"]}, counted("/me/tokens", "tokens")),
        "rotation": (f"/me/tokens/{own}/rotation", {}, lambda _: 0),
        "codes": ("/me/recovery-codes", None, lambda each: body_of(each.get("/me"), 200)["recovery_codes_left"]),
        "calendar": ("/me/calendar", {}, lambda _: 0),
        "webhook": ("/webhooks", {"url": "https://93.184.216.34/hook"}, counted("/webhooks", "webhooks")),
        "delegation": ("/me/delegations", until, counted("/me/delegations", "given")),
    }
    return player, kinds[request.param]


def test_a_right_that_is_asked_for_again_under_its_key_is_made_once(made: tuple[Player, Made]) -> None:
    player, (path, body, count) = made
    key = {"Idempotency-Key": f"{KEY}-right"}
    first = body_of(player.post(path, body, headers=key), 201)
    if "rotation" not in path:
        before = count(player)
    assert body_of(player.post(path, body, headers=key), 201) == first
    if "rotation" not in path:
        assert count(player) == before


def test_a_token_that_was_replaced_gives_the_new_one_under_the_key_of_that_request_alone(served: str) -> None:
    old = Player(served, "Ann")
    path = f"/me/tokens/{body_of(old.get('/me'), 200)['token']['id']}/rotation"
    key = {"Idempotency-Key": f"{KEY}-rotation"}
    token = body_of(old.post(path, {}, headers=key), 201)["token"]
    new = Client(served, token)
    another = body_of(new.post("/me/tokens", {"scopes": ["read"]}), 201)["id"]
    for headers in ({}, {"Idempotency-Key": "short"}):
        body_of(old.post(path, {}, headers=headers), 401)
    body_of(old.post(path, {"label": "other"}, headers=key), 422)
    for replaced in (path, f"/me/tokens/{another}/rotation"):
        body_of(old.post(replaced, {}, headers={"Idempotency-Key": f"{KEY}-guess"}), 401)
    body_of(old.post("/me/tokens", {"scopes": ["read"]}, headers=key), 401)
    body_of(old.get("/me"), 401)
    assert body_of(old.post(path, {}, headers=key), 201)["token"] == token


def test_eight_registrations_at_once_under_one_key_make_one_account(served: str) -> None:
    with ThreadPoolExecutor(8) as pool:
        answers = [*pool.map(lambda _: body_of(register(served, f"{KEY}-together"), 201), range(8))]
    assert len({(each["id"], each["token"]) for each in answers}) == 1


def test_another_body_under_a_key_gets_nothing(served: str) -> None:
    body_of(register(served, f"{KEY}-body"), 201)
    refused = body_of(register(served, f"{KEY}-body", name="Ben"), 422)
    assert refused["type"].endswith("key-reused")
    assert "token" not in refused


def test_a_key_that_could_be_guessed_is_refused(served: str) -> None:
    refused = body_of(register(served, "once"), 400)
    assert "at least 22 characters" in refused["detail"]


def test_a_refused_registration_leaves_its_key_free(served: str) -> None:
    taken = body_of(register(served, f"{KEY}-taken"), 201)["handle"]
    assert register(served, f"{KEY}-free", handle=taken).status_code == 409
    body_of(register(served, f"{KEY}-free", handle="not-taken-yet"), 201)


def test_after_ten_minutes_a_key_gives_no_token_and_what_it_was_derived_from_is_gone(
    served: str, database_url: str
) -> None:
    first = body_of(register(served, f"{KEY}-late"), 201)
    with psycopg.connect(database_url) as c:
        c.execute("update repeated_answers set created_at = now() - interval '11 minutes'")
    assert body_of(register(served, f"{KEY}-late"), 201)["id"] != first["id"]
    with psycopg.connect(database_url) as c:
        c.execute("update repeated_answers set created_at = now() - interval '11 minutes'")
    database = Database(Config(database_url=database_url))
    repeated_answers.forget(database)
    with psycopg.connect(database_url) as c:
        assert c.execute("select count(*) from repeated_answers").fetchone() == (0,)


def test_a_deleted_account_is_not_given_again(served: str) -> None:
    made = body_of(register(served, f"{KEY}-deleted"), 201)
    gone = Client(served, made["token"]).delete(f"/me?confirm={made['name']}")
    assert gone.status_code == 204, gone.text
    assert body_of(register(served, f"{KEY}-deleted"), 201)["id"] != made["id"]
