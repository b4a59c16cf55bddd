"""Observations: fixed arrays of whole numbers, made of what a seat sees."""

from array import array
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cartulary.catalogue import CATALOGUE
from cartulary.kernel.seats import Seat
from cartulary.match.game import Game
from cartulary.match.observation import MOST_SEATS, one_of
from cartulary_environments.action_space import ActionSpace, action_space
from cartulary_environments.spelling import Spelling

MOST: Final = 32_767
"""Upper bound of every number; none is below zero."""


class Part(NamedTuple):
    """Consecutive numbers of an observation."""

    name: str
    first: int
    size: int


class Observer:
    """Writes observations of one game."""

    def __init__(self, game: Game[Any], space: ActionSpace) -> None:
        if game.observation is None:
            raise ValueError(f"The game {game.id} does not say how it is observed.")
        self._space = space
        self._sizes, self._parts_of = game.observation

    def parts(self) -> Iterator[Part]:
        """The parts, in their order, with the place where each begins."""
        first = 0
        for name, size in (*SHARED, *self._sizes, *spelling_sizes(self._space)):
            yield Part(name, first, size)
            first += size

    def size(self) -> int:
        """Return the length of an observation."""
        return sum(part.size for part in self.parts())

    def observe(self, state: Any, viewer: Seat, waits_for: Seat | None, spelling: Spelling | None) -> NDArray[Any]:
        """Return what a seat sees."""
        parts = self._parts_of(state, viewer).values()
        spelled = count_items(spelling, self._space)
        numbers = chain(one_of(MOST_SEATS, viewer), one_of(MOST_SEATS, waits_for), *parts, spelled)
        return np.frombuffer(array("h", numbers), np.int16)


@lru_cache
def observer(game_id: str) -> Observer:
    """The observer of a game, made once. Raises ValueError if the game does not say how it is observed."""
    return Observer(CATALOGUE[game_id], action_space(game_id))


SHARED: Final = (("viewer", MOST_SEATS), ("waits_for", MOST_SEATS))


def spelling_sizes(space: ActionSpace) -> list[tuple[str, int]]:
    """Sizes of the parts that show what the viewer has spelled so far."""
    return [("opening", 1), ("list", 1), *((f"items_{slot}", space.items) for slot in range(space.slots))]


def count_items(spelling: Spelling | None, space: ActionSpace) -> Sequence[int]:
    """Return the opening, counted from 1, the number of the list, and how often each item stands in each list."""
    numbers = [0] * (2 + space.slots * space.items)
    if spelling is None:
        return numbers
    numbers[0], numbers[1] = spelling.opening + 1, spelling.slot + 1
    for slot, items in enumerate((*spelling.done, spelling.items)):
        start = 2 + slot * space.items - space.item_start + space.first_item(spelling.fields[slot])
        for item in items:
            numbers[start + item] += 1
    return numbers
