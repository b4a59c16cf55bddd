"""What is done to many things, one of which may fail."""

from collections.abc import Callable

import structlog

from cartulary_service.errors import Problem
from cartulary_service.store.database import DatabaseUnavailable

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
        log.exception("not done", id=id, what=str(what))
