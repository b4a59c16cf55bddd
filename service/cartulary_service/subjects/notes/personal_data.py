"""Personal data: the notes."""

from collections.abc import Iterator
from typing import Any, Final

from cartulary_service.store.database import Database
from cartulary_service.subject import PersonalData
from cartulary_service.subjects.notes import queries


def export(database: Database, player: str) -> Iterator[dict[str, Any]]:
    for game_id in queries.games_of(database, player):
        for note in queries.list_notes(database, game_id, player):
            yield {"kind": "note", "game": game_id, **note}


NOTES: Final = PersonalData(export, queries.erase_all)
