"""Pairs of an access token and a refresh token.

The pair that follows a refresh token is derived from that token and from a random seed that is stored with it. So a
request that is repeated gets the same pair, and neither the token nor the database alone gives it away.
"""

import hmac
import secrets
from base64 import urlsafe_b64encode
from hashlib import sha256
from typing import Final, NamedTuple
from uuid import UUID

from cartulary_service.players.callers import PREFIX, new_token

REFRESH_PREFIX: Final = "cref_"


class Pair(NamedTuple):
    """An access token and a refresh token."""

    access: str
    refresh: str


class Refresh(NamedTuple):
    """A refresh token that was presented, and the seed that is stored with it."""

    token: str
    seed: UUID

    def next_pair(self) -> Pair:
        """Return the pair that follows, the same each time."""
        return Pair(PREFIX + self._derive(b"access"), REFRESH_PREFIX + self._derive(b"refresh"))

    def _derive(self, purpose: bytes) -> str:
        made = hmac.digest(self.token.encode(), self.seed.bytes + purpose, sha256)
        return urlsafe_b64encode(made).rstrip(b"=").decode()


def new_pair() -> Pair:
    """Return a random pair, with which a consent begins."""
    return Pair(new_token()[0], REFRESH_PREFIX + secrets.token_urlsafe(32))
