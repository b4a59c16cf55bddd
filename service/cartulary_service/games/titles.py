"""Titles of tables: texts of their creators, kept beside the record so that they can be erased."""

from collections.abc import Iterator
from http import HTTPStatus

from cartulary.match.state import Match
from cartulary_service.errors import Problem
from cartulary_service.games.preconditions import require_creator
from cartulary_service.players.presence import require_present
from cartulary_service.store.database import Connection, Database, connection


def change(database: Database, match: Match, player: str, title: str | None) -> None:
    """Give a table another title, or none, before its game begins. Raises Problem 403, 404 or 409."""
    require_creator(match, player)
    if match.status != "open":
        raise Problem(HTTPStatus.CONFLICT, "game-started", "The game has begun or is over; its title stays as it is.")
    with connection(database.serving) as c, c.transaction():
        write_title(c, match.id, player, title)


def write_title(c: Connection, game_id: str, player: str, title: str | None) -> None:
    """Store a title in a transaction, or delete it. The player is locked, so that no title outlives an account."""
    require_present(c, player)
    if title is None:
        c.execute("delete from titles where game_id = %s", (game_id,))
        return
    c.execute(
        """
        insert into titles (game_id, player_id, title) values (%s, %s, %s)
        on conflict (game_id) do update set title = excluded.title
        """,
        (game_id, player, title),
    )


def list_titles_of(database: Database, player: str) -> Iterator[dict[str, str]]:
    """Yield the titles that a player has given."""
    with connection(database.serving) as c:
        rows = c.execute(
            "select game_id::text, title from titles where player_id = %s order by game_id", (player,)
        ).fetchall()
    yield from ({"game": game_id, "title": title} for game_id, title in rows)


def erase_all(c: Connection, player: str) -> None:
    """Delete the titles that a player has given."""
    c.execute("delete from titles where player_id = %s", (player,))
