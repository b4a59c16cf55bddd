"""Plays stored games again by the rules as they are now, before a release, or to look after the record."""

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from domain.catalogue import CATALOGUE
from domain.kernel.bundle import Broken
from domain.kernel.match import folded
from domain.kernel.replay import replay
from service import event_store
from service.database import Database, connection

AT_ONCE = 500


class Verdict(NamedTuple):
    """What the rules of this program make of a stored game."""

    id: str
    game: str
    version: int
    outcome: Literal["same", "differs", "illegal"]
    position: int | None
    """The first event that comes out otherwise, or that the rules refuse."""
    words: str


def verdicts(database: Database, statuses: Sequence[str]) -> Iterator[Verdict]:
    """A verdict on each game of these statuses, in the order in which they were created."""
    for game_id, game in stored(database, statuses):
        yield verdict(database, game_id, game)


def stored(database: Database, statuses: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Ids and games of all of them, some at a time."""
    last = "00000000-0000-0000-0000-000000000000"
    while True:
        with connection(database.public) as c:
            rows = c.execute(
                """
                select id::text, game from games
                where status = any(%s) and id > %s order by id limit %s
                """,
                (list(statuses), last, AT_ONCE),
            ).fetchall()
        yield from rows
        if len(rows) < AT_ONCE:
            return
        last = rows[-1][0]


def verdict(database: Database, game_id: str, name: str) -> Verdict:
    """What becomes of one game, chain and commitments included."""
    rows, game = event_store.read(database, game_id, 0), CATALOGUE[name]
    match = folded(game, game_id, rows)
    assert match.seed is not None
    try:
        plies = replay(game, game_id, rows, match.seed)
    except Broken as error:
        outcome: Literal["differs", "illegal"] = "illegal" if error.illegal else "differs"
        return Verdict(game_id, name, match.version, outcome, error.position, str(error))
    return Verdict(game_id, name, match.version, "same", None, f"{plies} plies")
