"""Personal data: ratings, and when the player consented to be rated."""

from collections.abc import Iterator
from typing import Any, Final

from cartulary_service.store.database import Connection, Database
from cartulary_service.subject import PersonalData
from cartulary_service.subjects.ratings import consent, queries


def export(database: Database, player: str) -> Iterator[dict[str, Any]]:
    yield from ({"kind": "rating", **each} for each in queries.export(database, player))
    yield from ({"kind": "rating_period", **each} for each in consent.list_periods(database, player))


def erase(c: Connection, player: str) -> None:
    """Erase the ratings and end the consent. Its periods stay, for they tell which games are rated."""
    consent.choose(c, player, False)
    queries.erase_all(c, player)


RATINGS: Final = PersonalData(export, erase)
