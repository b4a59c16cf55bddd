"""Events of undo."""

from cartulary.kernel.messages import Event, event
from cartulary.kernel.seats import Seat


@event()
class TakeBackAgreed(Event):
    """A seat would take the game back to that version."""

    seat: Seat
    back_to: int


@event()
class ActionsTakenBack(Event):
    """All events after `back_to` are taken back: they stay in the record and no longer count."""

    seat: Seat
    back_to: int
    """The version from which the game goes on."""
