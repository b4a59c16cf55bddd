"""Whether the replica is one: a standby of the primary, and not far behind."""

import time
from typing import Any, Final

import psycopg

from cartulary_service.diagnostics import Finding, first_line, warning, wrong

SECONDS_TO_ANSWER: Final = 3
SECONDS_BEHIND: Final = 5
REPLICA: Final = "REPLICA_URL"

Session = psycopg.Connection[Any]


def of_replica(primary_url: str, url: str, seconds: float = SECONDS_BEHIND) -> Finding:
    """Return the finding about the replica, which may be at most `seconds` behind."""
    try:
        with (
            psycopg.connect(primary_url, autocommit=True) as primary,
            psycopg.connect(url, autocommit=True, connect_timeout=SECONDS_TO_ANSWER) as replica,
        ):
            return compare(primary, replica, seconds)
    except psycopg.Error as error:
        return warning(REPLICA, f"it does not answer, and the primary does its work: {first_line(error)}; start it")


def compare(primary: Session, replica: Session, seconds: float) -> Finding:
    """Whether the one follows the other."""
    if not value(replica, "select pg_is_in_recovery()"):
        return wrong(REPLICA, "it is no standby, or not any more; make it one of the primary, or unset it")
    if value(primary, CLUSTER) != value(replica, CLUSTER):
        return wrong(REPLICA, "it is a standby of another primary; make it one of this, or unset it")
    reached = value(replica, "select pg_last_wal_replay_lsn()::text")
    if not value(primary, "select pg_current_wal_insert_lsn() >= %s::pg_lsn", reached):
        return wrong(REPLICA, "it has what the primary has not; make it anew by pg_basebackup, or unset it")
    if not follows(replica, value(primary, "select pg_current_wal_flush_lsn()::text"), seconds):
        return warning(
            REPLICA,
            f"it is more than {seconds} s behind, so spectators may see what was; look at its log, and at "
            "pg_stat_replication on the primary",
        )
    return Finding("ok", REPLICA, "it follows the primary")


def follows(replica: Session, place: str, seconds: float) -> bool:
    """Whether a standby gets to a place of the primary's log within so many seconds."""
    deadline = time.monotonic() + seconds
    while not value(replica, "select pg_last_wal_replay_lsn() >= %s::pg_lsn", place):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.1)
    return True


CLUSTER: Final = "select system_identifier from pg_control_system()"


def value(session: Session, query: str, *values: str) -> Any:
    """Return the value of a query."""
    row = session.execute(query.encode(), values).fetchone()
    return None if row is None else row[0]
