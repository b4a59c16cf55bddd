"""Rates games that have ended."""

from cartulary_service.subject import Tick
from cartulary_service.subjects.ratings import queries


class Rating(Tick):
    """Rates games that wait for it."""

    def look(self) -> None:
        queries.apply_all(self.database)
