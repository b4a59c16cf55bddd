"""Consent of players to organisers, who may then seat them at tables."""

from typing import Any, Final

from cartulary_service.errors import not_found
from cartulary_service.json_output import format_time
from cartulary_service.players import quotas, rights
from cartulary_service.players.callers import Caller
from cartulary_service.players.handles import Named
from cartulary_service.store.database import Connection, Database, connection, takes_effect

MOST_LISTED: Final = 1_000


def allow(database: Database, caller: Caller, organiser: str) -> None:
    """Consent to an organiser; repeating it changes nothing. Raises Problem 404 or 409."""
    player = caller.player
    with connection(database.serving) as c, c.transaction():
        # Neither can be deleted meanwhile. The order keeps two who allow each other from a deadlock.
        present = c.execute(
            "select from players where id in (%s, %s) and deleted_at is null order by id for no key update",
            (player, organiser),
        ).fetchall()
        if len(present) < 2:
            raise not_found("other player")
        rights.require_origin(c, caller)
        quotas.require_room_of(c, quotas.ORGANISERS, caller, organiser=organiser)
        c.execute(
            "insert into organisers (player_id, organiser, origin) values (%s, %s, %s) on conflict do nothing",
            (player, organiser, caller.origin),
        )


def list_organisers(database: Database, player: str) -> dict[str, list[dict[str, Any]]]:
    """List the organisers that a player allows, and the newest players who allow the player, each by name."""
    with connection(database.serving) as c:
        allowed = c.execute(f"{CONSENTS.format(other='organiser', own='player_id')}", (player, MOST_LISTED)).fetchall()
        allowing = c.execute(f"{CONSENTS.format(other='player_id', own='organiser')}", (player, MOST_LISTED)).fetchall()
    return {"organisers": [*map(consent_json, allowed)], "players": [*map(consent_json, allowing)]}


CONSENTS: Final = """
select p.id::text, c.allowed_at, p.name, p.handle, p.bot from (
    select {other} as other, allowed_at from organisers where {own} = %s and origin_holds(origin)
    order by allowed_at desc limit %s
) as c join players p on p.id = c.other order by p.name, p.id
"""


def consent_json(row: tuple[Any, ...]) -> dict[str, Any]:
    other, at, *named = row
    return {"player": Named(*named).json(other), "at": format_time(at)}


def withdraw(database: Database, player: str, organiser: str) -> None:
    """Withdraw a consent. Raises Problem 404."""
    if not takes_effect(
        database, "delete from organisers where player_id = %s and organiser = %s", (player, organiser)
    ):
        raise not_found("organiser that you allow to seat you")


def erase_all(c: Connection, player: str) -> None:
    """Delete the consents of a player, and those to the player."""
    c.execute("delete from organisers where player_id = %s or organiser = %s", (player, player))
