"""What the workers of one master tell each other at once: which games have gone on."""

import os
import select
import struct
from contextlib import suppress
from typing import Final, NamedTuple

WORD: Final = struct.Struct("36sI")
"""A game, and its newest version."""
READ_AT_ONCE: Final = 1_024 * WORD.size


class Pipe(NamedTuple):
    """What one worker hears from; neither side ever waits."""

    hears: int
    told: int

    @classmethod
    def new(cls) -> "Pipe":
        pipe = cls(*os.pipe())
        for end in pipe:
            os.set_blocking(end, False)
        return pipe


class Neighbours:
    """A pipe to every worker, made before they are forked. Words may be lost: who is not told looks by himself."""

    def __init__(self, workers: int = 0) -> None:
        self._pipes = [Pipe.new() for _ in range(workers)]
        self._taken: dict[object, Pipe] = {}
        self._own: Pipe | None = None

    def seat(self, worker: object) -> None:
        """Give a pipe to a worker that is about to be forked, which hears from it."""
        free = [pipe for pipe in self._pipes if pipe not in self._taken.values()]
        self._own = self._taken[worker] = free[0] if free else Pipe.new()
        self._pipes += [] if free else [self._own]

    def unseat(self, worker: object) -> None:
        """A worker is gone: the next one may have its pipe."""
        self._taken.pop(worker, None)

    def tell(self, game_id: str, version: int) -> None:
        """Tell all others that a game has gone on, as far as they hear."""
        word = WORD.pack(game_id.encode(), version)
        for pipe in self._pipes:
            if pipe is not self._own:
                with suppress(OSError):
                    os.write(pipe.told, word)

    def heard(self, seconds: float) -> list[tuple[str, int]]:
        """The games of which others have told, and their versions; waits so long for the first."""
        mine = [] if self._own is None else [self._own.hears]
        if not select.select(mine, [], [], max(seconds, 0))[0]:
            return []
        words = os.read(mine[0], READ_AT_ONCE)
        return [(game.decode(), version) for game, version in WORD.iter_unpack(words)]
