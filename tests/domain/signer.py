"""Players who sign their actions and orders."""

from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from cartulary.kernel.codec import action_json
from cartulary.kernel.messages import Action
from cartulary.match.events.signing import ActionSigned, OrderSigned
from cartulary.match.signing import message_of, order_message
from cartulary.match.standing_orders import Condition, condition_json
from cartulary.match.state import Match


class SigningPlayer:
    """The player of a seat, with a key made from one byte."""

    def __init__(self, seat: int, secret: int) -> None:
        self.seat = seat
        self._private = Ed25519PrivateKey.from_private_bytes(bytes([secret]) * 32)
        self.key = self._private.public_key().public_bytes_raw()

    def sign(self, match: Match, action: Action) -> ActionSigned:
        """Sign an action on the match as it is."""
        return self.sign_json(match, action_json(action))

    def sign_json(self, match: Match, said: dict[str, Any]) -> ActionSigned:
        """Sign what may be no action."""
        signature = self._private.sign(message_of(match.id, match.version, match.head, said))
        return ActionSigned(seat=self.seat, key=self.key, version=match.version, action=said, signature=signature)

    def sign_order(self, match: Match, condition: Condition, action: Action | None) -> OrderSigned:
        """Sign an order that is given on the match as it is."""
        said = {"action": None if action is None else action_json(action), "condition": condition_json(condition)}
        signature = self._private.sign(order_message(match.id, match.version, match.head, said))
        return OrderSigned(seat=self.seat, key=self.key, version=match.version, order=said, signature=signature)
