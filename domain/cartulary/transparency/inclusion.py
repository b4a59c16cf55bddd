"""Proofs that the log holds an entry, which need nothing else: the text form of C2SP tlog-proof."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Self

from cartulary.transparency.checkpoint import BadCheckpoint, decode_hash, encode_hash

FORMAT: Final = "c2sp.org/tlog-proof@v1"
INDEX: Final = re.compile("index (0|[1-9][0-9]{0,18})")


@dataclass(frozen=True, slots=True)
class InclusionProof:
    """The place of an entry, the path from there to the root of a checkpoint, and that checkpoint as a signed note."""

    index: int
    path: Sequence[bytes]
    checkpoint: str

    def text(self) -> str:
        """The proof as it is kept in a file."""
        return "\n".join([FORMAT, f"index {self.index}", *map(encode_hash, self.path), "", self.checkpoint])

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a proof. Raises BadCheckpoint."""
        begin, gap, checkpoint = text.partition("\n\n")
        lines = begin.split("\n")
        index = INDEX.fullmatch(lines[1]) if len(lines) > 1 else None
        if lines[0] != FORMAT or index is None or not gap:
            raise BadCheckpoint(f"A proof begins with {FORMAT} and the index of its entry.")
        return cls(int(index[1]), [decode_hash(line) for line in lines[2:]], checkpoint)
