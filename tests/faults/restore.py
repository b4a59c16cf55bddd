"""A base backup and the archived log are brought to a point in time in another cluster, and everything is verified."""

import time
from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple

from cartulary.audit.bundles import Given, verify_text
from tests.faults.clusters import Cluster, cluster, eventually, own
from tests.faults.feeds import OF_ALL
from tests.faults.feeds import stored as in_order
from tests.faults.gamblers import Crowd, crowd
from tests.faults.ledger import Told, lost, stored
from tests.faults.places import folder
from tests.faults.report import Report
from tests.faults.served import pause, served
from tests.faults.wire import Caller

NOW: Final = "select clock_timestamp()::text"
ARCHIVED: Final = "select last_archived_wal >= %r from pg_stat_archiver"
SWITCHED: Final = "select pg_walfile_name(pg_switch_wal())"
PAGE: Final = 1_000


class Kept(NamedTuple):
    """What clients have kept of a moment: all that they were told until then, and receipts of their games."""

    moment: str
    told: list[Told]
    receipts: dict[str, str]


def run(seconds: int, clients: int) -> Report:
    """Play, back up, play, note the moment, play on; then restore that moment elsewhere and verify it."""
    report = Report("restore")
    with folder() as place:
        archive = place / "archive"
        own(archive)
        settings = {"archive_mode": "on", "archive_command": f"'test ! -f {archive}/%f && cp %p {archive}/%f'"}
        with cluster(place / "lost", settings) as first, served(place, first.url) as service:
            with crowd(service.port, clients) as players:
                pause(seconds)
                backup = first.base_backup(place / "restored")
                pause(seconds)
                kept = keep(first, service.port, players)
                pause(seconds)
            told_later = players.count() - len(kept.told)
            segment = str(first.value(SWITCHED))
            eventually(lambda: first.value(ARCHIVED % segment))
        began = time.monotonic()
        restore(backup, archive, kept.moment)
        report.add({"games": len(kept.receipts), "acknowledged": len(kept.told), "acknowledged later": told_later})
        report.add({"seconds to restore": round(time.monotonic() - began)})
        try:
            report.add(checked(place, backup, kept))
        finally:
            backup.remove()
    return report


def keep(first: Cluster, port: int, players: Crowd) -> Kept:
    """Receipts of all games, then what was told, then the moment."""
    receipts = dict(collected(port, players.seats()))
    told = players.told()
    return Kept(str(first.value(NOW)), told, receipts)


def collected(port: int, games: Iterable[str]) -> Iterable[tuple[str, str]]:
    caller = Caller(port)
    for game in games:
        yield game, caller.send("GET", f"/games/{game}/audit").body.decode().splitlines()[-1]


def restore(backup: Cluster, archive: Path, moment: str) -> None:
    """What docs/how-to/back-up-and-restore.md says."""
    backup.configure(
        {
            "archive_mode": "off",
            "restore_command": f"'cp {archive}/%f %p'",
            "recovery_target_time": f"'{moment}'",
            "recovery_target_action": "promote",
        }
    )
    signal = backup.pgdata / "recovery.signal"
    signal.touch()
    backup.start()
    eventually(backup.is_primary)


def checked(place: Path, restored: Cluster, kept: Kept) -> dict[str, int]:
    """What is missing, what does not verify, and whether feed and export are whole without further ado."""
    missing = lost(kept.told, stored(restored))
    with served(place, restored.url) as service:
        bad = sum(not verifies(service.port, game, note) for game, note in kept.receipts.items())
        with crowd(service.port, 2) as players:
            players.wait_for(10)
        expected = [id for id, _ in in_order(restored, OF_ALL)]
        heard = list(fed(service.port))
    return {
        "lost": missing,
        "not verified": bad,
        "told by the feed": len(heard),
        "skipped": len({*expected} - {*heard}),
        "out of order": int(heard != expected),
        "acknowledged afterwards": players.count(),
    }


def verifies(port: int, game: str, note: str) -> bool:
    """Whether a game's bundle holds, and goes on from the receipt that a client kept."""
    text = Caller(port).send("GET", f"/games/{game}/audit").body.decode()
    return verify_text(text, Given(receipts=[note])).verified


def fed(port: int) -> Iterable[str]:
    """The cursors of the whole feed, page by page."""
    caller, after = Caller(port), ""
    while True:
        page = caller.send("GET", f"/feed?limit={PAGE}{after}").json()
        yield from (each["cursor"] for each in page["events"])
        if page["next"] is None:
            return
        after = f"&after={page['next']}"
