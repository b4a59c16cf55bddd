"""Counts of SQL statements and bytes that an action and a read may take; times are measured in bench/."""

import re
from typing import Any, Final

import psycopg
import pytest
from flask.testing import FlaskClient

from tests.service.in_process import Seated

BYTES_OF_AN_EVENT: Final = 400
BESIDE_JSON: Final = 1.5
"""What a stored event may weigh, at most, beside the same as a line of JSON."""
NUMBERED: Final = {"game": "$1::uuid", "after": "$2::int", "until": "$3::int"}
LINE: Final = '{"public":%s,"private":%s,"hash":"' + 43 * "x" + '"}'


@pytest.fixture
def seated(client: FlaskClient) -> Seated:
    return Seated(client)


def test_an_action_in_a_game_that_is_known_takes_one_statement_once_the_caller_is_known(
    seated: Seated, asked: list[str]
) -> None:
    for _ in range(5):
        headers, action = seated.next_action()
        asked.clear()
        assert seated.client.post(f"/v1/games/{seated.game}/actions", json=action, headers=headers).status_code == 201
        assert len(asked) == 2, asked


@pytest.mark.parametrize("who", ["seat", "spectator"])
def test_a_look_at_a_game_that_is_known_takes_one_statement_once_the_caller_is_known(
    seated: Seated, asked: list[str], who: str
) -> None:
    headers = seated.headers[0] if who == "seat" else {}
    seated.look(headers)
    asked.clear()
    seated.look(headers)
    assert len(asked) == {"seat": 2, "spectator": 1}[who], asked


def test_a_plan_that_is_kept_for_looks_expects_next_to_nothing_so_none_is_made_each_time(
    seated: Seated, asked: list[str], database_url: str
) -> None:
    for _ in range(30):
        seated.act()
    asked.clear()
    seated.look(seated.headers[0])
    look = re.sub(r"%\((\w+)\)s", lambda each: NUMBERED[each[1]], asked[1])
    with psycopg.connect(database_url) as session:
        session.execute("analyze events")
        row = session.execute(f"explain (generic_plan, format json) {look}").fetchone()
    assert row is not None
    assert row[0][0]["Plan"]["Plan Rows"] == 1


@pytest.mark.parametrize("seen", [False, True], ids=["new", "seen"])
def test_without_its_body_a_look_says_the_same(seated: Seated, seen: bool) -> None:
    path = f"/v1/games/{seated.game}"
    tag = seated.client.get(path, headers=seated.headers[0]).headers["ETag"]
    headers = seated.headers[0] | ({"If-None-Match": tag} if seen else {})
    whole, head = seated.client.get(path, headers=headers), seated.client.head(path, headers=headers)
    assert (whole.status_code, head.data) == (304 if seen else 200, b"")
    assert bool(whole.data) != seen
    assert [*whole.headers.keys()] == [*head.headers.keys()]
    assert seen or int(whole.headers["Content-Length"]) == int(head.headers["Content-Length"]) == len(whole.data)


def test_a_revoked_token_that_a_worker_knows_is_refused_at_the_next_look_and_action(seated: Seated) -> None:
    headers, action = seated.next_action()
    me: Any = seated.client.get("/v1/me", headers=headers).json
    token = me["token"]["id"]
    assert seated.client.delete(f"/v1/me/tokens/{token}", headers=headers).status_code == 204
    assert seated.client.get(f"/v1/games/{seated.game}", headers=headers).status_code == 401
    for query in ("", "?dry_run=true"):
        answer = seated.client.post(f"/v1/games/{seated.game}/actions{query}", json=action, headers=headers)
        assert answer.status_code == 401
    assert seated.look({})["ply"] == 3


def test_an_event_is_stored_in_little_more_than_it_says(seated: Seated, database_url: str) -> None:
    for _ in range(30):
        seated.act()
    with psycopg.connect(database_url) as session:
        row = session.execute(
            """
            select avg(pg_column_size(e.*)), avg(octet_length(format(%s, public, coalesce(private, 'null'))))
            from events e where game_id = %s and ply > 3
            """,
            (LINE, seated.game),
        ).fetchone()
    assert row is not None
    stored, said = row
    assert stored < BYTES_OF_AN_EVENT
    assert stored < BESIDE_JSON * float(said)
