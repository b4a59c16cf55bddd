"""The log held against the records: each entry of a game has the head that the game had at that version."""

from collections.abc import Iterator, Sequence
from typing import Final

from cartulary.match.state import Match
from cartulary.record.event import RecordedEvent
from cartulary.transparency.leaf import Leaf
from cartulary.transparency.merkle_tree import hash_leaf
from cartulary_service.store.database import Database, connection
from cartulary_service.trust.projections import Projection


def hold_game(database: Database, match: Match, record: Sequence[RecordedEvent]) -> Iterator[str]:
    """Hold all entries of a game, up to the version that is checked."""
    with connection(database.serving) as c:
        rows = c.execute(ENTRIES, (match.id, match.version)).fetchall()
    for place, version, entry, digest, salt in rows:
        leaf = Leaf(match.id, version, record[version - 1].hash, salt)
        if (entry.encode(), digest) != (leaf.entry(), hash_leaf(leaf.entry())):
            yield f"entry {place} of the log, on version {version}, is not of the head that the record has there"
        if (salt is None) == match.terms.private:
            yield f"entry {place} of the log is not {'blinded' if match.terms.private else 'open'}, as the game is"


ENTRIES: Final = """
select place, version, entry, hash, salt from log_entries where game_id = %s and version <= %s order by place
"""

LOG: Final = Projection("log", hold_game)
