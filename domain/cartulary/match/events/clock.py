"""Events of the clocks."""

from cartulary.kernel.messages import Event, event
from cartulary.kernel.seats import Seat
from cartulary.kernel.times import Time


@event()
class ClockStarted(Event):
    """A seat is awaited: with so many seconds left, it has until then."""

    seat: Seat
    since: Time
    left: int
    until: Time


@event()
class ClockStopped(Event):
    """A seat is awaited no more; with so many seconds its clock starts next."""

    seat: Seat
    left: int


@event()
class PauseAgreed(Event):
    """A seat wants a pause."""

    seat: Seat


@event()
class GamePaused(Event):
    """All seats want a pause: no clock runs until one of them ends it."""


@event()
class GameResumed(Event):
    """A seat ends the pause."""

    seat: Seat


@event()
class VacationTaken(Event):
    """A seat's clock stands still until then; so many days of its allowance are gone."""

    seat: Seat
    days: int
    until: Time


@event()
class TimeGiven(Event):
    """A seat gives another more time."""

    seat: Seat
    to: Seat
    seconds: int


@event()
class TimeRestored(Event):
    """The deadlines of seats whose clocks run come so many seconds later."""

    seats: tuple[Seat, ...]
    seconds: int
    by: str | None
    """Who gives the time; null if the service does, for time in which it did not run."""
    reason: str


@event()
class TimeExpired(Event):
    """A seat's time has run out at this deadline."""

    seat: Seat
    until: Time


@event()
class TimeClaimed(Event):
    """A seat does not wait any longer for one whose time has run out."""

    seat: Seat
    expired: Seat


@event()
class BotTookOver(Event):
    """A bot plays on for a seat whose time has run out."""

    seat: Seat


@event()
class SeatReturned(Event):
    """The player takes over from the bot again."""

    seat: Seat
