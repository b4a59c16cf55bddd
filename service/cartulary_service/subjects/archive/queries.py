"""Finished games by what happened in them: the worker notes each once, and questions are answered from the notes."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from cartulary.catalogue import CATALOGUE
from cartulary.match.game import Game
from cartulary.match.history import counting
from cartulary.record.event import RecordedEvent
from cartulary_service.attempts import readable
from cartulary_service.games.lobby import SUMMARY, Page, decode_cursor, encode_cursor, seats_of, sql_conditions, summary
from cartulary_service.store import events
from cartulary_service.store.database import Connection, Database, connection
from cartulary_service.subjects.archive import figures
from cartulary_service.subjects.archive.figures import Course

AT_ONCE: Final = 50
FEW: Final = 1_000
LOOKED_THROUGH: Final = 10_000
LEADS: Final = ("player", "winner", "among")
"""Filters that lead to few games by an index."""
LATER: Final = 1_000_000
"""A turn that no game reaches."""


class Notes(NamedTuple):
    """Summary of a finished game: number of turns, and for each event type its first turn and its count."""

    turns: int
    first: Mapping[str, int]
    times: Mapping[str, int]


def notes_on(game: Game[Any], record: Sequence[RecordedEvent]) -> Notes:
    """Summarise a record; events that were taken back do not count."""
    turns, first, times = 0, dict[str, int](), Counter[str]()
    for row in counting(record):
        turns += row.type == game.begins_turn.NAME
        first.setdefault(row.type, turns)
        times[row.type] += 1
    return Notes(turns, first, times)


def note(database: Database) -> int:
    """Note games that have ended since; answers how many."""
    with connection(database.public) as c:
        ended = c.execute(
            "select id::text, game from games where status = 'finished' and turns is null order by id limit %s",
            (AT_ONCE,),
        ).fetchall()
    for game_id, game in ended:
        readable(game_id, partial(note_game, database, game_id, game))
    return len(ended)


def note_game(database: Database, game_id: str, game: str) -> None:
    record = events.read_public(database, game_id, 0)
    keep(database, game_id, notes_on(CATALOGUE[game], record), figures.read_course(CATALOGUE[game], record))


def keep(database: Database, game_id: str, notes: Notes, course: Course) -> None:
    """Keep the notes on a game and its part in the figures, which another worker may have kept before."""
    with connection(database.serving) as c, c.transaction():
        c.execute(
            """
            with noted as (
                update games set turns = %(turns)s where id = %(game)s and turns is null returning id
            )
            insert into milestones (game_id, event, turn, times)
            select noted.id, each.* from noted, unnest(%(events)s::text[], %(first)s::int[], %(times)s::int[]) as each
            """,
            {
                "game": game_id,
                "turns": notes.turns,
                "events": [*notes.first],
                "first": [*notes.first.values()],
                "times": [notes.times[event] for event in notes.first],
            },
        )
        figures.record(c, game_id, course)


def search(database: Database, viewer: str | None, question: Mapping[str, Any], cursor: str | None, limit: int) -> Page:
    """Finished games of which all that is asked holds, newest first. Sandboxes are no games of their own.

    Where nothing that is asked leads to few games, so many are looked through, and the cursor leads to those after.
    """
    asked = {"before_turn": LATER, **question, "before": None if cursor is None else decode_cursor(cursor)}
    with connection(database.public) as c:
        asked["among"] = few(c, asked) if "event" in question else None
        asked["reach"] = reach(c, asked) if all(asked.get(name) is None for name in LEADS) else None
        # Not prepared: where best to begin depends on how rare that is which is asked.
        rows = c.execute(
            f"""
            select {SUMMARY}, g.turns from games g where {NOTED} and {sql_conditions(FOUND, asked)}
            order by g.id desc limit %(limit)s
            """,
            asked | {"limit": limit + 1, "viewer": viewer},
            prepare=False,
        ).fetchall()
        seats = seats_of(c, [row[0] for row in rows[:limit]])
    games = [found | {"turns": row[-1]} for row in rows[:limit] if (found := summary(row[:-1], seats))]
    last = rows[limit - 1][0] if len(rows) > limit else asked["reach"]
    return Page(games, None if last is None else encode_cursor(last))


def few(c: Connection, asked: Mapping[str, Any]) -> list[str] | None:
    """The games in which the event happened so early, where they are few."""
    rows = c.execute(
        "select game_id::text from milestones where event = %(event)s and turn < %(before_turn)s limit %(most)s",
        {**asked, "most": FEW + 1},
    ).fetchall()
    return None if len(rows) > FEW else [row[0] for row in rows]


def reach(c: Connection, asked: Mapping[str, Any]) -> str | None:
    """The last game that is looked at for this page, where there are more."""
    conditions = sql_conditions({"before": FOUND["before"]}, asked)
    row = c.execute(
        f"""
        select g.id::text from games g where g.status = 'finished' and {conditions}
        order by g.id desc offset %(most)s limit 1
        """,
        {**asked, "viewer": None, "most": LOOKED_THROUGH},
    ).fetchone()
    return None if row is None else str(row[0])


NOTED: Final = "g.status = 'finished' and g.turns is not null and not g.sandbox"
FOUND: Final = {
    "before": "g.id < %(before)s",
    "reach": "g.id >= %(reach)s",
    "among": "g.id = any(%(among)s::uuid[])",
    "game": "g.game = %(game)s",
    "edition": "g.edition = %(edition)s",
    "seats": "g.seats = %(seats)s",
    "kind": "g.result->>'kind' = %(kind)s",
    "decided_by": "g.result->'decided_by' ? %(decided_by)s",
    "min_turns": "g.turns >= %(min_turns)s",
    "max_turns": "g.turns <= %(max_turns)s",
    "player": "exists (select from game_seats s where s.game_id = g.id and s.player_id = %(player)s)",
    "winner": """exists (
        select from game_seats s
        where s.game_id = g.id and s.player_id = %(winner)s
            and g.result->'winners' @> to_jsonb(s.seat) and g.result->>'kind' <> 'draw'
    )""",
    "event": """exists (
        select from milestones m
        where m.game_id = g.id and m.event = %(event)s and m.turn < %(before_turn)s
    )""",
    "without": "not exists (select from milestones m where m.game_id = g.id and m.event = %(without)s)",
}
"""SQL condition of each filter."""
