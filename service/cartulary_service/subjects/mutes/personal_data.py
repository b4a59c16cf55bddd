"""Personal data: the mutes."""

from collections.abc import Iterator
from typing import Any, Final

from cartulary_service.store.database import Database
from cartulary_service.subject import PersonalData
from cartulary_service.subjects.mutes import queries


def export(database: Database, player: str) -> Iterator[dict[str, Any]]:
    return ({"kind": "mute", **each} for each in queries.list_mutes(database, player))


MUTES: Final = PersonalData(export, queries.erase_all)
