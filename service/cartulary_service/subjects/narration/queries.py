"""Reading cursors: up to which version a player has seen a game."""

from cartulary_service.store.database import Database, connection


def read_cursor(database: Database, game_id: str, player: str) -> int:
    """Return the version up to which a player has read a match; 0 without a cursor."""
    with connection(database.serving) as c:
        row = c.execute(
            "select version from reading_cursors where game_id = %s and player_id = %s", (game_id, player)
        ).fetchone()
    return 0 if row is None else int(row[0])


def set_cursor(database: Database, game_id: str, player: str, version: int) -> None:
    """Remember which version a player has seen, later or earlier than before."""
    with connection(database.serving) as c:
        c.execute(
            """
            insert into reading_cursors (game_id, player_id, version) values (%s, %s, %s)
            on conflict (game_id, player_id) do update set version = excluded.version
            """,
            (game_id, player, version),
        )
