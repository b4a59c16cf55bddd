"""Reads the events of a match; knows no game."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from psycopg import Cursor
from psycopg.rows import TupleRow

from cartulary.record.event import RecordedEvent
from cartulary.record.sealed import unseal
from cartulary_service.store.database import Connection, Database, Pool, connection


def format_recorded_time(moment: str) -> str:
    """A moment of SQL as it stands in a record."""
    return f"""to_char({moment} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')"""


NOW: Final = format_recorded_time("clock_timestamp()")

LAST: Final = 2**31 - 1
"""The last position that there can be."""


AS_RECORDED: Final[Callable[[TupleRow], RecordedEvent]] = partial(tuple.__new__, RecordedEvent)
"""A row with these columns, at a third of what it costs by `RecordedEvent._make`."""


class PrivateColumns(NamedTuple):
    """What is read of the private parts: of events, and of sealed games."""

    of_event: str
    sealed: str


WHOLE: Final = PrivateColumns("e.private", "s.private")
PUBLIC_PARTS: Final = PrivateColumns("null::text", "null::bytea")


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
                   e.position, e.ply, e.type, e.v, e.seat, e.public, e.private, e.hash, s.public, s.private
            from (values (1)) as one
            left join idempotency_keys k on k.game_id = %(game)s and k.player_id = %(player)s and k.key = %(key)s
            left join sealed_games s on s.game_id = %(game)s and s.version > %(after)s
            left join events e on e.game_id = %(game)s and e.position > %(after)s
            order by e.position
            """,
            {"game": game_id, "after": after, "player": player, "key": key},
            binary=True,
        ).fetchall()
    at, fingerprint, version, ply, *_ = rows[0]
    repeat = None if fingerprint is None else Repeat(fingerprint, version, ply)
    return Loaded(recorded(game_id, [row[4:] for row in rows], after, LAST), at, repeat)


def read(database: Database, game_id: str, after: int, until: int | None = None) -> list[RecordedEvent]:
    """Events of a range of positions, with their private parts."""
    with connection(database.serving) as c:
        return select(c, WHOLE, game_id, after, until)


def read_public(database: Database, game_id: str, after: int, until: int | None = None) -> list[RecordedEvent]:
    """The same without private parts, by the role that has no right to read them."""
    with connection(database.public) as c:
        return select(c, PUBLIC_PARTS, game_id, after, until)


def read_replica(replica: Pool, game_id: str, after: int, until: int | None = None) -> list[RecordedEvent]:
    """The same as a standby has it; none from one that is a standby no more and goes its own way."""
    with connection(replica) as c:
        return select(c, PUBLIC_PARTS, game_id, after, until, "pg_is_in_recovery()")


def select(
    c: Connection,
    private: PrivateColumns,
    game_id: str,
    after: int,
    last: int | None,
    condition: str = "true",
) -> list[RecordedEvent]:
    until = LAST if last is None else last
    # Binary, for as text a hash is written in hexadecimal digits and read again. Of an end that is always named the
    # planner thinks so little that it keeps one plan, and does not make one each time.
    cursor: Cursor[Any] = c.execute(
        f"""
        select e.position, e.ply, e.type, e.v, e.seat, e.public, {private.of_event}, e.hash, s.public, {private.sealed}
        from (values (1)) as one
        left join sealed_games s on s.game_id = %(game)s and s.version > %(after)s
        left join events e on e.game_id = %(game)s and e.position > %(after)s and e.position <= %(until)s
        where {condition}
        order by e.position
        """,
        {"game": game_id, "after": after, "until": until},
        binary=True,
    )
    return recorded(game_id, cursor.fetchall(), after, until)


def recorded(game_id: str, rows: Sequence[TupleRow], after: int, until: int) -> list[RecordedEvent]:
    """Return the events in rows that have one each, or all of a sealed game, or nothing."""
    if len(rows) == 1 and rows[0][8] is not None:
        return unseal(game_id, *rows[0][8:])[after:until]
    return [AS_RECORDED(row[:8]) for row in rows if row[0] is not None]


def read_sealed(c: Connection, private: PrivateColumns, games: Iterable[str]) -> dict[str, tuple[bytes, bytes | None]]:
    """Return the packed parts of sealed games."""
    rows = c.execute(
        f"select s.game_id::text, s.public, {private.sealed} from sealed_games s where s.game_id = any(%s::uuid[])",
        (array(games),),
    ).fetchall()
    return {game_id: (public, hidden) for game_id, public, hidden in rows}


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
