"""The power fails while games are played: what the disk holds at an instant is started anew.

The disk is a file on a filesystem whose files can share blocks. What had not been written to it when the copy was
made, the kernel's cache with all that nobody had waited for, is gone; what a real disk might forget of its own is not.
"""

import random
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from subprocess import CalledProcessError
from typing import Final, NamedTuple

import psycopg

from tests.faults.clusters import Cluster, cluster
from tests.faults.gamblers import Crowd, crowd
from tests.faults.ledger import Told, compared, lost, stored
from tests.faults.places import folder
from tests.faults.report import Report, note
from tests.faults.served import pause, served
from tests.faults.volumes import CannotBeMade, disk, mounted, snapshot

HOST_SIZE: Final = "12G"
SIZE: Final = "2G"
LONGEST_PAUSE: Final = 0.3
CROOKED: Final = """
    select count(*) from games g
    where g.version <> (select count(*) from events e where e.game_id = g.id)
       or g.version <> (select max(position) from events e where e.game_id = g.id)
"""


class Machine(NamedTuple):
    """A folder for disks, the file in which the primary's lies, and the primary."""

    place: Path
    file: Path
    primary: Cluster


class Found(NamedTuple):
    """What was on the disk after a cut."""

    wrecked: int
    lost: int
    crooked: int


def run(cuts: int, clients: int, settings: Mapping[str, str], control_of: str | None = None) -> Report:
    """Play, and cut the power again and again."""
    title = " ".join(["power cuts", *(f"{name}={value}" for name, value in settings.items())])
    report, chance = Report(title, control_of), random.Random(cuts)
    with ExitStack() as ends:
        place = ends.enter_context(folder())
        try:
            host = ends.enter_context(disk(place / "host.img", place / "host", HOST_SIZE, "xfs"))
            home = ends.enter_context(disk(host / "disk.img", place / "disk", SIZE))
        except CannotBeMade as error:
            report.add({"could not be made, since": str(error)})
            return report
        machine = Machine(host, host / "disk.img", ends.enter_context(cluster(home / "postgres", settings)))
        service = ends.enter_context(served(place, machine.primary.url))
        with crowd(service.port, clients) as players:
            found = [cut(machine, players, chance, number) for number in range(1, cuts + 1)]
        at_the_end = compared(players.told(), players.seats(), stored(machine.primary))
        report.add(figures(found, players))
        report.add({"doubled": at_the_end.doubled, "500s": len(players.faults()), "astray": len(players.astray())})
    return report


def figures(found: list[Found], players: Crowd) -> dict[str, int]:
    """The sum of all cuts."""
    return {
        "cuts": len(found),
        "acknowledged": players.count(),
        "unanswered": players.unanswered(),
        "wrecked": sum(each.wrecked for each in found),
        "cuts that lost": sum(bool(each.lost) for each in found),
        "most lost": max((each.lost for each in found), default=0),
        "lost": sum(each.lost for each in found),
        "crooked": sum(each.crooked for each in found),
    }


def cut(machine: Machine, players: Crowd, chance: random.Random, number: int) -> Found:
    """Copy the disk while the primary goes on, and see what it holds."""
    players.wait_for(1)
    pause(chance.random() * LONGEST_PAUSE)
    acknowledged = players.told()
    copy = machine.place / "cut.img"
    snapshot(machine.file, copy)
    try:
        found = examined(machine, copy, acknowledged)
    finally:
        copy.unlink()
    if number % 20 == 0 or found.lost:
        note(f"  cut {number}: {len(acknowledged):,} acknowledged, {found.lost:,} of them lost")
    return found


def examined(machine: Machine, copy: Path, acknowledged: list[Told]) -> Found:
    """Start what the copy holds, as after a reboot, and compare."""
    try:
        with mounted(copy, machine.place.parent / "cut") as place:
            return started(Cluster(place / "postgres"), acknowledged)
    except (CalledProcessError, CannotBeMade, psycopg.Error) as error:
        note(f"  wrecked: {error}")
        return Found(1, len(acknowledged), 0)


def started(clone: Cluster, acknowledged: list[Told]) -> Found:
    (clone.pgdata / "postmaster.pid").unlink(missing_ok=True)
    try:
        clone.start(fsync="off")
        crooked = int(str(clone.value(CROOKED)))
        return Found(0, lost(acknowledged, stored(clone)), crooked)
    finally:
        clone.kill()
