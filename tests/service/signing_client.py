"""A client whose player signs actions, as docs/record.md says."""

from base64 import urlsafe_b64decode
from hashlib import sha256
from typing import Any

import requests
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from cartulary.kernel.canonical import base64url, canonical
from tests.service.client import Player


class SigningClient:
    """A player with a key."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self._private = Ed25519PrivateKey.generate()
        self.key = base64url(self._private.public_key().public_bytes_raw())

    def give_key(self, game: str) -> requests.Response:
        return self.player.act(game, {"type": "sign_with", "key": self.key})

    def replace_key(self, game: str, by: str) -> requests.Response:
        """Give another key, which this one signs."""
        return self.act(game, {"type": "sign_with", "key": by})

    def give_order(self, game: str, order: Any, signature: str | None = None) -> requests.Response:
        """Give a standing order, signed as the game is now unless a signature is given."""
        made = signature or self.sign(self.player.see(game), {"action": None, **order}, "order")
        return self.player.post(f"/games/{game}/orders", order, headers={"Action-Signature": made})

    def sign(self, seen: dict[str, Any], said: Any, what: str = "action") -> str:
        """Return the header for an action, or an order, on the game as it was seen."""
        head = seen["head"] + "="
        parts = [f"cartulary/v1/{what}".encode(), seen["id"].encode(), str(seen["version"]).encode()]
        parts += [urlsafe_b64decode(head), canonical(said).encode()]
        message = sha256(b"".join(len(each).to_bytes(4, "big") + each for each in parts)).digest()
        return f"{seen['version']} {self.key} {base64url(self._private.sign(message))}"

    def act(self, game: str, action: Any, signature: str | None = None) -> requests.Response:
        """Take an action, signed as the game is now unless a signature is given."""
        made = signature or self.sign(self.player.see(game), action)
        return self.player.post(f"/games/{game}/actions", action, headers={"Action-Signature": made})
