"""Players that a player has muted, in all games, or blocked. `players/blocks.py` says what a block hinders."""

from http import HTTPStatus
from typing import Any

from cartulary_service.errors import Problem, not_found
from cartulary_service.json_output import format_time
from cartulary_service.players import quotas
from cartulary_service.players.handles import Named
from cartulary_service.store.database import Connection, Database, connection, takes_effect


def create(database: Database, player: str, muted: str, blocked: bool) -> None:
    """Mute a player, and with `blocked` block them; repeating it changes nothing. Raises Problem 404, 409 or 422."""
    if player == muted:
        detail = "You cannot mute yourself. Name another player."
        raise Problem(HTTPStatus.UNPROCESSABLE_ENTITY, "bad-mute", detail)
    with connection(database.serving) as c, c.transaction():
        # Neither can be deleted meanwhile. The order keeps two who mute each other from a deadlock.
        present = c.execute(
            "select from players where id in (%s, %s) and deleted_at is null order by id for no key update",
            (player, muted),
        ).fetchall()
        if len(present) < 2:
            raise not_found("player")
        quotas.require_room(c, quotas.MUTES, (player, muted))
        c.execute(
            """
            insert into mutes (player_id, muted, blocked) values (%s, %s, %s)
            on conflict (player_id, muted) do update set blocked = excluded.blocked
            """,
            (player, muted, blocked),
        )


def list_mutes(database: Database, player: str) -> list[dict[str, Any]]:
    """List the players that a player has muted, by name."""
    with connection(database.serving) as c:
        rows = c.execute(
            """
            select p.id::text, m.muted_at, m.blocked, p.name, p.handle, p.bot
            from mutes m join players p on p.id = m.muted where m.player_id = %s order by p.name, p.id
            """,
            (player,),
        ).fetchall()
    return [
        {"player": Named(*named).json(each), "at": format_time(at), "blocked": blocked}
        for each, at, blocked, *named in rows
    ]


def delete(database: Database, player: str, muted: str) -> None:
    """Unmute a player. Raises Problem 404."""
    if not takes_effect(database, "delete from mutes where player_id = %s and muted = %s", (player, muted)):
        raise not_found("player that you have muted")


def erase_all(c: Connection, player: str) -> None:
    """Delete all mutes by a player and of a player."""
    c.execute("delete from mutes where player_id = %s or muted = %s", (player, player))
