"""The log of what operators have done to players and their messages."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any, Final, NamedTuple

from cartulary_service.json_output import format_time
from cartulary_service.store.database import Connection, Database, connection


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
