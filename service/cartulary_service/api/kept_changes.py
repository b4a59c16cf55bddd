"""Changes of finished games, which a worker keeps."""

from collections import OrderedDict
from collections.abc import Hashable, Sequence
from typing import Final

KEPT_BYTES: Final = 32 << 20


class KeptChanges:
    """Texts by game and audience; those that were not asked for the longest go."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Hashable, list[str]] = OrderedDict()
        self._size = 0

    def get(self, key: Hashable) -> list[str] | None:
        if key in self._kept:
            self._kept.move_to_end(key)
        return self._kept.get(key)

    def keep(self, key: Hashable, texts: list[str]) -> None:
        if key not in self._kept:
            self._kept[key] = texts
            self._size += size_of(texts)
        while self._size > KEPT_BYTES:
            self._size -= size_of(self._kept.popitem(last=False)[1])


def size_of(texts: Sequence[str]) -> int:
    """Return the characters of texts, which are about as many bytes."""
    return sum(map(len, texts))
