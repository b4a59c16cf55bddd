"""Places at a table."""

from collections.abc import Sequence

Seat = int
"""A place at the table, 0 to n-1, clockwise."""


def following(seat: Seat, present: Sequence[bool], step: int = 1) -> Seat:
    """The next seat from `seat` on that is present, clockwise (`step` 1) or counter-clockwise (-1)."""
    seats = len(present)
    place = (seat + step) % seats
    while not present[place]:
        place = (place + step) % seats
    return place


def in_order(start: Seat, present: Sequence[bool], step: int = 1) -> list[Seat]:
    """All present seats, beginning with `start` or the first present one after it."""
    seats = len(present)
    places = ((start + step * offset) % seats for offset in range(seats))
    return [place for place in places if present[place]]
