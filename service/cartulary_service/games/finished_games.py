"""The finished public games of a player: how many of each kind, how many won, and in which ways."""

from typing import Any, Final

from cartulary.catalogue import CATALOGUE
from cartulary_service.store.database import Database, connection


def count_finished_games(database: Database, player: str) -> list[dict[str, Any]]:
    """Count a player's finished games by kind of game; private games and sandboxes do not count."""
    with connection(database.public) as c:
        rows = c.execute(FINISHED, {"player": player}).fetchall()
    found = {game: [(kind, finished, won) for name, kind, finished, won in rows if name == game] for game in CATALOGUE}
    return [counts_json(game, ends) for game, ends in found.items() if ends]


FINISHED: Final = """
select g.game, g.result->>'kind', count(*)::int, (count(*) filter (
    where g.result->'winners' @> to_jsonb(s.seat) and g.result->>'kind' <> 'draw'
))::int
from game_seats s join games g on g.id = s.game_id
where s.player_id = %(player)s and g.status = 'finished' and not g.private and not g.sandbox
group by 1, 2 order by 1, 2
"""
"""By the index of game_seats, the rows of the player alone."""


def counts_json(game: str, ends: list[tuple[str, int, int]]) -> dict[str, Any]:
    """Counts of one kind of game on the wire."""
    return {
        "game": game,
        "finished": sum(finished for _, finished, _ in ends),
        "won": sum(won for _, _, won in ends),
        "won_by": {kind: won for kind, _, won in ends if won},
    }
