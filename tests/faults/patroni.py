"""Failovers under Patroni: the primary's host is lost, crashes, freezes or hands over, while games are played."""

import random
import signal
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from statistics import median
from time import monotonic
from typing import Final, NamedTuple

import psutil

from tests.faults.clusters import eventually
from tests.faults.ensemble import SECONDS_TO_BE_WHOLE, Ensemble, Host, ensemble
from tests.faults.gamblers import Crowd, crowd
from tests.faults.ledger import compared, lost, stored
from tests.faults.places import folder
from tests.faults.report import Report, note
from tests.faults.served import Served, pause, served
from tests.faults.volumes import CannotBeMade

HANDED_OVER: Final = "switchover"
SHORTEST_SILENCE: Final = 0.05
LONGEST_SILENCE: Final = 0.3
FEWEST_BETWEEN: Final = 20
LONGEST_PAUSE: Final = 2.0
SECONDS_TO_GO_ON: Final = 120
SECONDS_TO_RESET: Final = 15
"""The time until a watchdog resets a host: `ttl` less `safety_margin`."""


class Failover(NamedTuple):
    """A failover, and the time between fault and whole ensemble."""

    kind: str
    began: float
    promoted: float
    """When another host was seen to be the primary."""
    ended: float


def lose_host(_: Ensemble, primary: Host) -> None:
    """Kill etcd, Patroni and PostgreSQL at once, as a host that loses its power."""
    primary.kill()


def crash(_: Ensemble, primary: Host) -> None:
    """Kill PostgreSQL alone; its Patroni stays."""
    primary.postgres.kill()


def hand_over(_: Ensemble, primary: Host) -> None:
    """Let the primary hand over to its standby, as before maintenance."""
    status, answer = primary.ask("POST", "/switchover", {"leader": primary.name}, SECONDS_TO_BE_WHOLE)
    if status != 200:
        raise RuntimeError(f"no switchover: {status} {answer!r}")


def freeze(_: Ensemble, primary: Host) -> None:
    """Stop all processes, which keep their connections and say nothing any more, until the watchdog resets the host."""
    primary.signal(signal.SIGSTOP)
    pause(SECONDS_TO_RESET)
    primary.kill()


FAULTS: Final[Mapping[str, Callable[[Ensemble, Host], None]]] = {
    "host lost": lose_host,
    HANDED_OVER: hand_over,
    "PostgreSQL crashed": crash,
    "host frozen": freeze,
}


def run(failovers: int, clients: int) -> Report:
    """Play, and lose the primary again and again, in each way in turn."""
    chance = random.Random(failovers)
    kinds = [kind for _ in range(-(-failovers // len(FAULTS))) for kind in chance.sample([*FAULTS], len(FAULTS))]
    return report_on(Report("Patroni"), kinds[:failovers], clients)


def run_control(failovers: int, clients: int) -> Report:
    """Play, and lose the primary where commits wait for no standby."""
    kinds = ["PostgreSQL crashed"] * failovers
    return report_on(Report("Patroni with asynchronous standbys", "lost"), kinds, clients, synchronous=False)


def report_on(report: Report, kinds: Sequence[str], clients: int, synchronous: bool = True) -> Report:
    """Fail over in these ways, and add what came of it."""
    try:
        with folder() as place, ensemble(place, synchronous) as hosts, served(place, hosts.url) as service:
            report.add(play(hosts, service, kinds, clients))
    except CannotBeMade as error:
        report.add({"could not be made, since": str(error)})
    return report


def play(hosts: Ensemble, service: Served, kinds: Sequence[str], clients: int) -> dict[str, int | str]:
    """Play and fail over; how the ledgers agree with the copies of every host, and how long nobody got on."""
    chance, found = random.Random(len(kinds)), []
    with crowd(service.port, clients) as players:
        for number, kind in enumerate(kinds, 1):
            found.append(fail_over(hosts, players, kind, chance))
            gap = longest_gap(players, found[-1])
            note(f"  failover {number}, {kind}: {gap:.1f} s, {players.count():,} acknowledged")
        players.wait_for(FEWEST_BETWEEN)
    eventually(hosts.is_whole, SECONDS_TO_BE_WHOLE)
    return {"failovers": len(kinds)} | verdict_of(hosts, players) | outages(players, found)


def fail_over(hosts: Ensemble, players: Crowd, kind: str, chance: random.Random) -> Failover:
    """Do something to the primary; wait until another host has it, players get on, and all hosts are back."""
    players.wait_for(FEWEST_BETWEEN, SECONDS_TO_GO_ON)
    pause(chance.random() * LONGEST_PAUSE)
    primary = hosts.await_primary()
    began = monotonic()
    deaf = [] if kind == HANDED_OVER else hosts.deafen()
    pause(chance.uniform(SHORTEST_SILENCE, LONGEST_SILENCE))
    FAULTS[kind](hosts, primary)
    forget(deaf)
    successor = hosts.await_primary(primary)
    promoted, acknowledged = monotonic(), players.told()
    if missing := lost(acknowledged, stored(successor.postgres)):
        note(f"  {missing} were lost")
    players.wait_for(FEWEST_BETWEEN, SECONDS_TO_GO_ON)
    primary.start()
    eventually(hosts.is_whole, SECONDS_TO_BE_WHOLE)
    return Failover(kind, began, promoted, monotonic())


def forget(receivers: Sequence[psutil.Process]) -> None:
    """End what was suspended before it reads what had come to its socket: with the primary, that is lost."""
    for each in receivers:
        with suppress(psutil.NoSuchProcess):
            each.terminate()
            each.resume()


def verdict_of(hosts: Ensemble, players: Crowd) -> dict[str, int]:
    """How the ledgers agree with each copy of the record."""
    copies = [stored(each.postgres) for each in hosts.hosts]
    verdicts = [compared(players.told(), players.seats(), each) for each in copies]
    for text in [*players.faults(), *players.astray()][:5]:
        note(f"  {text}")
    return {
        "acknowledged": players.count(),
        "unanswered": players.unanswered(),
        "lost": max(each.lost for each in verdicts),
        "doubled": max(each.doubled for each in verdicts),
        "500s": len(players.faults()),
        "astray": len(players.astray()),
    }


def outages(players: Crowd, failovers: Sequence[Failover]) -> dict[str, str]:
    """The median and the longest time without an acknowledgement, of all failovers and of each kind."""
    gaps: dict[str, list[float]] = defaultdict(list)
    for each in failovers:
        gap = longest_gap(players, each)
        gaps["outage"].append(gap)
        gaps["until promoted"].append(each.promoted - each.began)
        gaps[each.kind].append(gap)
    return {
        f"{kind} (median, longest)": f"{median(seconds):.1f} s, {max(seconds):.1f} s" for kind, seconds in gaps.items()
    }


def longest_gap(players: Crowd, failover: Failover) -> float:
    """The longest time between two acknowledgements that overlaps a failover."""
    times = sorted(each.ended for each in players.told())
    return max(
        later - earlier for earlier, later in pairwise(times) if later > failover.began and earlier < failover.ended
    )
