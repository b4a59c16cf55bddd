"""The primary is lost again and again, and its standby takes over, with what it had not been told yet held back."""

import random
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, NamedTuple

import psutil
import psycopg

from tests.faults.clusters import Cluster, cluster, eventually
from tests.faults.gamblers import Crowd, crowd
from tests.faults.ledger import compared, lost, stored
from tests.faults.places import folder, free_port
from tests.faults.report import Report, note
from tests.faults.served import pause, served

SYNCHRONOUS: Final = {"synchronous_standby_names": "'*'"}
ASYNCHRONOUS: Final = {"synchronous_standby_names": "''"}
FEWEST_BEFORE: Final = 10
SHORTEST_FREEZE: Final = 0.05
LONGEST_FREEZE: Final = 0.3
STREAMS: Final = "select status = 'streaming' from pg_stat_wal_receiver"
GIVE_UP: Final = "select count(pg_cancel_backend(pid)) from pg_stat_activity where wait_event = 'SyncRep'"


class Pair(NamedTuple):
    """Who is the primary now, and who stands by."""

    primary: Cluster
    standby: Cluster


def run(failovers: int, clients: int, settings: Mapping[str, str], control_of: str | None = None) -> Report:
    """Play, and lose the primary again and again; the service finds the new one by itself."""
    title = "failovers to an asynchronous standby" if settings == ASYNCHRONOUS else "failovers"
    report, chance = Report(title, control_of), random.Random(failovers)
    with folder() as place, pair(place, settings) as both:
        ports = f"127.0.0.1:{both.primary.port},127.0.0.1:{both.standby.port}"
        url = f"postgresql://postgres@{ports}/postgres?target_session_attrs=read-write"
        with served(place, url) as service:
            with crowd(service.port, clients) as players:
                found = 0
                for number in range(failovers):
                    both, missing = failed_over(both, players, chance, give_up=number % 2 == 1)
                    found += missing
                    note(f"  failover {number + 1}: {players.count():,} acknowledged, {missing} of them lost")
                players.wait_for(FEWEST_BEFORE)
            verdict = compared(players.told(), players.seats(), stored(both.primary))
            report.add({"failovers": failovers, "acknowledged": players.count(), "unanswered": players.unanswered()})
            report.add({"lost": found + verdict.lost, "doubled": verdict.doubled})
            report.add({"500s": len(players.faults()), "astray": len(players.astray())})
            for text in [*players.faults(), *players.astray()][:5]:
                note(f"  {text}")
            both.primary.remove()
            both.standby.remove()
    return report


@contextmanager
def pair(place: Path, settings: Mapping[str, str]) -> Iterator[Pair]:
    """A primary and its standby, which has the same settings for when it is the primary."""
    with cluster(place / "one", settings) as primary:
        standby = attached(primary, place / "two", free_port())
        try:
            yield Pair(primary, standby)
        finally:
            standby.remove()


def attached(primary: Cluster, home: Path, port: int) -> Cluster:
    """A new standby of a primary, which has all that was committed."""
    standby = primary.base_backup(home, "-R", port=port)
    standby.start()
    eventually(lambda: standby.value(STREAMS))
    return standby


def failed_over(both: Pair, players: Crowd, chance: random.Random, give_up: bool) -> tuple[Pair, int]:
    """Lose the primary while the standby hears nothing, promote the standby, and give it a standby of its own.

    If commits give up waiting meanwhile, none of them may be acknowledged. Answers what the new primary lacks.
    """
    players.wait_for(FEWEST_BEFORE)
    pause(chance.random() * SHORTEST_FREEZE)
    receiver = both.standby.processes("walreceiver")
    for each in receiver:
        each.suspend()
    pause(chance.uniform(SHORTEST_FREEZE, LONGEST_FREEZE))
    if give_up:
        stop_waiting(both.primary)
    both.primary.kill()
    # What had come to the standby's socket is not read any more: it hears first that it is to be the primary.
    both.standby.promote()
    pause(0.1)
    for each in receiver:
        with suppress(psutil.NoSuchProcess):
            each.resume()
    acknowledged = players.told()
    eventually(both.standby.is_primary)
    missing = lost(acknowledged, stored(both.standby))
    return Pair(both.standby, replaced(both)), missing


def stop_waiting(primary: Cluster) -> None:
    """Cancel every commit's wait, twice, so that what is sent again is there already."""
    with suppress(psycopg.Error):
        for _ in range(2):
            primary.value(GIVE_UP)
            pause(0.15)


def replaced(both: Pair) -> Cluster:
    """A new standby in the place of the primary that was lost."""
    shutil.rmtree(both.primary.home)
    return attached(both.standby, both.primary.home, both.primary.port)
