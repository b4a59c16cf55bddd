"""Log of the service: one JSON object a line on standard error, without anything that callers sent."""

import logging
import sys

import structlog
from structlog.typing import Processor


def configure(level: str, *more: Processor) -> None:
    """Log from that level on, with what `more` add; tracebacks come without the values of variables."""
    structlog.configure(
        processors=[
            *more,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level.upper()]),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
