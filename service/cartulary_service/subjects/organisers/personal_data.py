"""Personal data: consents to organisers, and of other players to the player as an organiser."""

from collections.abc import Iterator
from typing import Any, Final

from cartulary_service.store.database import Database
from cartulary_service.subject import PersonalData
from cartulary_service.subjects.organisers import queries


def export(database: Database, player: str) -> Iterator[dict[str, Any]]:
    for side, consents in queries.list_organisers(database, player).items():
        yield from ({"kind": "organiser_consent", "side": side, **each} for each in consents)


CONSENTS: Final = PersonalData(export, queries.erase_all)
