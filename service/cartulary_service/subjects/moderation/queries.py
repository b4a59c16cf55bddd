"""The log of what operators have done to players and their messages."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any, Final, NamedTuple
from uuid import UUID

from psycopg.rows import dict_row

from cartulary_service.json_output import format_time
from cartulary_service.players.suspensions import SUSPENDED
from cartulary_service.store.database import Connection, Database, connection

MOST_FOUND: Final = 50


class Entry(NamedTuple):
    """An act of an operator, who is known by the account of the operating system."""

    action: str
    operator: str
    player: str
    reason: str | None
    until: datetime | None = None
    game: str | None = None
    message: int | None = None


def note(c: Connection, entry: Entry) -> None:
    """Log an act within the transaction that does it."""
    c.execute(NOTE, entry._asdict())


NOTE: Final = """
insert into moderation_log (action, operator, player_id, reason, until, game_id, message)
values (%(action)s, %(operator)s, %(player)s, %(reason)s, %(until)s, %(game)s, %(message)s)
"""


def find_players(c: Connection, text: str) -> list[dict[str, Any]]:
    """Return players by the beginning of a handle, by their id, or by the id of a game; the first of the handles."""
    try:
        id = UUID(text)
    except ValueError:
        id = None
    with c.cursor(row_factory=dict_row) as cursor:
        start = text.removeprefix("@").lower()
        return cursor.execute(FIND, {"id": id, "start": start, "limit": MOST_FOUND}).fetchall()


FIND: Final = f"""
select p.id::text, p.handle, p.name, p.bot, p.created_at as created,
    (select max(used_at) from tokens t where t.player_id = p.id) as last_seen,
    coalesce({SUSPENDED}, false) as suspended,
    case when {SUSPENDED} then nullif(suspended_until, 'infinity') end as suspended_until,
    case when {SUSPENDED} then suspended_because end as suspended_because,
    array(
        select g.id::text from games g join game_seats s on s.game_id = g.id
        where s.player_id = p.id and g.status = 'playing' order by g.id
    ) as running_games
from players p
where p.deleted_at is null and (
    p.id = %(id)s or starts_with(p.handle, %(start)s)
    or p.id in (select player_id from game_seats where game_id = %(id)s)
)
order by p.handle limit %(limit)s
"""


def list_entries(database: Database, limit: int) -> list[str]:
    """Return the newest entries, oldest first, each as a line of text."""
    with connection(database.serving) as c:
        rows = c.execute(LIST, (limit,)).fetchall()
    return [line_of(at, handle, Entry(*entry)) for at, handle, *entry in reversed(rows)]


LIST: Final = """
select l.at, p.handle, action, operator, player_id::text, reason, nullif(until, 'infinity'), game_id::text, message
from moderation_log l join players p on p.id = l.player_id order by l.id desc limit %s
"""


def line_of(at: datetime, handle: str | None, entry: Entry) -> str:
    parts = [format_time(at), entry.operator, entry.action, f"@{handle}" if handle else entry.player]
    if entry.game is not None:
        parts.append(f"game {entry.game} message {entry.message}")
    if entry.until is not None:
        parts.append(f"until {format_time(entry.until)}")
    return "  ".join([*parts, *([entry.reason] if entry.reason else [])])


def export(database: Database, player: str) -> Iterator[dict[str, Any]]:
    """Yield what operators have done to a player, for the export of their data."""
    with connection(database.serving) as c:
        rows = c.execute(EXPORT, (player,)).fetchall()
    yield from (row[0] for row in rows)


EXPORT: Final = """
select to_jsonb(l) - 'player_id' - 'operator' - 'id' from moderation_log l where player_id = %s order by l.id
"""


def erase_all(c: Connection, player: str) -> None:
    """Erase the reasons given for what was done to a player; that it was done stays."""
    c.execute("update moderation_log set reason = null where player_id = %s", (player,))
