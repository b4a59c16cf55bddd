"""Counts as they stand on the wire, by name."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Final

KEPT: Final = 10_000
"""Number of distinct counts cached under the same names, about 6 MB at most."""


def above_zero(names: Sequence[str]) -> Callable[[Sequence[int]], Mapping[str, int]]:
    """Return the function that names counts and omits zeros. Equal counts share one mapping."""

    @lru_cache(maxsize=KEPT)
    def told(counts: tuple[int, ...]) -> Mapping[str, int]:
        return {name: count for name, count in zip(names, counts, strict=False) if count}

    return lambda counts: told(tuple(counts))
