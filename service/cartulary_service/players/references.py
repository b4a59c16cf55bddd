"""References to players: a path or a query names a player by id or by handle."""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from cartulary_service.errors import Problem
from cartulary_service.players.handles import tidy
from cartulary_service.store.database import Database, connection

ID: Final = re.compile(r"[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}")


class Reference(str):
    """An id, or a handle in any spelling that counts as the same."""

    __slots__ = ()


def resolve(database: Database, values: Mapping[str, Any], unknown: Callable[[str], Problem]) -> dict[str, Any]:
    """Return values in which an id takes the place of each reference.

    Raises what `unknown` makes of the name of a value whose handle nobody has. Ids are not looked up.
    """
    found = dict(values)
    for name, value in values.items():
        if isinstance(value, Reference):
            player = value.lower() if ID.fullmatch(value) else id_of(database, value)
            if player is None:
                raise unknown(name)
            found[name] = player
    return found


def id_of(database: Database, handle: str) -> str | None:
    if "\0" in handle:
        return None
    with connection(database.public) as c:
        row = c.execute("select id::text from players where handle = %s", (tidy(handle),)).fetchone()
    return None if row is None else str(row[0])
