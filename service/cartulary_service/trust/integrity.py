"""The check of the whole record: every chain, every game played again, what follows from it; and what was found."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from psycopg.types.json import Jsonb

from cartulary.catalogue import CATALOGUE
from cartulary.match.rules_digest import rules_sha256
from cartulary.record.bundle import WRONG
from cartulary_service.store.database import Database, connection
from cartulary_service.store.events import format_recorded_time
from cartulary_service.trust import redaction_check
from cartulary_service.trust.projections import OF_THE_CORE, Projection
from cartulary_service.trust.replay_check import Verdict, verdict

AT_ONCE: Final = 200
MOST_MISMATCHES: Final = 100


class Stored(NamedTuple):
    """A game that is to be checked, at the version that it has at least."""

    id: str
    game: str
    version: int


class Run:
    """A check of all games, or of the unchecked ones. An interrupted check is resumed."""

    def __init__(self, database: Database, everything: bool, projections: Sequence[Projection] = OF_THE_CORE) -> None:
        self._database = database
        self._projections = projections
        with connection(database.serving) as c:
            row = c.execute(
                """
                with unfinished as (
                    select id from audit_runs where finished_at is null and everything = %(everything)s
                    order by id desc limit 1
                ), begun as (
                    insert into audit_runs (everything)
                    select %(everything)s where not exists (select from unfinished) returning id
                )
                select id from unfinished union all select id from begun
                """,
                {"everything": everything},
            ).fetchone()
        assert row is not None
        self._wanted = {"run": row[0], "everything": everything, "rules": Jsonb(digests())}

    def total(self) -> int:
        """Return the number of games left to check."""
        with connection(self._database.serving) as c:
            row = c.execute(f"select count(*) {UNCHECKED}", self._wanted | {"after": FIRST}).fetchone()
        return int(row[0]) if row else 0

    def verdicts(self) -> Iterator[Verdict]:
        """The verdict on each game, kept before the next is looked at; then the run is over."""
        for each in self._games():
            found = verdict(self._database, each.id, each.game, each.version, self._projections)
            self._keep(found)
            yield found
        with connection(self._database.serving) as c:
            c.execute(FINISH, self._wanted)

    def mismatches(self) -> int:
        """Return the number of games that did not hold when they were last checked."""
        with connection(self._database.serving) as c:
            row = c.execute("select count(*) from audits where outcome <> 'same'").fetchone()
        return int(row[0]) if row else 0

    def totals(self) -> Iterator[str]:
        """Yield in words what is summed up over games otherwise than their records have it."""
        for each in self._projections:
            if each.totals is not None:
                try:
                    yield from each.totals(self._database)
                except WRONG as error:
                    yield f"what {each.name} are made from cannot be read: {error!r}"

    def _games(self) -> Iterator[Stored]:
        last = FIRST
        while True:
            with connection(self._database.serving) as c:
                rows = c.execute(
                    f"select g.id::text, g.game, g.version {UNCHECKED} order by g.id limit {AT_ONCE}",
                    self._wanted | {"after": last},
                ).fetchall()
            yield from (Stored(*row) for row in rows)
            if len(rows) < AT_ONCE:
                return
            last = rows[-1][0]

    def _keep(self, found: Verdict) -> None:
        with connection(self._database.serving) as c:
            c.execute(
                """
                insert into audits (game_id, version, rules_sha256, outcome, position, words)
                values (%(id)s, %(version)s, %(rules)s, %(outcome)s, %(position)s, %(words)s)
                on conflict (game_id) do update set version = excluded.version, rules_sha256 = excluded.rules_sha256,
                    outcome = excluded.outcome, position = excluded.position, words = excluded.words,
                    checked_at = clock_timestamp()
                """,
                found._asdict() | {"rules": digests().get(found.game, "")},
            )


FIRST: Final = "00000000-0000-0000-0000-000000000000"
UNCHECKED: Final = """
    from games g left join audits a on a.game_id = g.id, audit_runs r
    where r.id = %(run)s and g.id > %(after)s
      and (a.game_id is null or case when %(everything)s then a.checked_at < r.started_at
           else a.version <> g.version or a.rules_sha256 <> %(rules)s::jsonb ->> g.game end)
"""
FINISH: Final = """
    update audit_runs r set finished_at = clock_timestamp(), games = a.games, events = a.events,
        mismatches = a.mismatches
    from (
        select count(*) filter (where checked_at >= started_at) as games,
               coalesce(sum(version) filter (where checked_at >= started_at), 0) as events,
               count(*) filter (where outcome <> 'same') as mismatches
        from audits, audit_runs where audit_runs.id = %(run)s
    ) a
    where r.id = %(run)s
"""


def digests() -> Mapping[str, str]:
    """Return the digest of this program's rules for each game."""
    return {game.id: rules_sha256(game) for game in CATALOGUE.values()}


def due(database: Database, hours: int) -> bool:
    """Whether the last check began so many hours ago, or there was none."""
    with connection(database.public) as c:
        row = c.execute(
            "select coalesce(max(started_at) < now() - make_interval(hours => %s), true) from audit_runs", (hours,)
        ).fetchone()
    return bool(row and row[0])


def summary(database: Database) -> dict[str, Any]:
    """Return the numbers of games, checks and failures."""
    with connection(database.public) as c:
        games = c.execute("select status, count(*), sum(version) from games group by status").fetchall()
        checked = c.execute(
            """
            select count(*), coalesce(sum(a.version), 0) from audits a join games g on g.id = a.game_id
            where a.version = g.version
            """
        ).fetchone()
        runs = c.execute(
            f"""
            (select {RUN} from audit_runs where finished_at is not null order by id desc limit 1)
            union all
            (select {RUN} from audit_runs where finished_at is null order by id desc limit 1)
            """
        ).fetchall()
        mismatches = c.execute(
            f"""
            select a.game_id::text, a.version, a.outcome, a.position, {format_recorded_time("a.checked_at")}
            from audits a join games g on g.id = a.game_id and not g.private
            where a.outcome <> 'same' order by a.game_id limit %s
            """,
            (MOST_MISMATCHES,),
        ).fetchall()
    by_status = {status: count for status, count, _ in games}
    told = [dict(zip(RUN_FIELDS, run, strict=True)) for run in runs]
    return {
        "games": {status: by_status.get(status, 0) for status in ("open", "playing", "finished", "abandoned")},
        "events": int(sum(events for _, _, events in games)),
        "checked": {"games": checked[0], "events": int(checked[1])} if checked else {"games": 0, "events": 0},
        "last_run": next((run for run in told if run["finished_at"]), None),
        "running": next((run for run in told if not run["finished_at"]), None),
        "redaction": redaction_check.read_last(database),
        "mismatches": [dict(zip(MISMATCH_FIELDS, each, strict=True)) for each in mismatches],
    }


RUN: Final = f"""
    everything, {format_recorded_time("started_at")}, {format_recorded_time("finished_at")}, games, events, mismatches
"""
MISMATCH_FIELDS: Final = ("game", "version", "outcome", "position", "checked_at")
RUN_FIELDS: Final = ("everything", "started_at", "finished_at", "games", "events", "mismatches")
