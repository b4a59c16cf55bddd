"""Subjects can be left out, each alone and all at once."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
import yaml
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from cartulary_service.config import ALL_SUBJECTS, NO_SUBJECTS, BadConfig, Config
from cartulary_service.subjects import OPERATIONS, SUBJECTS, chosen
from tests.service.client import Player, Table, body_of
from tests.service.conftest import Serve, eventually, make_app
from tests.service.program import Program


@contextmanager
def running(database_url: str, keys: Path, subjects: str) -> Iterator[FlaskClient]:
    app = make_app(Config(database_url=database_url, keys_dir=keys, rate_limits=False, subjects=subjects))
    yield app.test_client()
    app.extensions["cartulary"]["database"].close()


def routes(client: FlaskClient) -> set[str]:
    """The operations that are routed."""
    return {rule.endpoint for rule in client.application.url_map.iter_rules()}


def said(response: TestResponse) -> dict[str, Any]:
    body: dict[str, Any] = json.loads(response.text)
    return body


def contract(client: FlaskClient) -> set[str]:
    """The operations of the contract that is served."""
    document = yaml.load(client.get("/openapi.yaml").text, yaml.CSafeLoader)
    return {each["operationId"] for methods in document["paths"].values() for each in methods.values()}


def contract_of_streams(client: FlaskClient) -> set[str]:
    """The operations of the contract of streams and webhooks that is served."""
    document = yaml.load(client.get("/asyncapi.yaml").text, yaml.CSafeLoader)
    places = {each["channel"]["$ref"].rpartition("/")[2] for each in document["operations"].values()}
    assert places == {*document["channels"]}
    return {*document["operations"]}


def exported(client: FlaskClient, player: Player) -> set[str]:
    """The kinds of items that a player's export has."""
    answer = client.get("/v1/me/export", headers={"Authorization": f"Bearer {player.token}"})
    return {json.loads(line)["kind"] for line in answer.text.splitlines()}


@pytest.mark.parametrize("left_out", [each.name for each in SUBJECTS if each.blueprint])
def test_a_subject_that_is_left_out_has_neither_routes_nor_a_contract(
    left_out: str, database_url: str, tmp_path: Path
) -> None:
    names = ",".join(each.name for each in SUBJECTS if each.name != left_out)
    (blueprint,) = (each.blueprint.name for each in SUBJECTS if each.blueprint and each.name == left_out)
    without = {each.name for each in OPERATIONS if each.blueprint == blueprint}
    with running(database_url, tmp_path, names) as client:
        assert without
        assert {f"{blueprint}.{each}" for each in without}.isdisjoint(routes(client))
        assert contract(client) == {each.name for each in OPERATIONS} - without
        streams = {each.name for each in OPERATIONS if each.stream} - without
        webhooks = set[str]() if left_out == "notices" else {"send_webhook"}
        assert contract_of_streams(client) == streams | webhooks
        assert said(client.get("/v1/catalogue"))["subjects"] == names.split(",")


def test_the_core_plays_a_game_without_any_subject(database_url: str, tmp_path: Path) -> None:
    with running(database_url, tmp_path, NO_SUBJECTS) as client:
        tokens = [said(client.post("/v1/players", json={"name": name}))["token"] for name in ("Ada", "Boris")]
        headers = [{"Authorization": f"Bearer {token}"} for token in tokens]
        wish = {"game": "carta-impera-victoria", "seats": 2}
        game = said(client.post("/v1/games", json=wish, headers=headers[0]))["id"]
        for each in headers:
            assert client.post(f"/v1/games/{game}/seats", json={"entropy": "00" * 32}, headers=each).status_code == 201
        assert client.post(f"/v1/games/{game}/actions", json={"type": "resign"}, headers=headers[0]).status_code == 201
        assert said(client.get(f"/v1/games/{game}"))["status"] == "finished"
        assert client.get(f"/v1/games/{game}/notes", headers=headers[0]).status_code == 404
        assert client.get("/v1/archive").status_code == 404


def test_an_account_is_erased_with_what_subjects_kept_that_run_no_more(
    served: str, database_url: str, tmp_path: Path
) -> None:
    writer = Player(served)
    game = writer.new_game()
    body_of(writer.send("PUT", f"/games/{game}/notes/0", json={"text": "A plan"}), 200)
    with running(database_url, tmp_path, NO_SUBJECTS) as client:
        headers = {"Authorization": f"Bearer {writer.token}"}
        assert '"kind":"note"' in client.get("/v1/me/export", headers=headers).text
        name = said(client.get("/v1/me", headers=headers))["name"]
        assert client.delete(f"/v1/me?confirm={name}", headers=headers).status_code == 204
    with psycopg.connect(database_url) as session:
        assert session.execute("select count(*) from notes where game_id = %s", (game,)).fetchone() == (0,)


def test_without_pictures_no_link_names_one(database_url: str, tmp_path: Path) -> None:
    with running(database_url, tmp_path, NO_SUBJECTS) as client:
        token = said(client.post("/v1/players", json={"name": "Ada"}))["token"]
        wish = {"game": "carta-impera-victoria", "seats": 2}
        game = said(client.post("/v1/games", json=wish, headers={"Authorization": f"Bearer {token}"}))["id"]
        page = client.get(f"/play?game={game}").text
        assert "og:image" in page
        assert f"/v1/games/{game}/" not in page


