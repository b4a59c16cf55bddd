"""A look at a game is of one moment, whatever happens while it is taken, and whoever looks at others with it."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, Final

import psycopg
import pytest
from flask import Flask
from psycopg.abc import Query

from service.application import create_app
from service.config import Config
from service.store.database import Connection
from tests.service.conftest import worker
from tests.service.crowd import Crowd
from tests.service.in_process import Seated

EACH: Final = "unnest(%(games)s"
Meanwhile = Callable[[Callable[[], object]], None]


@pytest.fixture
def table(database_url: str, tmp_path: Path) -> Iterator["Table"]:
    config = Config(database_url=database_url, keys_dir=tmp_path, rate_limits=False)
    workers = [create_app(config) for _ in range(2)]
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


def looks(wanted: list[tuple[Seated, dict[str, str]]]) -> list[Callable[[], Any]]:
    """Looks at games, by clients of their own."""
    return [partial(each.at(each.client.application.test_client()).look, headers) for each, headers in wanted]


@pytest.fixture
def games(database_url: str, tmp_path: Path) -> Iterator[list[Seated]]:
    """Three games at a worker that all have looked at there; the second has gone on at another worker since."""
    with worker(database_url, tmp_path) as here, worker(database_url, tmp_path) as there:
        played = [Seated(here) for _ in range(3)]
        known = [each.at(there) for each in played]
        for each in known:
            for headers in (*each.headers, {}):
                each.look(headers)
        played[1].act()
        yield known


def test_looks_of_one_moment_at_several_games_are_one_statement_and_each_is_shown_his_own(
    games: list[Seated], monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = [(each, headers) for each in games for headers in each.headers]
    crowd = Crowd(monkeypatch)
    together = crowd.comes(looks(wanted))
    assert [EACH in each for each in crowd.asked] == [False, True]
    assert together == [each.look(headers) for each, headers in wanted]
    assert [each["version"] - together[0]["version"] for each in together] == [0, 0, 1, 1, 0, 0]


def test_spectators_who_look_at_one_moment_are_shown_what_lies_open(
    games: list[Seated], monkeypatch: pytest.MonkeyPatch
) -> None:
    crowd = Crowd(monkeypatch)
    together = crowd.comes(looks([(each, {}) for each in games]))
    assert [EACH in each for each in crowd.asked] == [False, True]
    assert together == [each.look({}) for each in games]


def test_a_revoked_token_in_a_batch_of_reads_is_refused(games: list[Seated], monkeypatch: pytest.MonkeyPatch) -> None:
    (ann, _), (eve, _), (_, ben) = (each.headers for each in games)
    token = games[1].client.get("/v1/me", headers=eve).get_json()["token"]["id"]
    assert games[1].client.delete(f"/v1/me/tokens/{token}", headers=eve).status_code == 204
    seen, refused, again = Crowd(monkeypatch).comes(looks([(games[0], ann), (games[1], eve), (games[2], ben)]))
    assert refused["status"] == 401
    assert (seen["you"], again["you"]) == (0, 1)
