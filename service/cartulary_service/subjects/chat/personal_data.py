"""Personal data: the messages."""

from collections.abc import Iterator
from typing import Any, Final

from cartulary_service.store.database import Database
from cartulary_service.subject import PersonalData
from cartulary_service.subjects.chat import queries


def export(database: Database, player: str) -> Iterator[dict[str, Any]]:
    for room, said in queries.list_messages_of(database, player):
        yield {"kind": "message", "game": room.game_id, "team": None if room.team < 0 else room.team, **said.json()}


MESSAGES: Final = PersonalData(export, queries.erase_all)
