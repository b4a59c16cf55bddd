"""Checkpoints: how large the log is and what its root is, as C2SP tlog-checkpoint has them."""

import re
from base64 import b64decode, b64encode
from typing import Final, NamedTuple, Self

from cartulary.transparency.merkle_tree import HASH_BYTES

SIZE: Final = re.compile("0|[1-9][0-9]{0,18}")


class BadCheckpoint(ValueError):
    """A text that is no checkpoint; says why."""


class Checkpoint(NamedTuple):
    """The size and root of a log; `origin` names the log for ever."""

    origin: str
    size: int
    root: bytes

    def text(self) -> str:
        """The text that is signed."""
        return f"{self.origin}\n{self.size}\n{encode_hash(self.root)}\n"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read the text of a signed note. Raises BadCheckpoint."""
        lines = text.split("\n")
        if len(lines) < 4 or not lines[0] or lines[-1] or SIZE.fullmatch(lines[1]) is None:
            raise BadCheckpoint("A checkpoint has three lines: the log's name, its size and its root.")
        return cls(lines[0], int(lines[1]), decode_hash(lines[2]))


def encode_hash(value: bytes) -> str:
    return b64encode(value).decode()


def decode_hash(text: str) -> bytes:
    """Return the hash in base64, spelled in the only way there is. Raises BadCheckpoint."""
    try:
        value = b64decode(text, validate=True)
    except ValueError as error:
        raise BadCheckpoint("A hash is no base64.") from error
    if len(value) != HASH_BYTES or encode_hash(value) != text:
        raise BadCheckpoint("A hash has 32 bytes.")
    return value
