"""Submissions to a witness: a checkpoint, and the proof that it goes on from the one before (C2SP tlog-witness)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Self

from cartulary.transparency.checkpoint import BadCheckpoint, decode_hash, encode_hash

OLD: Final = re.compile("old (0|[1-9][0-9]{0,18})")
MOST_HASHES: Final = 63


@dataclass(frozen=True, slots=True)
class Submission:
    """The size that the witness cosigned last, the consistency proof from there, and a checkpoint as a signed note."""

    old: int
    proof: Sequence[bytes]
    checkpoint: str

    def text(self) -> str:
        """The body of the request."""
        return "\n".join([f"old {self.old}", *map(encode_hash, self.proof), "", self.checkpoint])

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read the body of a request. Raises BadCheckpoint."""
        begin, gap, checkpoint = text.partition("\n\n")
        first, *hashes = begin.split("\n")
        old = OLD.fullmatch(first)
        if old is None or not gap or len(hashes) > MOST_HASHES:
            raise BadCheckpoint("A submission begins with the old size and at most 63 hashes, then an empty line.")
        return cls(int(old[1]), [decode_hash(each) for each in hashes], checkpoint)