def test_without_ratings_nobody_can_opt_in_to_them(database_url: str, tmp_path: Path) -> None:
    with running(database_url, tmp_path, NO_SUBJECTS) as client:
        me = said(client.post("/v1/players", json={"name": "Ada"}))
        headers = {"Authorization": f"Bearer {me['token']}"}
        refused = client.patch("/v1/me", json={"rated": True}, headers=headers)
        assert refused.status_code == 422
        assert "ratings are switched off" in refused.text
        assert said(client.patch("/v1/me", json={"rated": False}, headers=headers))["rated"] is False
        assert said(client.get(f"/v1/players/{me['id']}"))["ratings"] == []


def test_without_notices_no_code_is_mailed_and_the_refusal_says_so(database_url: str, tmp_path: Path) -> None:
    with running(database_url, tmp_path, NO_SUBJECTS) as client:
        refused = client.post("/v1/recoveries/mail", json={"handle": "ada"})
        assert (refused.status_code, said(refused)["code"]) == (409, "no-mail")
        assert "recovery code that you have kept" in said(refused)["detail"]
        assert client.get("/unsubscribe/code").status_code == 404
        assert client.get("/v1/me/notices").status_code == 404


def test_without_notices_the_contracts_promise_no_webhooks(database_url: str, tmp_path: Path) -> None:
    with running(database_url, tmp_path, NO_SUBJECTS) as client:
        served = {
            name: yaml.load(client.get(f"/{name}.yaml").text, yaml.CSafeLoader) for name in ("openapi", "asyncapi")
        }
    assert "/v1/webhooks" not in served["openapi"]["paths"]
    assert "webhook" not in served["asyncapi"]["channels"]
    assert "send_webhook" not in served["asyncapi"]["operations"]


def test_without_notices_nothing_waits_in_the_outbox(serve: Serve, own_database: str) -> None:
    table = Table.of(serve(DATABASE_URL=own_database, SUBJECTS="none"))
    table.act(0, {"type": "resign"})

    def is_empty() -> bool:
        with psycopg.connect(own_database) as session:
            return session.execute("select from outbox").fetchone() is None

    eventually(is_empty)


def test_a_subject_that_there_is_not_is_refused_with_those_that_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [*chosen(ALL_SUBJECTS)] == [*SUBJECTS]
    assert [each.name for each in chosen("archive, notes")] == ["notes", "archive"]
    monkeypatch.setenv("SUBJECTS", "notes,chess")
    with pytest.raises(BadConfig, match=r"there is no 'chess'; name some of analyses, "):
        Config.from_environment()


def test_every_folder_of_a_subject_is_in_the_list() -> None:
    folder = Path(__file__).parents[2] / "service" / "cartulary_service" / "subjects"
    assert {each.name for each in SUBJECTS} == {each.parent.name for each in folder.glob("*/__init__.py")}


def test_without_chat_no_list_counts_messages_and_without_mutes_a_block_holds(
    served: str, database_url: str, tmp_path: Path
) -> None:
    host, guest, other = (Player(served, name) for name in ("Host", "Guest", "Other"))
    assert host.send("PUT", f"/me/mutes/{guest.id}", json={"blocked": True}).status_code == 204
    game = host.new_game()
    for each in (host, other):
        body_of(each.sit(game), 201)
    body_of(other.send("POST", f"/games/{game}/chat", json={"text": "Hello"}), 201)
    with running(database_url, tmp_path, NO_SUBJECTS) as client:
        headers = [{"Authorization": f"Bearer {each.token}"} for each in (host, guest)]
        assert client.get("/v1/me/mutes", headers=headers[0]).status_code == 404
        (listed,) = said(client.get(f"/v1/games?player={host.id}", headers=headers[0]))["games"]
        assert listed["unread_messages"] == 0
        another = host.new_game()
        assert client.post(f"/v1/games/{another}/seats", json={}, headers=headers[1]).status_code == 409
        assert exported(client, host) >= {"player", "mute"}
        assert exported(client, other) >= {"player", "message"}
    (listed,) = body_of(host.get(f"/games?player={host.id}&status=playing"), 200)["games"]
    assert listed["unread_messages"] == 1


def test_without_oauth_there_is_neither_its_metadata_nor_its_page_and_tokens_name_the_scopes(
    served: str, database_url: str, tmp_path: Path
) -> None:
    player, program = Player(served), Program(served)
    token = program.redeem(program.let_in(player))["access_token"]
    with running(database_url, tmp_path, NO_SUBJECTS) as client:
        for path in ("/.well-known/oauth-authorization-server", "/authorize"):
            assert client.get(path).status_code == 404
        document = yaml.load(client.get("/openapi.yaml").text, yaml.CSafeLoader)
        assert [*document["components"]["securitySchemes"]] == ["token"]
        assert document["paths"]["/v1/me"]["get"]["security"] == [{"token": ["read"]}]
        assert document["paths"]["/v1/games"]["get"]["security"] == [{}, {"token": ["read"]}]
        assert document["paths"]["/v1/players"]["post"]["security"] == []
        assert "consent" in exported(client, player)
        # A consent that was given is still checked.
        headers = {"Authorization": f"Bearer {token}"}
        assert client.get("/v1/me", headers=headers).status_code == 200
        name = body_of(player.get("/me"), 200)["name"]
        own = {"Authorization": f"Bearer {player.token}"}
        assert client.delete(f"/v1/me?confirm={name}", headers=own).status_code == 204
        assert client.get("/v1/me", headers=headers).status_code == 401
