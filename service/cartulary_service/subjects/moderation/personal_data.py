"""Personal data: what operators did to the player."""

from collections.abc import Iterator
from typing import Any, Final

from cartulary_service.store.database import Database
from cartulary_service.subject import PersonalData
from cartulary_service.subjects.moderation import queries


def export(database: Database, player: str) -> Iterator[dict[str, Any]]:
    return ({"kind": "moderation", **each} for each in queries.export(database, player))


MODERATION: Final = PersonalData(export, queries.erase_all)
