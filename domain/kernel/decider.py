"""The skeleton of every game: decide what happens, then let it happen."""

from collections.abc import Callable
from typing import Generic, TypeVar

from domain.kernel.messages import Event

S = TypeVar("S")


class Unfolding(Generic[S]):
    """A decision being made: each event changes a state of its own, so the next rule sees what it did."""

    __slots__ = ("events", "evolve", "state")

    def __init__(self, state: S, evolve: Callable[[S, Event], None]) -> None:
        self.state = state
        self.evolve = evolve
        self.events: list[Event] = []

    def happens(self, event: Event) -> None:
        """Record the event and let it take effect."""
        self.evolve(self.state, event)
        self.events.append(event)
