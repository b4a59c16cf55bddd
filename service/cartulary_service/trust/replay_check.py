"""Plays stored games again by the rules as they are now, before a release, or to look after the record."""

from collections.abc import Iterator, Sequence
from json import loads
from typing import Literal, NamedTuple

from cartulary.audit.replay import replay
from cartulary.match.evolve import fold
from cartulary.match.state import Match
from cartulary.record.bundle import WRONG, Broken
from cartulary.record.event import RecordedEvent, genesis, next_head
from cartulary_service.games.state_cache import game_of
from cartulary_service.store import events
from cartulary_service.store.database import Database, connection
from cartulary_service.trust.projections import Projection

AT_ONCE = 500


Outcome = Literal["same", "differs", "illegal", "broken", "projection"]


class Verdict(NamedTuple):
    """Result of replaying a stored game by the rules of this program."""

    id: str
    game: str
    version: int
    outcome: Outcome
    position: int | None
    """The first event that comes out otherwise, that the rules refuse, or that is not as the chain has it.

    None where the record holds, and a projection of it says something else.
    """
    words: str


def verdicts(database: Database, statuses: Sequence[str]) -> Iterator[Verdict]:
    """A verdict on each game of these statuses, in the order in which they were created."""
    for game_id, game in read_stored(database, statuses):
        yield verdict(database, game_id, game)


def read_stored(database: Database, statuses: Sequence[str]) -> Iterator[tuple[str, str]]:
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


def verdict(
    database: Database, game_id: str, name: str, at_least: int = 1, projections: Sequence[Projection] = ()
) -> Verdict:
    """Replay one game that has at least that version: check its chain, play it again, hold projections against it."""
    version = at_least
    try:
        rows = events.read(database, game_id, 0)
        version = len(rows)
        require_whole(game_id, rows, at_least)
        game = game_of(rows[0])
        if game.id != name:
            raise Broken(f"the list of games names the game {name}, and there is {game.id}", chain=True)
        match = fold(game, game_id, rows)
        assert match.seed is not None
        plies = replay(game, game_id, rows, match.seed)
    except Broken as error:
        outcome: Outcome = "illegal" if error.illegal else "broken" if error.chain else "differs"
        return Verdict(game_id, name, version, outcome, error.position, str(error))
    except WRONG as error:
        return Verdict(game_id, name, version, "broken", None, f"the events cannot be folded: {error!r}")
    found = [words for each in projections for words in hold(each, database, match, rows)]
    if found:
        return Verdict(game_id, name, version, "projection", None, "; ".join(found))
    return Verdict(game_id, name, version, "same", None, f"{plies} plies")


def hold(projection: Projection, database: Database, match: Match, rows: Sequence[RecordedEvent]) -> Iterator[str]:
    """Yield what a projection stores of a game otherwise than it follows from the record."""
    try:
        yield from () if projection.game is None else projection.game(database, match, rows)
    except WRONG as error:
        yield f"what {projection.name} are made from cannot be read: {error!r}"


def require_whole(game_id: str, rows: Sequence[RecordedEvent], at_least: int) -> None:
    """Every event is there, in its place, and chained to the one before. Raises Broken."""
    head = genesis(game_id)
    for number, row in enumerate(rows, 1):
        head = next_head(head, row.public)
        said = loads(row.public)
        if (said["position"], row.position) != (number, number) or row.hash != head:
            raise Broken("it is not as the chain has it", number, chain=True)
        if (said["ply"], said["type"], said["v"], said["seat"]) != (row.ply, row.type, row.v, row.seat):
            raise Broken("its columns say something else than its text", number, chain=True)
    if len(rows) < at_least:
        raise Broken(f"the list of games says version {at_least}, and there are {len(rows)} events", chain=True)
