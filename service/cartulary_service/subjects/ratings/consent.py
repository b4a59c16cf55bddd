"""Consent of players to be rated. Its periods are kept, for they tell which games are rated."""

from typing import Final

from cartulary_service.store.database import Connection, Database, connection


def is_rated(database: Database, player: str) -> bool:
    with connection(database.serving) as c:
        return c.execute(RATED, (player,)).rowcount > 0


RATED: Final = "select from rating_periods where player_id = %s and until is null"


def choose(c: Connection, player: str, rated: bool) -> None:
    """Opt a player in or out, within a transaction that holds the player."""
    c.execute(OPT_IN if rated else OPT_OUT, {"player": player})


OPT_IN: Final = """
insert into rating_periods (player_id) select %(player)s
where not exists (select from rating_periods where player_id = %(player)s and until is null)
"""
OPT_OUT: Final = "update rating_periods set until = now() where player_id = %(player)s and until is null"


def list_periods(database: Database, player: str) -> list[dict[str, str | None]]:
    """Return the periods of a player's consent, for the export of their data."""
    with connection(database.serving) as c:
        rows = c.execute(PERIODS, (player,)).fetchall()
    return [row[0] for row in rows]


PERIODS: Final = """
select jsonb_build_object('since', since, 'until', until) from rating_periods where player_id = %s order by since
"""
