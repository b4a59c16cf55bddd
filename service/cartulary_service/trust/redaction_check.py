"""The check of redaction: on a sample of finished games, no audience gets a field that its events hide from it."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from json import loads
from random import SystemRandom
from typing import Any, Final, NamedTuple
from uuid import UUID

from psycopg.errors import InsufficientPrivilege

from cartulary.kernel.codec import fields_of
from cartulary.kernel.visibility import SPECTATOR, Audience
from cartulary.match.evolve import fold
from cartulary.match.game import Game
from cartulary.record.bundle import WRONG
from cartulary.record.decode import data_of
from cartulary.record.event import RecordedEvent
from cartulary.record.redact import redact_row
from cartulary_service.games.state_cache import game_of
from cartulary_service.store import events
from cartulary_service.store.database import Database, connection
from cartulary_service.store.events import format_recorded_time

SAMPLE: Final = 50
"""Games of each half of a sample: the newest ones, and those after a random one."""


class Finding(NamedTuple):
    """A game that was checked, the number of its events, and what is wrong with it."""

    game_id: str
    events: int
    leaks: Sequence[str]


def run(database: Database) -> Iterator[Finding]:
    """Check a sample, yield the finding on each game, and store what it came to."""
    with connection(database.serving) as c:
        row = c.execute("insert into redaction_runs default values returning id").fetchone()
    assert row is not None
    games = numbers = leaks = 0
    if may_read_private_parts(database):
        leaks += 1
        yield Finding("all games", 0, ["the role that answers spectators may read private parts"])
    for game_id in draw_sample(database):
        found = check(database, game_id)
        games, numbers, leaks = games + 1, numbers + found.events, leaks + len(found.leaks)
        yield found
    values = {"run": row[0], "games": games, "events": numbers, "leaks": leaks}
    with connection(database.serving) as c:
        c.execute(FINISH, values)


FINISH: Final = """
update redaction_runs set finished_at = clock_timestamp(), games = %(games)s, events = %(events)s, leaks = %(leaks)s
where id = %(run)s
"""


def may_read_private_parts(database: Database) -> bool:
    """Whether the role that answers spectators has a right to the private parts of events."""
    for table in ("events", "sealed_games"):
        with suppress(InsufficientPrivilege), connection(database.public) as c:
            c.execute(f"select private from {table} limit 0")
            return True
    return False


def draw_sample(database: Database) -> list[str]:
    """Return ids of finished games: the newest, and those that follow a random one."""
    with connection(database.public) as c:
        newest = c.execute(f"{FINISHED} order by id desc limit %s", (SAMPLE,)).fetchall()
        first = c.execute(f"{FINISHED} order by id limit 1").fetchone()
        if not newest or first is None:
            return []
        start = UUID(int=SystemRandom().randint(UUID(first[0]).int, UUID(newest[0][0]).int))
        others = c.execute(f"{FINISHED} and id >= %s order by id limit %s", (start, SAMPLE)).fetchall()
    return [*dict.fromkeys(game_id for (game_id,) in [*newest, *others])]


FINISHED: Final = "select id::text from games where status = 'finished'"


def check(database: Database, game_id: str) -> Finding:
    """Check what each audience gets of a game; one whose record cannot be read may leak whatever is in it."""
    rows: Sequence[RecordedEvent] = ()
    try:
        rows = events.read(database, game_id, 0)
        return Finding(game_id, len(rows), list_leaks(game_of(rows[0]), game_id, rows))
    except WRONG as error:
        return Finding(game_id, len(rows), [f"its events cannot be read: {error!r}"])


def list_leaks(game: Game[Any], game_id: str, rows: Sequence[RecordedEvent]) -> list[str]:
    seats = loads(rows[0].public)["data"]["seats"]
    audiences: list[Audience] = [SPECTATOR, *range(seats)]
    leaks = [f"event {row.position} for {each}" for row in rows for each in audiences if leaks_to(game, row, each)]
    return [*leaks, *differing_views(game, game_id, rows, audiences)]


def leaks_to(game: Game[Any], row: RecordedEvent, audience: Audience) -> bool:
    """Whether a redacted event holds a field that it hides from the audience, or says otherwise what is public."""
    shown = redact_row(game.event_types, row, audience)
    if shown._replace(private=None) != row._replace(private=None):
        return True
    given = set(loads(shown.private)) if shown.private else set()
    return not given <= list_allowed_fields(game, row, audience)


def list_allowed_fields(game: Game[Any], row: RecordedEvent, audience: Audience) -> set[str]:
    """Return the hidden fields that an event declares to be seen by an audience."""
    if audience is SPECTATOR:
        return set()
    data = data_of(row) | {"seat": row.seat}
    hidden = [(each.wire, each.secrecy) for each in fields_of(game.event_types[row.type, row.v])]
    return {wire for wire, secrecy in hidden if secrecy and audience in [data[viewer] for viewer in secrecy.viewers]}


def differing_views(
    game: Game[Any], game_id: str, rows: Sequence[RecordedEvent], audiences: Sequence[Audience]
) -> Iterator[str]:
    """Yield the audiences to whom the public part of the final view is not the same as to spectators."""
    redacted = {each: [redact_row(game.event_types, row, each) for row in rows] for each in audiences}
    states = {each: fold(game, game_id, told, each).state for each, told in redacted.items()}
    if states[SPECTATOR] is None:
        return
    public = game.public_view(states[SPECTATOR])
    yield from (f"view for {each}" for each in audiences if game.public_view(states[each]) != public)


def is_due(database: Database, hours: int) -> bool:
    """Whether the last check began so many hours ago, or there was none."""
    with connection(database.public) as c:
        row = c.execute(
            "select coalesce(max(started_at) < now() - make_interval(hours => %s), true) from redaction_runs", (hours,)
        ).fetchone()
    return bool(row and row[0])


def read_last(database: Database) -> dict[str, Any] | None:
    """Return the last check that was finished, on the wire."""
    with connection(database.public) as c:
        row = c.execute(LAST).fetchone()
    return None if row is None else dict(zip(("finished_at", "games", "events", "leaks"), row, strict=True))


LAST: Final = f"""
select {format_recorded_time("finished_at")}, games, events, leaks from redaction_runs
where finished_at is not null order by id desc limit 1
"""
