"""What a finished game takes of the disk before and after it is sealed, and how long sealing and reading take.

`python -m bench.sealing [GAMES]`, in a PostgreSQL of its own, for each game in turn.
"""

import time
from collections.abc import Callable, Sequence
from typing import Any, Final

import click
import psycopg

from bench.fill import fill
from bench.services import folder_of_run
from cartulary.catalogue import CATALOGUE
from cartulary_service.config import Config
from cartulary_service.store import embedded, events, sealing
from cartulary_service.store.database import Database
from cartulary_service.store.migrations import migrate

TABLES: Final = ("events", "sealed_games", "games", "game_seats", "milestones")
"""Those that have rows of a game that was filled in."""
EMPTIED: Final = "truncate events, sealed_games, games, game_seats, milestones"


def size(session: psycopg.Connection[Any]) -> dict[str, int]:
    """Bytes of each table with its indexes and what is stored apart."""
    for table in TABLES:
        session.execute(f"vacuum full {table}")
    sizes: Any = session.execute(
        "select name, pg_total_relation_size(name) from unnest(%s::text[]) as name", ([*TABLES],)
    )
    return dict(sizes.fetchall())


def timed(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def read_all(database: Database, ids: Sequence[str]) -> None:
    for game_id in ids:
        events.read(database, game_id, 0)


def measure(url: str, game: str, number: int) -> str:
    """Fill in so many games, seal those that are over, and say what came of it."""
    fill(url, number, CATALOGUE[game])
    database = Database(Config(database_url=url, pool_size=2))
    with psycopg.connect(url, autocommit=True) as session:
        session.execute("delete from events e using games g where g.id = e.game_id and g.status = 'playing'")
        session.execute("delete from games where status = 'playing'")
        before = size(session)
        ids = [*sealing.list_due(database, 0, [])]
        rows = timed(lambda: read_all(database, ids))
        seconds = timed(lambda: [*sealing.seal_due(database, 0, [])])
        after = size(session)
        sealed = timed(lambda: read_all(database, ids))
        session.execute(EMPTIED)
    database.close()
    each = len(ids)
    kilobytes = [f"{table} {before[table] / each / 1000:.1f} → {after[table] / each / 1000:.1f}" for table in TABLES]
    return (
        f"{game}: {each} games, {sum(before.values()) / each / 1000:.1f} KB each, then "
        f"{sum(after.values()) / each / 1000:.1f} ({', '.join(kilobytes)}); {each / seconds:.0f} sealed a second; "
        f"a record read in {rows / each * 1000:.2f} ms, then {sealed / each * 1000:.2f}"
    )


@click.command()
@click.argument("number", type=click.IntRange(min=10), default=500)
def main(number: int) -> None:
    """Fill in so many games of each kind, and seal them."""
    with folder_of_run() as folder, embedded.running(folder) as url:
        migrate(url)
        for game in CATALOGUE:
            click.echo(measure(url, game, number))


if __name__ == "__main__":
    main()
