"""Notes that players keep on games for themselves, each on a version; no part of the record."""

from datetime import datetime
from http import HTTPStatus
from typing import Any, Final

from cartulary_service.errors import Problem, not_found
from cartulary_service.json_output import format_time
from cartulary_service.players import quotas
from cartulary_service.players.presence import require_present
from cartulary_service.store.database import Connection, Database, connection, takes_effect

MOST: Final = 500
"""Notes of one player on one game."""


def list_notes(database: Database, game_id: str, player: str, version: int | None = None) -> list[dict[str, Any]]:
    """A player's notes on a game, or the one on a version, by version."""
    with connection(database.serving) as c:
        rows = c.execute(
            """
            select version, text, written_at from notes
            where game_id = %s and player_id = %s and version = coalesce(%s, version) order by version
            """,
            (game_id, player, version),
        ).fetchall()
    return [note_json(*row) for row in rows]


def write_note(database: Database, game_id: str, player: str, version: int, text: str) -> dict[str, Any]:
    """Write a note on a version, in place of an earlier one. Raises Problem 409 when there are too many."""
    with connection(database.serving) as c, c.transaction():
        require_present(c, player)
        values = {"game": game_id, "player": player, "version": version, "text": text, "most": MOST}
        quotas.require_room(c, quotas.NOTE_BYTES, values)
        row = c.execute(PUT, values).fetchone()
    if row is None:
        detail = f"You can keep at most {MOST} notes on a game. Delete or change one."
        raise Problem(HTTPStatus.CONFLICT, "too-many", detail)
    return note_json(*row)


PUT: Final = """
insert into notes (game_id, player_id, version, text) select %(game)s, %(player)s, %(version)s, %(text)s
where (
    select count(*) from notes where game_id = %(game)s and player_id = %(player)s and version <> %(version)s
) < %(most)s
on conflict (game_id, player_id, version) do update set text = excluded.text, written_at = now()
returning version, text, written_at
"""


def delete(database: Database, game_id: str, player: str, version: int) -> None:
    """Erase a note. Raises Problem 404."""
    done = takes_effect(
        database, "delete from notes where game_id = %s and player_id = %s and version = %s", (game_id, player, version)
    )
    if not done:
        raise not_found("note of yours on this version")


def games_of(database: Database, player: str) -> list[str]:
    """The games on which a player keeps notes."""
    with connection(database.serving) as c:
        rows = c.execute(
            "select distinct game_id::text from notes where player_id = %s order by game_id", (player,)
        ).fetchall()
    return [row[0] for row in rows]


def erase_all(c: Connection, player: str) -> None:
    """Erase all notes of a player."""
    c.execute("delete from notes where player_id = %s", (player,))


def note_json(version: int, text: str, at: datetime) -> dict[str, Any]:
    """A note on the wire."""
    return {"version": version, "text": text, "at": format_time(at)}
