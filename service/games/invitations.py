"""Invitations to a game, for whoever has the link; they are kept only as digests."""

import secrets
from datetime import datetime
from hashlib import sha256
from typing import Any, NamedTuple

from service.errors import not_found
from service.games.page_links import game_page
from service.json_output import format_time
from service.players import quotas
from service.players.presence import require_present
from service.store.database import Database, connection, takes_effect


class Invitation(NamedTuple):
    """What a code stands for."""

    seat: int | None
    """The seat to which it invites; None for any."""
    by: str
    """The player who invites."""
    expires_at: datetime


def create(database: Database, game_id: str, player: str, seat: int | None, seconds: int) -> dict[str, Any]:
    """Add an invitation, to any free seat or to that one; its code is shown this once. Raises Problem 409."""
    code = secrets.token_urlsafe(24)
    with connection(database.serving) as c, c.transaction():
        require_present(c, player)
        quotas.require_room(c, quotas.INVITES, (game_id, player))
        row = c.execute(
            """
            insert into invites (game_id, hash, seat, created_by, expires_at)
            values (%s, %s, %s, %s, now() + make_interval(secs => %s)) returning id::text, expires_at
            """,
            (game_id, digest(code), seat, player, seconds),
        ).fetchone()
    assert row is not None
    expires: datetime = row[1]
    path = game_page(game_id, invite=code)
    return {"id": row[0], "seat": seat, "expires_at": format_time(expires), "code": code, "path": path}


def list_invitations(database: Database, game_id: str, player: str) -> list[dict[str, Any]]:
    """The invitations that a player has made and that still hold."""
    with connection(database.serving) as c:
        rows = c.execute(
            """
            select id::text, seat, expires_at from invites
            where game_id = %s and created_by = %s and revoked_at is null and expires_at > now() order by id
            """,
            (game_id, player),
        ).fetchall()
    return [{"id": row[0], "seat": row[1], "expires_at": format_time(row[2])} for row in rows]


def revoke(database: Database, game_id: str, player: str, invite: str) -> None:
    """Revoke an invitation. Raises Problem 404 for one that the player has not made."""
    done = takes_effect(
        database,
        """
        update invites set revoked_at = coalesce(revoked_at, now())
        where game_id = %s and created_by = %s and id = %s
        """,
        (game_id, player, invite),
    )
    if not done:
        raise not_found("invitation of yours to this game")


def revoke_all(database: Database, game_id: str, player: str) -> None:
    """Revoke all invitations of a player to a game."""
    with connection(database.serving) as c:
        c.execute(
            """
            update invites set revoked_at = now() where game_id = %s and created_by = %s and revoked_at is null
            """,
            (game_id, player),
        )


def is_valid(database: Database, game_id: str, code: str | None) -> bool:
    """Whether a code invites to a game now."""
    return code is not None and find_invitation(database, game_id, code) is not None


def require_invitation(database: Database, game_id: str, code: str) -> Invitation:
    """The invitation to a game that has a code. Raises Problem 404 where it does not hold."""
    found = find_invitation(database, game_id, code)
    if found is None:
        raise not_found("valid invitation to this game")
    return found


def find_invitation(database: Database, game_id: str, code: str) -> Invitation | None:
    """The invitation to a game that has a code, or None where it does not hold."""
    with connection(database.serving) as c:
        row = c.execute(
            """
            select seat, created_by::text, expires_at from invites
            where game_id = %s and hash = %s and revoked_at is null and expires_at > now()
            """,
            (game_id, digest(code)),
        ).fetchone()
    return None if row is None else Invitation(*row)


def digest(code: str) -> bytes:
    return sha256(code.encode("utf-8", "surrogatepass")).digest()
