"""Leaves of the transparency log: a game had this head at this version."""

import re
from json import loads
from typing import Final, NamedTuple

from cartulary.kernel.canonical import base64url, canonical, from_base64url
from cartulary.kernel.hashing import digest
from cartulary.transparency.merkle_tree import HASH_BYTES

NO_BLANKS: Final = re.compile("[!-~]+")
"""A name that cannot be taken for the words around it."""


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


class LoggedHead(NamedTuple):
    """The content of the entry of a public game."""

    game: str
    head: str
    version: int


def read_entry(entry: bytes) -> LoggedHead | None:
    """Return what the entry of a public game says; None of a private one. Raises ValueError if it is no entry."""
    try:
        said = loads(entry)
    except (ValueError, RecursionError) as error:
        raise ValueError("it is no JSON") from error
    try:
        leaf = None if said.keys() == {"blinded"} else LoggedHead(**said)
        told = leaf or LoggedHead("-", said["blinded"], 0)
    except (AttributeError, TypeError) as error:
        raise ValueError("it names neither a game nor a digest") from error
    if [type(each) for each in told] != [str, str, int] or canonical(said).encode() != entry:
        raise ValueError("it is spelled otherwise than an entry can be")
    value = from_base64url(told.head)
    if not NO_BLANKS.fullmatch(told.game) or base64url(value) != told.head:
        raise ValueError("it is spelled otherwise than an entry can be")
    if leaf is None and len(value) != HASH_BYTES:
        raise ValueError("its digest has not 32 bytes")
    return leaf
