"""Figures of the archive: how often seats win, by seat, edition, opening and length. A projection of the record."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from domain.catalogue import CATALOGUE
from domain.kernel.seats import Seat
from domain.match.game import Game
from domain.match.history import counting
from domain.record.decode import decode_all
from domain.record.event import RecordedEvent
from service.intervals import wilson
from service.store import events
from service.store.database import Connection, Database, connection

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
    """Store a row for each seat of a game that counts, unless another worker has."""
    values = {
        "game": game_id,
        "first": course.first,
        "taken": [*course.openings],
        "openings": [*course.openings.values()],
    }
    c.execute(RECORD, values)


RECORD: Final = f"""
insert into archive_figures (game_id, seat, game, edition, seats, turns, opening, began, won)
select g.id, s.seat, g.game, g.edition, g.seats, g.turns, o.opening, s.seat is not distinct from %(first)s::smallint,
       g.result->'winners' @> to_jsonb(s.seat) and g.result->>'kind' <> 'draw'
from games g cross join lateral generate_series(0, g.seats - 1) as s (seat)
left join unnest(%(taken)s::smallint[], %(openings)s::text[]) as o (seat, opening) on o.seat = s.seat
where g.id = %(game)s and {COUNTED}
on conflict (game_id, seat) do nothing
"""


def rebuild(database: Database) -> Iterator[str]:
    """Record all games of the archive anew and yield the id of each. Rows of games that do not count are deleted."""
    with connection(database.serving) as c:
        c.execute(STRAYS)
    last = "00000000-0000-0000-0000-000000000000"
    while found := list_counted(database, last):
        for last, game in found:
            course = read_course(CATALOGUE[game], events.read_public(database, last, 0))
            with connection(database.serving) as c, c.transaction():
                c.execute("delete from archive_figures where game_id = %s", (last,))
                record(c, last, course)
            yield last


STRAYS: Final = f"""
delete from archive_figures f where not exists (select from games g where g.id = f.game_id and {COUNTED})
"""


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
        rows = c.execute(GROUPS, {**asked, "together": TURNS_TOGETHER}).fetchall()
    groups: dict[str, list[dict[str, Any]]] = {name: [] for name in ("seat", "edition", "opening", "length")}
    for group, game, value, games, wins in rows:
        # Nobody has an opening, or began, in a game that ended before its first turn.
        if value is not None and games:
            groups[group].append({"game": game, **values_of(group, value), **rate(games, wins)})
    return {"games": sum(each["games"] for each in groups["seat"] if each["seat"] == 0)} | {
        f"by_{name}": sorted(figures, key=order_of) for name, figures in groups.items()
    }


GROUPS: Final = """
select case when grouping(f.seat) = 0 then 'seat' when grouping(f.edition) = 0 then 'edition'
            when grouping(f.opening) = 0 then 'opening' else 'length' end as name,
       f.game, coalesce(f.seat::text, f.edition, f.opening, (f.turns / %(together)s)::text),
       case when grouping(f.seat, f.opening) < 3 then count(*) else count(*) filter (where f.began) end::int,
       case when grouping(f.seat, f.opening) < 3 then count(*) filter (where f.won)
            else count(*) filter (where f.began and f.won) end::int
from archive_figures f
where (%(game)s::text is null or f.game = %(game)s) and (%(edition)s::text is null or f.edition = %(edition)s)
  and (%(seats)s::int is null or f.seats = %(seats)s)
group by grouping sets ((f.game, f.seat), (f.game, f.edition), (f.game, f.opening), (f.game, f.turns / %(together)s))
"""
"""Of editions and lengths the seat that began counts, so that each game counts once."""


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
