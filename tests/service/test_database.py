"""The pools: they outlive the server's connections, and a database that is away is one error."""

import time
from collections.abc import Iterator

import psycopg
import pytest

from cartulary_service.config import Config
from cartulary_service.store.database import (
    Connection,
    Database,
    DatabaseUnavailable,
    connection,
    describe_error,
    wait_until_ready,
)

NOWHERE = "postgresql://someone:secret@127.0.0.1:1/games"


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    database = Database(Config(database_url=database_url))
    yield database
    database.close()


def test_after_the_server_has_dropped_every_connection_the_next_request_succeeds(
    database: Database, database_url: str
) -> None:
    before = backend(database)
    hang_up(database_url, before)
    assert backend(database) != before


def test_a_connection_lost_while_in_use_is_a_database_away(database: Database, database_url: str) -> None:
    with pytest.raises(DatabaseUnavailable), connection(database.serving) as taken:
        hang_up(database_url, taken.info.backend_pid, then=taken)


def test_a_statement_that_takes_too_long_is_a_database_away(database: Database) -> None:
    slow = "begin; set local statement_timeout = 10; select pg_sleep(5)"
    with pytest.raises(DatabaseUnavailable, match="statement timeout"), connection(database.serving) as taken:
        taken.execute(slow)


def test_a_server_that_only_reads_as_a_standby_does_is_a_database_away(database: Database) -> None:
    with pytest.raises(DatabaseUnavailable, match="read-only transaction"), connection(database.serving) as taken:
        taken.execute("begin read only; update players set name = name")


def test_a_transaction_that_was_idle_for_too_long_is_a_database_away(database: Database) -> None:
    with pytest.raises(DatabaseUnavailable), connection(database.serving) as taken:
        idle(taken, 0.2, allowed_milliseconds=10)


def test_a_database_that_cannot_be_reached_is_named_without_its_password() -> None:
    with pytest.raises(DatabaseUnavailable, match=r"Database games at 127\.0\.0\.1:1 cannot be reached") as away:
        wait_until_ready(NOWHERE, seconds=0)
    assert "secret" not in str(away.value)
    assert "secret" not in describe_error(NOWHERE)


def test_whoever_waits_for_a_database_is_told_so_once() -> None:
    told: list[str] = []
    with pytest.raises(DatabaseUnavailable):
        wait_until_ready(NOWHERE, seconds=0.5, tell=told.append)
    (words,) = told
    assert words.startswith("Database games at 127.0.0.1:1 does not answer yet: Connection refused")
    assert words.endswith("Waiting for up to 0.5 seconds.")


def test_a_folder_of_sockets_is_named_without_a_port() -> None:
    assert describe_error("host=/tmp/games dbname=postgres port=5432") == "Database postgres at /tmp/games"


def test_several_hosts_without_ports_are_named_without_ports() -> None:
    assert describe_error("postgresql://a,b,c/cartulary") == "Database cartulary at a,b,c"


def idle(taken: Connection, seconds: float, allowed_milliseconds: int) -> None:
    """Do nothing in a transaction, for longer than it may last so."""
    taken.execute(f"begin; set local idle_in_transaction_session_timeout = {allowed_milliseconds}")
    time.sleep(seconds)
    taken.execute("select 1")


def hang_up(database_url: str, pid: int, then: Connection | None = None) -> None:
    """End that backend, as a restart of the server does, and use `then` afterwards."""
    with psycopg.connect(database_url, autocommit=True) as admin:
        admin.execute("select pg_terminate_backend(%s, 5000)", [pid])
    if then is not None:
        then.execute("select 1")


def backend(database: Database) -> int:
    with connection(database.serving) as taken:
        row = taken.execute("select pg_backend_pid()").fetchone()
    assert row is not None
    pid: int = row[0]
    return pid
