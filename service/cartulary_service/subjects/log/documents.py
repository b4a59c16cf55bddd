"""The transparency log as it is served: its checkpoint, its tiles, and proofs that it holds a game's heads."""

from http import HTTPStatus
from typing import Any, Final

from cartulary.kernel.canonical import base64url
from cartulary.signing.notes import Signer
from cartulary.transparency import merkle_tree
from cartulary.transparency.inclusion import InclusionProof
from cartulary.transparency.tiles import Tile, write_entries
from cartulary_service.errors import Problem
from cartulary_service.store.database import Connection, Database, connection
from cartulary_service.subjects.log.growth import empty, hashes_of, read_hashes, sign

SOON: Final = 60
"""How many checkpoints after an entry a proof may be of: those of an hour."""
COSIGNED: Final = """
n.note || coalesce((select string_agg(s.line, '' order by s.witness) from log_cosignatures s where s.size = n.size), '')
"""
"""SQL expression for the note of a checkpoint `n` with the lines of its witnesses."""


def read_checkpoint(database: Database, signer: Signer, origin: str) -> str:
    """Return the newest checkpoint as a signed note; before there is one, that of an empty log of this name."""
    with connection(database.public) as c:
        row = c.execute(f"select {COSIGNED} from log_checkpoints n order by n.size desc limit 1").fetchone()
    return sign(signer, empty(origin)) if row is None else str(row[0])


def read_tile(database: Database, path: str) -> bytes:
    """Return a tile, or a bundle of entries. Raises Problem 404 where the log has none of that width."""
    try:
        tile = Tile.parse(path)
    except ValueError as error:
        raise no_tile() from error
    with connection(database.public) as c:
        found = read_hashes(c, tile) if tile.level is not None else read_entries(c, tile)
    if len(found) < tile.width:
        raise no_tile()
    return b"".join(found) if tile.level is not None else write_entries(found)


def no_tile() -> Problem:
    detail = (
        "The log has no such tile. The checkpoint says how large it is; a partial tile is as wide as the tree then was."
    )
    return Problem(HTTPStatus.NOT_FOUND, "not-found", detail)


def read_entries(c: Connection, tile: Tile) -> list[bytes]:
    """Return the entries of a bundle; fewer, or none, where the log is not that large."""
    rows = c.execute(
        "select entry from log_entries where place >= %s and place < %s order by place",
        (tile.start, tile.start + tile.width),
    ).fetchall()
    return [row[0].encode() for row in rows]


def prove_heads(database: Database, game_id: str) -> list[dict[str, Any]]:
    """Return proofs of the heads of a game that the log holds, in the order of the versions, as bundles carry them.

    Each is of that checkpoint soon after the entry which most witnesses have cosigned. A private game has a salt with
    each: its entries say nothing without.
    """
    with connection(database.serving) as c:
        rows = c.execute(
            f"""
            select e.version, e.place, e.salt, n.size, {COSIGNED} from log_entries e
            cross join lateral (
                select * from (
                    select * from log_checkpoints where size > e.place order by size limit %(soon)s
                ) soon
                order by (select count(*) from log_cosignatures s where s.size = soon.size) desc, soon.size limit 1
            ) n
            where e.game_id = %(game)s order by e.version
            """,
            {"game": game_id, "soon": SOON},
        ).fetchall()
        return [
            {
                "version": version,
                "proof": InclusionProof(
                    place, merkle_tree.prove_inclusion(hashes_of(c, size), place, size), checkpoint
                ).text(),
            }
            | ({} if salt is None else {"salt": base64url(salt)})
            for version, place, salt, size, checkpoint in rows
        ]
