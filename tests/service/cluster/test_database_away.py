"""While the database is away every request says so and when to come back; afterwards all is as it was acknowledged."""

import signal
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import psutil
import psycopg
import pytest
import requests

from cartulary_service.store import cluster, embedded
from tests.conftest import migrate
from tests.domain.notation import position
from tests.patience import PATIENCE
from tests.service.client import CARTA, Client, Table, body_of
from tests.service.conftest import eventually, service

ATTACK = {"type": "attack", "sphere": "military"}
MIDDLE = position("A: hand W1 R1, area W3 R1 E1 | B: hand R1 C1, area R2 C2")
SECONDS_TO_SAY_SO = 8


@dataclass
class Away:
    """A service whose database can be switched off and on."""

    url: str
    database: str
    pgdata: Path

    def stop(self, how: signal.Signals) -> None:
        """Let the database shut down, or crash."""
        postmaster = psutil.Process(int((self.pgdata / "postmaster.pid").read_text().split()[0]))
        postmaster.send_signal(how)
        postmaster.wait(PATIENCE)

    def start(self) -> None:
        """Start the database where it was."""
        cluster.start(self.pgdata)


@pytest.fixture(scope="module")
def away() -> Iterator[Away]:
    with tempfile.TemporaryDirectory(prefix="cartulary-") as directory:
        home = Path(directory)
        with embedded.running(home) as database:
            migrate(database)
            with service({"DATABASE_URL": database}, home / "served.log") as url:
                yield Away(url, database, home / "postgres")


@pytest.fixture(params=[signal.SIGINT, signal.SIGQUIT], ids=["shut down", "crashed"])
def how(request: pytest.FixtureRequest) -> signal.Signals:
    """How the database goes away."""
    signals: signal.Signals = request.param
    return signals


@pytest.fixture
def table(away: Away) -> Table:
    return Table.of(away.url, position=MIDDLE)


def reads(game: str) -> list[str]:
    """Paths of everything that is read of a game."""
    return ["/me", "/games", *(f"/games/{game}{path}" for path in ("", "/states/1", "/events", "/actions"))]


def require_away(response: requests.Response) -> None:
    """The answer says that the database is away, when to come back, and does not take long over it."""
    assert body_of(response, 503)["code"] == "database-away"
    assert int(response.headers["Retry-After"]) > 0
    assert response.elapsed.total_seconds() < SECONDS_TO_SAY_SO


def require_consistent(away: Away) -> None:
    """Nothing is half written: what is listed of a game is what its events say, and every key has its ply."""
    with psycopg.connect(away.database) as session:
        crooked = session.execute(
            """
            with told as (
                select game_id, max(position) as version, max(ply) as ply, count(*) as events,
                       count(*) filter (where type = 'SeatTaken') as seats
                from events group by game_id
            )
            select g.id from games g full join told t on t.game_id = g.id
            where (g.version, g.ply) is distinct from (t.version, t.ply) or t.events <> t.version
               or t.seats <> (select count(*) from game_seats s where s.game_id = g.id)
            union all
            select k.game_id from idempotency_keys k
            where not exists (select from events e where (e.game_id, e.position, e.ply) = (k.game_id, k.version, k.ply))
            union all
            select t.player_id from tokens t where not exists (select from players p where p.id = t.player_id)
            """
        ).fetchall()
    assert crooked == []


def again_until_it_is_there(client: Client, path: str) -> requests.Response:
    """Ask until the service has found its database again."""
    answers: list[requests.Response] = []

    def found() -> bool:
        answers.append(client.get(path))
        return answers[-1].status_code != 503

    eventually(found)
    return answers[-1]


def test_without_its_database_the_service_says_so_and_with_it_goes_on(
    away: Away, table: Table, how: signal.Signals
) -> None:
    ann, game = table.players[0], table.game
    seen = ann.see(game)
    accepted = ann.act(game, ATTACK, key="before")
    after = ann.see(game)
    away.stop(how)
    try:
        all_at_once = [
            *(partial(Client(away.url, ann.token).get, path) for path in reads(game)),
            partial(ann.act, game, {"type": "end_turn"}, key="during"),
            partial(table.players[1].act, game, {"type": "end_turn"}, dry_run=True),
            partial(Client(away.url, ann.token).post, "/games", {"game": CARTA, "seats": 2}),
            partial(Client(away.url).post, "/players", {"name": "Cem"}),
        ]
        with ThreadPoolExecutor(len(all_at_once)) as pool:
            for asked in [pool.submit(ask) for ask in all_at_once]:
                require_away(asked.result())
        assert Client(away.url).get("/catalogue").status_code == 200
    finally:
        away.start()
    assert body_of(again_until_it_is_there(ann, f"/games/{game}"), 200) == after
    assert after["version"] > seen["version"]
    assert ann.act(game, ATTACK, key="before").content == accepted.content
    assert table.act(0, {"type": "end_turn"}, key="during")["ply"] == after["ply"] + 1
    require_consistent(away)


def test_many_requests_while_it_is_away_are_all_answered_soon(away: Away, table: Table, how: signal.Signals) -> None:
    clients = [Client(away.url, table.players[0].token) for _ in range(24)]
    for client in clients:
        assert client.get("/me").status_code == 200
    away.stop(how)
    try:
        with ThreadPoolExecutor(len(clients)) as pool:
            for response in pool.map(lambda client: client.get("/me"), clients):
                require_away(response)
    finally:
        away.start()
    again_until_it_is_there(table.players[0], "/me")


def test_what_is_under_way_when_it_goes_is_there_whole_or_not_at_all(away: Away, how: signal.Signals) -> None:
    tables = [Table.of(away.url, options={"deal": "draft"}) for _ in range(8)]

    def play(number: int) -> tuple[int, list[tuple[str, int]]]:
        """Choose in the drafts until the database is away; the keys that were acknowledged, with their plies."""
        acknowledged: list[tuple[str, int]] = []
        table = tables[number]
        for turn in range(1_000):
            seat = turn % 2
            listed = table.players[seat].get(f"/games/{table.game}/actions?expand=true")
            if listed.status_code == 503:
                break
            for action in body_of(listed, 200)["actions"][:1]:
                key = f"{number}.{turn}"
                answer = table.players[seat].act(table.game, action, key=key)
                if answer.status_code == 201:
                    acknowledged.append((key, body_of(answer, 201)["ply"]))
        return number, acknowledged

    with ThreadPoolExecutor(len(tables)) as pool:
        playing = [pool.submit(play, number) for number in range(len(tables))]
        eventually(lambda: all(table_is_moving(away, table) for table in tables))
        away.stop(how)
        ledgers = [each.result() for each in playing]
    away.start()
    again_until_it_is_there(tables[0].visitor, "/games")
    require_consistent(away)
    with psycopg.connect(away.database) as session:
        for number, acknowledged in ledgers:
            stored = session.execute(
                "select key, ply from idempotency_keys where game_id = %s", [tables[number].game]
            ).fetchall()
            assert acknowledged
            assert {*acknowledged} <= {*stored}


def table_is_moving(away: Away, table: Table) -> bool:
    with psycopg.connect(away.database) as session:
        row = session.execute("select count(*) from idempotency_keys where game_id = %s", [table.game]).fetchone()
    return row is not None and row[0] > 2
