"""Figures of the archive: how often seats win, by seat, edition, opening and length. A projection of the record."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from cartulary.arena.intervals import wilson
from cartulary.catalogue import CATALOGUE
from cartulary.kernel.seats import Seat
from cartulary.match.game import Game
from cartulary.match.history import counting
from cartulary.record.decode import decode_all
from cartulary.record.event import RecordedEvent
from cartulary_service.attempts import readable
from cartulary_service.store import events
from cartulary_service.store.database import Connection, Database, connection

AT_ONCE: Final = 50
TURNS_TOGETHER: Final = 10
"""Turns of one group of lengths."""
COUNTED: Final = "g.status = 'finished' and g.turns is not null and not g.private and not g.sandbox"
"""SQL condition of the games that count. Private ones do not, for the figures are public."""


class Course(NamedTuple):
    """The course of a game, as far as the figures need it."""

    first: Seat | None
    """The seat that took the first turn."""
    openings: Mapping[Seat, str]


def read_course(game: Game[Any], record: Sequence[RecordedEvent]) -> Course:
    """Read how a game was played off the public part of its record; events that were taken back do not count."""
    rows = counting(record)
    first = next((row.seat for row in rows if row.type == game.begins_turn.NAME), None)
    openings: dict[Seat, str] = {}
    for event in decode_all(game.event_types, rows):
        if (opening := game.opening(event)) is not None:
            openings.setdefault(*opening)
    return Course(first, openings)


def record(c: Connection, game_id: str, course: Course) -> None:
    """Store a row for each seat of a game that counts, and count them, unless another worker has."""
    if record_seats(c, game_id, course):
        c.execute(COUNT_GAME, {"game": game_id, "together": TURNS_TOGETHER})


def record_seats(c: Connection, game_id: str, course: Course) -> int:
    """Store a row for each seat, and return how many are new."""
    values = {
        "game": game_id,
        "first": course.first,
        "taken": [*course.openings],
        "openings": [*course.openings.values()],
    }
    return c.execute(RECORD, values).rowcount


RECORD: Final = f"""
insert into archive_figures (game_id, seat, game, edition, seats, turns, opening, began, won)
select g.id, s.seat, g.game, g.edition, g.seats, g.turns, o.opening, s.seat is not distinct from %(first)s::smallint,
       g.result->'winners' @> to_jsonb(s.seat) and g.result->>'kind' <> 'draw'
from games g cross join lateral generate_series(0, g.seats - 1) as s (seat)
left join unnest(%(taken)s::smallint[], %(openings)s::text[]) as o (seat, opening) on o.seat = s.seat
where g.id = %(game)s and {COUNTED}
on conflict (game_id, seat) do nothing
"""


def count_groups(figures: str) -> str:
    """Return the query that counts games and wins of figures, a table or a query in brackets, by group.

    Of editions and lengths the seat that began counts, so that each game counts once. The order keeps two workers that
    count at the same time from waiting for each other.
    """
    return f"""
    select f.game, f.edition, f.seats, counted.name, counted.value,
           count(*) as games, count(*) filter (where f.won) as wins
    from {figures} as f cross join lateral (values
        ('seat', f.seat::text, true),
        ('opening', f.opening, f.opening is not null),
        ('edition', f.edition, f.began),
        ('length', (f.turns / %(together)s)::text, f.began)
    ) as counted (name, value, counts)
    where counted.counts
    group by 1, 2, 3, 4, 5
    order by 1, 2, 3, 4, 5"""


INTO_COUNTS: Final = "insert into archive_counts as known (game, edition, seats, name, value, games, wins)"
ADD: Final = """
on conflict (game, edition, seats, name, value)
do update set games = known.games + excluded.games, wins = known.wins + excluded.wins
"""
COUNT_GAME: Final = f"{INTO_COUNTS} {count_groups('(select * from archive_figures where game_id = %(game)s)')} {ADD}"
COUNT_ALL: Final = f"{INTO_COUNTS} {count_groups('archive_figures')} {ADD}"


def rebuild(database: Database) -> Iterator[str]:
    """Record all games of the archive anew and yield the id of each. Rows of games that do not count are deleted."""
    with connection(database.serving) as c:
        c.execute(STRAYS)
    last = "00000000-0000-0000-0000-000000000000"
    while found := list_counted(database, last):
        for last, game in found:
            readable(last, partial(record_anew, database, last, game))
            yield last
    count_all(database)


def record_anew(database: Database, game_id: str, game: str) -> None:
    course = read_course(CATALOGUE[game], events.read_public(database, game_id, 0))
    with connection(database.serving) as c, c.transaction():
        c.execute("delete from archive_figures where game_id = %s", (game_id,))
        record_seats(c, game_id, course)


STRAYS: Final = f"""
delete from archive_figures f where not exists (select from games g where g.id = f.game_id and {COUNTED})
"""


def count_all(database: Database) -> None:
    """Count all rows anew. A game that a worker records meanwhile is counted by the worker, after this."""
    with connection(database.serving) as c, c.transaction():
        c.execute("lock table archive_counts in share row exclusive mode")
        c.execute("delete from archive_counts")
        c.execute(COUNT_ALL, {"together": TURNS_TOGETHER})


def list_counted(database: Database, after: str) -> list[tuple[str, str]]:
    """Return games that count and their kinds, in the order of their ids, some at a time."""
    with connection(database.public) as c:
        rows = c.execute(
            f"select g.id::text, g.game from games g where {COUNTED} and g.id > %s order by g.id limit %s",
            (after, AT_ONCE),
        ).fetchall()
    return [(row[0], row[1]) for row in rows]


def summarise(database: Database, question: Mapping[str, Any]) -> dict[str, Any]:
    """Return all groups of the figures on the wire; `question` may name game, edition and seats."""
    asked = {name: question.get(name) for name in ("game", "edition", "seats")}
    with connection(database.public) as c:
        rows = c.execute(COUNTS, asked).fetchall()
    groups: dict[str, list[dict[str, Any]]] = {name: [] for name in ("seat", "edition", "opening", "length")}
    for name, game, value, games, wins in rows:
        groups[name].append({"game": game, **values_of(name, value), **rate(games, wins)})
    return {"games": sum(each["games"] for each in groups["seat"] if each["seat"] == 0)} | {
        f"by_{name}": sorted(figures, key=order_of) for name, figures in groups.items()
    }


COUNTS: Final = """
select name, game, value, sum(games)::int, sum(wins)::int from archive_counts
where (%(game)s::text is null or game = %(game)s) and (%(edition)s::text is null or edition = %(edition)s)
  and (%(seats)s::int is null or seats = %(seats)s)
group by name, game, value
"""


def values_of(group: str, value: str) -> dict[str, Any]:
    """The members by which a figure of a group is known."""
    match group:
        case "seat":
            return {"seat": int(value)}
        case "length":
            turns = int(value) * TURNS_TOGETHER
            return {"min_turns": turns, "max_turns": turns + TURNS_TOGETHER - 1}
    return {group: value}


def order_of(figure: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return the sort key of a figure: its game, then what it is of."""
    return tuple(figure.values())[:2]


def rate(games: int, wins: int) -> dict[str, Any]:
    """Counts with the share of wins and its interval."""
    low, high = wilson(wins, games)
    return {"games": games, "wins": wins, "rate": wins / games, "low": low, "high": high}
