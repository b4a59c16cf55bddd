"""Events of signatures: keys of seats, and actions that players have signed."""

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
class KeyGiven(Event):
    """From here on this key signs for the seat."""

    seat: Seat
    key: bytes
