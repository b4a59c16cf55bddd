"""Projections of the record of a game: rows of lists, results, entries of the log."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, Final, NamedTuple

from cartulary.audit.listing import GETS_UP, SITS_DOWN, follow_seats, is_result, result_after
from cartulary.kernel.times import stamp
from cartulary.match.state import Match
from cartulary.record.event import RecordedEvent
from cartulary_service.games import player_records
from cartulary_service.games.game_row import game_row
from cartulary_service.store import events
from cartulary_service.store.database import Database, connection

HoldGame = Callable[[Database, Match, Sequence[RecordedEvent]], Iterator[str]]
HoldTotals = Callable[[Database], Iterator[str]]


class Projection(NamedTuple):
    """Ways to hold what is stored against the record; they yield, in words, each row that says something else."""

    name: str
    game: HoldGame | None = None
    """Holds the rows of one game, whose match and events are given."""
    totals: HoldTotals | None = None
    """Holds what is summed up over games."""


def tell_difference(of: str, stored: Mapping[Any, Any], recorded: Mapping[Any, Any]) -> Iterator[str]:
    """Yield each member that is stored otherwise than it follows from the record."""
    for name in sorted({*stored, *recorded}, key=str):
        if stored.get(name) != recorded.get(name):
            yield f"{of} have {name} {stored.get(name)}, and the record {recorded.get(name)}"


def hold_list(database: Database, match: Match, _: Sequence[RecordedEvent]) -> Iterator[str]:
    """Hold the game's row in the lists, unless the game has gone on."""
    with connection(database.serving) as c:
        row = c.execute(LISTED, (match.id, match.version)).fetchone()
    if row is None:
        return
    row_now = game_row(match, match)
    recorded = {
        "created_by": match.terms.creator,
        "edition": match.setup.edition,
        "seats": match.setup.seats,
        "options": dict(match.setup.options),
        "sandbox": match.sandbox,
        "private": match.terms.private,
        **{name: value for name, value in row_now._asdict().items() if name != "turns"},
    }
    stored = dict(zip((*recorded, "ply"), row, strict=True))
    stored["deadline"] = None if stored["deadline"] is None else stamp(stored["deadline"])
    yield from tell_difference("the lists", stored, recorded | {"ply": match.ply})


LISTED: Final = """
select created_by::text, edition, seats, options, sandbox, private,
       status, result, deadline, to_act, bots, vacant, people, ply
from games where id = %s and version = %s
"""


def hold_seats(database: Database, match: Match, _: Sequence[RecordedEvent]) -> Iterator[str]:
    """Hold who sits where, unless the game has gone on."""
    with connection(database.serving) as c:
        rows = c.execute(SEATED, {"game": match.id, "version": match.version}).fetchall()
    if rows:
        recorded = {seat: player for seat, player in enumerate(match.players) if player is not None}
        yield from tell_difference("the seats", {seat: player for seat, player in rows if player is not None}, recorded)


SEATED: Final = """
select s.seat, s.player_id::text from games g left join game_seats s on s.game_id = g.id
where g.id = %(game)s and g.version = %(version)s
"""


def hold_results(database: Database, match: Match, _: Sequence[RecordedEvent]) -> Iterator[str]:
    """Hold the results of its players, if the worker has recorded them; those of deleted players are erased."""
    with connection(database.serving) as c:
        if not c.execute(IS_RECORDED, (match.id,)).rowcount:
            return
        rows = c.execute(RESULTS, (match.id,)).fetchall()
        ended = player_records.read_ended(database, match.id)
        present = {row[0] for row in c.execute(PRESENT, ([each.player for each in ended.parts],)).fetchall()}
    recorded = {
        each.player: (each.seat, each.result, each.departure, each.turns_in_time, each.turns_late, ended.ended_at)
        for each in reversed(ended.parts)
        if each.player in present
    }
    stored = {player: (*rest, stamp(at)) for player, *rest, at in rows}
    yield from tell_difference("the results of players", stored, recorded)


IS_RECORDED: Final = f"select from games g where id = %s and players_recorded and {player_records.COUNTED}"
RESULTS: Final = """
select player_id::text, seat, result, departure, turns_in_time, turns_late, ended_at from player_games
where game_id = %s
"""
PRESENT: Final = "select id::text from players where id = any(%s::uuid[]) and deleted_at is null"


def hold_games(database: Database) -> Iterator[str]:
    """Tell of games of which events, seats or results are stored, and which are not there."""
    with connection(database.serving) as c:
        for (game,) in c.execute(WITHOUT_GAME).fetchall():
            yield f"there are events, seats or results of game {game}, and there is no such game"


WITHOUT_GAME: Final = """
select id::text from (
    select game_id from events where position = 1
    union select game_id from sealed_games
    union select game_id from game_seats
    union select game_id from player_games
) as kept (id) where not exists (select from games g where g.id = kept.id)
"""


def hold_checked(database: Database) -> Iterator[str]:
    """Hold who sits where and the results of games that held when they were checked, without playing them again."""
    asked = {"after": FIRST, "types": [*SITS_DOWN, *GETS_UP], "limit": AT_ONCE}
    while True:
        with connection(database.serving) as c:
            found = [(game, [*rows]) for game, rows in groupby(c.execute(CHECKED, asked).fetchall(), itemgetter(0))]
        for game, rows in found:
            record = events.recorded(game, [row[3:] for row in rows], 0, events.LAST)
            if words := [*hold_shown(rows[0][1], rows[0][2], record)] if record else ["its events are not there"]:
                yield f"game {game}: {'; '.join(words)}"
        if len(found) < AT_ONCE:
            return
        asked["after"] = found[-1][0]


def hold_shown(result: Any, seats: Mapping[str, str], rows: Sequence[RecordedEvent]) -> Iterator[str]:
    """Hold a result and the players by seat against the last event, and those by which seats change."""
    recorded = result_after(rows[-1])
    if not is_result(result, recorded):
        yield from tell_difference("the lists", {"result": result}, {"result": recorded})
    *_, seated = follow_seats(rows)
    yield from tell_difference("the seats", {int(seat): player for seat, player in seats.items()}, seated)


AT_ONCE: Final = 200
FIRST: Final = "00000000-0000-0000-0000-000000000000"
CHECKED: Final = """
select g.id::text, g.result, g.taken,
       e.position, e.ply, e.type, e.v, e.seat, e.public, null, e.hash, s.public, null
from (
    select g.id, g.version, g.result, (
        select coalesce(jsonb_object_agg(s.seat, s.player_id), '{}') from game_seats s where s.game_id = g.id
    ) as taken
    from games g join audits a on (a.game_id, a.version, a.outcome) = (g.id, g.version, 'same')
    where g.id > %(after)s order by g.id limit %(limit)s
) g left join sealed_games s on s.game_id = g.id
left join events e on e.game_id = g.id and (e.type = any(%(types)s) or e.position = g.version)
order by g.id, e.position
"""

OF_THE_CORE: Final = (
    Projection("list", hold_list, hold_games),
    Projection("seats", hold_seats, hold_checked),
    Projection("results", hold_results),
)
