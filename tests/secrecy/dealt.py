"""Chance in a world where hidden cards have changed places, and commitments that say nothing."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final, NamedTuple, TypeVar

import pytest

from cartulary.kernel.hashing import digest
from cartulary.kernel.randomness import Chance, Stream
from cartulary.match import seating
from cartulary.match import state as match
from cartulary.record import encode

T = TypeVar("T")


class Swap(NamedTuple):
    """Two places of a shuffled pile that change cards."""

    label: str
    one: int
    other: int


SWAPS: Final[ContextVar[tuple[Swap, ...]]] = ContextVar("swaps", default=())


@contextmanager
def swapped(swaps: Sequence[Swap]) -> Iterator[None]:
    """Whatever is shuffled meanwhile has these cards in each other's place."""
    before = SWAPS.set(tuple(swaps))
    try:
        yield
    finally:
        SWAPS.reset(before)


class DealtStream(Stream):
    """The stream of that label, with what is swapped there."""

    def __init__(self, key: bytes, label: str) -> None:
        super().__init__(key, label)
        self._swaps = [swap for swap in SWAPS.get() if swap.label == label]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        order = super().shuffled(items)
        for swap in self._swaps:
            one, other = swap.one % len(order), swap.other % len(order)
            order[one], order[other] = order[other], order[one]
        return order


class Dealt(Chance):
    """Draws by what the seats add alone, so that two worlds with other seeds deal the same but for what is swapped."""

    def __init__(self, seed: bytes, game_id: str, entropy: Sequence[bytes]) -> None:
        super().__init__(b"", "", entropy)

    def stream(self, label: str) -> Stream:
        return DealtStream(self._key, label)


def ideal_commitment(game_id: str, seed: bytes, position: int, name: str, value: str) -> bytes:
    """What a perfect commitment would look like: nothing but where it stands."""
    return digest("commit", position, name)


def ideal_seed_commitment(game_id: str, seed: bytes) -> bytes:
    """The same for the server's seed."""
    return digest("server-seed")


def idealise(patch: pytest.MonkeyPatch) -> None:
    """Deal what the seats' entropy says, and commit to nothing: that real commitments hide is another test's matter."""
    patch.setattr(match, "Chance", Dealt)
    patch.setattr(encode, "commitment", ideal_commitment)
    patch.setattr(seating, "seed_commitment", ideal_seed_commitment)
