"""Invitations to a game, for whoever has the link, or for one player. Codes are kept only as digests."""

import secrets
from collections.abc import Mapping
from datetime import datetime
from hashlib import sha256
from typing import Any, Final, NamedTuple

from cartulary_service.errors import not_found
from cartulary_service.games import arrangements
from cartulary_service.games.page_links import game_page
from cartulary_service.json_output import format_time
from cartulary_service.players import quotas, rights
from cartulary_service.players.callers import Caller
from cartulary_service.players.handles import Named
from cartulary_service.store.database import Connection, Database, connection, takes_effect


class Invitation(NamedTuple):
    """The meaning of a code."""

    seat: int | None
    """The seat to which it invites; None for any."""
    by: str
    """The player who invites."""
    expires_at: datetime


HOLDS: Final = f"""
    i.revoked_at is null and i.expires_at > now() and origin_holds(i.origin) and exists (
        select from games g where g.id = i.game_id and (not g.private or exists (
            select from game_seats s where s.game_id = g.id and s.player_id = i.created_by
        ) or i.created_by = g.created_by and (
            not exists (select from tagged_games t where t.game_id = g.id)
            or not exists (
                select from game_seats s where s.game_id = g.id and not exists (
                    select from organisers o
                    where o.player_id = s.player_id and o.organiser = g.created_by and {arrangements.HOLDS}
                )
            )
        ))
    )
"""
"""An invitation to a private game holds as long as its maker may invite there, by `arrangements.may_invite`."""


def create(
    database: Database, game_id: str, caller: Caller, seat: int | None, seconds: int, invitee: str | None = None
) -> Mapping[str, Any]:
    """Add an invitation, to any free seat or to that one; its code is shown this once. Raises Problem 404, 409.

    With `invitee` that player is told of it, and needs no code; an earlier one by the same caller ends.
    """

    def add(c: Connection) -> dict[str, Any]:
        code = secrets.token_urlsafe(24)
        if invitee is not None:
            require_invitee(c, invitee, caller.player)
            c.execute(
                """
                update invites set revoked_at = now() where game_id = %s and created_by = %s and player_id = %s
                and seat is not distinct from %s and revoked_at is null
                """,
                (game_id, caller.player, invitee, seat),
            )
        quotas.require_room_of(c, quotas.INVITES, caller, game=game_id)
        row = c.execute(
            """
            insert into invites (game_id, hash, seat, created_by, player_id, origin, expires_at)
            values (%s, %s, %s, %s, %s, %s, now() + make_interval(secs => %s)) returning id::text, expires_at
            """,
            (game_id, digest(code), seat, caller.player, invitee, caller.origin, seconds),
        ).fetchone()
        assert row is not None
        path = game_page(game_id, invite=code)
        return invite_json(row[0], seat, invitee, row[1]) | {"code": code, "path": path}

    return rights.grant(database, caller, add)


def require_invitee(c: Connection, invitee: str, player: str) -> None:
    """A player other than the one who invites, who has not been deleted. Raises Problem 404."""
    row = c.execute("select from players where id = %s and deleted_at is null for key share", (invitee,)).fetchone()
    if row is None or invitee == player:
        raise not_found("other player")


def invite_json(invite: str, seat: int | None, invitee: str | None, expires: datetime) -> dict[str, Any]:
    return {"id": invite, "seat": seat, "player": invitee, "expires_at": format_time(expires)}


def list_invitations(database: Database, game_id: str, player: str, every: bool) -> list[dict[str, Any]]:
    """The invitations to a game that a player has made, or with `every` anybody, and that still hold."""
    with connection(database.serving) as c:
        rows = c.execute(
            f"""
            select i.id::text, i.seat, i.player_id::text, i.expires_at from invites i
            where i.game_id = %s and (i.created_by = %s or %s) and {HOLDS} order by i.id
            """,
            (game_id, player, every),
        ).fetchall()
    return [invite_json(*row) for row in rows]


