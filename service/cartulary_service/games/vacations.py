"""Vacations that players have taken in running games, for their calendars."""

from typing import Final, NamedTuple

from cartulary.match.events.clock import VacationTaken
from cartulary.match.history import counting
from cartulary_service.store import events
from cartulary_service.store.database import Database, connection

MOST: Final = 200


class Vacation(NamedTuple):
    """A time in which the clock of a player's seat stands still."""

    game_id: str
    game: str
    title: str | None
    position: int
    """Position of the event that tells of it."""
    taken_at: str
    begins: str
    ends: str


def list_vacations(database: Database, player: str) -> list[Vacation]:
    """Return the vacations of a player that are not over, the earliest end first; none that was taken back."""
    with connection(database.public) as c:
        found = [Vacation(*row) for row in c.execute(VACATIONS, {"player": player, "most": MOST}).fetchall()]
    positions = {game_id: list_counting(database, game_id) for game_id in {each.game_id for each in found}}
    return [each for each in found if each.position in positions[each.game_id]]


# A vacation lasts whole days, and begins where the one before ends.
VACATIONS: Final = f"""
select id, game, title, position, at, begins, ends from (
    select g.id::text, g.game, (select t.title from titles t where t.game_id = g.id) as title,
           e.position, e.public::jsonb ->> 'at' as at,
           (e.public::jsonb #>> '{{data,until}}')::timestamptz as last,
           to_char(((e.public::jsonb #>> '{{data,until}}')::timestamptz - make_interval(
               days => (e.public::jsonb #>> '{{data,days}}')::int
           )) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as begins,
           e.public::jsonb #>> '{{data,until}}' as ends
    from game_seats s join games g on g.id = s.game_id
    join events e on e.game_id = g.id and e.type = '{VacationTaken.NAME}' and e.seat = s.seat
    where s.player_id = %(player)s and g.status = 'playing' and g.pace <> 'none'
) as taken
where last > now() order by last, id, position limit %(most)s
"""


def list_counting(database: Database, game_id: str) -> set[int]:
    """Return the positions of the events of a game that nothing has taken back."""
    return {row.position for row in counting(events.read_public(database, game_id, 0))}
