"""Admission to tables whose creators ask for a minimum of reliability."""

from http import HTTPStatus

from service.errors import Problem
from service.games import invitations, player_records
from service.players.reliability import FEWEST
from service.store.database import Database, connection


def require_reliability(database: Database, game_id: str, player: str) -> None:
    """Raise Problem 403 if a table asks for more reliability than a player has who is not invited by name."""
    with connection(database.public) as c:
        row = c.execute("select min_reliability from games where id = %s", (game_id,)).fetchone()
    least: int | None = None if row is None else row[0]
    if least is None or invitations.find_by_name(database, game_id, player) is not None:
        return
    value = player_records.assess(database, player)["value"]
    if value is None:
        raise too_low(least, f"yours is known after {FEWEST} public games with a clock")
    if value < least:
        raise too_low(least, f"yours is {value}")


def too_low(least: int, reason: str) -> Problem:
    """403: not reliable enough."""
    detail = f"This table asks for a reliability of {least} or more; {reason}. An invitation admits you as well."
    return Problem(HTTPStatus.FORBIDDEN, "reliability-too-low", detail)
