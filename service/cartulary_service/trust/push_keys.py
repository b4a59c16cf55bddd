"""The key that signs messages to browsers, which get none signed by another than the one they subscribed with."""

from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Final

from cartulary.kernel.text import counted
from cartulary_service.diagnostics import Finding, warning, wrong
from cartulary_service.store.database import Database, connection

NAME: Final = "push.key"
OF_BROWSERS: Final = "from webhooks where format = 'push' and disabled_at is null"
SUBSCRIBED: Final = f"select count(*), min(created_at) {OF_BROWSERS}"
WAYS_OUT: Final = "restore it from your backup, or let their players switch notifications off and on again"


def of_push_key(folder: Path, browsers: int, since: datetime | None) -> Iterator[Finding]:
    """Whether the key is there, and older than what was made with it. `since`: the oldest subscription of a browser."""
    # A folder that cannot be read is found by itself.
    with suppress(PermissionError):
        if since is None or not folder.exists():
            return
        path, subscribed = folder.resolve() / NAME, counted(browsers, "browser has", "browsers have")
        if not path.exists():
            words = f"{path} is missing, with which {subscribed} subscribed and without which they get nothing"
            yield wrong(NAME, f"{words}: {WAYS_OUT}")
        elif path.stat().st_mtime > since.timestamp():
            words = f"{path} was written after {subscribed} subscribed. If it was copied, nothing is amiss"
            yield warning(NAME, f"{words}; if it is another than before, they get nothing: {WAYS_OUT}")


def find_lost(database: Database, folder: Path) -> Iterator[Finding]:
    """Yield a finding if the key is missing though browsers have subscribed with it."""
    with connection(database.serving) as c:
        browsers, since = c.execute(SUBSCRIBED).fetchone() or (0, None)
    yield from (each for each in of_push_key(folder, browsers, since) if each.level == "WRONG")
