"""Spectators are answered by a standby as far as it has what they are to be shown, else by the primary."""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

import psycopg
import pytest
import requests
from flask import Flask
from flask.testing import FlaskClient
from prometheus_client import REGISTRY
from psycopg.abc import Query
from psycopg.errors import InsufficientPrivilege

from cartulary_service.api.entity_tags import version_of
from cartulary_service.commands.examination import examine
from cartulary_service.config import Config
from cartulary_service.store import replica
from cartulary_service.store.database import Connection, Database, connection
from cartulary_service.store.replication import of_replica
from tests.conftest import migrate
from tests.faults.clusters import Cluster
from tests.faults.places import folder, free_port
from tests.faults.standby import ASYNCHRONOUS, Pair, attached, pair
from tests.patience import PATIENCE
from tests.service.client import Table
from tests.service.cluster.test_standby import lose
from tests.service.conftest import eventually, make_app, service
from tests.service.in_process import Seated

CAUGHT_UP: Final = "select pg_last_wal_replay_lsn() >= '{}'::pg_lsn"
NDJSON: Final = {"Accept": "application/x-ndjson"}
STREAM: Final = {"Accept": "text/event-stream"}
SECONDS_TO_REST: Final = 5


@pytest.fixture(scope="module")
def both() -> Iterator[Pair]:
    """A primary and its standby, which follows it."""
    with folder() as home, pair(home, ASYNCHRONOUS) as made:
        migrate(made.primary.url)
        yield made


@pytest.fixture
def primary(both: Pair) -> Cluster:
    return both.primary


@pytest.fixture
def standby(both: Pair) -> Iterator[Cluster]:
    """The standby; it runs and follows again afterwards."""
    yield both.standby
    if both.standby.postmaster() is None:
        both.standby.start()
    both.standby.do("select pg_wal_replay_resume()")


Worker = Callable[..., FlaskClient]


@pytest.fixture
def worker(primary: Cluster, standby: Cluster, tmp_path: Path) -> Iterator[Worker]:
    """Make a worker that knows of no game; by itself it reads from the standby."""
    made: list[Flask] = []

    def make(replica_url: str | None = standby.url, database_url: str = primary.url) -> FlaskClient:
        config = Config(
            database_url=database_url, replica_url=replica_url, keys_dir=tmp_path, rate_limits=False, pool_size=4
        )
        made.append(make_app(config))
        return made[-1].test_client()

    yield make
    for each in made:
        each.extensions["cartulary"]["database"].close()


