"""What a picture shows of a seat: signs with numbers, cards, land. How it is drawn is not said here."""

from collections.abc import Sequence
from typing import NamedTuple


class Mark(NamedTuple):
    """A sign with a number."""

    symbol: str
    palette: tuple[str, ...]
    text: str


class Look(NamedTuple):
    """A kind of card: its name, its palette, and what is drawn on it."""

    name: str
    palette: str
    art: str
    ground: str | None = None
    corner: tuple[str, str] | None = None
    """Symbol and palette."""
    epoch: str = ""
    number: int = 1


class Land(NamedTuple):
    """A plot with its people and buildings."""

    name: str
    terrain: str
    population: int
    buildings: Sequence[Look]


class Tableau(NamedTuple):
    """What a seat has: its progress, and its cards in groups."""

    progress: Sequence[Mark]
    groups: Sequence[Sequence[Look | Land]]
