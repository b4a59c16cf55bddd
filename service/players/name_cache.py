"""Players' names and handles, which each worker caches for a second."""

import time
from collections.abc import Iterable
from typing import Final

from service.players.handles import Named
from service.store.database import Database, connection

NAMES_KEPT: Final = 10_000
LEASE_SECONDS: Final = 1
"""Lease of a cached name. Reading a name costs about 0.1 ms."""


class Names:
    """A worker's cache of players' names, each with a lease of a second at most.

    An erasure is acknowledged only after `outlast_leases`, so from then on no worker answers an erased name.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._names: dict[str, Named] = {}
        self._leased_at = time.monotonic()

    def of(self, players: Iterable[str | None]) -> dict[str, Named]:
        """Return the name and the handle of each of these players, by id."""
        wanted = {player for player in players if player}
        if len(self._names) > NAMES_KEPT or time.monotonic() > self._leased_at + LEASE_SECONDS:
            self._names, self._leased_at = {}, time.monotonic()
        # A slow answer must not reach the cache of a later lease: it is written to the one that it was read for.
        names = self._names
        if unknown := wanted - names.keys():
            names.update(self._read(unknown))
        return {player: names[player] for player in wanted}

    def _read(self, players: set[str]) -> dict[str, Named]:
        with connection(self._database.public) as c:
            rows = c.execute(
                "select id::text, name, handle, bot from players where id = any(%s::uuid[])", (list(players),)
            ).fetchall()
        return {player: Named(*named) for player, *named in rows}


def outlast_leases() -> None:
    """Return once no worker can have a name in its cache that was changed before the call."""
    time.sleep(LEASE_SECONDS)
