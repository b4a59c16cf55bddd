"""Chance as a function of a seed: labelled streams that anyone can draw again once the seed is known."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import count
from struct import Struct
from typing import Final, TypeVar

from cartulary.kernel.hashing import digest_with_key, encode, encoding

T = TypeVar("T")
WORD: Final = 1 << 32
BIG_ENDIAN_WORDS: Final = Struct(">8I")


class Stream:
    """Uniform whole numbers drawn from one labelled stream of 32-bit words."""

    def __init__(self, key: bytes, label: str) -> None:
        self._words = words(key, label)

    def uniform(self, bound: int) -> int:
        """A number from 0 to bound-1, each equally likely: words past the last full multiple are passed over."""
        limit = WORD - WORD % bound
        word = next(self._words)
        while word >= limit:
            word = next(self._words)
        return word % bound

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """The items in a random order: from the last place down, each is swapped with one at or before it."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.uniform(last + 1)
            order[last], order[other] = order[other], order[last]
        return order


def words(key: bytes, label: str) -> Iterator[int]:
    """The stream's successive big-endian 32-bit words."""
    labelled = encoding("stream", (key, label))
    for block in count():
        yield from BIG_ENDIAN_WORDS.unpack(sha256(labelled + encode(block)).digest())


class Chance:
    """All the chance of one game: the server's seed mixed with the entropy of the seats."""

    def __init__(self, seed: bytes, game_id: str, entropy: Sequence[bytes]) -> None:
        self._seed, self._game_id, self._entropy = seed, game_id, entropy

    @property
    def _key(self) -> bytes:
        return digest_with_key(self._seed, "deck", self._game_id, *self._entropy)

    def stream(self, label: str) -> Stream:
        """The stream of that label, from its beginning."""
        return Stream(self._key, label)
