"""The log of all games: the worker appends what is due in batches, and signs a checkpoint for each."""

import os
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from cartulary.match.events.seating import SeatTaken
from cartulary.signing.notes import Signer
from cartulary.transparency import merkle_tree
from cartulary.transparency.checkpoint import Checkpoint
from cartulary.transparency.leaf import Leaf
from cartulary.transparency.tiles import Tile, TiledHashes, new_hashes
from cartulary_service.config import Config
from cartulary_service.store.database import Connection, Database, connection
from cartulary_service.store.events import array

GAMES_AT_ONCE: Final = 200
SALT_BYTES: Final = 32
PREFIX: Final = "/v1/log"


class DueGame(NamedTuple):
    """A game of which the log lacks something, and a head that it lacks; None if there is none after all."""

    id: str
    private: bool
    stage: int
    """1: it has been created; 2: all seats have been taken."""
    ended_in: str | None
    version: int | None
    head: bytes | None

    def leaves(self) -> Iterator[Leaf]:
        """Yield the leaf, if there is one; a private game's gets a new salt."""
        if self.version is not None and self.head is not None:
            yield Leaf(self.id, self.version, self.head, os.urandom(SALT_BYTES) if self.private else None)


def grow(database: Database, signer: Signer, origin: str, seconds_between: int = 0) -> int:
    """Append all that is due, some games at a time, and sign a checkpoint; return how many entries were appended.

    Nothing is done if the last checkpoint is younger than `seconds_between`. `origin` names a log that has none yet;
    afterwards it keeps its name. Raises UniqueViolation, with nothing stored, if another worker appends at the
    same time.
    """
    with connection(database.serving) as c, c.transaction():
        last = newest(c) or empty(origin)
        if c.execute(IS_YOUNG, (seconds_between,)).fetchone() == (True,):
            return 0
        due = [DueGame(*row) for row in c.execute(DUE, {"limit": GAMES_AT_ONCE, "taken": SeatTaken.NAME})]
        leaves = [leaf for each in due for leaf in each.leaves()]
        if leaves:
            append(c, last.size, leaves)
            size = last.size + len(leaves)
            checkpoint = Checkpoint(last.origin, size, merkle_tree.root(hashes_of(c, size), size))
            note = sign(signer, checkpoint)
            c.execute("insert into log_checkpoints (size, note) values (%s, %s)", (size, note))
        mark(c, due)
        return len(leaves)


def origin_of(config: Config, signer: Signer) -> str:
    """Return the name of a new log: where it is served, or the service's key if that is not known."""
    if config.public_url is None:
        return f"cartulary/{signer.public.fingerprint[:16]}"
    return config.public_url.partition("://")[2] + PREFIX


IS_YOUNG: Final = """
select exists (select from log_checkpoints where made_at > clock_timestamp() - make_interval(secs => %s))
"""

IS_FULL: Final = """(status in ('playing', 'finished')
    or (status = 'open' and seats = (select count(*) from game_seats s where s.game_id = games.id)))"""
"""SQL condition of a game whose seats have all been taken: nobody leaves it any more, even if it begins later."""
IS_DUE: Final = f"""
(
    logged = 0 or (logged = 1 and status in ('open', 'playing', 'finished') and {IS_FULL})
    or (ended_in is not null and ended_in is distinct from logged_end)
)
"""
"""SQL condition of a game that the log lacks something of."""


def list_lacking(database: Database, games: Sequence[str]) -> set[str]:
    """Return those of some games that the log lacks something of."""
    with connection(database.public) as c:
        rows = c.execute(LACKING, (array(games),)).fetchall()
    return {game_id for (game_id,) in rows}


LACKING: Final = f"select id::text from games where id = any(%s::uuid[]) and {IS_DUE}"
DUE: Final = f"""
with due as materialized (
    select id, private, version, logged, {IS_FULL} as is_full, ended_in,
        ended_in is distinct from logged_end as ends_anew
    from games where {IS_DUE} order by id limit %(limit)s
)
select due.id::text, due.private, case when due.is_full then 2 else 1 end,
       due.ended_in::text, leaf.version, e.hash
from due left join lateral (
    select 1 as version where due.logged = 0
    union all
    select max(position) from events
    where game_id = due.id and type = %(taken)s and due.logged < 2 and due.is_full
    union all
    select due.version where due.ended_in is not null and due.ends_anew
) leaf on true
left join events e on e.game_id = due.id and e.position = leaf.version
order by due.id, leaf.version
"""
"""A game is due when it is created, when its seats are full, and when it has ended."""


def mark(c: Connection, due: Sequence[DueGame]) -> None:
    """Mark games as far as they were read; one that has gone on meanwhile is due again."""
    c.execute(
        """
        update games set logged = each.stage, logged_end = each.ended_in::xid8
        from unnest(%s::uuid[], %s::smallint[], %s::text[]) as each (id, stage, ended_in) where games.id = each.id
        """,
        ([each.id for each in due], [each.stage for each in due], [each.ended_in for each in due]),
    )


def newest(c: Connection) -> Checkpoint | None:
    """Return the last checkpoint, if there is any."""
    row = c.execute("select note from log_checkpoints order by size desc limit 1").fetchone()
    return None if row is None else Checkpoint.parse(row[0].partition("\n\n")[0] + "\n")


def empty(origin: str) -> Checkpoint:
    """Return the checkpoint of a log without entries."""
    return Checkpoint(origin, 0, merkle_tree.EMPTY_ROOT)


def sign(signer: Signer, checkpoint: Checkpoint) -> str:
    """Return a checkpoint as a note, signed under the log's name."""
    return signer.called(checkpoint.origin).note(checkpoint.text())


def append(c: Connection, size: int, leaves: Sequence[Leaf]) -> None:
    """Append leaves to a log of so many entries, and store the hashes above that are complete by that."""
    entries = [leaf.entry() for leaf in leaves]
    c.execute(
        """
        insert into log_entries (place, game_id, version, entry, hash, salt)
        select * from unnest(
            %(places)s::bigint[], %(games)s::uuid[], %(versions)s::int[], %(entries)s::text[], %(hashes)s::bytea[],
            %(salts)s::bytea[]
        )
        """,
        {
            "places": [*range(size, size + len(leaves))],
            "games": [leaf.game for leaf in leaves],
            "versions": [leaf.version for leaf in leaves],
            "entries": [entry.decode() for entry in entries],
            "hashes": [merkle_tree.hash_leaf(entry) for entry in entries],
            "salts": [leaf.salt for leaf in leaves],
        },
    )
    grown, level = size + len(leaves), 1
    while places := new_hashes(size, grown, level):
        c.execute(
            "insert into log_hashes (level, place, hash) select %s, * from unnest(%s::bigint[], %s::bytea[])",
            (level, [*places], [merkle_tree.join(read_hashes(c, Tile(level - 1, place))) for place in places]),
        )
        level += 1


def hashes_of(c: Connection, size: int) -> TiledHashes:
    """Return the hashes of the log as it was at a size."""
    return TiledHashes(size, lambda tile: read_hashes(c, tile))


def read_hashes(c: Connection, tile: Tile) -> list[bytes]:
    """Return the hashes of a tile; fewer, or none, where the log is not that large."""
    at = {"level": tile.level, "start": tile.start, "end": tile.start + tile.width}
    rows = c.execute(
        "select hash from log_entries where place >= %(start)s and place < %(end)s order by place"
        if tile.level == 0
        else """
        select hash from log_hashes where level = %(level)s and place >= %(start)s and place < %(end)s order by place
        """,
        at,
    ).fetchall()
    return [bytes(row[0]) for row in rows]
