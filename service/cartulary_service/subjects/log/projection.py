"""The log held against the records: each entry of a game has the head that the game had at that version."""

from collections.abc import Iterator, Sequence
from typing import Final

from cartulary.match.state import Match
from cartulary.record.event import RecordedEvent
from cartulary.transparency.leaf import Leaf
from cartulary.transparency.merkle_tree import hash_leaf, root
from cartulary_service.store.database import Connection, Database, connection
from cartulary_service.subjects.log import growth
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


def hold_totals(database: Database) -> Iterator[str]:
    """Hold all entries against the newest checkpoint, and against the games that are there."""
    with connection(database.serving) as c, c.transaction():
        c.execute("set transaction isolation level repeatable read")
        yield from hold_checkpoint(c)
        for game, version in c.execute(NOT_ENTERED).fetchall():
            yield f"game {game} is marked as entered, and the log has no entry of its version {version}"
        for (game,) in c.execute(WITHOUT_GAME).fetchall():
            yield f"the log has entries of game {game}, and there is no such game"


def hold_checkpoint(c: Connection) -> Iterator[str]:
    """Hold the entries, and the hashes above them, against the newest checkpoint."""
    newest = growth.newest(c)
    size = 0 if newest is None else newest.size
    row = c.execute("select count(*) filter (where place < %s), count(*) from log_entries", (size,)).fetchone()
    if row != (size, size):
        yield f"the newest checkpoint of the log has {size} entries, and {row and row[1]} are stored"
    elif newest is not None and size and root(growth.hashes_of(c, size), size) != newest.root:
        yield "the stored hashes of the log are not those of its newest checkpoint"


NOT_ENTERED: Final = """
select g.id::text, each.version from games g cross join lateral (
    select 1 as version where g.logged >= 1
    union all
    select g.version where g.ended_in is not null and g.logged_end = g.ended_in
) each
where not exists (select from log_entries e where e.game_id = g.id and e.version = each.version)
order by g.id, each.version
"""
WITHOUT_GAME: Final = """
select distinct game_id::text from log_entries e where not exists (select from games where id = e.game_id)
"""

LOG: Final = Projection("log", hold_game, hold_totals)
