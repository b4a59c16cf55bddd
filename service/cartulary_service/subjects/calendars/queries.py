"""Deadlines and vacations in a player's calendar: a feed at a secret address, which is kept only as a digest."""

import secrets
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, Final

from cartulary_service.errors import not_found
from cartulary_service.games.lobby import turns
from cartulary_service.games.vacations import list_vacations
from cartulary_service.players import rights
from cartulary_service.players.callers import Caller
from cartulary_service.store.database import Connection, Database, connection, takes_effect
from cartulary_service.subjects.calendars.icalendar import Owner, calendar

MOST: Final = 200
"""Games in a calendar, those with the earliest deadlines."""
MEDIA_TYPE: Final = "text/calendar"


def create(database: Database, caller: Caller, language: str, alarm_minutes: int | None) -> Mapping[str, Any]:
    """A secret path for the caller's calendar, shown this once; an earlier one leads nowhere from now on."""

    def replace(c: Connection) -> dict[str, Any]:
        code = secrets.token_urlsafe(24)
        c.execute(
            """
            insert into calendars (player_id, hash, language, alarm_minutes, origin) values (%s, %s, %s, %s, %s)
            on conflict (player_id) do update
            set hash = excluded.hash, language = excluded.language, alarm_minutes = excluded.alarm_minutes,
                origin = excluded.origin, created_at = now()
            """,
            (caller.player, digest(code), language, alarm_minutes, caller.origin),
        )
        return {"path": f"/v1/calendars/{code}.ics"}

    return rights.grant(database, caller, replace)


def delete(database: Database, player: str) -> None:
    """Delete a player's calendar. Raises Problem 404."""
    if not takes_effect(database, "delete from calendars where player_id = %s", (player,)):
        raise not_found("calendar of yours")


def read(database: Database, code: str, public_url: str | None) -> str:
    """The calendar at a secret path. Raises Problem 404."""
    with connection(database.serving) as c:
        row = c.execute(
            "select player_id::text, language, alarm_minutes from calendars where hash = %s and origin_holds(origin)",
            (digest(code),),
        ).fetchone()
    if row is None:
        raise not_found("calendar")
    owner = Owner(*row)
    waiting = [game for game in turns(database, owner.player, MOST) if game["deadline"] is not None]
    return calendar(waiting, list_vacations(database, owner.player), owner, public_url)


def digest(code: str) -> bytes:
    return sha256(code.encode("utf-8", "surrogatepass")).digest()
