"""Ratings held against the results that they follow from."""

from collections.abc import Iterator
from typing import Final

from cartulary.catalogue import CATALOGUE
from cartulary_service.store.database import Database, connection
from cartulary_service.subjects.ratings.queries import fold
from cartulary_service.trust.projections import Projection, tell_difference


def hold_totals(database: Database) -> Iterator[str]:
    """Hold the stored ratings against those that all rated games make; those of deleted players are erased."""
    for game in CATALOGUE:
        with connection(database.serving) as c, c.transaction():
            c.execute("set transaction isolation level repeatable read")
            games = [row[0] for row in c.execute(RATED, (game,)).fetchall()]
            recorded = {player: tuple(rating) for player, rating in fold(c, game, games, {}).items()}
            stored = {player: tuple(rest) for player, *rest in c.execute(STORED, (game,)).fetchall()}
            present = {row[0] for row in c.execute(PRESENT, ([*recorded],)).fetchall()}
        kept = {player: rating for player, rating in recorded.items() if player in present}
        yield from tell_difference(f"ratings of {game}", stored, kept)


RATED: Final = "select game_id::text from rated_games where game = %s and applied order by ended_at, game_id"
STORED: Final = "select player_id::text, mu, sigma, games from ratings where game = %s"
PRESENT: Final = "select id::text from players where id = any(%s::uuid[]) and deleted_at is null"

RATINGS: Final = Projection("ratings", totals=hold_totals)
