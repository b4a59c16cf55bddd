"""Admission to tables whose creators ask for a minimum of reliability."""

from http import HTTPStatus

from cartulary_service.errors import Problem
from cartulary_service.games import invitations, player_records
from cartulary_service.players.reliability import FEWEST
from cartulary_service.store.database import Database, connection


def require_reliability(database: Database, game_id: str, player: str) -> None:
    """Raise Problem 403 if a table asks for more reliability than a player has whom its creator has not invited."""
    with connection(database.public) as c:
        row = c.execute("select min_reliability, created_by::text from games where id = %s", (game_id,)).fetchone()
    least, creator = row or (None, None)
    if least is None or (creator and invitations.find_by_name(database, game_id, player, by=creator)):
        return
    value = player_records.assess(database, player)["value"]
    if value is None:
        raise too_low(least, f"yours is known after {FEWEST} public games with a clock")
    if value < least:
        raise too_low(least, f"yours is {value}")


def too_low(least: int, reason: str) -> Problem:
    """403: not reliable enough."""
    detail = f"This table asks for a reliability of {least} or more; {reason}. Its creator may invite you."
    return Problem(HTTPStatus.FORBIDDEN, "reliability-too-low", detail)
