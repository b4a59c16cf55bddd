"""Personal data: webhooks, the address for mails, and settings for notices."""

from collections.abc import Iterator
from typing import Any, Final

from cartulary_service.store.database import Connection, Database
from cartulary_service.subject import PersonalData
from cartulary_service.subjects.notices import email_addresses, notice_settings, webhooks


def export(database: Database, player: str) -> Iterator[dict[str, Any]]:
    yield from ({"kind": "webhook", **each} for each in webhooks.list_webhooks(database, player))
    settings = email_addresses.read(database, player) | notice_settings.read(database, player)
    yield {"kind": "notices", **settings}


def erase(c: Connection, player: str) -> None:
    """Erase the address and the settings. Webhooks have ended with the rights of the player."""
    c.execute("delete from mailboxes where player_id = %s", (player,))
    c.execute("delete from notice_settings where player_id = %s", (player,))


NOTICES: Final = PersonalData(export, erase)
