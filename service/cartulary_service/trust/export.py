"""All public games that have ended, as audit bundles, in the order in which they ended."""

import re
from collections.abc import Sequence
from http import HTTPStatus
from typing import Final, NamedTuple

from cartulary.kernel.canonical import canonical
from cartulary.record.event import RecordedEvent
from cartulary.signing.notes import Signer
from cartulary_service.errors import Problem
from cartulary_service.store.database import Database, connection
from cartulary_service.trust import bundles

CURSOR: Final = re.compile(r"([0-9]{1,19})-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})")


class Ended(NamedTuple):
    """A match that has ended, and where among all of them."""

    cursor: str
    id: str
    version: int


def list_ended(database: Database, after: str | None, game: str | None, limit: int) -> list[Ended]:
    """Matches that ended after that one. Raises Problem 400 for a cursor that none has."""
    transaction, last = position(after)
    with connection(database.public) as c:
        # Of a transaction that is still open nobody knows what it will commit: what ended since the oldest one waits.
        rows = c.execute(
            """
            select ended_in::text, id::text, version from games
            where (ended_in, id) > (%s::xid8, %s::uuid) and ended_in < pg_snapshot_xmin(pg_current_snapshot())
              and not private and (%s::text is null or game = %s)
            -- By the columns: the bare names mean the texts above, and of texts "10" comes before "9".
            order by games.ended_in, games.id limit %s
            """,
            (transaction, last, game, game, limit),
        ).fetchall()
    return [Ended(f"{transaction}-{game_id}", game_id, version) for transaction, game_id, version in rows]


def position(cursor: str | None) -> tuple[str, str]:
    """Decode a cursor."""
    if cursor is None:
        return "0", "00000000-0000-0000-0000-000000000000"
    found = CURSOR.fullmatch(cursor)
    if found is None:
        detail = "Unknown cursor. Omit it to start at the beginning, or send the last one that you received."
        raise Problem(HTTPStatus.BAD_REQUEST, "bad-cursor", detail)
    return found[1], found[2]


def write_line(match: Ended, rows: Sequence[RecordedEvent], signer: Signer) -> str:
    """Return the line of a match: its cursor, its id, and its bundle as a text of lines."""
    bundle = "".join(f"{line}\n" for line in bundles.bundle(match.id, rows, signer))
    return canonical({"bundle": bundle, "cursor": match.cursor, "id": match.id})
