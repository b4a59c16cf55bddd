"""The `Idempotency-Key` of a request: sent again under the same key, it happens once."""

import json
from collections.abc import Sequence
from hashlib import sha256
from http import HTTPStatus
from typing import Any, Final

from flask import Request, request

from cartulary_service.errors import Problem
from cartulary_service.store.append import IdempotencyKey
from cartulary_service.store.repeated_answers import MINUTES, Key

HEADER: Final = "Idempotency-Key"
LONGEST: Final = 200
"""Characters."""
SHORTEST_SECRET: Final = 22
"""Characters. So many, chosen at random, cannot be guessed."""


def read_key() -> str | None:
    """Return the key of the request, if it has one. Raises Problem 400 if it is malformed."""
    value = request.headers.get(HEADER)
    if value is not None and not (1 <= len(value) <= LONGEST and value.isprintable()):
        detail = f"An {HEADER} has 1 to {LONGEST} visible characters."
        raise Problem(HTTPStatus.BAD_REQUEST, "bad-key", detail)
    return value


def key_for(player: str, text: str) -> IdempotencyKey | None:
    """Return the key of the request with the digest of `text`, which says what was asked for. Raises Problem 400."""
    value = read_key()
    return None if value is None else IdempotencyKey(player, value, sha256(text.encode()).digest())


def secret_key_for(text: str) -> Key | None:
    """Return the key of a request by nobody who is known, whose answer holds a secret.

    Raises Problem 400 for a key that could be guessed.
    """
    value = read_key()
    if value is None:
        return None
    if len(value) < SHORTEST_SECRET:
        detail = (
            f"The {HEADER} of this operation has at least {SHORTEST_SECRET} characters, chosen at random: whoever "
            f"sends it with the same body within {MINUTES} minutes is given the account's token."
        )
        raise Problem(HTTPStatus.BAD_REQUEST, "bad-key", detail)
    return Key(value, sha256(text.encode()).digest())


def own_key_for(player: str, asked: Sequence[Any]) -> Key | None:
    """Return the key of a player's request, which is nobody else's. Raises Problem 400."""
    value = read_key()
    if value is None:
        return None
    text = json.dumps(asked, sort_keys=True, default=str)
    return Key(f"{player} {value}", sha256(text.encode()).digest())


def is_repeat(ends_token: bool) -> bool:
    """Whether a request may come again with the token that it has ended: its key proves who asks, and is no guess."""
    value = read_key()
    return ends_token and value is not None and len(value) >= SHORTEST_SECRET


def refuse_key(asked: Request) -> None:
    """Raise Problem 400 if a request has a key that would do nothing."""
    if HEADER in asked.headers:
        detail = (
            f"This operation takes no {HEADER}: sent again, it would be done again. Leave the header out. After a "
            "lost answer, read what is there before you send the request again."
        )
        raise Problem(HTTPStatus.BAD_REQUEST, "key-not-taken", detail)
