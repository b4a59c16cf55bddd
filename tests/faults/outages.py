"""What an operator sees and does: a disk that is full, a database that goes and comes, workers and services renewed."""

import shutil
import signal
from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
from itertools import cycle, islice
from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config as Alembic

from cartulary_service.store.schema import newest, scripts
from tests.faults.clusters import Cluster, cluster
from tests.faults.gamblers import Crowd, Despair, crowd
from tests.faults.ledger import compared, stored
from tests.faults.places import folder
from tests.faults.report import Report, note
from tests.faults.served import Served, pause, served
from tests.faults.volumes import CannotBeMade, disk

SMALL: Final = "400M"
SECONDS_FULL: Final = 5
ACKNOWLEDGED_BETWEEN: Final = 20
MANY_GAMES: Final = """
    insert into games (game, edition, seats, status)
    select 'carta-impera-victoria', 'ru', 2, 'abandoned' from generate_series(1, 500000)
"""
NEXT_MIGRATION: Final = f'''"""A column of the largest table that has a default, and an index of it."""

from alembic import op

revision = "9999"
down_revision = "{newest()}"


def upgrade() -> None:
    op.execute("alter table games add column added smallint not null default 0")
    op.execute("create index games_added on games (id) where added > 0")


def downgrade() -> None:
    op.execute("alter table games drop column added")
'''
"""A migration as a later release may bring it."""
CHUNK: Final = bytes(65_536)


def fill(times: int, clients: int) -> Report:
    """Play on a small disk that is filled up, and emptied after a while."""
    report = Report("full disk")
    with ExitStack() as ends:
        place = ends.enter_context(folder())
        try:
            home = ends.enter_context(disk(place / "small.img", place / "small", SMALL))
        except CannotBeMade as error:
            report.add({"could not be made, since": str(error)})
            return report
        postgres = ends.enter_context(cluster(home / "postgres", {"max_wal_size": "'64MB'", "min_wal_size": "'32MB'"}))
        service = ends.enter_context(served(place, postgres.url))
        with crowd(service.port, clients) as players:
            stops = sum(filled(postgres, players, home / "ballast") for _ in range(times))
            players.wait_for(ACKNOWLEDGED_BETWEEN)
        report.add({"times full": times, "PostgreSQL had stopped": stops, **found(players, postgres)})
    return report


def filled(postgres: Cluster, players: Crowd, ballast: Path) -> bool:
    """Fill the disk until nobody gets on, wait, and free it; whether PostgreSQL had to be started again."""
    players.wait_for(ACKNOWLEDGED_BETWEEN)
    with suppress(OSError), ballast.open("wb", buffering=0) as file:
        while True:
            file.write(CHUNK)
    with suppress(Despair):
        while True:
            players.wait_for(1, SECONDS_FULL)
    ballast.unlink()
    stopped = postgres.postmaster() is None
    if stopped:
        postgres.revive()
    return stopped


def restart(times: int, clients: int) -> Report:
    """Play while workers are renewed, the service is restarted, the database is shut down and started."""
    report = Report("restarts")
    with folder() as place, cluster(place / "postgres") as postgres, served(place, postgres.url) as service:
        ways = ways_to_restart(postgres, service)
        with crowd(service.port, clients) as players:
            for name in islice(cycle(ways), times):
                players.wait_for(ACKNOWLEDGED_BETWEEN)
                note(f"  {name}")
                ways[name]()
            players.wait_for(ACKNOWLEDGED_BETWEEN)
        report.add({"restarts": times, **found(players, postgres)})
    return report


def ways_to_restart(postgres: Cluster, service: Served) -> Mapping[str, Callable[[], None]]:
    """What is done, one after the other."""
    return {
        "workers renewed by SIGHUP": lambda: service.signal(signal.SIGHUP),
        "service ended by SIGTERM and started": service.restart,
        "database shut down and started": lambda: renewed(postgres, "fast"),
        "database shut down at once and started": lambda: renewed(postgres, "immediate"),
    }


def renewed(postgres: Cluster, mode: str) -> None:
    """Let PostgreSQL be away for a moment."""
    postgres.stop(mode)
    pause(1)
    postgres.revive()


def migrate(times: int, clients: int) -> Report:
    """Play while another migration is run beside the service, over half a million games, and taken back."""
    report = Report("migrations under load")
    with folder() as place, cluster(place / "postgres") as postgres, served(place, postgres.url) as service:
        postgres.do(MANY_GAMES)
        alembic = with_next_migration(place / "migrations", postgres)
        with crowd(service.port, clients) as players:
            for _ in range(times):
                command.upgrade(alembic, "head")
                players.wait_for(ACKNOWLEDGED_BETWEEN)
                command.downgrade(alembic, "-1")
                players.wait_for(ACKNOWLEDGED_BETWEEN)
        slowest = max(each.ended - each.began for each in players.told())
        report.add({"migrations": times, "slowest answer in ms": round(slowest * 1_000), **found(players, postgres)})
    return report


def with_next_migration(copy: Path, postgres: Cluster) -> Alembic:
    """Return the migrations with another one after the newest."""
    shutil.copytree(scripts(), copy)
    (copy / "versions" / "9999_next.py").write_text(NEXT_MIGRATION, encoding="utf-8")
    alembic = Alembic()
    alembic.set_main_option("script_location", str(copy))
    alembic.attributes["url"] = postgres.url
    return alembic


def found(players: Crowd, postgres: Cluster) -> dict[str, int]:
    """How ledgers and record agree."""
    verdict = compared(players.told(), players.seats(), stored(postgres))
    for text in [*players.faults(), *players.astray()][:5]:
        note(f"  {text}")
    return {
        "acknowledged": players.count(),
        "unanswered": players.unanswered(),
        "lost": verdict.lost,
        "doubled": verdict.doubled,
        "500s": len(players.faults()),
        "astray": len(players.astray()),
    }
