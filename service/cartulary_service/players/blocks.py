"""Blocks among players, who are then never seated at one table. They hold whether or not players can change them."""

from collections.abc import Iterable

from cartulary_service.store.database import Connection, Database, connection


def is_apart(database: Database, player: str, others: Iterable[str]) -> bool:
    """Whether a player has blocked one of the others, or is blocked by one."""
    with connection(database.serving) as c:
        row = c.execute(
            """
            select exists (
                select from mutes where blocked and (
                    (player_id = %(player)s and muted = any(%(others)s::uuid[]))
                    or (muted = %(player)s and player_id = any(%(others)s::uuid[]))
                )
            )
            """,
            {"player": player, "others": [*others]},
        ).fetchone()
    return row is not None and bool(row[0])


def find_apart(c: Connection, players: Iterable[str]) -> list[tuple[str, str]]:
    """Return the pairs among some players of whom one has blocked the other."""
    rows = c.execute(
        """
        select player_id::text, muted::text from mutes
        where blocked and player_id = any(%(players)s::uuid[]) and muted = any(%(players)s::uuid[])
        """,
        {"players": [*players]},
    )
    return [(player, muted) for player, muted in rows]
