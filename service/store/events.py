"""Reads the events of a match; knows no game."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from psycopg import Cursor
from psycopg.rows import TupleRow

from domain.record.event import RecordedEvent
from service.store.database import Connection, Database, Pool, connection


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


GOOD: Final = """(
    %(token)s::uuid is null or exists (
        select from tokens where id = %(token)s and revoked_at is null and (expires_at is null or expires_at > now())
    )
)"""
"""Whether a token is good, by its id, if one is given."""


MAY_ACT: Final = f"""(
    {GOOD} and not exists (
        select from tokens t join players p on p.id = t.player_id where t.id = %(token)s and p.suspended_until > now()
    )
)"""
"""Whether a token is good, by its id, and its player is not suspended; true if no token is given."""


def load(
    database: Database,
    game_id: str,
    after: int,
    player: str | None = None,
    key: str | None = None,
    token: str | None = None,
) -> Loaded:
    """Return later events with their private parts; none if the player of a token, by its id, may not act by it."""
    with connection(database.serving) as c:
        rows = c.execute(
            f"""
            select {NOW}, k.fingerprint, k.version, k.ply,
                   e.position, e.ply, e.type, e.v, e.seat, e.public, e.private, e.hash
            from (values (1)) as one
            left join idempotency_keys k on k.game_id = %(game)s and k.player_id = %(player)s and k.key = %(key)s
            left join events e on e.game_id = %(game)s and e.position > %(after)s and {MAY_ACT}
            order by e.position
            """,
            {"game": game_id, "after": after, "player": player, "key": key, "token": token},
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


class Later(NamedTuple):
    """Query for the events of a match after a position. It returns no rows if the token is revoked or expired."""

    game_id: str
    after: int
    token: str | None = None


def read_each(database: Database, wanted: Sequence[Later]) -> list[list[RecordedEvent]]:
    """Later events of each match, with their private parts, in one statement."""
    with connection(database.serving) as c:
        if len(wanted) > 1:
            return select_each(c, "e.private", wanted, EACH_GOOD)
        game_id, after, token = wanted[0]
        return [select(c, "private", game_id, after, None, GOOD if token else "true", token)]


def read_public_each(database: Database, wanted: Sequence[Later]) -> list[list[RecordedEvent]]:
    """The same without private parts, by the role that has no right to read them; tokens are not asked for."""
    with connection(database.public) as c:
        if len(wanted) > 1:
            return select_each(c, "null::text", wanted)
        return [select(c, "null::text", wanted[0].game_id, wanted[0].after, None)]


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
    token: str | None = None,
) -> list[RecordedEvent]:
    # Binary, for as text a hash is written in hexadecimal digits and read again. Of an end that is always named the
    # planner thinks so little that it keeps one plan, and does not make one each time.
    cursor: Cursor[Any] = c.execute(
        f"""
        select position, ply, type, v, seat, public, {private}, hash from events
        where game_id = %(game)s and position > %(after)s and position <= %(until)s and {condition}
        order by position
        """,
        {"game": game_id, "after": after, "until": LAST if until is None else until, "token": token},
        binary=True,
    )
    return [*map(AS_RECORDED, cursor.fetchall())]


EACH_GOOD: Final = """(
    w.token is null or (
        select true from tokens
        where id = w.token and revoked_at is null and (expires_at is null or expires_at > now())
    )
)"""
"""The same as `GOOD`, asked token by token: for `exists` PostgreSQL may read all tokens that there are."""


EACH_MAY_ACT: Final = """(
    w.token is null or (
        select not coalesce(suspended_until > now(), false) from tokens join players on players.id = tokens.player_id
        where tokens.id = w.token and revoked_at is null and (expires_at is null or expires_at > now())
    )
)"""
"""The same as `MAY_ACT`, asked token by token."""


def select_each(
    c: Connection, private: str, wanted: Sequence[Later], condition: str = "true"
) -> list[list[RecordedEvent]]:
    found: list[list[RecordedEvent]] = [[] for _ in wanted]
    games, after, tokens = zip(*wanted, strict=True)
    rows = c.execute(
        f"""
        select w.place, e.position, e.ply, e.type, e.v, e.seat, e.public, {private}, e.hash
        from unnest(%(games)s::uuid[], %(after)s::int[], %(tokens)s::uuid[]) with ordinality
            as w (game_id, after, token, place)
        join events e on e.game_id = w.game_id and e.position > w.after and e.position <= %(until)s
        where {condition}
        order by w.place, e.position
        """,
        {"games": array(games), "after": array(after), "tokens": array(tokens), "until": LAST},
        binary=True,
    ).fetchall()
    for place, *row in rows:
        found[place - 1].append(RecordedEvent(*row))
    return found


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