@pytest.fixture
def asked(standby: Cluster, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is asked of the standby, from here on."""
    texts: list[str] = []
    execute = Connection.execute

    def noted(self: Connection, query: Query, *args: Any, **options: Any) -> psycopg.Cursor[Any]:
        if self.info.port == standby.port:
            texts.append(str(query))
        return execute(self, query, *args, **options)

    monkeypatch.setattr(Connection, "execute", noted)
    return texts


def stopped_clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Let the time by which the replica rests stand still from now on, and return what lets so many seconds pass."""
    now = [time.monotonic()]
    monkeypatch.setattr(replica, "monotonic", lambda: now[0])

    def go_on(seconds: float) -> None:
        now[0] += seconds

    return go_on


def counted(name: str) -> float:
    return REGISTRY.get_sample_value(f"cartulary_replica_{name}_total") or 0


def catch_up(both: Pair) -> None:
    """Wait until the standby has what the primary has."""
    place = both.primary.value("select pg_current_wal_flush_lsn()")
    eventually(lambda: both.standby.value(CAUGHT_UP.format(place)))


def pause(both: Pair) -> None:
    """From here on the standby stays as the primary is now."""
    catch_up(both)
    both.standby.do("select pg_wal_replay_pause()")
    eventually(lambda: both.standby.value("select pg_get_wal_replay_pause_state()") == "paused")


def version(worker: FlaskClient, game: str, headers: dict[str, str] | None = None) -> int:
    answer = worker.get(f"/v1/games/{game}", headers=headers)
    assert answer.status_code == 200, answer.text
    return int(answer.get_json()["version"])


def warm(worker: FlaskClient, game: str) -> FlaskClient:
    """The worker once it is connected to the standby."""

    def by_the_replica() -> bool:
        before = counted("reads")
        worker.get(f"/v1/games/{game}/states/1")
        return counted("reads") > before

    eventually(by_the_replica)
    return worker


@pytest.fixture
def behind(both: Pair, worker: Worker) -> Seated:
    """A game of which the standby lacks the last ply."""
    seated = Seated(worker(None))
    pause(both)
    seated.act()
    return seated


def test_spectators_are_answered_by_the_standby(both: Pair, worker: Worker, asked: list[str]) -> None:
    seated = Seated(worker(None))
    catch_up(both)
    other = warm(worker(), seated.game)
    asked.clear()
    for path in ("", "/events", "/states/2"):
        assert (
            other.get(f"/v1/games/{seated.game}{path}").data == seated.client.get(f"/v1/games/{seated.game}{path}").data
        )
    lines = [each.get(f"/v1/games/{seated.game}/events", headers=NDJSON).data for each in (other, seated.client)]
    assert lines[0] == lines[1]
    # Pages and lines look at the game before they read its events.
    assert len(asked) == 6
    assert not any("private" in each for each in asked)


def test_a_player_without_a_seat_there_is_a_spectator_too(both: Pair, worker: Worker, asked: list[str]) -> None:
    seated = Seated(worker(None))
    catch_up(both)
    other = warm(worker(), seated.game)
    asked.clear()
    eve = seated.player("Eve")
    assert version(other, seated.game, eve) == version(seated.client, seated.game)
    assert len(asked) == 1


def test_a_spectator_who_has_seen_nothing_may_be_shown_what_was(behind: Seated, worker: Worker) -> None:
    now = version(behind.client, behind.game)
    assert version(warm(worker(), behind.game), behind.game) < now


@pytest.mark.parametrize("said", ["If-None-Match", "weakly", "in words", "Last-Event-ID"])
def test_a_spectator_is_shown_nothing_older_than_what_he_has_seen(behind: Seated, worker: Worker, said: str) -> None:
    now = version(behind.client, behind.game)
    headers = {
        "If-None-Match": {"If-None-Match": f'"{now - 1}", "{now}"'},
        "weakly": {"If-None-Match": f'W/"{now}"'},
        "in words": {"If-None-Match": f'"{now}-en"'},
        "Last-Event-ID": {"Last-Event-ID": str(now)},
    }[said]
    answer = warm(worker(), behind.game).get(f"/v1/games/{behind.game}", headers=headers)
    assert (answer.status_code, version_of(answer.headers["ETag"].strip('"'))) == (200, now)


def test_events_and_states_that_the_standby_lacks_are_the_primarys(behind: Seated, worker: Worker) -> None:
    now = version(behind.client, behind.game)
    other = warm(worker(), behind.game)
    for path in (f"/events?after={now}", f"/states/{now}"):
        mine, theirs = (each.get(f"/v1/games/{behind.game}{path}") for each in (other, behind.client))
        assert (mine.status_code, mine.data) == (200, theirs.data)
    page = other.get(f"/v1/games/{behind.game}/events", headers={"Last-Event-ID": str(now)}).get_json()
    assert (page["version"], page["events"][-1]["public"]["position"]) == (now, now)


def test_a_worker_never_goes_back(behind: Seated, worker: Worker) -> None:
    other = warm(worker(), behind.game)
    before = version(other, behind.game)
    now = version(other, behind.game, behind.headers[0])
    assert (
        before
        < now
        == version(other, behind.game)
        == other.get(f"/v1/games/{behind.game}/events").get_json()["version"]
    )


def test_events_that_the_standby_lacks_are_read_from_the_primary(both: Pair, worker: Worker) -> None:
    other = warm(worker(), Seated(worker(None)).game)
    pause(both)
    seated = Seated(worker(None))
    assert version(other, seated.game) == version(seated.client, seated.game)
    assert other.get("/v1/games/00000000-0000-7000-8000-000000000000").status_code == 404


def test_seats_and_all_that_is_not_a_spectators_look_ask_the_primary_alone(
    both: Pair, worker: Worker, asked: list[str]
) -> None:
    seated = Seated(worker(None))
    catch_up(both)
    other = warm(worker(), seated.game)
    asked.clear()
    game = f"/v1/games/{seated.game}"
    for path in ("", "/events", "/states/2", "/actions?expand=true", "/since", "/chat", "/notes", "/orders"):
        assert other.get(f"{game}{path}", headers=seated.headers[0]).status_code == 200, path
    headers, action = seated.next_action()
    for query in ("?dry_run=true", ""):
        assert other.post(f"{game}/actions{query}", json=action, headers=headers).status_code < 300
    for path in (f"{game}/audit", f"{game}/chat", "/v1/feed", "/v1/export", "/v1/archive", "/v1/games"):
        assert other.get(path).status_code == 200, path
    with other.get(f"{game}/events", headers=STREAM, buffered=False) as stream:
        next(iter(stream.response))
    assert asked == []


def test_the_standby_reveals_of_a_private_game_only_that_it_is_private(both: Pair, worker: Worker) -> None:
    near = worker(None)
    ann = Seated(near).player("Ann")
    game = private_game(near, ann)
    pause(both)
    near.post(f"/v1/games/{game}/seats", json={"bot": "random"}, headers=ann)
    now = version(near, game, ann)
    assert version(warm(worker(), game), game, ann) == now
    far = warm(worker(), game)
    for _ in range(2):
        for path in ("", "/events", f"/states/{now}", "/states/1"):
            assert far.get(f"/v1/games/{game}{path}").status_code == 404
            assert far.get(f"/v1/games/{game}{path}", headers=ann).status_code == 200


def test_lost_events_of_a_private_game_are_not_shown_by_the_standby(both: Pair, worker: Worker) -> None:
    near = worker(None)
    ann = Seated(near).player("Ann")
    game = private_game(near, ann)
    near.post(f"/v1/games/{game}/seats", json={"bot": "random"}, headers=ann)
    lost = version(near, game, ann)
    pause(both)
    with both.primary.connect() as session:
        lose(session, game, lost - 1)
    far = warm(worker(), game)
    assert far.get(f"/v1/games/{game}/states/{lost}", headers=ann).status_code == 404
    assert version(far, game, ann) == lost - 1


def private_game(near: FlaskClient, player: dict[str, str]) -> str:
    wish = {"game": "carta-impera-victoria", "seats": 2, "private": True}
    return str(near.post("/v1/games", json=wish, headers=player).get_json()["id"])


def test_the_standby_is_read_by_the_role_that_cannot_read_private_parts(primary: Cluster, standby: Cluster) -> None:
    database = Database(Config(database_url=primary.url, replica_url=standby.url))
    assert database.replica is not None
    try:
        with connection(database.replica) as c:
            assert c.execute("select current_user::text").fetchone() == ("cartulary_public",)
            with pytest.raises(InsufficientPrivilege):
                c.execute("select private from events")
    finally:
        database.close()


def test_without_its_standby_spectators_are_answered_and_do_not_wait_for_it_again_and_again(
    both: Pair, worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    seated = Seated(worker(None))
    catch_up(both)
    other = warm(worker(), seated.game)
    clock = stopped_clock(monkeypatch)
    pool = other.application.extensions["cartulary"]["database"].replica
    both.standby.stop("immediate")
    before, passed_on = pool.get_stats()["requests_num"], counted("passed_on")
    for _ in range(10):
        assert version(other, seated.game) == version(seated.client, seated.game)
        assert other.get(f"/v1/games/{seated.game}/states/1").status_code == 200
    assert pool.get_stats()["requests_num"] == before + 1
    assert counted("passed_on") == passed_on + 20
    clock(SECONDS_TO_REST)
    version(other, seated.game)
    version(other, seated.game)
    assert pool.get_stats()["requests_num"] == before + 2


def test_a_standby_that_has_come_back_is_asked_again(
    both: Pair, worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    seated = Seated(worker(None))
    catch_up(both)
    other = warm(worker(), seated.game)
    clock = stopped_clock(monkeypatch)
    both.standby.stop("immediate")
    version(other, seated.game)
    both.standby.start()

    def answers() -> bool:
        clock(SECONDS_TO_REST)
        before = counted("reads")
        version(other, seated.game)
        return counted("reads") > before

    eventually(answers)


def test_a_url_that_is_no_replica_is_no_fault_of_visibility(worker: Worker, primary: Cluster) -> None:
    seated = Seated(worker(None))
    nowhere = f"postgresql://postgres@127.0.0.1:{free_port()}/postgres"
    unmigrated = primary.url.replace("/postgres", "/template1")
    for url in (nowhere, unmigrated, primary.url):
        assert version(worker(url), seated.game) == version(seated.client, seated.game)


def test_a_standby_that_was_promoted_and_goes_its_own_way_is_not_believed(both: Pair, worker: Worker) -> None:
    seated = Seated(worker(None))
    with folder() as home:
        other = attached(both.primary, home / "other", free_port())
        try:
            looks = warm(worker(other.url), seated.game)
            other.promote()
            eventually(other.is_primary)
            astray = worker(None, other.url)
            seated.at(astray).act()
            for each in (looks, worker(other.url)):
                assert version(each, seated.game) == version(seated.client, seated.game) < version(astray, seated.game)
        finally:
            other.remove()


def test_a_standby_with_another_history_is_not_believed(both: Pair, worker: Worker) -> None:
    """It may have what a failover has lost; who knows what came in its place is not shown that."""
    seated = Seated(worker(None))
    before = version(seated.client, seated.game)
    seated.act()
    pause(both)
    with both.primary.connect() as session:
        lose(session, seated.game, before)
    other = worker()
    assert version(other, seated.game, seated.headers[0]) == before
    seated.act()
    now = version(other, seated.game, seated.headers[0])
    for _ in range(2):
        seen = warm(other, seated.game).get(f"/v1/games/{seated.game}").get_json()
        assert (seen["version"], seen["head"]) == (now, seated.look({})["head"])


def test_the_service_reads_from_the_replica_that_it_is_told_of(both: Pair, tmp_path: Path) -> None:
    told = f"http://127.0.0.1:{(port := free_port())}/metrics"
    settings = {
        "DATABASE_URL": both.primary.url,
        "REPLICA_URL": both.standby.url,
        "KEYS_DIR": str(tmp_path / "keys"),
        "METRICS_PORT": str(port),
    }
    with ExitStack() as ends:
        url = ends.enter_context(service(settings, tmp_path / "log"))
        table = Table.of(url)
        before = table.see()
        catch_up(both)

        def by_the_replica() -> bool:
            assert table.see() == before
            text = requests.get(told, timeout=PATIENCE).text
            return re.search(r"(?m)^cartulary_replica_reads_total [1-9]", text) is not None

        eventually(by_the_replica)


def test_the_doctor_says_how_the_replica_does(both: Pair, standby: Cluster, database_url: str, tmp_path: Path) -> None:
    def found() -> tuple[str, str]:
        config = Config(database_url=both.primary.url, replica_url=standby.url, data_dir=tmp_path)
        (one,) = [each for each in examine(config) if each.subject == "REPLICA_URL"]
        return one.level, one.words

    assert found() == ("ok", "it follows the primary")
    assert "no standby" in of_replica(both.primary.url, both.primary.url).words
    assert "another primary" in of_replica(database_url, standby.url).words
    pause(both)
    both.primary.do("select pg_logical_emit_message(true, 'written', '')")
    assert "behind" in of_replica(both.primary.url, standby.url, seconds=0).words
    standby.stop("immediate")
    level, words = found()
    assert (level, "does not answer" in words) == ("mind", True)
