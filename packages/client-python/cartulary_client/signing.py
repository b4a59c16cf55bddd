"""Keys by which a player signs actions, so that nobody can invent a move in that player's name."""

import hmac
from base64 import urlsafe_b64decode
from collections.abc import Mapping
from hashlib import sha256
from json import dumps
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from cartulary_client.entropy import digest
from cartulary_client.receipts import text_of
from cartulary_client.types import Action, Game, TableSignWith


class ActionKey:
    """An Ed25519 key; `public` is what the seat gives with `sign_with`."""

    def __init__(self, secret: bytes) -> None:
        self._private = Ed25519PrivateKey.from_private_bytes(secret)
        self.public = text_of(self._private.public_key().public_bytes_raw())

    @classmethod
    def of_game(cls, secret: bytes, game: str) -> "ActionKey":
        """Return the key for a game: the same again from the same secret."""
        return cls(hmac.digest(secret, f"key of {game}".encode(), sha256))

    def sign(self, game: Game, action: Action | Mapping[str, Any]) -> str:
        """Sign an action on a view of the game, for the header `Action-Signature`."""
        return self._sign("action", game, action)

    def sign_order(self, game: Game, order: Mapping[str, Any]) -> str:
        """Sign a standing order on a view of the game, for the header `Action-Signature`."""
        condition = {name: value for name, value in order["condition"].items() if value is not None}
        return self._sign("order", game, {"action": order.get("action"), "condition": condition})

    def _sign(self, what: str, game: Game, said: Mapping[str, Any]) -> str:
        head = urlsafe_b64decode(f"{game['head']}=")
        message = digest(what, game["id"].encode(), str(game["version"]).encode(), head, canonical(said).encode())
        return f"{game['version']} {self.public} {text_of(self._private.sign(message))}"

    def is_given(self, game: Game) -> bool:
        """Whether the caller's seat has given this key."""
        return {"seat": game["you"], "key": self.public} in game["keys"]

    def gift(self) -> TableSignWith:
        """Return the action that gives the key to the seat."""
        return {"type": "sign_with", "key": self.public}


def publication(action: Action | Mapping[str, Any], signature: str) -> str:
    """Return the file that shows a move which was not taken in time, from what `ActionKey.sign` gave for it."""
    return f"{canonical(action)}\n{signature}\n"


def canonical(value: Mapping[str, Any]) -> str:
    """Return JSON in the only spelling that is signed: members by their names, no blanks."""
    return dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
