"""Events that begin a fork."""

from typing import Any, NamedTuple

from cartulary.kernel.messages import Event, event
from cartulary.kernel.seats import Seat
from cartulary.kernel.visibility import Hidden, Secret


class Origin(NamedTuple):
    """A version of another game."""

    game: str
    version: int


@event()
class SeatSaw(Event):
    """A fork begins: how things stand there as its seat knows them, in the form of the game's state."""

    seat: Seat
    state: Secret[dict[str, Any]]


@event()
class ForkBegan(Event):
    """A fork begins, after what each seat saw: how things stand there for everybody, and how they really are."""

    state: dict[str, Any]
    whole: Hidden[dict[str, Any]]
