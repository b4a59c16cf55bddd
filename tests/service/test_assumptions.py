"""A worker lets act by what it knows, and asks nothing before; where it was wrong that is as if it had asked."""

from datetime import datetime, timedelta
from typing import Any, Final

import psycopg
import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from cartulary_service.store.database_time import DatabaseTime
from tests.service.in_process import Seated

LONG: Final = timedelta(days=400)


@pytest.fixture
def seated(client: FlaskClient) -> Seated:
    """A game of which its worker knows all, for it has carried some of its actions."""
    known = Seated(client)
    for _ in range(3):
        known.act()
    return known


def posted(
    worker: FlaskClient, seated: Seated, headers: dict[str, str], action: dict[str, Any], query: str = ""
) -> TestResponse:
    return worker.post(f"/v1/games/{seated.game}/actions{query}", json=action, headers=headers)


def versions(seated: Seated, database_url: str) -> list[int]:
    with psycopg.connect(database_url) as session:
        rows = session.execute("select position from events where game_id = %s order by 1", (seated.game,))
        return [row[0] for row in rows]


def test_an_action_that_became_legal_at_another_worker_is_accepted(seated: Seated, other: FlaskClient) -> None:
    for _ in range(4):
        headers, action = Seated.next_action(seated)
        assert posted(other, seated, headers, action).status_code == 201
    seated.act()


def test_an_action_that_became_illegal_at_another_worker_is_refused_on_the_stored_state(
    seated: Seated, other: FlaskClient, database_url: str
) -> None:
    headers, action = seated.next_action()
    version = seated.client.get(f"/v1/games/{seated.game}", headers=headers).headers["ETag"]
    assert posted(other, seated, headers, action).status_code == 201
    before = versions(seated, database_url)
    assert posted(seated.client, seated, headers | {"If-Match": version}, action).status_code == 412
    expected = posted(other, seated, headers, action, "?dry_run=true").status_code
    assert posted(seated.client, seated, headers, action).status_code == (201 if expected == 200 else expected)
    if expected != 200:
        assert versions(seated, database_url) == before


def test_a_key_repeated_at_another_worker_gets_the_same_answer(
    seated: Seated, other: FlaskClient, database_url: str
) -> None:
    headers, action = seated.next_action()
    headers = headers | {"Idempotency-Key": "once"}
    first = posted(other, seated, headers, action)
    before = versions(seated, database_url)
    again = posted(seated.client, seated, headers, action)
    assert (again.status_code, again.json) == (201, first.json)
    assert versions(seated, database_url) == before


def test_a_token_that_was_revoked_by_another_worker_is_refused_and_nothing_is_stored(
    seated: Seated, other: FlaskClient, database_url: str
) -> None:
    headers, action = seated.next_action()
    me: Any = other.get("/v1/me", headers=headers).json
    assert other.delete(f"/v1/me/tokens/{me['token']['id']}", headers=headers).status_code == 204
    before = versions(seated, database_url)
    assert posted(seated.client, seated, headers, action).status_code == 401
    assert versions(seated, database_url) == before


@pytest.mark.parametrize("wrong", [LONG, -LONG, timedelta(seconds=1), timedelta(seconds=-1)], ids=str)
def test_a_time_of_which_the_worker_is_wrong_is_not_recorded(
    seated: Seated, database_url: str, monkeypatch: pytest.MonkeyPatch, wrong: timedelta
) -> None:
    headers, action = seated.next_action()
    before = now(database_url)
    monkeypatch.setattr(DatabaseTime, "now", lambda _: text(before + wrong))
    answer: Any = posted(seated.client, seated, headers, action).json
    at = datetime.fromisoformat(answer["events"][0]["public"]["at"])
    assert before - timedelta(milliseconds=1) <= at <= now(database_url)


def test_no_event_is_recorded_to_be_earlier_than_those_before(seated: Seated, monkeypatch: pytest.MonkeyPatch) -> None:
    headers, action = seated.next_action()
    stored: Any = seated.client.get(f"/v1/games/{seated.game}/events", headers=headers).json
    last = datetime.fromisoformat(stored["events"][-1]["public"]["at"])
    monkeypatch.setattr(DatabaseTime, "now", lambda _: text(last - timedelta(milliseconds=5)))
    answer: Any = posted(seated.client, seated, headers, action).json
    assert datetime.fromisoformat(answer["events"][0]["public"]["at"]) >= last


def now(database_url: str) -> datetime:
    with psycopg.connect(database_url) as session:
        row = session.execute("select clock_timestamp()").fetchone()
    assert row is not None
    moment: datetime = row[0]
    return moment


def text(moment: datetime) -> str:
    return moment.isoformat(timespec="milliseconds")
