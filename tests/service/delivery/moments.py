"""Moments that tests cannot wait for: a deadline that nears, and hours in which notices are held back."""

from datetime import UTC, datetime, timedelta

import psycopg

CLOCK = {"kind": "turn", "seconds": 86_400}


def give_name(database_url: str, player: str, name: str) -> None:
    """Let a player have had a name since before there was the rule that refuses it."""
    with psycopg.connect(database_url) as session:
        session.execute("update players set name = %s where id = %s", (name, player))


def quiet_now() -> dict[str, str]:
    """Return quiet hours that have lasted for an hour, and end in another."""
    now, hour = datetime.now(UTC), timedelta(hours=1)
    return {"from": f"{now - hour:%H:%M}", "until": f"{now + hour:%H:%M}", "zone": "UTC"}


def shorten_time(database_url: str, game: str, minutes: int) -> None:
    """Let a game have begun to wait hours ago, and have so many minutes left."""
    with psycopg.connect(database_url) as session:
        session.execute(
            """
            update games set updated_at = now() - interval '5 hours', deadline = now() + make_interval(mins => %s)
            where id = %s
            """,
            (minutes, game),
        )
