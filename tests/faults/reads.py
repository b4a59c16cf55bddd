"""A read is at least as new as anything that was acknowledged before it began."""

import random
import sys
import threading
import time
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import accumulate
from typing import Final, NamedTuple

from cartulary_service.api.entity_tags import version_of
from tests.faults.clusters import cluster
from tests.faults.gamblers import Crowd, crowd
from tests.faults.ledger import Told
from tests.faults.places import folder
from tests.faults.report import Report
from tests.faults.served import COMMAND, pause, served
from tests.faults.wire import Caller, Unanswered

STALE: Final = (sys.executable, "-m", "tests.faults.stale", "serve")


class Read(NamedTuple):
    """When a read began, and which version it showed."""

    game: str
    began: float
    version: int


class Reader(threading.Thread):
    """Reads the games that are played, again and again, from whichever worker takes it."""

    def __init__(self, port: int, players: Crowd, number: int) -> None:
        super().__init__(daemon=True)
        self.reads: list[Read] = []
        self._port = port
        self._players = players
        self._chance = random.Random(number)
        self._tags: dict[str, str] = {}
        self.stopping = threading.Event()

    def run(self) -> None:
        """Read until told to stop."""
        while not self.stopping.is_set():
            caller = Caller(self._port)
            for _ in range(20):
                games = [[*each.seats][-1] for each in self._players.gamblers if each.seats]
                with suppress(Unanswered):
                    self._read(caller, self._chance.choice(games) if games else None)
            caller.close()

    def _read(self, caller: Caller, game: str | None) -> None:
        if game is None:
            return pause(0.01)
        headers = {"If_None_Match": self._tags[game]} if game in self._tags and self._chance.random() < 0.5 else {}
        path, began = self._chance.choice(("", "", "/audit")), time.monotonic()
        answer = caller.send("GET", f"/games/{game}{path}", **headers)
        if answer.status in (200, 304):
            self._tags[game] = answer.headers["ETag"]
            self.reads.append(Read(game, began, version_of(answer.headers["ETag"].strip('"')) or 0))
        return None


def stale(reads: Iterable[Read], acknowledged: Iterable[Told]) -> int:
    """How many reads showed less than was acknowledged before they began."""
    games: Mapping[str, list[tuple[float, int]]] = defaultdict(list)
    for each in acknowledged:
        games[each.game].append((each.ended, each.version))
    told = {game: sorted(versions) for game, versions in games.items()}
    newest = {game: [0, *accumulate((version for _, version in each), max)] for game, each in told.items()}
    return sum(each.version < known(told, newest, each) for each in reads)


def known(told: Mapping[str, list[tuple[float, int]]], newest: Mapping[str, Sequence[int]], read: Read) -> int:
    """The newest version that was acknowledged before a read began."""
    before = bisect_left(told.get(read.game, []), (read.began, 0))
    return newest[read.game][before] if before else 0


def run(seconds: int, clients: int, readers: int, *, control: bool = False) -> Report:
    """Play and read; the control answers from what it keeps folded without asking whether the game went on."""
    report = Report("reads from a cache without a version check", "stale") if control else Report("reads")
    command = STALE if control else COMMAND
    with folder() as place, cluster(place / "postgres") as postgres:
        with served(place, postgres.url, command) as service, crowd(service.port, clients) as players:
            reading = [Reader(service.port, players, number) for number in range(readers)]
            for each in reading:
                each.start()
            pause(seconds)
            for each in reading:
                each.stopping.set()
                each.join()
        reads = [read for each in reading for read in each.reads]
        report.add({"reads": len(reads), "acknowledged": players.count(), "stale": stale(reads, players.told())})
    return report
