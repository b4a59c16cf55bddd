"""The events of all games in one order that has no gaps: by transaction, game and position.

A row is shown once no transaction is open that began before its own: until then an earlier one could still appear.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from http import HTTPStatus
from typing import Any, Final, NamedTuple, Self

from cartulary.catalogue import CATALOGUE
from cartulary.record.event import RecordedEvent
from cartulary.record.redact import redact_row
from cartulary.record.sealed import unseal
from cartulary_service.attempts import readable
from cartulary_service.errors import Problem
from cartulary_service.live.hub import News
from cartulary_service.store import events
from cartulary_service.store.database import Connection, Database, connection

CURSOR: Final = re.compile(r"([0-9]{1,19})-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-([0-9]{1,10})", re.ASCII)
PUBLIC: Final = ""
"""Stands for all public games among players, each of whom stands for their games."""
LAST_POSITION: Final = 2**31 - 1
LAST_TRANSACTION: Final = 2**63 - 1
SETTLED: Final = "pg_snapshot_xmin(pg_current_snapshot())"
"""Lower bound of all transactions that may still commit."""


class Cursor(NamedTuple):
    """A place in the order of all events: that of an event, or one before a transaction's first."""

    xid: int
    game: str
    position: int

    @classmethod
    def read(cls, text: str) -> Self:
        """The cursor in a text. Raises Problem 400 for one that was never given."""
        found = CURSOR.fullmatch(text)
        if found is None or int(found[3]) > LAST_POSITION:
            detail = "Unknown cursor. Omit it to start at the beginning, or send the last one that you received."
            raise Problem(HTTPStatus.BAD_REQUEST, "bad-cursor", detail)
        return cls(int(found[1]), found[2], int(found[3]))

    def __str__(self) -> str:
        return f"{self.xid}-{self.game}-{self.position}"


def before(xid: int) -> Cursor:
    """The place before all events of a transaction, and of those after it."""
    return Cursor(xid, "00000000-0000-0000-0000-000000000000", 0)


START: Final = before(0)


class Placed(NamedTuple):
    """An event as it may be shown, and where it stands among all; without public part, if it cannot be read."""

    cursor: Cursor
    type: str
    public: str | None
    private: str | None


Unsealed = Mapping[str, Mapping[int, RecordedEvent]]
"""Events of sealed games, by game and position."""


def now(database: Database) -> Cursor:
    """The place after which everything stands that is not settled yet."""
    with connection(database.public) as c:
        row = c.execute(f"select ({SETTLED})::text").fetchone()
    assert row is not None
    return before(int(row[0]))


def public_events(database: Database, after: Cursor, limit: int) -> list[Placed]:
    """The next events of all games that are not private, public parts only."""
    with connection(database.public) as c:
        rows = c.execute(PUBLIC_EVENTS, wanted(after, limit)).fetchall()
        sealed = unseal_all(c, events.PUBLIC_PARTS, {row[1] for row in rows if row[3] is None})
    return [
        Placed(Cursor(int(xid), game_id, position), row.type, row.public, None)
        if (row := sealed.get(game_id, {}).get(position))
        else Placed(Cursor(int(xid), game_id, position), kind, public, None)
        for xid, game_id, position, kind, public in rows
    ]


def unseal_all(c: Connection, private: events.PrivateColumns, games: Iterable[str]) -> Unsealed:
    """Return the events of sealed games; the log names those that cannot be read."""
    packed = events.read_sealed(c, private, games)
    found = {game_id: readable(game_id, partial(unseal, game_id, *parts)) for game_id, parts in packed.items()}
    return {game_id: {row.position: row for row in rows} for game_id, rows in found.items() if rows is not None}


def wanted(after: Cursor, limit: int) -> dict[str, Any]:
    """Return the place after which events are wanted, and how many."""
    xid = min(after.xid, LAST_TRANSACTION)
    return {"xid": str(xid), "number": xid, "game": after.game, "position": after.position, "limit": limit}


