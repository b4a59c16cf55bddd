"""What a seat sees, as whole numbers: parts of fixed sizes, of which environments make arrays."""

from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from typing import Any, Final, NamedTuple

from cartulary.kernel.seats import Seat

MOST_SEATS: Final = 4

Parts = Mapping[str, Sequence[int]]
"""Numbers by the name of the part, in the order of the sizes."""


class Observation(NamedTuple):
    """How a game writes what a seat sees."""

    sizes: Sequence[tuple[str, int]]
    """The parts and their sizes, whatever the number of seats."""
    parts_of: Callable[[Any, Seat], Parts]
    """Returns the parts of a state as a seat sees it."""


def one_of(size: int, place: int | None) -> list[int]:
    """Zeros, with a one at a place."""
    numbers = [0] * size
    if place is not None:
        numbers[place] = 1
    return numbers


def marks(size: int, places: Sequence[int]) -> list[int]:
    """Count how often each place is named."""
    numbers = [0] * size
    for place in places:
        numbers[place] += 1
    return numbers


def pad(seats: Sequence[Sequence[int]], size: int) -> list[int]:
    """Lay the numbers of the seats end to end, with zeros for seats that are not at the table."""
    return [*chain.from_iterable(seats), *[0] * (size * (MOST_SEATS - len(seats)))]
