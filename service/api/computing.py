"""Work that takes a processor long: charged by what it takes, and done by another process unless it is little."""

from collections.abc import Callable
from math import ceil
from typing import Any, Final, Generic, NamedTuple, TypeVar

from service.api.operations import Call
from service.players.rate_limits import WORK

R = TypeVar("R")

MILLISECONDS_AT_ONCE: Final = 10
"""What a server's worker computes itself. Others wait meanwhile; on a slow host three times as long."""


class Work(NamedTuple, Generic[R]):
    """A function of some module, and the milliseconds that it takes for an event (`bench.neighbours`)."""

    function: Callable[..., R]
    milliseconds: float


def compute(call: Call, work: Work[R], events: int, *given: Any) -> R:
    """Return what a function makes of so many events.

    Raises Problem: 429 for more work than one caller may cause, 503 where no process is free.
    """
    cost = ceil(work.milliseconds * events)
    if cost <= MILLISECONDS_AT_ONCE:
        return work.function(*given)
    call.limits.spend(WORK, call.payer, [], cost)
    return call.processes.run(work.function, *given)
