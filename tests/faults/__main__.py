"""`make faults`, or `python -m tests.faults NAME …`."""

import signal
import sys
from collections.abc import Callable
from typing import Final

import click

from tests.faults import (
    farm,
    feeds,
    kills,
    neighbours,
    outages,
    overload,
    patroni,
    powercuts,
    races,
    reads,
    restore,
    sealing,
    standby,
)
from tests.faults.report import Report

LAZY: Final = {"synchronous_commit": "off"}
RECKLESS: Final = {"fsync": "off"}
PARTITIONS: Final = click.option("--partitions", default=0, help="Hash partitions by game; 0: none.")


def told(*runs: Callable[[], Report]) -> None:
    """Tell each report as it comes; the status is 1 if one is not as expected."""
    good = True
    for run in runs:
        report = run()
        report.tell()
        good = good and report.as_expected
    sys.exit(0 if good else 1)


@click.group()
def main() -> None:
    """Faults made on purpose, and what is left of the promises; each with controls that must fail."""
    # Whoever ends a run leaves no cluster, service or disk behind.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))


@main.command("kills")
@click.option("--kills", "number", default=1_000, show_default=True)
@click.option("--clients", default=8, show_default=True)
@click.option("--control-kills", default=60, show_default=True)
@PARTITIONS
def kill(number: int, clients: int, control_kills: int, partitions: int) -> None:
    """Kill processes while games are played."""
    crashes = control_kills // 3
    told(
        lambda: kills.run(number, clients, partitions=partitions),
        lambda: kills.run(control_kills, clients, keyed=False, control_of="doubled"),
        lambda: kills.run(crashes, clients, only="all of PostgreSQL", control_of="lost", settings=LAZY),
    )


@main.command("races")
@click.option("--rounds", default=10_000, show_default=True)
@click.option("--control-rounds", default=200, show_default=True)
@PARTITIONS
def race(rounds: int, control_rounds: int, partitions: int) -> None:
    """Let many act on one version at once."""
    told(lambda: races.run(rounds, partitions=partitions), lambda: races.run(control_rounds, with_key=False))


@main.command("reads")
@click.option("--seconds", default=60, show_default=True)
@click.option("--clients", default=6, show_default=True)
@click.option("--readers", default=6, show_default=True)
def read(seconds: int, clients: int, readers: int) -> None:
    """Hold what is read against what was acknowledged before."""
    told(
        lambda: reads.run(seconds, clients, readers),
        lambda: reads.run(seconds // 4, clients, readers, control=True),
    )


@main.command("feeds")
@click.option("--seconds", default=120, show_default=True)
@click.option("--clients", default=8, show_default=True)
@click.option("--followers", default=4, show_default=True)
@PARTITIONS
def follow(seconds: int, clients: int, followers: int, partitions: int) -> None:
    """Follow streams that are cut while workers are killed."""
    told(
        lambda: feeds.run(seconds, clients, followers, partitions),
        lambda: feeds.run_control(seconds // 4, clients),
    )


@main.command("neighbours")
@click.option("--seconds", default=10.0, show_default=True)
def disturb(seconds: float) -> None:
    """Look at games beside heavy requests."""
    told(lambda: neighbours.run(seconds), lambda: neighbours.run(seconds, control=True))


@main.command("powercuts")
@click.option("--cuts", default=300, show_default=True)
@click.option("--clients", default=6, show_default=True)
@click.option("--control-cuts", default=20, show_default=True)
def cut(cuts: int, clients: int, control_cuts: int) -> None:
    """Start what the disk holds at instants while games are played; only root can, where disks may be mounted."""
    told(
        lambda: powercuts.run(cuts, clients, {}),
        lambda: powercuts.run(control_cuts, clients, RECKLESS, control_of="lost"),
        lambda: powercuts.run(control_cuts, clients, LAZY, control_of="lost"),
    )


@main.command("failovers")
@click.option("--failovers", default=30, show_default=True)
@click.option("--clients", default=6, show_default=True)
@click.option("--control-failovers", default=6, show_default=True)
def fail_over(failovers: int, clients: int, control_failovers: int) -> None:
    """Lose the primary while its standby hears nothing, and go on with the standby."""
    told(
        lambda: standby.run(failovers, clients, standby.SYNCHRONOUS),
        lambda: standby.run(control_failovers, clients, standby.ASYNCHRONOUS, control_of="lost"),
    )


@main.command("patroni")
@click.option("--failovers", default=30, show_default=True)
@click.option("--clients", default=6, show_default=True)
@click.option("--control-failovers", default=4, show_default=True)
def fail_over_by_itself(failovers: int, clients: int, control_failovers: int) -> None:
    """Lose the primary of three hosts under Patroni, which go on by themselves."""
    told(lambda: patroni.run(failovers, clients), lambda: patroni.run_control(control_failovers, clients))


@main.command("restore")
@click.option("--seconds", default=20, show_default=True, help="Of play before and after the backup.")
@click.option("--clients", default=6, show_default=True)
def bring_back(seconds: int, clients: int) -> None:
    """Restore a moment in another cluster, and verify every game against what clients kept."""
    told(lambda: restore.run(seconds, clients))


@main.command("outages")
@click.option("--times", default=12, show_default=True)
@click.option("--clients", default=6, show_default=True)
def be_out(times: int, clients: int) -> None:
    """Fill the disk; renew workers, service, database and schema while games are played."""
    told(
        lambda: outages.fill(max(1, times // 4), clients),
        lambda: outages.restart(times, clients),
        lambda: outages.migrate(times, clients),
    )


@main.command("overload")
@click.option("--seconds", default=20, show_default=True, help="Under each attack.")
@click.option("--only", multiple=True, type=click.Choice(list(overload.ATTACKS)))
def overload_it(seconds: int, only: tuple[str, ...]) -> None:
    """Hold up the service by slow clients and many, behind nginx and, as the control, without it."""
    told(lambda: overload.run(seconds, True, only), lambda: overload.run(seconds, False, only))


@main.command("farm")
@click.option("--turns", default=20, show_default=True, help="Of the visitor, alone and beside the farm.")
@click.option("--accounts", default=3, show_default=True)
def keep_a_farm(turns: int, accounts: int) -> None:
    """Have accounts keep as many bots as they may, while another player waits for the answers of one."""
    told(lambda: farm.run(turns, accounts), lambda: farm.run(turns // 4, accounts, control=True))


@main.command("sealing")
@click.option("--kills", default=100, show_default=True)
def seal(kills: int) -> None:
    """Kill processes that seal games."""
    told(lambda: sealing.run(kills), lambda: sealing.run(kills, control=True))


if __name__ == "__main__":
    main()
