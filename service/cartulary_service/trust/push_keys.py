"""The key that signs messages to browsers, which get none signed by another than the one they subscribed with."""

from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Final

from cryptography.hazmat.primitives.asymmetric import ec

from cartulary.kernel.text import counted
from cartulary_service.diagnostics import Finding, warning, wrong
from cartulary_service.store.database import Database, connection
from cartulary_service.trust.keys import UnfitKeys, read_key

NAME: Final = "push.key"
CURVE: Final = ec.SECP256R1()
OF_BROWSERS: Final = "from webhooks where format = 'push' and disabled_at is null"
SUBSCRIBED: Final = f"select count(*), min(created_at) {OF_BROWSERS}"
WAYS_OUT: Final = "restore it from your backup, or let their players switch notifications off and on again"
RESTORE: Final = (
    "restore it from your backup. If it is lost for good, move it away: another one is made when it is needed, and "
    "players who were told by their browsers switch that off and on again"
)


def read_push_key(path: Path) -> ec.EllipticCurvePrivateKey:
    """Return the key in a file. Raises UnfitKeys."""
    return read_key(path, lambda text: ec.derive_private_key(int(text, 16), CURVE), RESTORE)


def of_push_key(folder: Path, browsers: int, since: datetime | None) -> Iterator[Finding]:
    """Whether the key is one, there, and older than what was made with it.

    `since`: the oldest subscription of a browser.
    """
    # A folder that cannot be read is found by itself.
    with suppress(PermissionError):
        path = folder.resolve() / NAME
        if path.exists():
            try:
                read_push_key(path)
            except UnfitKeys as error:
                yield wrong(NAME, str(error))
                return
        if since is None or not folder.exists():
            return
        subscribed = counted(browsers, "browser has", "browsers have")
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
