"""Processes are killed while games are played: workers, backends, the worker by the clock, all of each side."""

import random
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Final

import psutil

from tests.faults.clusters import Cluster, cluster, eventually
from tests.faults.gamblers import Crowd, Despair, crowd
from tests.faults.ledger import bundled, compared, stored
from tests.faults.partitions import split, title
from tests.faults.places import folder
from tests.faults.report import Report, note
from tests.faults.served import Served, pause, served

SHARES: Final = {"worker": 55, "backend": 30, "worker by the clock": 8, "all of PostgreSQL": 4, "all of the service": 3}
"""What is killed, in so many of a hundred cases."""
NO_SETTINGS: Final[Mapping[str, str]] = {}
LONGEST_PAUSE: Final = 0.2
ACKNOWLEDGED_BETWEEN: Final = 2
CHECKED_BY_HTTP: Final = 300


class Killer:
    """Kills one thing or another."""

    def __init__(self, postgres: Cluster, service: Served, chance: random.Random) -> None:
        self.kills: Counter[str] = Counter()
        self._postgres = postgres
        self._service = service
        self._chance = chance
        self._kinds: Mapping[str, Callable[[], bool]] = {
            "worker": lambda: self._one(self._service.workers()),
            "backend": lambda: self._one(self._postgres.backends()),
            "worker by the clock": lambda: self._one(self._service.companions()),
            "all of PostgreSQL": self._whole_postgres,
            "all of the service": self._whole_service,
        }

    def kill(self, kind: str) -> None:
        """Kill something of that kind, as soon as there is one."""
        eventually(self._kinds[kind])
        self.kills[kind] += 1

    def _one(self, of: list[psutil.Process]) -> bool:
        if not of:
            return False
        with suppress(psutil.NoSuchProcess):
            self._chance.choice(of).kill()
            return True
        return False

    def _whole_postgres(self) -> bool:
        self._postgres.kill()
        pause(self._chance.random() * LONGEST_PAUSE)
        self._postgres.revive()
        return True

    def _whole_service(self) -> bool:
        self._service.kill()
        self._service.start()
        return True


def schedule(kills: int, chance: random.Random, only: str | None) -> list[str]:
    """What is killed, in which order; every kind in any hundred."""
    if only is not None:
        return [only] * kills
    hundred = [kind for kind, share in SHARES.items() for _ in range(share)]
    kinds = [kind for _ in range(-(-kills // 100)) for kind in chance.sample(hundred, len(hundred))]
    return kinds[:kills]


def maltreat(crowd: Crowd, killer: Killer, kinds: list[str], chance: random.Random) -> None:
    """Kill one after the other, with a little play between them."""
    for number, kind in enumerate(kinds, 1):
        with suppress(Despair):
            crowd.wait_for(ACKNOWLEDGED_BETWEEN, 30)
        pause(chance.random() * LONGEST_PAUSE)
        killer.kill(kind)
        if number % 100 == 0:
            note(f"  {number} kills, {crowd.count():,} acknowledged, {crowd.unanswered():,} unanswered")


def run(
    kills: int,
    clients: int,
    *,
    keyed: bool = True,
    only: str | None = None,
    control_of: str | None = None,
    settings: Mapping[str, str] = NO_SETTINGS,
    partitions: int = 0,
) -> Report:
    """Play and kill; afterwards hold the record against what was told."""
    how = [title("kills", partitions), *(() if keyed else ("without keys",)), *map("=".join, settings.items())]
    report, chance = Report(" ".join(how), control_of), random.Random(kills)
    with folder() as place, cluster(place / "postgres", settings) as postgres, served(place, postgres.url) as service:
        split(postgres.url, partitions)
        killer = Killer(postgres, service, chance)
        with crowd(service.port, clients, keyed) as players:
            maltreat(players, killer, schedule(kills, chance, only), chance)
        report.add({"kills": killer.kills.total(), **killer.kills})
        report.add(found(players, postgres, service))
    return report


def found(players: Crowd, postgres: Cluster, service: Served) -> dict[str, int | str]:
    """How the ledgers and the record agree."""
    acknowledged, seats = players.told(), players.seats()
    verdict = compared(acknowledged, seats, stored(postgres))
    by_http = list(seats)[-CHECKED_BY_HTTP:]
    again = compared([each for each in acknowledged if each.game in by_http], {}, bundled(service.port, by_http))
    for text in [*players.faults(), *players.astray()][:5]:
        note(f"  {text}")
    return {
        "games": len(seats),
        "acknowledged": len(acknowledged),
        "unanswered": players.unanswered(),
        "had taken effect": repeats(postgres),
        "lost": verdict.lost,
        "lost by HTTP": again.lost,
        "doubled": verdict.doubled,
        "500s": len(players.faults()),
        "astray": len(players.astray()),
    }


def repeats(postgres: Cluster) -> int:
    """How many actions were sent again that had taken effect."""
    return int(str(postgres.value("select count(*) from idempotency_keys where repeats > 0")))
