"""What is done to many things, one of which may fail."""

from collections.abc import Callable
from functools import lru_cache
from typing import Final, TypeVar

import structlog

from cartulary.record.bundle import WRONG
from cartulary_service.errors import Problem
from cartulary_service.store.database import DatabaseUnavailable

Read = TypeVar("Read")
MOST_TOLD: Final = 1_000

log = structlog.get_logger()


def attempt(what: Callable[[], object], id: str) -> None:
    """Do something to one match or order; what is wrong with it does not stop the others."""
    try:
        what()
    except DatabaseUnavailable:
        raise
    except Problem as error:
        log.info("tried again later", id=id, code=error.code)
    except Exception:
        log.exception("not done", id=id)


def readable(game_id: str, read: Callable[[], Read]) -> Read | None:
    """Return what is read of one match among many; None, and a line in the log, where its row does not fit."""
    try:
        return read()
    except WRONG as error:
        tell_unreadable(game_id, repr(error))
        return None


# Lists are asked for often, and the row stays as it is until somebody mends it.
@lru_cache(MOST_TOLD)
def tell_unreadable(game_id: str, error: str) -> None:
    log.error("a game is left out: run cartulary check record --everything", id=game_id, error=error)
