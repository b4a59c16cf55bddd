"""What everybody, and what a seat sees."""

from typing import TypedDict


class SeatView(TypedDict):
    hand: tuple[str, ...] | None
    done: bool
    shown: str | None


class View(TypedDict):
    seats: tuple[SeatView, ...]
