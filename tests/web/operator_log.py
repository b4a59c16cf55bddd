"""A transparency log that an operator keeps in memory, with proofs and bundles as the service makes them."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from cartulary.kernel.canonical import base64url, canonical
from cartulary.signing.notes import Signer, public_key
from cartulary.transparency import merkle_tree
from cartulary.transparency.checkpoint import Checkpoint
from cartulary.transparency.inclusion import InclusionProof
from cartulary.transparency.leaf import Leaf
from cartulary.transparency.submission import Submission
from cartulary.transparency.tiles import WIDTH, Tile, TiledHashes, width_at
from cartulary.witness.witness import Witness
from tests.domain.table import Table
from tests.web.verifiers import GAME_ID, SIGNER

ORIGIN: Final = "games.example/v1/log"


class OperatorLog:
    """Entries, and the checkpoint that the operator signs over them."""

    def __init__(self, leaves: Sequence[Leaf] = ()) -> None:
        self.leaves = [*leaves]

    def add(self, table: Table, *versions: int) -> None:
        """Append the heads of a game at these versions."""
        self.leaves += [Leaf(GAME_ID, version, table.rows[version - 1].hash) for version in versions]

    def hashes(self) -> TiledHashes:
        return TiledHashes(len(self.leaves), self._read_tile)

    def tiles(self) -> dict[str, bytes]:
        """All tiles of the log, by their path."""
        size, found = len(self.leaves), dict[str, bytes]()
        for level in range(3):
            for index in range(-(-(size >> 8 * level) // WIDTH)):
                tile = Tile(level, index, width_at(size, level, index))
                found[tile.path] = b"".join(self._read_tile(tile))
        return found

    def checkpoint(self, signer: Signer = SIGNER) -> str:
        size = len(self.leaves)
        return signer.called(ORIGIN).note(Checkpoint(ORIGIN, size, merkle_tree.root(self.hashes(), size)).text())

    def submission(self, old: int) -> Submission:
        """What a witness is sent that has cosigned so many entries."""
        return Submission(old, merkle_tree.prove_consistency(self.hashes(), old, len(self.leaves)), self.checkpoint())

    def prove(self, place: int, checkpoint: str) -> str:
        """The proof that an entry is in a checkpoint of all entries, whoever has cosigned it."""
        path = merkle_tree.prove_inclusion(self.hashes(), place, len(self.leaves))
        return InclusionProof(place, path, checkpoint).text()

    def bundle(self, bundle: bytes, cosignatures: str = "") -> bytes:
        """A bundle with a proof for each entry of its game."""
        *lines, last = bundle.decode().splitlines()
        checkpoint = self.checkpoint() + cosignatures
        proofs = [
            {"version": leaf.version, "proof": self.prove(place, checkpoint)}
            | ({} if leaf.salt is None else {"salt": base64url(leaf.salt)})
            for place, leaf in enumerate(self.leaves)
            if leaf.game == GAME_ID
        ]
        return "\n".join([*lines, canonical({**json.loads(last), "log": proofs}), ""]).encode()

    def _read_tile(self, tile: Tile) -> list[bytes]:
        span = WIDTH ** (tile.level or 0)
        leaves = [merkle_tree.hash_leaf(leaf.entry()) for leaf in self.leaves[tile.start * span :]]
        return [merkle_tree.join(leaves[at * span : (at + 1) * span]) for at in range(tile.width)]


def witness_of(folder: Path, now: int, name: str = "witness") -> Witness:
    """A witness of that log, whose clock shows `now`."""
    return Witness(folder, name, {ORIGIN: [public_key(SIGNER.public.text())]}, lambda: now)
