"""Processes that seal games are killed at any moment; afterwards each game is there once, and reads as before."""

import multiprocessing
import random
import time
from collections.abc import Mapping
from multiprocessing.connection import Connection

import psycopg

from bench.fill import fill
from cartulary.catalogue import CATALOGUE
from cartulary.record.event import RecordedEvent
from cartulary.record.sealed import seal
from cartulary_service.config import Config
from cartulary_service.store import events, sealing
from cartulary_service.store.database import Database
from cartulary_service.store.migrations import migrate
from tests.faults.clusters import cluster
from tests.faults.places import folder
from tests.faults.report import Report

GAMES_TO_A_KILL = 20
LONGEST = 0.2
"""Seconds that a process gets at most."""


def run(kills: int, control: bool = False) -> Report:
    """Seal until killed, again and again; the control deletes a game's events before it stores them sealed."""
    report = Report("sealing", control_of="lost" if control else None)
    with folder() as place, cluster(place / "sealing", {}) as one:
        migrate(one.url)
        fill(one.url, kills * GAMES_TO_A_KILL, next(iter(CATALOGUE.values())))
        before, chance = records(one.url), random.Random(1)
        for _ in range(kills):
            kill_one(one.url, control, chance.uniform(0, LONGEST))
        after = records(one.url)
        report.add({"kills": kills, "games": len(before), **counted(one.url)})
        report.add({"lost": sum(after[game_id] != head for game_id, head in before.items())})
    return report


def kill_one(url: str, control: bool, seconds: float) -> None:
    """Let a process seal for so long."""
    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.get_context("fork").Process(target=seal_on, args=(url, control, theirs))
    process.start()
    ours.recv()
    time.sleep(seconds)
    process.kill()
    process.join()


def seal_on(url: str, control: bool, parent: Connection) -> None:
    database = Database(Config(database_url=url, pool_size=1))
    due = sealing.list_due(database, 1, [])
    parent.send(next(due))
    for game_id in due:
        if control:
            seal_in_two(url, database, game_id)
        else:
            sealing.seal_game(database, game_id)


def seal_in_two(url: str, database: Database, game_id: str) -> None:
    """Seal a game by two transactions."""
    rows = events.read(database, game_id, 0)
    with psycopg.connect(url) as session:
        session.execute("delete from events where game_id = %s", (game_id,))
    with psycopg.connect(url) as session:
        session.execute(
            "insert into sealed_games values (%s, %s, %s, %s, array_fill('3'::xid8, array[%s]), '[3,3]')",
            (game_id, len(rows), *seal(rows), len(rows)),
        )
        session.execute("update games set sealed = true where id = %s", (game_id,))


def records(url: str) -> Mapping[str, list[RecordedEvent]]:
    """Return the events of each game."""
    database = Database(Config(database_url=url, pool_size=1))
    with psycopg.connect(url) as session:
        ids = [game_id for (game_id,) in session.execute("select id::text from games")]
    found = {game_id: events.read(database, game_id, 0) for game_id in ids}
    database.close()
    return found


def counted(url: str) -> Mapping[str, int]:
    """How many games are sealed, and how many are stored in both ways."""
    with psycopg.connect(url) as session:
        (sealed, doubled) = session.execute(
            """
            select count(*), count(*) filter (where exists (select from events e where e.game_id = s.game_id))
            from sealed_games s
            """
        ).fetchone() or (0, 0)
    return {"sealed": sealed, "doubled": doubled}