IS_LATER: Final = "(%(xid)s::text::xid8, %(game)s::uuid, %(position)s::int)"
# Of sealed games those that had begun at the cursor, and as many of the later ones as events are wanted: each of these
# has one, and those that began after them have none that comes earlier.
PUBLIC_EVENTS: Final = f"""
select xid::text, game_id::text, position, type, public from (
    (
        select e.xid, e.game_id, e.position, e.type, e.public
        from events e join games g on g.id = e.game_id
        where (e.xid, e.game_id, e.position) > {IS_LATER} and e.xid < {SETTLED} and not g.private
        order by e.xid, e.game_id, e.position limit %(limit)s
    ) union all (
        select t.xid, s.game_id, t.position::int, null, null
        from (
            (
                select s.game_id, s.transactions from sealed_games s join games g on g.id = s.game_id
                where s.span @> %(number)s::int8 and not g.private
            ) union all (
                select s.game_id, s.transactions from sealed_games s join games g on g.id = s.game_id
                where lower(s.span) > %(number)s::int8 and not g.private order by lower(s.span) limit %(limit)s
            )
        ) s cross join unnest(s.transactions) with ordinality t (xid, position)
        where (t.xid, s.game_id, t.position) > {IS_LATER}
        order by t.xid, s.game_id, t.position limit %(limit)s
    )
) e order by e.xid, e.game_id, e.position limit %(limit)s
"""


def events_of(database: Database, player: str, after: Cursor, limit: int) -> list[Placed]:
    """Return the next events of all games of a player, redacted for the player's seats."""
    with connection(database.serving) as c:
        values = wanted(after, limit) | {"player": player, "known": [*CATALOGUE]}
        rows = c.execute(EVENTS_OF, values).fetchall()
        sealed = unseal_all(c, events.WHOLE, {row[1] for row in rows if row[-1] is None})
    return [place(row, sealed) for row in rows]


# Of a game whose last event stands before the cursor no further row is looked at.
EVENTS_OF: Final = f"""
select xid::text, id::text, game, seat, position, ply, type, v, of, public, private, hash from (
    select e.xid, g.id, g.game, s.seat,
           e.position, e.ply, e.type, e.v, e.seat as of, e.public, e.private, e.hash
    from game_seats s
    join games g on g.id = s.game_id
    cross join lateral (
        select from events l where l.game_id = g.id and l.position = g.version and l.xid >= %(xid)s::text::xid8
        limit 1
    ) as last
    cross join lateral (
        select * from events e
        where e.game_id = g.id and e.xid < {SETTLED} and (e.xid, e.game_id, e.position) > {IS_LATER}
        order by e.position limit %(limit)s
    ) as e
    where s.player_id = %(player)s and g.game = any(%(known)s)
    union all
    select t.xid, g.id, g.game, s.seat, t.position::int, null, null, null, null, null, null, null
    from game_seats s
    join games g on g.id = s.game_id
    join sealed_games z on z.game_id = g.id and upper(z.span) > %(number)s::int8
    cross join lateral (
        select * from unnest(z.transactions) with ordinality t (xid, position)
        where (t.xid, z.game_id, t.position) > {IS_LATER}
        order by t.position limit %(limit)s
    ) as t
    where s.player_id = %(player)s and g.game = any(%(known)s)
) e order by e.xid, e.id, e.position limit %(limit)s
"""


def place(values: tuple[Any, ...], sealed: Unsealed) -> Placed:
    """Return a stored event, or one of these, without what its reader's seat may not see."""
    xid, game_id, game, seat, position, *stored = values
    cursor = Cursor(int(xid), game_id, position)
    row = RecordedEvent(position, *stored) if stored[0] else sealed.get(game_id, {}).get(position)
    if row is None:
        return Placed(cursor, "", None, None)
    return Placed(cursor, row.type, row.public, redact_row(CATALOGUE[game].event_types, row, seat).private)


def find_news(database: Database, since: int | None, names: Sequence[str]) -> News:
    """Return for which of these players, or for `PUBLIC`, anything was settled from a transaction on; None for none."""
    with connection(database.public) as c:
        row: Any = c.execute(
            f"""
            with changed as materialized (
                select distinct e.game_id from events e where e.xid >= %s::text::xid8 and e.xid < {SETTLED}
            )
            select ({SETTLED})::text, exists (select from changed), array(
                select distinct s.player_id::text from changed join game_seats s on s.game_id = changed.game_id
                where s.player_id = any(%s::uuid[])
            )
            """,
            (None if since is None else str(since), [each for each in names if each != PUBLIC]),
        ).fetchone()
    until, is_any, players = row
    return News(int(until), frozenset([*players, *([PUBLIC] if is_any else [])]))
