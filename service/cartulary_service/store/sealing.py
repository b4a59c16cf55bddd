"""Seals games that are over: the events of each become one compressed row, and every reader finds them as before."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import structlog

from cartulary.record.bundle import WRONG
from cartulary.record.sealed import seal, unseal
from cartulary_service.store import events
from cartulary_service.store.database import Database, connection

AT_ONCE: Final = 200
FIRST: Final = "00000000-0000-0000-0000-000000000000"

log = structlog.get_logger()


def is_due(database: Database, days: int, awaited: Sequence[str]) -> bool:
    """Whether there is a game that may be sealed."""
    return bool(list_due(database, days, awaited, FIRST, 1))


def seal_due(database: Database, days: int, awaited: Sequence[str]) -> Iterator[str]:
    """Seal the games that ended so many days ago, and that meet none of the SQL conditions; yield the id of each.

    A game whose record does not hold is left as it is, and the log names it.
    """
    after = FIRST
    while due := list_due(database, days, awaited, after, AT_ONCE):
        for game_id in due:
            if seal_game(database, game_id):
                yield game_id
            else:
                log.error("a game is not sealed: run cartulary check record --everything", id=game_id)
        after = due[-1]


def list_due(database: Database, days: int, awaited: Sequence[str], after: str, limit: int) -> list[str]:
    values = {"after": after, "days": days, "limit": limit}
    with connection(database.public) as c:
        found: Any = c.execute(" and not ".join([DUE, *awaited]) + IN_ORDER, values).fetchall()
    return [game_id for (game_id,) in found]


DUE: Final = """
select id::text from games
where status in ('finished', 'abandoned') and not sealed and id > %(after)s
  and updated_at < now() - make_interval(days => %(days)s)
"""
IN_ORDER: Final = " order by id limit %(limit)s"


def seal_game(database: Database, game_id: str) -> bool:
    """Seal a game, whole or not at all; return whether it was. One that would be read otherwise afterwards is not."""
    rows = events.read(database, game_id, 0)
    packed = seal(rows)
    try:
        if unseal(game_id, *packed) != rows:
            return False
    except WRONG:
        return False
    with connection(database.serving) as c:
        values = (game_id, rows[-1].hash, packed.public, packed.private)
        sealed = c.execute("select seal_game(%s, %s, %s, %s)", values).fetchone()
    return sealed == (True,)


def count(database: Database) -> tuple[int, int]:
    """Return the numbers of games that are sealed, and that are over."""
    with connection(database.public) as c:
        row: Any = c.execute(
            "select count(*) filter (where sealed), count(*) from games where status in ('finished', 'abandoned')"
        ).fetchone()
    return row[0], row[1]
