"""Personal data: the analyses asked for."""

from collections.abc import Iterator
from typing import Any, Final

from cartulary_service.store.database import Database
from cartulary_service.subject import PersonalData
from cartulary_service.subjects.analyses import queries


def export(database: Database, player: str) -> Iterator[dict[str, Any]]:
    return ({"kind": "analysis", **each} for each in queries.list_requested(database, player))


ANALYSES: Final = PersonalData(export, queries.erase_all)
