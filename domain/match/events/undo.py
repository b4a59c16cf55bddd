"""Events of undo."""

from domain.kernel.messages import Event, event
from domain.kernel.seats import Seat


@event()
class TakeBackAgreed(Event):
    """A seat would take the game back to that version."""

    seat: Seat
    back_to: int


@event()
class ActionsTakenBack(Event):
    """What came after `back_to` is taken back: it stays in the record and does not count any more."""

    seat: Seat
    back_to: int
    """The version from which the game goes on."""
