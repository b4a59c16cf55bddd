"""Pipes between the workers of one master: a worker tells the others at once which followed games have gone on."""

import os
import select
import struct
from collections import Counter
from contextlib import suppress
from mmap import mmap
from typing import Final

WORD: Final = struct.Struct("36sI")
"""A game, and its newest version."""
READ_AT_ONCE: Final = 1_024 * WORD.size
GAMES: Final = 65_536
"""Number of slots that tell games apart."""


class Neighbour:
    """A pipe that one worker hears from, whose ends never wait, and memory in which all see what it follows."""

    def __init__(self) -> None:
        self.hears, self.told = os.pipe()
        os.set_blocking(self.hears, False)
        os.set_blocking(self.told, False)
        self.follows = mmap(-1, GAMES)


class WorkerPipes:
    """Pipes of all workers, made before the workers are forked.

    Best effort: messages may be lost, since the ticker polls anyway.
    """

    def __init__(self, workers: int = 0) -> None:
        self._all = [Neighbour() for _ in range(workers)]
        self._taken: dict[object, Neighbour] = {}
        self._self: Neighbour | None = None
        self._streams = Counter[int]()

    def seat(self, worker: object) -> None:
        """Choose which one a worker will be that is about to be forked."""
        self._self = next((each for each in self._all if each not in self._taken.values()), None)
        self._streams = Counter()
        if self._self is not None:
            self._self.follows[:] = bytes(GAMES)
            self._taken[worker] = self._self

    def unseat(self, worker: object) -> None:
        """A worker is gone: the next one may take its place."""
        self._taken.pop(worker, None)

    def follow(self, game_id: str, streams: int) -> None:
        """Count streams that begin or end to follow a game here."""
        number = number_of(game_id)
        self._streams[number] += streams
        if self._self is not None:
            self._self.follows[number] = self._streams[number] > 0

    def tell(self, game_id: str, version: int) -> None:
        """Tell those who follow a game that it has gone on."""
        number = number_of(game_id)
        for each in self._all:
            if each.follows[number] and each is not self._self:
                with suppress(OSError):
                    os.write(each.told, WORD.pack(game_id.encode(), version))

    def heard(self, seconds: float) -> list[tuple[str, int]]:
        """The games of which others have told, and their versions; waits so long for the first."""
        mine = [] if self._self is None else [self._self.hears]
        if not select.select(mine, [], [], max(seconds, 0))[0]:
            return []
        words = os.read(mine[0], READ_AT_ONCE)
        return [(game.decode(), version) for game, version in WORD.iter_unpack(words)]


def number_of(game_id: str) -> int:
    """Return the slot of a game. Games that share one cause a needless poll at most."""
    return int(game_id[-4:], 16)