def list_received(database: Database, player: str) -> list[dict[str, Any]]:
    """The invitations by name that a player can follow, the newest first; none by those whom the player has muted."""
    with connection(database.serving) as c:
        rows = c.execute(
            f"""
            select i.id::text, i.game_id::text, g.game, i.seat, i.expires_at, p.id::text, p.name, p.handle, p.bot
            from invites i join games g on g.id = i.game_id join players p on p.id = i.created_by
            where i.player_id = %(player)s and {HOLDS} and g.status = 'open'
                and not exists (select from mutes m where m.player_id = i.player_id and m.muted = i.created_by)
                and not exists (select from game_seats s where s.game_id = i.game_id and s.player_id = i.player_id)
            order by i.id desc
            """,
            {"player": player},
        ).fetchall()
    return [
        {
            "id": invite,
            "game": game_id,
            "kind": game,
            "seat": seat,
            "by": Named(*named).json(by),
            "expires_at": format_time(expires),
        }
        for invite, game_id, game, seat, expires, by, *named in rows
    ]


def decline(database: Database, player: str, invite: str) -> None:
    """Revoke an invitation to a player by name. Raises Problem 404."""
    done = takes_effect(
        database,
        "update invites set revoked_at = coalesce(revoked_at, now()) where player_id = %s and id = %s",
        (player, invite),
    )
    if not done:
        raise not_found("invitation of this player")


def erase_all(c: Connection, player: str) -> None:
    """Revoke all invitations by a player, and to the player by name."""
    c.execute(
        """
        update invites set revoked_at = coalesce(revoked_at, now())
        where created_by = %(player)s or player_id = %(player)s
        """,
        {"player": player},
    )


def revoke(database: Database, game_id: str, player: str, invite: str, every: bool) -> None:
    """Revoke an invitation. Raises Problem 404 for one that the player has not made, unless `every` one counts."""
    done = takes_effect(
        database,
        """
        update invites set revoked_at = coalesce(revoked_at, now())
        where game_id = %s and (created_by = %s or %s) and id = %s
        """,
        (game_id, player, every, invite),
    )
    if not done:
        raise not_found("invitation of yours to this game")


def revoke_received(database: Database, game_id: str, player: str) -> None:
    """Revoke all invitations of a player to a game by name."""
    with connection(database.serving) as c:
        c.execute(
            """
            update invites set revoked_at = now() where game_id = %s and player_id = %s and revoked_at is null
            """,
            (game_id, player),
        )


def revoke_made(database: Database, game_id: str, player: str) -> None:
    """Revoke all invitations to a game that a player has made."""
    with connection(database.serving) as c:
        c.execute(
            """
            update invites set revoked_at = now() where game_id = %s and created_by = %s and revoked_at is null
            """,
            (game_id, player),
        )


def is_invited(database: Database, game_id: str, code: str | None, player: str | None) -> bool:
    """Whether a code, or a player's name, invites to a game now."""
    by_code = code is not None and find_invitation(database, game_id, code) is not None
    return by_code or (player is not None and find_by_name(database, game_id, player) is not None)


def require_invitation(database: Database, game_id: str, code: str) -> Invitation:
    """The invitation to a game that has a code. Raises Problem 404 where it does not hold."""
    found = find_invitation(database, game_id, code)
    if found is None:
        raise not_found("valid invitation to this game")
    return found


def find_by_name(database: Database, game_id: str, player: str, by: str | None = None) -> Invitation | None:
    """The newest invitation of a player to a game by name, also by that inviter alone, or None."""
    with connection(database.serving) as c:
        row = c.execute(
            f"""
            select i.seat, i.created_by::text, i.expires_at from invites i
            where i.game_id = %(game)s and i.player_id = %(player)s and {HOLDS}
              and i.created_by = coalesce(%(by)s, i.created_by)
            order by i.id desc limit 1
            """,
            {"game": game_id, "player": player, "by": by},
        ).fetchone()
    return None if row is None else Invitation(*row)


def find_invitation(database: Database, game_id: str, code: str) -> Invitation | None:
    """The invitation to a game that has a code, or None where it does not hold."""
    with connection(database.serving) as c:
        row = c.execute(
            f"""
            select i.seat, i.created_by::text, i.expires_at from invites i
            where i.game_id = %s and i.hash = %s and {HOLDS}
            """,
            (game_id, digest(code)),
        ).fetchone()
    return None if row is None else Invitation(*row)


def digest(code: str) -> bytes:
    return sha256(code.encode("utf-8", "surrogatepass")).digest()
