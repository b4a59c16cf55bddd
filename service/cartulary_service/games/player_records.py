"""Each player's part in finished public games: a projection of the record, made by the worker after the end."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from cartulary.catalogue import CATALOGUE
from cartulary.match.participation import Participation, list_participations
from cartulary.record.event import time_of
from cartulary_service.attempts import readable
from cartulary_service.players import reliability
from cartulary_service.players.reliability import PlayedGame
from cartulary_service.store import events
from cartulary_service.store.database import Connection, Database, connection

AT_ONCE: Final = 50
COUNTED: Final = "g.status in ('finished', 'abandoned') and not g.private and not g.sandbox"
"""SQL condition of the games that count. Private ones do not, for the figures are public."""


class Results(NamedTuple):
    """The figures that a subject makes of the results of games."""

    note: Callable[[Connection, str, str], None]
    """Notes a game that its first players have ended, and when, in the transaction that records its players."""
    forget: Callable[[Connection], None]
    """Forgets all of them before they are worked out anew."""
    apply: Callable[[Database], None]
    """Works out what follows from those that were noted."""


class EndedGame(NamedTuple):
    """A game that is over, and each seat's part in it."""

    id: str
    ended_at: str
    parts: Sequence[Participation]


def list_unrecorded(database: Database) -> list[str]:
    """Return games that have ended and are not recorded yet, some at a time."""
    with connection(database.public) as c:
        rows = c.execute(
            f"select g.id::text from games g where {COUNTED} and not g.players_recorded order by g.id limit %s",
            (AT_ONCE,),
        ).fetchall()
    return [row[0] for row in rows]


def record(database: Database, game_id: str, followers: Sequence[Results]) -> None:
    """Record the players of a game anew, from the public part of its record."""
    ended = read_ended(database, game_id)
    players = sorted({each.player for each in ended.parts})
    with connection(database.serving) as c, c.transaction():
        # Locked against erasure, and before the rows, as erasure does it; deleted players are left out.
        present = {row[0] for row in c.execute(PRESENT, (players,)).fetchall()}
        c.execute("delete from player_games where game_id = %s", (game_id,))
        c.execute(RECORD, values(ended, [each for each in ended.parts if each.player in present]))
        if all(each.result for each in ended.parts):
            # A game that a substitute has played a part of tells little of either player.
            for each in followers:
                each.note(c, game_id, ended.ended_at)
        c.execute("update games set players_recorded = true where id = %s and not players_recorded", (game_id,))


def read_ended(database: Database, game_id: str) -> EndedGame:
    """Work out a game that is over from its record."""
    with connection(database.public) as c:
        row = c.execute("select game from games where id = %s", (game_id,)).fetchone()
    assert row is not None
    rows = events.read_public(database, game_id, 0)
    return EndedGame(game_id, time_of(rows[-1]), list_participations(CATALOGUE[row[0]], game_id, rows))


PRESENT: Final = """
select id::text from players where id = any(%s::uuid[]) and deleted_at is null order by id for key share
"""
RECORD: Final = """
insert into player_games
    (game_id, seat, player_id, game, edition, seats, ended_at, result, departure, turns_in_time, turns_late)
select g.id, each.seat, each.player, g.game, g.edition, g.seats, %(ended_at)s::timestamptz,
       each.result, each.departure, each.in_time, each.late
from games g, unnest(
    %(taken)s::smallint[], %(players)s::uuid[], %(results)s::text[], %(departures)s::text[], %(in_time)s::int[],
    %(late)s::int[]
) as each (seat, player, result, departure, in_time, late)
where g.id = %(game)s
on conflict (game_id, player_id) do nothing
"""
"""Another worker may record the same."""


def values(ended: EndedGame, parts: Sequence[Participation]) -> dict[str, Any]:
    """The parameters of `RECORD`."""
    return {
        "game": ended.id,
        "ended_at": ended.ended_at,
        "taken": [each.seat for each in parts],
        "players": [each.player for each in parts],
        "results": [each.result for each in parts],
        "departures": [each.departure for each in parts],
        "in_time": [each.turns_in_time for each in parts],
        "late": [each.turns_late for each in parts],
    }


def rebuild(database: Database, followers: Sequence[Results]) -> Iterator[str]:
    """Record all games anew and yield the id of each, with what subjects make of their results.

    Rows of games that do not count are deleted.
    """
    with connection(database.serving) as c:
        c.execute(STRAYS)
        for each in followers:
            each.forget(c)
    last = "00000000-0000-0000-0000-000000000000"
    while found := list_counted(database, last):
        for last in found:
            readable(last, partial(record, database, last, followers))
            yield last
    for each in followers:
        each.apply(database)


STRAYS: Final = f"""
delete from player_games r where not exists (select from games g where g.id = r.game_id and {COUNTED})
"""


def list_counted(database: Database, after: str) -> list[str]:
    """Return games that count, in the order of their ids, some at a time."""
    with connection(database.public) as c:
        rows = c.execute(
            f"select g.id::text from games g where {COUNTED} and g.id > %s order by g.id limit %s", (after, AT_ONCE)
        ).fetchall()
    return [row[0] for row in rows]


def summarise(database: Database, player: str) -> dict[str, Any]:
    """Return a player's `results` and `reliability` on the wire."""
    with connection(database.public) as c:
        results = c.execute(RESULTS, (player,)).fetchall()
    order = {game: place for place, game in enumerate(CATALOGUE)}
    results.sort(key=lambda row: (order.get(row[0], len(order)), row[1]))
    names = ("game", "seats", "won", "drawn", "lost", "void")
    return {
        "results": [dict(zip(names, row, strict=True)) for row in results],
        "reliability": assess(database, player),
    }


def assess(database: Database, player: str) -> dict[str, Any]:
    """Return a player's `reliability` on the wire."""
    with connection(database.public) as c:
        games = c.execute(NEWEST, (player, reliability.MOST)).fetchall()
    return reliability.assess([PlayedGame(*row) for row in games])


RESULTS: Final = """
select game, seats, (count(*) filter (where result = 'won'))::int, (count(*) filter (where result = 'drawn'))::int,
       (count(*) filter (where result = 'lost'))::int, (count(*) filter (where result = 'void'))::int
from player_games where player_id = %s and result is not null group by 1, 2
"""
NEWEST: Final = """
select ended_at, departure, turns_in_time, turns_late from player_games where player_id = %s
order by ended_at desc limit %s
"""


def list_games_of(database: Database, player: str) -> list[dict[str, Any]]:
    """Return the rows of a player, for the export of their data."""
    with connection(database.serving) as c:
        rows = c.execute(OF_PLAYER, (player,)).fetchall()
    return [row[0] for row in rows]


OF_PLAYER: Final = """
select to_jsonb(r) - 'player_id' from player_games r where player_id = %s order by ended_at, game_id
"""


def erase_all(c: Connection, player: str) -> None:
    """Erase the rows of a player, within the transaction that deletes them."""
    c.execute("delete from player_games where player_id = %s", (player,))
