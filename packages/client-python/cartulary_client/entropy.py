"""The bytes that a seat adds to the shuffle, and commitments to them."""

import hmac
from hashlib import sha256
from typing import Final

FORMAT: Final = "cartulary/v1"


def entropy_of(secret: bytes, game: str) -> bytes:
    """Return 32 bytes for a game: the same again from the same secret, and no use for guessing those of another."""
    return hmac.digest(secret, f"entropy of {game}".encode(), sha256)


def entropy_at(secret: bytes, game: str, version: int) -> bytes:
    """Return 32 bytes to show at a version of a table.

    A service that refuses the seat until a deal pleases gets the same again. Once somebody has sat down or left,
    knowing them, they are others.
    """
    return entropy_of(secret, f"{game} at {version}")


def commitment(game: str, seat: int, entropy: bytes) -> str:
    """Commit a seat to its entropy: `T(seat-seed, game, seat, entropy)` of the record format."""
    return digest("seat-seed", game.encode(), str(seat).encode(), entropy).hex()


def digest(tag: str, *parts: bytes) -> bytes:
    """Return `T(tag, parts…)` of the record format."""
    whole = sha256()
    for part in (f"{FORMAT}/{tag}".encode(), *parts):
        whole.update(len(part).to_bytes(4, "big") + part)
    return whole.digest()
