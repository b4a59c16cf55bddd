"""Appends to the records of matches, each time in one statement; knows no game."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from psycopg.errors import UniqueViolation
from psycopg.types.json import Jsonb

from cartulary.record.event import RecordedEvent
from cartulary_service.json_output import json_text
from cartulary_service.store.coalescer import MOST
from cartulary_service.store.database import Connection, Database, connection
from cartulary_service.store.events import NOW, Repeat


class ConcurrencyConflict(Exception):
    """Another writer has appended to this match first; nothing was stored."""


class IdempotencyKey(NamedTuple):
    """An idempotency key of a player, and the digest of what was sent under it."""

    player: str
    value: str
    fingerprint: bytes


class Stored(NamedTuple):
    """The database's time when a ply was stored, and what its key was used for before, in which case it was not."""

    at: str
    repeat: Repeat | None


class Seats(NamedTuple):
    """Seats that players take, and that they leave."""

    taken: list[tuple[int, str]]
    left: list[int]


NOBODY: Final = Seats([], [])


class GameRow(NamedTuple):
    """The row of a game that the lobby lists."""

    status: str
    result: dict[str, Any] | None
    deadline: str | None
    """Time at which a clock acts unless players do so before; RFC 3339."""
    to_act: list[int]
    bots: list[int]
    vacant: list[int]
    turns: list[int]
    """For whom the match begins to wait."""
    people: int | None = None
    """Number of people who are still in the game; None before it begins."""


class NewPly(NamedTuple):
    """A ply to append, and the changes of other tables that come with it."""

    game_id: str
    expected_head: bytes
    """The head that the events follow: after a failover the end of a record may be gone."""
    rows: Sequence[RecordedEvent]
    game_row: GameRow
    key: IdempotencyKey | None = None
    seats: Seats = NOBODY
    assumed: str | None = None
    """The time of a writer that has not asked the database; the ply is not stored if it cannot be the time.

    It saves a query for each action: without it a worker takes 1,240 actions a second for 1,970 (three runs).
    """


def create(c: Connection, game_id: str, headline: dict[str, Any], rows: Sequence[RecordedEvent]) -> None:
    """Store a new match with its first event, in a transaction of the caller.

    Raises ConcurrencyConflict for a second rematch of the same match, unless it is `instead_of` the first.
    """
    try:
        # By itself, for it stands with the game before: each statement names one game.
        if headline["rematch_of"] is not None and not c.execute(REMATCH, headline | {"game_id": game_id}).rowcount:
            raise ConcurrencyConflict
        c.execute(
            f"""
            with g as (
                insert into games (
                    id, game, edition, seats, options, sandbox, created_by, private, pace, deadline, min_reliability,
                    language, status, version, ply
                )
                values (
                    %(game_id)s, %(game)s, %(edition)s, %(seats)s, %(options)s, %(sandbox)s, %(player)s,
                    %(is_private)s, %(pace)s, %(deadline)s::timestamptz, %(min_reliability)s,
                    %(language)s, 'open', 1, 1
                )
            ), told as (
                insert into outbox (game_id, version, first) select %(game_id)s, 1, 1
                where %(rematch_of)s::uuid is not null
            )
            {insert_events("%(game_id)s::uuid")}
            """,
            headline
            | {"game_id": game_id, "options": Jsonb(headline["options"]), "rows": json_text(lines(game_id, rows))},
        )
    except UniqueViolation as error:
        raise ConcurrencyConflict from error


REMATCH: Final = """
insert into rematches as r (game_id, rematch_id) values (%(rematch_of)s, %(game_id)s)
on conflict (game_id) do update set rematch_id = excluded.rematch_id
where r.rematch_id = %(instead_of)s::uuid
"""


def insert_events(game_id: str) -> str:
    """Return the statement that inserts events; they come as one text, for psycopg takes 200 µs for lists."""
    return f"""
    insert into events (game_id, position, ply, type, v, seat, public, private, hash)
    select {game_id}, position, e.ply, type, v, seat, public, private, decode(hash, 'hex')
    from json_to_recordset(%(rows)s::json) as e (
        game_id uuid, position int, ply int, type text, v smallint, seat smallint, public text, private text, hash text
    )"""


def lines(game_id: str, rows: Sequence[RecordedEvent]) -> list[dict[str, Any]]:
    """Events as the statements here take them."""
    return [row._asdict() | {"game_id": game_id, "hash": row.hash.hex()} for row in rows]


def append_each(database: Database, plies: Sequence[NewPly]) -> list[Stored | None]:
    """Store plies of several matches in one statement: events, the lobby's lines, keys, seats taken or left, news.

    A ply whose idempotency key was used before is not stored again; its answer says so. The answer is None for a ply
    that lost a race: its position is taken, an assumption does not hold, the head that it follows is not there, or
    another of these plies came first. Raises UniqueViolation, with nothing stored, if one of several loses its race
    meanwhile.
    """
    first = {ply.game_id: ply for ply in reversed(plies)}
    try:
        with connection(database.serving) as c:
            answers = append_in(c, [first[game_id] for game_id in sorted(first)])
    except UniqueViolation:
        if len(plies) > 1:
            raise
        return [None]
    stored = {game_id: Stored(at, Repeat(*use) if repeats else None) for game_id, at, repeats, *use in answers}
    return [stored.get(ply.game_id) if ply is first[ply.game_id] else None for ply in plies]


