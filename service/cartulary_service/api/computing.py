"""Work that takes a processor long: charged by what it takes, and done by another process unless it is little."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from math import ceil
from typing import Any, Final, Generic, NamedTuple, TypeVar

from cartulary_service.api.operations import Call
from cartulary_service.config import Config
from cartulary_service.games.queries import GameQueries
from cartulary_service.players.rate_limits import WORK
from cartulary_service.process_pool import ProcessPool
from cartulary_service.store.database import Database
from cartulary_service.trust.keys import Keys

R = TypeVar("R")

MILLISECONDS_AT_ONCE: Final = 10
"""What a server's worker computes itself. Others wait meanwhile; on a slow host three times as long."""
GAMES_KEPT: Final = 8


class Sources(NamedTuple):
    """The sources that work reads from."""

    queries: GameQueries
    keys: Keys


class Work(NamedTuple, Generic[R]):
    """A function of some module, and the milliseconds that it takes for an event (`bench.neighbours`)."""

    function: Callable[..., R]
    milliseconds: float


def start_processes(config: Config) -> ProcessPool[Sources]:
    return ProcessPool(partial(open_sources, config))


def open_sources(config: Config) -> Sources:
    """Return the sources of a process of the pool, which does one thing at a time."""
    database = Database(replace(config, pool_size=1))
    return Sources(GameQueries(database, GAMES_KEPT), Keys(config.keys_folder))


def compute(call: Call, work: Work[R], events: int, *given: Any) -> R:
    """Return what a function makes of so many events.

    Raises Problem: 429 for more work than one caller may cause, 503 where no process is free.
    """
    if is_little(work, events):
        return work.function(Sources(call.table, call.keys), *given)
    charge(call, work, events)
    return call.processes.run(work.function, *given)


def compute_in_turn(call: Call, work: Work[R], events: int, *given: Any) -> R:
    """Compute a part of an answer that is being sent, and so cannot be refused: `charge` for all parts beforehand."""
    if is_little(work, events):
        return work.function(Sources(call.table, call.keys), *given)
    return call.processes.run_in_turn(work.function, *given)


def is_little(work: Work[R], events: int) -> bool:
    return work.milliseconds * events <= MILLISECONDS_AT_ONCE


def charge(call: Call, work: Work[R], events: int) -> None:
    """Charge the caller for what so many events take, unless it is little. Raises Problem 429."""
    if not is_little(work, events):
        call.spend(WORK, call.payer, ceil(work.milliseconds * events))
