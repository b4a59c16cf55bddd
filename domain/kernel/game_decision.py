"""The skeleton of every game: decide what happens, then let it happen."""

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

from domain.kernel.messages import Event
from domain.kernel.randomness import Chance

S = TypeVar("S")
Evolutions = Mapping[type[Event], Callable[[S, Any], None]]
"""What each event does to a state; holds no rules and cannot fail on what was decided."""


class GameDecision(Generic[S]):
    """A decision being made: each event changes a state of its own, so the next rule sees what it did."""

    __slots__ = ("chance", "events", "evolutions", "state", "version")

    def __init__(self, state: S, evolutions: Evolutions[S], chance: Chance | None = None, version: int = 0) -> None:
        self.state = state
        self.evolutions = evolutions
        self.chance = chance
        """What is drawn during the game comes from here; None where the one who decides cannot know it."""
        self.version = version
        self.events: list[Event] = []

    @property
    def position(self) -> int:
        """The position of the event that happens next."""
        return self.version + len(self.events) + 1

    def happens(self, event: Event) -> None:
        """Record the event and let it take effect."""
        self.evolutions[type(event)](self.state, event)
        self.events.append(event)