def append_in(c: Connection, plies: Sequence[NewPly]) -> list[tuple[Any, ...]]:
    """Store plies of different matches, in ascending order of these, on a connection; return the rows of `APPEND`."""
    values = {
        "plies": json_text([*map(ply_json, plies)]),
        "rows": json_text([line for ply in plies for line in lines(ply.game_id, ply.rows)]),
    }
    return c.execute(APPEND, values).fetchall()


def ply_json(ply: NewPly) -> Mapping[str, Any]:
    """A ply without its events, as the statement takes it."""
    last = ply.rows[-1]
    return {
        "game_id": ply.game_id,
        "expected_head": ply.expected_head.hex(),
        "first": ply.rows[0].position,
        "version": last.position,
        "ply": last.ply,
        **ply.game_row._asdict(),
        "player": ply.key and ply.key.player,
        "key": ply.key and ply.key.value,
        "fingerprint": ply.key and ply.key.fingerprint.hex(),
        "taken": [seat for seat, _ in ply.seats.taken],
        "sitting": [player for _, player in ply.seats.taken],
        "left": ply.seats.left,
        "at": ply.assumed,
    }


RECENT: Final = """(
    w.at between clock_timestamp() - interval '250 milliseconds' and clock_timestamp()
    and w.at >= (e.public::json ->> 'at')::timestamptz
)"""
"""Whether a time can be that of events after the one that stands in the row."""

# In ascending order of matches everywhere, so that no two of these statements can wait for each other. The limit tells
# the planner how few they are: for the hundred that it expects otherwise it would read whole tables.
APPEND: Final = f"""
with wanted as materialized (
    select * from json_to_recordset(%(plies)s::json) as w (
        game_id uuid, expected_head text, first int, version int, ply int,
        status text, result jsonb, deadline timestamptz, to_act smallint[], bots smallint[], vacant smallint[],
        turns smallint[], people smallint,
        player uuid, key text, fingerprint text, taken smallint[], sitting uuid[], "left" smallint[],
        at timestamptz
    ) limit {MOST}
), standing as materialized (
    select * from wanted w where (
        select e.hash = decode(w.expected_head, 'hex') and (w.at is null or {RECENT})
        from events e where e.game_id = w.game_id and e.position = w.first - 1
    )
), used as (
    insert into idempotency_keys as k (game_id, player_id, key, fingerprint, version, ply)
    select game_id, player, key, decode(fingerprint, 'hex'), version, ply from standing where key is not null
    on conflict (game_id, player_id, key) do update set repeats = k.repeats + 1
    returning game_id, fingerprint, version, ply, repeats
), new as materialized (
    select * from standing s where not exists (select from used u where u.game_id = s.game_id and u.repeats > 0)
), written as (
    {insert_events("e.game_id")}
    where game_id in (select game_id from new)
), told as (
    insert into outbox (game_id, version, first, turns) select game_id, version, first, turns from new
), taken as (
    insert into game_seats (game_id, seat, player_id)
    select new.game_id, t.* from new, unnest(new.taken, new.sitting) as t
    on conflict (game_id, seat) do update set player_id = excluded.player_id
), left_again as (
    delete from game_seats s using new where s.game_id = new.game_id and s.seat = any(new."left")
), listed as (
    update games g set status = new.status, version = new.version, ply = new.ply, result = new.result,
        deadline = new.deadline, to_act = new.to_act, bots = new.bots, vacant = new.vacant, people = new.people,
        updated_at = now(),
        ended_in = case when new.result is not null then coalesce(g.ended_in, pg_current_xact_id()) end
    from new where g.id = new.game_id
)
select s.game_id::text, {NOW}, u.repeats, u.fingerprint, u.version, u.ply
from standing s left join used u on u.game_id = s.game_id
"""


def note_repeat(database: Database, game_id: str, key: IdempotencyKey) -> None:
    """Note that a key was sent again; the commit makes sure that what is answered is durable wherever commits are."""
    with connection(database.serving) as c:
        c.execute(
            "update idempotency_keys set repeats = repeats + 1 where game_id = %s and player_id = %s and key = %s",
            (game_id, key.player, key.value),
        )


def forget_outbox(database: Database) -> None:
    """Forget all plies that wait to be told outside."""
    with connection(database.serving) as c:
        c.execute("delete from outbox")


DAYS_KEPT: Final = 7
GAMES_AT_ONCE: Final = 500
FORGET: Final = """
with due as (
    select id from games
    where status in ('finished', 'abandoned') and not keys_forgotten
      and updated_at < now() - make_interval(days => %(days)s)
    order by id limit %(limit)s
), forgotten as (
    delete from idempotency_keys k using due where k.game_id = due.id
)
update games set keys_forgotten = true from due where games.id = due.id
"""


def forget_keys(database: Database) -> int:
    """Forget the keys of games that ended a week ago, some games at a time; return how many games."""
    with connection(database.serving) as c:
        return c.execute(FORGET, {"days": DAYS_KEPT, "limit": GAMES_AT_ONCE}).rowcount
