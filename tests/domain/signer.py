"""Players who sign their actions."""

from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from cartulary.kernel.codec import action_json
from cartulary.kernel.messages import Action
from cartulary.match.events.signing import ActionSigned
from cartulary.match.signing import message_of
from cartulary.match.state import Match


class SigningPlayer:
    """The player of a seat, with a key made from one byte."""

    def __init__(self, seat: int, secret: int) -> None:
        self.seat = seat
        self._private = Ed25519PrivateKey.from_private_bytes(bytes([secret]) * 32)
        self.key = self._private.public_key().public_bytes_raw()

    def sign(self, match: Match, action: Action) -> ActionSigned:
        """Sign an action on the match as it is."""
        said: dict[str, Any] = action_json(action)
        signature = self._private.sign(message_of(match.id, match.version, match.head, said))
        return ActionSigned(seat=self.seat, key=self.key, version=match.version, action=said, signature=signature)
