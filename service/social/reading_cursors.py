"""Reading cursors: up to which version a player has seen a game, and up to which message its chat."""

from service.store.database import Database, connection


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


def read_message(database: Database, game_id: str, player: str) -> int:
    """Return the number of the last chat message that a player has read; 0 for none."""
    with connection(database.serving) as c:
        row = c.execute(
            "select message from reading_cursors where game_id = %s and player_id = %s", (game_id, player)
        ).fetchone()
    return 0 if row is None else int(row[0])


def set_message(database: Database, game_id: str, player: str, message: int) -> bool:
    """Remember that a player has read up to a chat message; return whether the chat is that long.

    What was read stays read, so that a slower device does not undo what another has seen.
    """
    with connection(database.serving) as c:
        done = c.execute(
            """
            insert into reading_cursors as known (game_id, player_id, version, message)
            select game_id, %(player)s, 0, %(message)s from chats
            where game_id = %(game)s and messages >= %(message)s
            on conflict (game_id, player_id) do update set message = greatest(known.message, excluded.message)
            """,
            {"game": game_id, "player": player, "message": message},
        )
    return done.rowcount > 0
