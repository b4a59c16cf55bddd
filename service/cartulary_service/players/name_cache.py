"""Players' names and handles, and titles of tables, which each worker caches for a second."""

import time
from collections.abc import Iterable
from typing import Final

from cartulary_service.players.handles import Named
from cartulary_service.store.database import Database, connection

NAMES_KEPT: Final = 10_000
LEASE_SECONDS: Final = 1
"""Lease of a cached name. Without the cache a worker answers a quarter to a third fewer looks at a game."""


class Names:
    """A worker's cache of players' names and of titles, each with a lease of a second at most.

    A change or an erasure is acknowledged only after `outlast_leases`, so from then on no worker answers the old name.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._names: dict[str, Named | None] = {}
        self._leased_at = time.monotonic()

    def of(self, players: Iterable[str | None], game_id: str | None = None) -> dict[str, Named]:
        """Return the name and the handle of each of these players, by id.

        The title of the game stands among them under its own id, if it has one.
        """
        wanted = {each for each in (*players, game_id) if each}
        if len(self._names) > NAMES_KEPT or time.monotonic() > self._leased_at + LEASE_SECONDS:
            self._names, self._leased_at = {}, time.monotonic()
        # A slow answer must not reach the cache of a later lease: it is written to the one that it was read for.
        names = self._names
        if unknown := wanted - names.keys():
            names.update(self._read(unknown, game_id))
        return {each: found for each in wanted if (found := names[each]) is not None}

    def _read(self, unknown: set[str], game_id: str | None) -> dict[str, Named | None]:
        with connection(self._database.public) as c:
            rows = c.execute(NAMES, {"players": [*unknown - {game_id}], "game": game_id}).fetchall()
        untitled: dict[str, Named | None] = {} if game_id is None else {game_id: None}
        return untitled | {each: Named(*named) for each, *named in rows}


NAMES: Final = """
select id::text, name, handle, bot from players where id = any(%(players)s::uuid[])
union all
select game_id::text, title, null, false from titles where game_id = %(game)s::uuid
"""


def outlast_leases() -> None:
    """Return once no worker can have a name in its cache that was changed before the call."""
    time.sleep(LEASE_SECONDS)
