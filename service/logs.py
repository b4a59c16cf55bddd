"""What the service writes about itself: one JSON object a line on standard error, never what callers sent."""

import logging
import sys

import structlog


def configure(level: str) -> None:
    """Log from that level on; tracebacks come without the values of variables."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level.upper()]),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
