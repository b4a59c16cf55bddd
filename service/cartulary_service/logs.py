"""Log of the service: one JSON object a line on standard error, without anything that callers sent."""

import logging
import sys
from typing import Final

import structlog
from structlog.typing import EventDict, Processor

ADVICE: Final = (
    "This is a fault of the program, or data that it cannot read. Run cartulary doctor, and cartulary check rules "
    "--all, which names each game that cannot be read. If both find nothing, report this line."
)


def add_advice(logger: object, name: str, line: EventDict) -> EventDict:
    """Say what to do before each traceback."""
    if line.get("exc_info"):
        line["advice"] = ADVICE
    return line


class OfPool(logging.Handler):
    """Writes what the pool of connections says, as while the database is away, like all else."""

    def emit(self, record: logging.LogRecord) -> None:
        structlog.get_logger().log(record.levelno, "pool", words=record.getMessage())


POOL: Final = "psycopg.pool"


def configure(level: str, *more: Processor) -> None:
    """Log from that level on, with what `more` add; tracebacks come without the values of variables."""
    structlog.configure(
        processors=[
            *more,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            add_advice,
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level.upper()]),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
    logging.getLogger(POOL).handlers = [OfPool()]
    logging.getLogger(POOL).propagate = False
