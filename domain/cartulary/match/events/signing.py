"""Events of signatures: keys of seats, delegates, and actions and orders that players have signed."""

from typing import Any

from cartulary.kernel.messages import Event, event
from cartulary.kernel.seats import Seat
from cartulary.kernel.visibility import Secret


@event()
class ActionSigned(Event):
    """The action of this ply is signed, by the key of the seat or that of its delegate."""

    seat: Seat
    key: bytes
    version: int
    """The version that the signer has seen."""
    action: Secret[dict[str, Any]]
    """A signature of few possible actions would tell which one it is; so both stay with the seat until the end."""
    signature: Secret[bytes]


@event()
class OrderSigned(Event):
    """The order that acts in this ply is signed, by the key of the seat.

    All but the key stays with the seat until the end: when an order was given is as secret as the order.
    """

    seat: Seat
    key: bytes
    version: Secret[int]
    """The version at which the player gave the order."""
    order: Secret[dict[str, Any]]
    """The condition and the action of the order."""
    signature: Secret[bytes]


@event()
class DelegateNamed(Event):
    """A delegate may act for a seat that signs: with this key, or unsigned. Another key of the seat ends that."""

    seat: Seat
    delegate: str
    key: bytes | None


@event()
class KeyGiven(Event):
    """From here on this key signs for the seat."""

    seat: Seat
    key: bytes
