"""What an action and a look cost, as far as that can be counted: statements, bytes; times are measured in bench/."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import psycopg
import pytest
from flask.testing import FlaskClient
from psycopg.abc import Query

from service import create_app
from service.config import Config
from service.database import Connection

BYTES_OF_AN_EVENT: Final = 400
BESIDE_JSON: Final = 1.5
"""What a stored event may weigh, at most, beside the same as a line of JSON."""
LINE: Final = '{"public":%s,"private":%s,"hash":"' + 43 * "x" + '"}'


@pytest.fixture
def statements(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is asked of the database, from here on."""
    asked: list[str] = []
    execute = Connection.execute

    def counted(self: Connection, query: Query, *args: Any, **options: Any) -> psycopg.Cursor[Any]:
        asked.append(str(query))
        return execute(self, query, *args, **options)

    monkeypatch.setattr(Connection, "execute", counted)
    return asked


@pytest.fixture
def client(database_url: str, tmp_path: Path) -> Iterator[FlaskClient]:
    app = create_app(Config(database_url=database_url, keys_dir=tmp_path, rate_limits=False))
    yield app.test_client()
    app.extensions["cartulary"]["database"].close()


class Seated:
    """Two players at a game that has begun, on one worker."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client
        self.headers = [self._player(name) for name in ("Ann", "Ben")]
        body = {"game": "carta-impera-victoria", "seats": 2}
        self.game = self._posted(self.headers[0], "games", body)["id"]
        for each in self.headers:
            self._posted(each, f"games/{self.game}/seats", {"entropy": "00" * 32})
        for each in self.headers:
            self.look(each)

    def _player(self, name: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {self._posted({}, 'players', {'name': name})['token']}"}

    def _posted(self, headers: dict[str, str], path: str, body: dict[str, Any]) -> Any:
        answer = self.client.post(f"/v1/{path}", json=body, headers=headers)
        assert answer.status_code == 201, answer.text
        return answer.json

    def look(self, headers: dict[str, str], path: str = "") -> Any:
        return self.client.get(f"/v1/games/{self.game}{path}", headers=headers).json

    def next_action(self) -> tuple[dict[str, str], dict[str, Any]]:
        """Who is to act, and the first that it may do."""
        headers = self.headers[self.look(self.headers[0])["to_act"][0]]
        action: dict[str, Any] = self.look(headers, "/actions?expand=true")["actions"][0]
        return headers, action

    def act(self) -> None:
        """Let whose turn it is do the first that it may."""
        headers, action = self.next_action()
        self._posted(headers, f"games/{self.game}/actions", action)


@pytest.fixture
def seated(client: FlaskClient) -> Seated:
    return Seated(client)


def test_an_action_takes_two_statements_one_that_loads_and_one_that_appends(
    seated: Seated, statements: list[str]
) -> None:
    headers, action = seated.next_action()
    statements.clear()
    assert seated.client.post(f"/v1/games/{seated.game}/actions", json=action, headers=headers).status_code == 201
    assert len(statements) == 2, statements


@pytest.mark.parametrize("who", ["seat", "spectator"])
def test_a_look_at_a_game_that_is_known_takes_one_statement(seated: Seated, statements: list[str], who: str) -> None:
    headers = seated.headers[0] if who == "seat" else {}
    seated.look(headers)
    statements.clear()
    seated.look(headers)
    assert len(statements) == 1, statements


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
