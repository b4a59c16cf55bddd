"""Leaves of the transparency log: a game had this head at this version."""

from typing import NamedTuple

from cartulary.kernel.canonical import base64url, canonical
from cartulary.kernel.hashing import digest


class Leaf(NamedTuple):
    """The head of a game at a version. A game without a salt is public, and its entry names it."""

    game: str
    version: int
    head: bytes
    salt: bytes | None = None

    def entry(self) -> bytes:
        """The entry of the log, as canonical JSON. That of a private game says nothing to who lacks the salt."""
        if self.salt is None:
            return canonical({"game": self.game, "head": base64url(self.head), "version": self.version}).encode()
        blinded = digest("leaf", self.game, self.version, self.head, self.salt)
        return canonical({"blinded": base64url(blinded)}).encode()
