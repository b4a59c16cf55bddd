"""The process beside those that serve: it does what is due by the clock."""

import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final, NamedTuple

import structlog
from psycopg.conninfo import make_conninfo

from cartulary_service.attempts import attempt
from cartulary_service.command_process import CommandProcess
from cartulary_service.config import Config
from cartulary_service.games import bots, empty_tables, outages, player_records
from cartulary_service.games.commands import GameCommands
from cartulary_service.games.deadlines import overdue
from cartulary_service.games.player_records import Results
from cartulary_service.players import accounts, rate_limits, rights
from cartulary_service.store import append, repeated_answers, sealing
from cartulary_service.store.database import WORKER, Database, DatabaseUnavailable
from cartulary_service.subject import Tick
from cartulary_service.subjects import chosen, list_awaited
from cartulary_service.trust import integrity, redaction_check

SECONDS_BETWEEN: Final = 1
CONNECTIONS: Final = 4
"""Connections of each role; they leave most of PostgreSQL's connections to the servers."""
SECONDS_BETWEEN_AUDITS: Final = 60
SECONDS_BETWEEN_SEALINGS: Final = 3_600
SECONDS_BETWEEN_CLEARINGS: Final = 600

log = structlog.get_logger()


class LongWork(NamedTuple):
    """A command for what takes long, and whether it is due."""

    command: str
    is_due: Callable[[Database], bool]
    failed: str
    """What the log says of one that ends with an error."""
    seconds_between: float = SECONDS_BETWEEN_AUDITS


def list_long_work(config: Config) -> Iterator[LongWork]:
    """Yield what a worker does apart by these settings."""
    failed = "a check failed: see /integrity, or run"
    if config.audit_hours:
        yield LongWork("check record", partial(integrity.due, hours=config.audit_hours), failed)
        yield LongWork("check secrecy", partial(redaction_check.is_due, hours=config.audit_hours), failed)
    if config.seal_days:
        awaited = list_awaited(config.subjects)
        is_due = partial(sealing.is_due, days=config.seal_days, awaited=awaited)
        yield LongWork("seal", is_due, "games that are over were not sealed: run", SECONDS_BETWEEN_SEALINGS)


class Apart:
    """Long work, begun in a process of its own when it is due."""

    def __init__(self, config: Config, work: LongWork) -> None:
        self._work = work
        self.process = CommandProcess(config, work.command)
        self._next_look = 0.0

    def look(self, database: Database) -> None:
        """Start the work if it is due; tell of one that failed."""
        if status := self.process.reap():
            log.error(f"{self._work.failed} cartulary {self._work.command}", status=status)
        if self.process.runs or time.monotonic() < self._next_look:
            return
        self._next_look = time.monotonic() + self._work.seconds_between
        if self._work.is_due(database):
            self.process.start()


class GameClearing:
    """Forgets what is needed of games no longer that are over, and closes empty tables, now and then."""

    def __init__(self, database: Database, table: GameCommands, config: Config) -> None:
        self._database = database
        self._table = table
        self._seconds_empty = config.empty_table_seconds
        self._next_look = 0.0

    def look(self) -> None:
        """Forget what is due, if the last look is ten minutes ago."""
        if time.monotonic() > self._next_look:
            self._next_look = time.monotonic() + SECONDS_BETWEEN_CLEARINGS
            while append.forget_keys(self._database) == append.GAMES_AT_ONCE:
                pass
            accounts.forget_bots(self._database)
            for game_id in empty_tables.list_empty(self._database, self._seconds_empty):
                attempt(partial(self._table.close_empty, game_id), game_id)


class UnheardPlies:
    """Forgets what was appended, where no subject tells it outside."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def look(self) -> None:
        append.forget_outbox(self._database)


Keeper = GameClearing | UnheardPlies | Tick


def work(config: Config, stopping: threading.Event, parent: int | None = None) -> None:
    """Do what is due until told to stop, or until the process that started this one is gone."""
    database = Database(
        replace(config, pool_size=min(config.pool_size, CONNECTIONS), database_url=call_safely(config.database_url))
    )
    table = GameCommands(database, config)
    apart = [Apart(config, each) for each in list_long_work(config)]
    subjects = chosen(config.subjects)
    ticks = [tick(database, table, config) for each in subjects for tick in each.ticks]
    followers = [each.results for each in subjects if each.results is not None]
    keepers: list[Keeper] = [GameClearing(database, table, config), *ticks]
    if not any(each.empties_outbox for each in subjects):
        keepers.append(UnheardPlies(database))
    # Bots think for seconds; no deadline waits for them, nor do cheap ones for those that search.
    lanes = [
        threading.Thread(target=think, args=(database, config, stopping, searches), name="bots", daemon=True)
        for searches in (False, True)
    ]
    beats = threading.Thread(target=outages.beat, args=(database, stopping), name="beats", daemon=True)
    threads = (*lanes, beats)
    for thread in threads:
        thread.start()
    try:
        while goes_on(stopping, parent):
            look(database, table, apart, keepers, followers)
            stopping.wait(SECONDS_BETWEEN)
    finally:
        stopping.set()
        for each in apart:
            each.process.stop()
        for tick in ticks:
            tick.stop()
        for thread in threads:
            thread.join()
        database.close()


def goes_on(stopping: threading.Event, parent: int | None) -> bool:
    """Whether nobody has told the worker to stop, and the process that started it lives."""
    return not stopping.is_set() and (parent is None or os.getppid() == parent)


def call_safely(url: str | None) -> str:
    """The URL by which connections are seen to be those of the worker."""
    return make_conninfo(url or "", application_name=WORKER)


def look(
    database: Database,
    table: GameCommands,
    apart: Sequence[Apart],
    keepers: Sequence[Keeper],
    followers: Sequence[Results],
) -> None:
    """Do what is due; what fails is logged and tried again. What takes long is done apart, by other processes."""
    try:
        if outage := outages.find_outage(database):
            make_up_for(database, table, outage)
        for game_id in overdue(database):
            attempt(partial(table.expire, game_id), game_id)
        # Before notices are sent, so that none goes to what has just ended.
        rights.end_lapsed(database)
        for game_id in player_records.list_unrecorded(database):
            attempt(partial(player_records.record, database, game_id, followers), game_id)
        for keeper in keepers:
            attempt(keeper.look, type(keeper).__name__)
        for each in apart:
            each.look(database)
        rate_limits.forget(database)
        repeated_answers.forget(database)
        rights.forget_ended(database)
    except DatabaseUnavailable as error:
        log.warning("database away", reason=str(error))


def make_up_for(database: Database, table: GameCommands, outage: outages.Outage) -> None:
    """Extend the deadlines that an outage concerns, before any of them counts."""
    concerned = outages.list_concerned(database, outage)
    if concerned:
        log.warning("the service did not run", began=outage.began, ended=outage.ended, games=len(concerned))
    for game_id in concerned:
        attempt(partial(table.make_up_for, game_id, outage), game_id)
    outages.end_outage(database)


def think(database: Database, config: Config, stopping: threading.Event, searches: bool) -> None:
    """Play for bots until `stopping` is set: those that search, or the cheap ones."""
    table, lane = GameCommands(database, config), bots.Lane(database, searches=searches)
    while not stopping.is_set():
        try:
            if (game_id := lane.take()) is None:
                stopping.wait(SECONDS_BETWEEN)
                continue
            attempt(partial(bots.play_on, table, game_id), game_id)
            lane.rest(game_id)
        except DatabaseUnavailable as error:
            log.warning("bots wait for the database", reason=str(error))
            stopping.wait(SECONDS_BETWEEN)
