"""Whether a player is still there, for as long as a transaction takes."""

from cartulary_service.errors import bad_token
from cartulary_service.store.database import Connection


def hold(c: Connection, player: str) -> None:
    """Lock a player until the transaction ends: nothing is made for them meanwhile, and what was being made is stored.

    A statement that follows sees it.
    """
    c.execute("select from players where id = %s for update", (player,))


def require_present(c: Connection, player: str) -> None:
    """Lock a player against erasure until the transaction ends. Raises Problem 401 if they are gone."""
    row = c.execute("select from players where id = %s and deleted_at is null for no key update", (player,)).fetchone()
    if row is None:
        raise bad_token()
