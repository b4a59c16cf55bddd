"""The skeleton of every game: decide what happens, then let it happen."""

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

from cartulary.kernel.messages import Event
from cartulary.kernel.randomness import Chance

S = TypeVar("S")
Evolutions = Mapping[type[Event], Callable[[S, Any], None]]
"""Functions that apply each type of event to a state. They hold no rules and cannot fail on decided events."""


class GameDecision(Generic[S]):
    """A decision being made: each event changes a state of its own, so the next rule sees what it did."""

    __slots__ = ("chance", "events", "evolutions", "state", "version")

    def __init__(self, state: S, evolutions: Evolutions[S], chance: Chance | None = None, version: int = 0) -> None:
        self.state = state
        self.evolutions = evolutions
        self.chance = chance
        """Source of chance; None if the decider may not know it."""
        self.version = version
        self.events: list[Event] = []

    @property
    def position(self) -> int:
        """The position of the event that happens next."""
        return self.version + len(self.events) + 1

    def emit(self, event: Event) -> None:
        """Record the event and let it take effect."""
        self.evolutions[type(event)](self.state, event)
        self.events.append(event)
