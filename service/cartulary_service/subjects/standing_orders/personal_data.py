"""Personal data: the orders."""

from collections.abc import Iterator
from typing import Any, Final

from cartulary_service.store.database import Database
from cartulary_service.subject import PersonalData
from cartulary_service.subjects.standing_orders import queries


def export(database: Database, player: str) -> Iterator[dict[str, Any]]:
    return ({"kind": "order", **each} for each in queries.of_player(database, player))


ORDERS: Final = PersonalData(export, queries.erase_all)
