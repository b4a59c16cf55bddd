"""The archive held against the records: notes and figures of each game, and what they add up to."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from cartulary.match.state import Match
from cartulary.record.event import RecordedEvent
from cartulary_service.store.database import Database, connection
from cartulary_service.subjects.archive.figures import COUNTED, TURNS_TOGETHER, count_groups, read_course
from cartulary_service.subjects.archive.queries import notes_on
from cartulary_service.trust.projections import Projection, tell_difference


def hold_game(database: Database, match: Match, record: Sequence[RecordedEvent]) -> Iterator[str]:
    """Hold the notes and figures of a finished game, if the worker has noted it."""
    with connection(database.public) as c:
        row = c.execute(NOTED, (match.id,)).fetchone()
        milestones = c.execute("select event, turn, times from milestones where game_id = %s", (match.id,)).fetchall()
        figures = c.execute(FIGURES, (match.id,)).fetchall()
    if row is None:
        return
    turns, counts = row
    notes = notes_on(match.game, record)
    noted = {event: (turn, notes.times[event]) for event, turn in notes.first.items()} | {"turns": notes.turns}
    stored = {event: tuple(rest) for event, *rest in milestones} | {"turns": turns}
    yield from tell_difference("the notes of the archive", stored, noted)
    counted = figures_of(match, record, notes.turns) if counts else {}
    yield from tell_difference("the figures", {seat: tuple(rest) for seat, *rest in figures}, counted)


NOTED: Final = f"select turns, {COUNTED} from games g where id = %s and turns is not null"
FIGURES: Final = """
select seat, game, edition, seats, turns, opening, began, won from archive_figures where game_id = %s
"""


def figures_of(match: Match, record: Sequence[RecordedEvent], turns: int) -> dict[int, tuple[Any, ...]]:
    """Return the rows of figures of a finished game that counts, by seat."""
    course, ended = read_course(match.game, record), match.result
    winners = () if ended is None else ended.won_by
    of_all = (match.game.id, match.setup.edition, match.setup.seats, turns)
    return {
        seat: (*of_all, course.openings.get(seat), seat == course.first, seat in winners)
        for seat in range(match.setup.seats)
    }


def hold_totals(database: Database) -> Iterator[str]:
    """Hold the counts of the archive against the figures of all games."""
    with connection(database.public) as c:
        rows = c.execute(UNLIKE, {"together": TURNS_TOGETHER}).fetchall()
    for *group, stored, counted in rows:
        yield f"the archive counts {stored} for {', '.join(map(str, group))}, and the figures of its games {counted}"


UNLIKE: Final = f"""
select coalesce(s.game, r.game), coalesce(s.edition, r.edition), coalesce(s.seats, r.seats), coalesce(s.name, r.name),
       coalesce(s.value, r.value), array[s.games, s.wins]::text, array[r.games, r.wins]::text
from archive_counts s full join ({count_groups("archive_figures")}) as r
    on (s.game, s.edition, s.seats, s.name, s.value) = (r.game, r.edition, r.seats, r.name, r.value)
where (s.games, s.wins) is distinct from (r.games::int, r.wins::int)
order by 1, 2, 3, 4, 5
"""

ARCHIVE: Final = Projection("archive", hold_game, hold_totals)
