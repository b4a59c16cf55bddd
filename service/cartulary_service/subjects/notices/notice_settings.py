"""Settings for notices of every kind: when to remind of a deadline, and when to be quiet."""

from datetime import time
from typing import Any, Final

from psycopg.errors import InvalidParameterValue

from cartulary_service.errors import bad_fields
from cartulary_service.store.database import Database, connection

NONE: Final = {"reminder_minutes": None, "quiet_hours": None}


def read(database: Database, player: str) -> dict[str, Any]:
    """Return a player's settings."""
    with connection(database.serving) as c:
        row = c.execute(
            "select reminder_minutes, quiet_from, quiet_until, zone from notice_settings where player_id = %s",
            (player,),
        ).fetchone()
    if row is None:
        return dict(NONE)
    minutes, *hours = row
    return {"reminder_minutes": minutes, "quiet_hours": None if hours[0] is None else quiet_hours_json(*hours)}


def quiet_hours_json(starts: time, ends: time, zone: str) -> dict[str, str]:
    return {"from": f"{starts:%H:%M}", "until": f"{ends:%H:%M}", "zone": zone}


def change(database: Database, player: str, wish: dict[str, Any]) -> None:
    """Change `reminder_minutes` and `quiet_hours`; what is left out stays. Raises Problem 422 for an unknown zone."""
    now = read(database, player) | wish
    hours = now["quiet_hours"]
    values = {"player": player, "minutes": now["reminder_minutes"]} | (
        hours or dict.fromkeys(("from", "until", "zone"))
    )
    try:
        with connection(database.serving) as c, c.transaction():
            c.execute("select now() at time zone %(zone)s", values)
            c.execute(CHANGE, values)
    except InvalidParameterValue as error:
        detail = "Unknown time zone. Take a name of the tz database, such as Europe/Kyiv."
        raise bad_fields({"quiet_hours": {"zone": [detail]}}) from error


CHANGE: Final = """
insert into notice_settings (player_id, reminder_minutes, quiet_from, quiet_until, zone)
values (%(player)s, %(minutes)s, %(from)s, %(until)s, %(zone)s)
on conflict (player_id) do update set reminder_minutes = excluded.reminder_minutes,
    quiet_from = excluded.quiet_from, quiet_until = excluded.quiet_until, zone = excluded.zone
"""
