"""Appends to the record of a match, each time in one statement; knows no game."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

from psycopg.errors import UniqueViolation
from psycopg.types.json import Jsonb

from domain.kernel.record import Recorded
from service import metrics
from service.database import Database, connection
from service.event_store import GOOD, NOW, Repeat, array
from service.json_output import json_text


class LostRace(Exception):
    """Another writer has appended to this match first; nothing was stored."""


class Key(NamedTuple):
    """An idempotency key of a player, and the digest of what was sent under it."""

    player: str
    value: str
    fingerprint: bytes


class Assumed(NamedTuple):
    """What a writer takes for granted who has not asked before; where it does not hold nothing is stored."""

    at: str
    """The time: not later than it is in the database, nor earlier than the events before, and not long ago."""
    token: str | None
    """The id of a token that is good."""


class Stored(NamedTuple):
    """The database's time when a ply was stored, and what its key was used for before, in which case it was not."""

    at: str
    repeat: Repeat | None


class Seats(NamedTuple):
    """Seats that players take, and that they leave."""

    taken: list[tuple[int, str]]
    left: list[int]


NOBODY: Final = Seats([], [])


class Headline(NamedTuple):
    """What the lobby lists of a match."""

    status: str
    result: dict[str, Any] | None
    deadline: str | None
    """What the clock ends unless players act before; RFC 3339."""
    to_act: list[int]
    bots: list[int]
    turns: list[int]
    """For whom the match begins to wait."""


@contextmanager
def lost_if_there() -> Iterator[None]:
    """Where another has written the same first. Raises LostRace."""
    try:
        yield
    except UniqueViolation as error:
        metrics.LOST_RACES.inc()
        raise LostRace from error


def create(database: Database, game_id: str, headline: dict[str, Any], rows: Sequence[Recorded]) -> None:
    """Store a new match with its first event. Raises LostRace for a second rematch of the same match."""
    with connection(database.serving) as c, lost_if_there():
        c.execute(
            f"""
            with g as (
                insert into games (
                    id, game, edition, seats, options, sandbox, created_by, private, deadline, status, version, ply
                )
                values (
                    %(game_id)s, %(game)s, %(edition)s, %(seats)s, %(options)s, %(sandbox)s, %(player)s, %(is_private)s,
                    %(deadline)s::timestamptz, 'open', 1, 1
                )
            ), rematch as (
                insert into rematches (game_id, rematch_id)
                select %(rematch_of)s::uuid, %(game_id)s where %(rematch_of)s::uuid is not null
            )
            insert into events (game_id, position, ply, type, v, seat, public, private, hash) select {EVENTS}
            """,
            headline | {"game_id": game_id, "options": Jsonb(headline["options"]), "rows": rows_text(rows)},
        )


EVENTS: Final = """%(game_id)s, e.position, e.ply, e.type, e.v, e.seat, e.public, e.private, decode(e.hash, 'hex')
    from json_to_recordset(%(rows)s::json) as e (
        position int, ply int, type text, v smallint, seat smallint, public text, private text, hash text
    )"""
"""The rows as one text, for psycopg takes two hundred microseconds for lists."""


def rows_text(rows: Sequence[Recorded]) -> str:
    """Events as the statements here take them."""
    return json_text([row._asdict() | {"hash": row.hash.hex()} for row in rows])


@metrics.APPEND.time()
def append(
    database: Database,
    game_id: str,
    previous: bytes,
    rows: Sequence[Recorded],
    headline: Headline,
    key: Key | None = None,
    seats: Seats = NOBODY,
    assumed: Assumed | None = None,
) -> Stored:
    """Store a ply in one statement: its events, the lobby's line, the key, seats taken or left, what is to be told.

    `previous` is the head that they follow. Where the key was used before nothing is stored but that it was sent again.
    Raises LostRace when a position is taken, when what is assumed does not hold, or when that head is not there: after
    a failover the end of a record may be gone.
    """
    player, value, fingerprint = key or (None, None, None)
    at, token = assumed or (None, None)
    values = {
        "game_id": game_id,
        "previous": previous,
        "rows": rows_text(rows),
        "version": rows[-1].position,
        "first": rows[0].position,
        "last_ply": rows[-1].ply,
        "status": headline.status,
        "result": None if headline.result is None else Jsonb(headline.result),
        "deadline": headline.deadline,
        "to_act": array(headline.to_act),
        "bots": array(headline.bots),
        "turns": array(headline.turns),
        "player": player,
        "key": value,
        "fingerprint": fingerprint,
        "taken": array(seat for seat, _ in seats.taken),
        "sitting": array(player for _, player in seats.taken),
        "left": array(seats.left),
        "at": at,
        "token": token,
    }
    with lost_if_there(), connection(database.serving) as c:
        row = c.execute(APPEND, values).fetchone()
    assert row is not None
    there, now, repeats, *before = row
    if not there:
        metrics.LOST_RACES.inc()
        raise LostRace
    return Stored(now, Repeat(*before) if repeats else None)


RECENT: Final = """(
    %(at)s::timestamptz between clock_timestamp() - interval '250 milliseconds' and clock_timestamp()
    and %(at)s::timestamptz >= date_trunc('milliseconds', recorded_at)
)"""
"""Whether a time can be that of events after the one that stands in the row."""

APPEND = f"""
with previous as (
    select from events where game_id = %(game_id)s and position = %(first)s - 1 and hash = %(previous)s
        and (%(at)s::timestamptz is null or {RECENT}) and {GOOD}
), used as (
    insert into idempotency_keys as k (game_id, player_id, key, fingerprint, version, ply)
    select %(game_id)s, %(player)s::uuid, %(key)s, %(fingerprint)s::bytea, %(version)s, %(last_ply)s
    from previous where %(key)s::text is not null
    on conflict (game_id, player_id, key) do update set repeats = k.repeats + 1
    returning fingerprint, version, ply, repeats
), first as (
    select from previous where not exists (select from used where repeats > 0)
), written as (
    insert into events (game_id, position, ply, type, v, seat, public, private, hash)
    select written.* from first, lateral (select {EVENTS}) as written
), told as (
    insert into outbox (game_id, version, first, turns)
    select %(game_id)s, %(version)s, %(first)s, %(turns)s::smallint[] from first
), taken as (
    insert into game_seats (game_id, seat, player_id)
    select %(game_id)s, t.* from first, unnest(%(taken)s::smallint[], %(sitting)s::uuid[]) as t
), left_again as (
    delete from game_seats
    where game_id = %(game_id)s and seat = any(%(left)s::smallint[]) and exists (select from first)
), listed as (
    update games set status = %(status)s, version = %(version)s, ply = %(last_ply)s, result = %(result)s,
        deadline = %(deadline)s::timestamptz, to_act = %(to_act)s::smallint[],
        bots = %(bots)s::smallint[], updated_at = now(),
        ended_in = case when %(result)s::jsonb is not null then coalesce(ended_in, pg_current_xact_id()) end
    from first where id = %(game_id)s
)
select exists (select from previous), {NOW}, u.repeats, u.fingerprint, u.version, u.ply
from (values (1)) as one left join used u on true
"""


def repeated(database: Database, game_id: str, key: Key) -> None:
    """Note that a key was sent again; the commit makes sure that what is answered is durable wherever commits are."""
    with connection(database.serving) as c:
        c.execute(
            "update idempotency_keys set repeats = repeats + 1 where game_id = %s and player_id = %s and key = %s",
            (game_id, key.player, key.value),
        )
