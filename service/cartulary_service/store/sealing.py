"""Seals games that are over: the events of each become one compressed row, and every reader finds them as before."""

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any, Final

import structlog

from cartulary.record.bundle import WRONG
from cartulary.record.sealed import seal, unseal
from cartulary_service.store import events
from cartulary_service.store.database import Database, connection

AT_ONCE: Final = 200
FIRST: Final = "00000000-0000-0000-0000-000000000000"

Awaited = Callable[[Database, Sequence[str]], Collection[str]]
"""Returns of games the ids of those of whose events some are yet to be read one by one."""

log = structlog.get_logger()


def is_due(database: Database, days: int, awaited: Sequence[Awaited]) -> bool:
    """Whether there is a game that may be sealed."""
    return next(list_due(database, days, awaited), None) is not None


def seal_due(database: Database, days: int, awaited: Sequence[Awaited]) -> Iterator[str]:
    """Seal the games that ended so many days ago, and that nobody awaits; yield the id of each.

    A game whose record does not hold is left as it is, and the log names it.
    """
    for game_id in list_due(database, days, awaited):
        if seal_game(database, game_id):
            yield game_id
        else:
            log.error("a game is not sealed: run cartulary check record --everything", id=game_id)


def list_due(database: Database, days: int, awaited: Sequence[Awaited]) -> Iterator[str]:
    """Yield the ids of games that may be sealed."""
    after = FIRST
    while True:
        with connection(database.public) as c:
            found: Any = c.execute(DUE, {"after": after, "days": days, "limit": AT_ONCE}).fetchall()
        ids = [game_id for (game_id,) in found]
        kept = {game_id for each in awaited for game_id in each(database, ids)}
        yield from (game_id for game_id in ids if game_id not in kept)
        if len(ids) < AT_ONCE:
            return
        after = ids[-1]


DUE: Final = """
select id::text from games
where status in ('finished', 'abandoned') and not sealed and id > %(after)s
  and updated_at < now() - make_interval(days => %(days)s)
order by id limit %(limit)s
"""


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
