"""A look at a game is of one moment, whatever happens while it is taken."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import psycopg
import pytest
from flask import Flask
from psycopg.abc import Query

from cartulary_service.config import Config
from cartulary_service.store.database import Connection
from tests.service.conftest import make_app

Meanwhile = Callable[[Callable[[], object]], None]


@pytest.fixture
def table(database_url: str, tmp_path: Path) -> Iterator["Table"]:
    config = Config(database_url=database_url, keys_dir=tmp_path, rate_limits=False)
    workers = [make_app(config) for _ in range(2)]
    yield Table(*workers)
    for each in workers:
        each.extensions["cartulary"]["database"].close()


@pytest.fixture
def meanwhile(monkeypatch: pytest.MonkeyPatch) -> Iterator[Meanwhile]:
    """Let something happen as soon as the next request has been told what seat its player holds."""
    execute, waiting = Connection.execute, list[Callable[[], object]]()
    with ThreadPoolExecutor(1) as pool:

        def executed(self: Connection, query: Query, *args: Any, **options: Any) -> psycopg.Cursor[Any]:
            answer = execute(self, query, *args, **options)
            if waiting and "from game_seats" in str(query):
                pool.submit(waiting.pop()).result()
            return answer

        monkeypatch.setattr(Connection, "execute", executed)
        yield waiting.append


class Table:
    """A table for two, at which one looks through another worker than those who sit down."""

    def __init__(self, worker: Flask, other: Flask) -> None:
        self.worker, self.other = worker, other
        self.ann, self.ben, self.eve = (self._player(name) for name in ("Ann", "Ben", "Eve"))
        self.game = self._asked(self.ann, "POST", "games", {"game": "carta-impera-victoria", "seats": 2})["id"]

    def _player(self, name: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {self._asked({}, 'POST', 'players', {'name': name})['token']}"}

    def _asked(
        self,
        headers: dict[str, str],
        method: str,
        path: str,
        body: dict[str, Any] | None = None,
        worker: Flask | None = None,
    ) -> Any:
        client = (worker or self.worker).test_client()
        answer = client.open(f"/v1/{path}", method=method, json=body, headers=headers)
        assert answer.status_code in (200, 201, 204), answer.text
        return answer.json

    def sit(self, headers: dict[str, str], seat: int) -> None:
        self._asked(headers, "POST", f"games/{self.game}/seats", {"seat": seat, "entropy": "00" * 32})

    def leave(self, headers: dict[str, str], seat: int) -> None:
        self._asked(headers, "DELETE", f"games/{self.game}/seats/{seat}")

    def look(self, headers: dict[str, str]) -> Any:
        return self._asked(headers, "GET", f"games/{self.game}", worker=self.other)


def test_a_player_who_sits_down_during_a_read_is_shown_seated(table: Table, meanwhile: Meanwhile) -> None:
    meanwhile(lambda: table.sit(table.ann, 0))
    seen = table.look(table.ann)
    assert (seen["seats"][0]["player"] is None) == (seen["you"] is None)


def test_a_player_who_leaves_during_a_read_sees_no_hand_of_the_next(table: Table, meanwhile: Meanwhile) -> None:
    table.sit(table.eve, 1)

    def others_begin() -> None:
        table.leave(table.eve, 1)
        table.sit(table.ben, 1)
        table.sit(table.ann, 0)

    meanwhile(others_begin)
    seen = table.look(table.eve)
    assert (seen["status"], seen["you"]) == ("playing", None)
    assert [seat["hand"] for seat in seen["state"]["seats"]] == [None, None]
