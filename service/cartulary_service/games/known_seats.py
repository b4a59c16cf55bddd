"""Seats of a game whose cards a player knows: given up, or seen as a delegate.

Whoever knows the cards of a seat acts for no other side of that game, and sits down at no other seat. A delegation
that nobody has looked or acted through hinders nobody: the owner alone decides on it.
"""

from typing import Any

from cartulary.kernel.seats import Seat
from cartulary.match.state import Match
from cartulary.match.substitution import list_former_seats
from cartulary_service.json_output import format_time
from cartulary_service.players.presence import hold
from cartulary_service.store.database import Connection, Database, connection


def list_known_seats(database: Database, match: Match, player: str) -> list[Seat]:
    """Return the seats whose cards a player knows who holds none, those of one side only, the first known first."""
    with connection(database.serving) as c:
        return read_known_seats(c, match, player)


def read_known_seats(c: Connection, match: Match, player: str) -> list[Seat]:
    rows = c.execute(
        "select seat from seen_seats where game_id = %s and player_id = %s order by seen_at, seat", (match.id, player)
    ).fetchall()
    known = [*list_former_seats(match, player), *(seat for (seat,) in rows)]
    return [seat for seat in known if is_one_side(match, known[0], seat)]


def may_see(match: Match, known: list[Seat], seat: Seat) -> bool:
    """Whether a player who knows the cards of some seats may see those of a seat too."""
    return not known or is_one_side(match, known[0], seat)


def is_one_side(match: Match, seat: Seat, other: Seat) -> bool:
    """Whether two seats are the same, or partners."""
    team = match.game.team(match.setup, seat)
    return seat == other or (team is not None and team == match.game.team(match.setup, other))


def note_look(database: Database, match: Match, player: str, seat: Seat) -> bool:
    """Note that a delegate is about to see the cards of a seat; returns whether they may.

    Of two sides looked at together, the lock lets only one be seen.
    """
    with connection(database.serving) as c, c.transaction():
        hold(c, player)
        if not may_see(match, read_known_seats(c, match, player), seat):
            return False
        c.execute(
            "insert into seen_seats (game_id, player_id, seat) values (%s, %s, %s) on conflict do nothing",
            (match.id, player, seat),
        )
    return True


def list_seen(database: Database, player: str) -> list[dict[str, Any]]:
    """Return the seats whose cards a player has seen as a delegate."""
    with connection(database.serving) as c:
        rows = c.execute(
            "select game_id::text, seat, seen_at from seen_seats where player_id = %s order by seen_at", (player,)
        ).fetchall()
    return [{"game": game_id, "seat": seat, "at": format_time(at)} for game_id, seat, at in rows]


def erase_all(c: Connection, player: str) -> None:
    """Forget which seats a player has seen, who acts no more."""
    c.execute("delete from seen_seats where player_id = %s", (player,))
