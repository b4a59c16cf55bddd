"""The record of a game (format `cartulary/v1`): canonical parts, commitments, hash chain. It never changes."""

from json import loads
from typing import NamedTuple

from cartulary.kernel.hashing import digest, digest_with_key
from cartulary.kernel.seats import Seat


class RecordedEvent(NamedTuple):
    """A stored event; `public` and `private` are canonical JSON text."""

    position: int
    ply: int
    type: str
    v: int
    seat: Seat | None
    public: str
    private: str | None
    hash: bytes


class RecordEnd(NamedTuple):
    """The end of a record, after which the next events go."""

    game_id: str
    seed: bytes
    version: int
    ply: int
    head: bytes


def time_of(row: RecordedEvent) -> str:
    """Return the time of an event."""
    return str(loads(row.public)["at"])


def genesis(game_id: str) -> bytes:
    """The head of a record without events."""
    return digest("genesis", game_id)


def next_head(head: bytes, public: str) -> bytes:
    """The head after one more event."""
    return digest("event", head, public)


def seed_commitment(game_id: str, seed: bytes) -> bytes:
    """Return the commitment to the server's seed in event 1."""
    return digest("server-seed", game_id, seed)


def commitment(game_id: str, seed: bytes, position: int, name: str, value: str) -> bytes:
    """The salted commitment to a hidden field's canonical value."""
    salt = digest_with_key(seed, "salt", game_id, position, name)
    return digest("commit", game_id, position, name, salt, value)
