"""Seats of a game whose cards a player knows: given up, or seen as a delegate.

Whoever knows the cards of a seat acts for no other side of that game, and sits down at no other seat.
"""

from collections import Counter
from typing import Final

from cartulary.kernel.seats import Seat
from cartulary.match.state import Match
from cartulary.match.substitution import list_former_seats
from cartulary_service.store.database import Database, connection


def list_known_seats(database: Database, match: Match, player: str) -> list[Seat]:
    """Return the seats whose cards a player knows who holds none, those of one side only, the first known first."""
    known = [*list_former_seats(match, player), *list_delegated_seats(database, match, player)]
    return [seat for seat in known if is_one_side(match, known[0], seat)]


def may_see(match: Match, known: list[Seat], seat: Seat) -> bool:
    """Whether a player who knows the cards of some seats may see those of a seat too."""
    return not known or is_one_side(match, known[0], seat)


def is_one_side(match: Match, seat: Seat, other: Seat) -> bool:
    """Whether two seats are the same, or partners."""
    team = match.game.team(match.setup, seat)
    return seat == other or (team is not None and team == match.game.team(match.setup, other))


def list_delegated_seats(database: Database, match: Match, player: str) -> list[Seat]:
    """Return the seats that a player could act for at any time of the game, those first delegated first."""
    former = [*match.former]
    current = [(seat, held) for seat, held in enumerate(match.players) if held is not None]
    turns: Counter[Seat] = Counter()
    held = []
    for seat, owner in [*former, *current]:
        held.append((owner, seat, turns[seat]))
        turns[seat] += 1
    owners, seats, places = zip(*held, strict=True) if held else ((), (), ())
    with connection(database.public) as c:
        rows = c.execute(
            DELEGATED,
            {"game": match.id, "delegate": player, "owners": [*owners], "seats": [*seats], "turns": [*places]},
        ).fetchall()
    return [seat for (seat,) in rows]


# A game begins when its last seat is taken. `turn` counts the players who had a seat before.
DELEGATED: Final = """
select h.seat
from unnest(%(owners)s::uuid[], %(seats)s::smallint[], %(turns)s::int[]) as h (owner, seat, turn)
join games g on g.id = %(game)s
join delegations d on d.owner = h.owner and d.delegate = %(delegate)s and coalesce(d.game_id, %(game)s) = %(game)s
cross join lateral (
    select array_agg(e.recorded_at order by e.position) as list from events e
    where e.game_id = %(game)s and e.type = 'SubstituteSeated' and e.seat = h.seat
) as changes
where g.status <> 'open'
  and d.created_at < coalesce(
      changes.list[h.turn + 1], case when g.status in ('finished', 'abandoned') then g.updated_at end, 'infinity'
  )
  and least(d.until, d.revoked_at) > coalesce(
      changes.list[h.turn], (select max(s.taken_at) from game_seats s where s.game_id = %(game)s)
  )
order by d.created_at, h.seat
"""
