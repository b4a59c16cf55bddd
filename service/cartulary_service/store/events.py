"""Reads the events of a match; knows no game."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, Final, NamedTuple

from psycopg import Cursor
from psycopg.rows import TupleRow

from cartulary.record.event import RecordedEvent
from cartulary_service.store.database import Connection, Database, Pool, connection


def format_recorded_time(moment: str) -> str:
    """A moment of SQL as it stands in a record."""
    return f"""to_char({moment} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')"""


NOW: Final = format_recorded_time("clock_timestamp()")

LAST: Final = 2**31 - 1
"""The last position that there can be."""


AS_RECORDED: Final[Callable[[TupleRow], RecordedEvent]] = partial(tuple.__new__, RecordedEvent)
"""A row with these columns, at a third of what it costs by `RecordedEvent._make`."""


class Repeat(NamedTuple):
    """Earlier use of an idempotency key."""

    fingerprint: bytes
    version: int
    ply: int


class Loaded(NamedTuple):
    """Later events of a match, the database's time, and what a key was used for."""

    rows: list[RecordedEvent]
    at: str
    repeat: Repeat | None


def array(items: Iterable[int | str | None]) -> str:
    """Numbers or ids as an array of PostgreSQL, in its own words: 0.1 ms for a thousand, where psycopg takes 1.2."""
    return f"{{{','.join('null' if each is None else str(each) for each in items)}}}"


def begin(database: Database) -> tuple[str, str]:
    """A new match's id, and the database's time."""
    with connection(database.serving) as c:
        row = c.execute(f"select uuidv7()::text, {NOW}").fetchone()
    assert row is not None
    return row[0], row[1]


def now(database: Database) -> str:
    """The database's time."""
    with connection(database.public) as c:
        row = c.execute(f"select {NOW}").fetchone()
    assert row is not None
    return str(row[0])


def load(
    database: Database,
    game_id: str,
    after: int,
    player: str | None = None,
    key: str | None = None,
) -> Loaded:
    """Return later events with their private parts, the time, and what a key of the player was used for."""
    with connection(database.serving) as c:
        rows = c.execute(
            f"""
            select {NOW}, k.fingerprint, k.version, k.ply,
                   e.position, e.ply, e.type, e.v, e.seat, e.public, e.private, e.hash
            from (values (1)) as one
            left join idempotency_keys k on k.game_id = %(game)s and k.player_id = %(player)s and k.key = %(key)s
            left join events e on e.game_id = %(game)s and e.position > %(after)s
            order by e.position
            """,
            {"game": game_id, "after": after, "player": player, "key": key},
            binary=True,
        ).fetchall()
    at, fingerprint, version, ply, *_ = rows[0]
    repeat = None if fingerprint is None else Repeat(fingerprint, version, ply)
    return Loaded([AS_RECORDED(row[4:]) for row in rows if row[4] is not None], at, repeat)


def read(database: Database, game_id: str, after: int, until: int | None = None) -> list[RecordedEvent]:
    """Events of a range of positions, with their private parts."""
    with connection(database.serving) as c:
        return select(c, "private", game_id, after, until)


def read_public(database: Database, game_id: str, after: int, until: int | None = None) -> list[RecordedEvent]:
    """The same without private parts, by the role that has no right to read them."""
    with connection(database.public) as c:
        return select(c, "null::text", game_id, after, until)


def read_replica(replica: Pool, game_id: str, after: int, until: int | None = None) -> list[RecordedEvent]:
    """The same as a standby has it; none from one that is a standby no more and goes its own way."""
    with connection(replica) as c:
        return select(c, "null::text", game_id, after, until, "pg_is_in_recovery()")


def select(
    c: Connection,
    private: str,
    game_id: str,
    after: int,
    until: int | None,
    condition: str = "true",
) -> list[RecordedEvent]:
    # Binary, for as text a hash is written in hexadecimal digits and read again. Of an end that is always named the
    # planner thinks so little that it keeps one plan, and does not make one each time.
    cursor: Cursor[Any] = c.execute(
        f"""
        select position, ply, type, v, seat, public, {private}, hash from events
        where game_id = %(game)s and position > %(after)s and position <= %(until)s and {condition}
        order by position
        """,
        {"game": game_id, "after": after, "until": LAST if until is None else until},
        binary=True,
    )
    return [*map(AS_RECORDED, cursor.fetchall())]


def later_versions(database: Database, known: Mapping[str, int]) -> list[tuple[str, int]]:
    """The matches that have gone on from the versions known of them, and their versions now."""
    with connection(database.public) as c:
        return c.execute(
            """
            select g.id::text, g.version from unnest(%s::uuid[], %s::int[]) as known (id, version)
            join games g on g.id = known.id and g.version > known.version
            """,
            (array(known), array(known.values())),
        ).fetchall()
