"""Personal data: the consents. They end with all rights of the player, and are then forgotten."""

from collections.abc import Iterator
from typing import Any, Final

from cartulary_service.store.database import Database
from cartulary_service.subject import PersonalData
from cartulary_service.subjects.oauth import consents


def export(database: Database, player: str) -> Iterator[dict[str, Any]]:
    return ({"kind": "consent", **each} for each in consents.list_consents(database, player))


CONSENTS: Final = PersonalData(export)
