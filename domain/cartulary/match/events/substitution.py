"""Events of substitutes: seats that become vacant in a running game, and who goes on at them."""

from cartulary.kernel.messages import Event, event
from cartulary.kernel.seats import Seat


@event()
class SeatOffered(Event):
    """A player would give up the seat to a substitute, and plays on until one comes."""

    seat: Seat


@event()
class SeatKept(Event):
    """A player keeps the seat after all."""

    seat: Seat


@event()
class FreeingAgreed(Event):
    """A seat would have a substitute for another one, whose time has run out."""

    seat: Seat
    freed: Seat


@event()
class SeatFreed(Event):
    """All others would have a substitute for this seat."""

    seat: Seat


@event()
class SubstituteSeated(Event):
    """From here on this player plays for the seat, in place of the one before."""

    seat: Seat
    player: str
