"""Pools of connections, one for each role and one for a replica, and one error for a database that is away."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, LiteralString

import psycopg
from psycopg.abc import Params
from psycopg.conninfo import conninfo_to_dict
from psycopg.errors import Diagnostic, IdleInTransactionSessionTimeout, LockNotAvailable, ReadOnlySqlTransaction
from psycopg.rows import TupleRow
from psycopg_pool import ConnectionPool

from cartulary_service.config import BadConfig, Config

SECONDS_TO_CONNECT = 3
SECONDS_FOR_THE_REPLICA = 1
"""Timeout of a request for a connection to the replica, and for a host that has vanished."""
WORKER = "cartulary worker"
"""Application name of the worker's connections."""
TIMEOUTS = {
    "statement_timeout": "5s",
    "lock_timeout": "2s",
    "idle_in_transaction_session_timeout": "10s",
}


AWAY = (psycopg.OperationalError, psycopg.InterfaceError, ReadOnlySqlTransaction, IdleInTransactionSessionTimeout)
"""Errors that mean that there is no primary; a standby that is not promoted yet reports that it is read-only."""


class DatabaseUnavailable(Exception):
    """The database did not answer; whether a statement under way took effect is not known."""


class Blocked(DatabaseUnavailable):
    """A lock was held for too long; the statement was cancelled and rolled back."""


class Connection(psycopg.Connection[TupleRow]):
    """A connection that remembers whether a commit gave up waiting for the standby."""

    gave_up_waiting = False

    def take_note(self, notice: Diagnostic) -> None:
        """Look at what the server says besides its answers. Words depend on its language, the function does not."""
        if notice.source_function == "SyncRepWaitForLSN":
            self.gave_up_waiting = True


Pool = ConnectionPool[Connection]


class Database:
    """`serving` reads and writes for the players; `public`, also that of the replica, cannot read what is private."""

    def __init__(self, config: Config) -> None:
        primary = config.database_url or ""
        self.serving = pool(primary, "cartulary_service", config.pool_size)
        self.public = pool(primary, "cartulary_public", config.pool_size)
        self.replica = replica_pool(config.replica_url, config.pool_size) if config.replica_url else None

    def close(self) -> None:
        for each in (self.serving, self.public, self.replica):
            if each is not None:
                each.close()


@contextmanager
def connection(pool: Pool) -> Iterator[Connection]:
    """Lend an autocommitting connection of `pool`, which opens at its first use.

    Raises Blocked, and DatabaseUnavailable: also for a commit that the standby may not have received, which the server
    itself reports as a success.
    """
    try:
        if pool.closed:
            pool.open()
        # Without the pool's own context, which would commit what has committed itself.
        taken = pool.getconn()
        try:
            taken.gave_up_waiting = False
            yield taken
        finally:
            pool.putconn(taken)
    except LockNotAvailable as error:
        raise Blocked(str(error)) from error
    except AWAY as error:
        raise DatabaseUnavailable(str(error)) from error
    if taken.gave_up_waiting:
        raise DatabaseUnavailable("a commit was told not to wait for the standby any longer")


def confirm(database: Database) -> None:
    """Make sure, where nothing is left to be written, that what was read before is durable wherever commits are."""
    with connection(database.serving) as c:
        # A commit waits only for what it has written itself.
        c.execute("select pg_logical_emit_message(true, 'cartulary', '')")


def takes_effect(database: Database, statement: LiteralString, values: Params) -> bool:
    """Whether a statement changes any row; where it changes none, what was done before is durable as by `confirm`."""
    with connection(database.serving) as c:
        effective = c.execute(statement, values).rowcount > 0
    if not effective:
        confirm(database)
    return effective


def replica_pool(url: str, size: int) -> Pool:
    """The pool of a standby, which nobody waits for as long as for the primary."""
    vanished = conninfo_to_dict(url).get("tcp_user_timeout", SECONDS_FOR_THE_REPLICA * 1_000)
    return pool(url, "cartulary_public", size, "replica", SECONDS_FOR_THE_REPLICA, tcp_user_timeout=vanished)


def pool(
    url: str, role: str, size: int, name: str | None = None, seconds: float = SECONDS_TO_CONNECT, **connecting: Any
) -> Pool:
    """Connections of one role, of which there is one within `seconds`, or OperationalError."""

    def check(taken: Connection) -> None:
        try:
            require_open(taken)
        except psycopg.OperationalError:
            # Its neighbours have most likely died with it, and the pool would try them one a second.
            result.drain()
            raise

    result = ConnectionPool(
        url,
        connection_class=Connection,
        kwargs={
            "autocommit": True,
            "application_name": conninfo_to_dict(url).get("application_name", "cartulary"),
            "connect_timeout": SECONDS_TO_CONNECT,
            **connecting,
        },
        name=name or role,
        min_size=1,
        max_size=size,
        open=False,
        configure=lambda made: configure_connection(made, role),
        check=check,
        timeout=seconds,
        reconnect_timeout=SECONDS_TO_CONNECT,
    )
    return result


def configure_connection(made: Connection, role: str) -> None:
    """Set the role of a new connection, and log the server's notices."""
    made.add_notice_handler(made.take_note)
    # By a statement, for poolers in between pass no options on.
    ours = {"role": role} | TIMEOUTS
    with made.cursor() as cursor:
        cursor.execute(SETTLE, ([*ours.keys()], [*ours.values()]))


SETTLE: Final = "select set_config(name, value, false) from unnest(%s::text[], %s::text[]) as ours (name, value)"


def require_open(taken: Connection) -> None:
    """Raise OperationalError if the server has hung up; asks the socket only, not the server."""
    # The first look may find the server's last words, the second finds the end.
    taken.pgconn.consume_input()
    taken.pgconn.consume_input()


def wait_until_ready(url: str, seconds: float = 10, tell: Callable[[str], object] = lambda words: None) -> None:
    """Return when `url` takes connections; raise DatabaseUnavailable if it does not within `seconds`.

    `tell` is told once that this waits.
    """
    place = describe_error(url)
    deadline = time.monotonic() + seconds
    has_told = False
    while True:
        try:
            psycopg.connect(url, connect_timeout=SECONDS_TO_CONNECT).close()
        except psycopg.OperationalError as error:
            if connection_error(error) or time.monotonic() > deadline:
                raise DatabaseUnavailable(f"{place} cannot be reached: {reason(error)}") from error
            if not has_told:
                tell(f"{place} does not answer yet: {reason(error)}. Waiting for up to {seconds:g} seconds.")
                has_told = True
            time.sleep(0.2)
        else:
            return


def connection_error(error: psycopg.OperationalError) -> bool:
    """Whether the server is there and has said no, so that waiting does not help."""
    text = str(error)
    return "FATAL" in text and "starting up" not in text and "shutting down" not in text


def describe_error(url: str) -> str:
    """Return the database of `url` without its password."""
    try:
        parts = conninfo_to_dict(url)
    except psycopg.ProgrammingError:
        raise BadConfig("DATABASE_URL is not a PostgreSQL connection string.") from None
    name = parts.get("dbname") or parts.get("user") or "(default)"
    host = parts.get("host") or parts.get("hostaddr") or "a local socket"
    # Of several hosts without ports there are as many commas; a folder of sockets has no port to look for.
    port = f":{parts['port']}" if str(parts.get("port") or "").strip(",") and not str(host).startswith("/") else ""
    return f"Database {name} at {host}{port}"


def reason(error: psycopg.OperationalError) -> str:
    return str(error).strip().partition("\n")[0].rpartition("failed: ")[2]
