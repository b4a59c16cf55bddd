"""Analyses of finished games: each is asked for once, worked out by a process of its own, and kept for everybody."""

from collections.abc import Callable, Sequence
from http import HTTPStatus
from itertools import islice
from time import monotonic
from typing import Any, Final, NamedTuple

import structlog
from psycopg.types.json import Jsonb

from cartulary.bots import analysis
from cartulary.bots.analysis import Judgement
from cartulary.catalogue import CATALOGUE
from cartulary.kernel.codec import action_json
from cartulary.match.rules_digest import rules_sha256
from cartulary_service.errors import Problem
from cartulary_service.players import quotas
from cartulary_service.players.presence import require_present
from cartulary_service.players.quotas import require_room
from cartulary_service.store import events
from cartulary_service.store.database import Connection, Database, DatabaseUnavailable, connection
from cartulary_service.store.events import format_recorded_time

log = structlog.get_logger()

MOST_WAITING: Final = 50
"""Games in the queue."""
SECONDS_TO_COME_AGAIN: Final = 60
SECONDS_AT_ONCE: Final = 5
"""Time for one game, after which what was found is stored and the next game has its turn."""
SECONDS_OF_LEASE: Final = 120
"""Longer than a turn takes on a busy host. Then another process takes over a game whose process was lost."""
MOST_ATTEMPTS: Final = 5
"""Turns in a row in which nothing is found before a game is given up."""
TURNING_POINTS: Final = 5
LEAST_LOSS: Final = 0.05
"""Loss of a move that makes it a turning point."""


class Job(NamedTuple):
    """A game that is analysed, and the number of its moves that are done."""

    game_id: str
    game: str
    judged: int


def request(database: Database, game_id: str, player: str) -> dict[str, Any]:
    """Ask for the analysis of a finished game; return it as far as it is known.

    One that has failed is tried again. In a full queue the newest game of the player with the most gives way.
    Raises Problem 503 if too many games wait, 409 if too many of the player's do.
    """
    found = read(database, game_id)
    if found is not None and found["status"] != "failed":
        return found
    with connection(database.serving) as c, c.transaction():
        require_present(c, player)
        require_room(c, quotas.ANALYSES, (player,))
        c.execute(REQUEST, {"game": game_id, "player": player, "most": MOST_WAITING})
    found = read(database, game_id)
    if found is None or found["status"] == "failed":
        raise too_many()
    return found


def too_many() -> Problem:
    """503: the queue is full."""
    detail = "Many games wait to be analysed. Try again in a minute."
    problem = Problem(HTTPStatus.SERVICE_UNAVAILABLE, "too-many-analyses", detail)
    problem.headers = {"Retry-After": str(SECONDS_TO_COME_AGAIN)}
    return problem


REQUEST: Final = """
with shares as (
    select requested_by as player, count(*) as games from analyses where status in ('queued', 'running') group by 1
), heaviest as (
    select player from shares
    where games > 1 + coalesce((select games from shares where player = %(player)s), 0)
      and %(most)s <= (select sum(games) from shares)
    order by games desc, player limit 1
), displaced as (
    update analyses set status = 'failed' where game_id = (
        select w.game_id from analyses w join heaviest h on w.requested_by is not distinct from h.player
        where w.status = 'queued' and w.game_id <> %(game)s
        order by w.requested_at desc limit 1 for update of w skip locked
    ) returning game_id
)
insert into analyses (game_id, requested_by)
select %(game)s, %(player)s
where %(most)s > (select coalesce(sum(games), 0) from shares) or exists (select from displaced)
on conflict (game_id) do update
set status = 'queued', requested_at = now(), requested_by = excluded.requested_by, attempts = 0
where analyses.status = 'failed'
"""


def read(database: Database, game_id: str) -> dict[str, Any] | None:
    """Return the analysis of a game on the wire, with its moves once it is done; None if nobody has asked for it."""
    with connection(database.public) as c:
        row = c.execute(READ, (game_id,)).fetchone()
    if row is None:
        return None
    status, requested_at, finished_at, rules, moves, judged, judgements = row
    return {
        "game": game_id,
        "status": status,
        "progress": 1.0 if status == "done" else judged / moves if moves else 0.0,
        "requested_at": requested_at,
        "finished_at": finished_at,
        "rules_sha256": rules,
        "moves": judgements if status == "done" else None,
        "turning_points": list_turning_points(judgements) if status == "done" else None,
    }


READ: Final = f"""
select status, {format_recorded_time("requested_at")}, {format_recorded_time("finished_at")},
       rules_sha256, moves, judged, case status when 'done' then judgements end
from analyses where game_id = %s
"""


def list_requested(database: Database, player: str) -> list[dict[str, Any]]:
    """Return the games whose analysis a player has asked for."""
    with connection(database.serving) as c:
        rows = c.execute(
            f"""
            select game_id::text, {format_recorded_time("requested_at")} from analyses
            where requested_by = %s order by requested_at, game_id
            """,
            (player,),
        )
        return [{"game": game_id, "requested_at": at} for game_id, at in rows]


def erase_all(c: Connection, player: str) -> None:
    """Forget that a player has asked for analyses."""
    c.execute("update analyses set requested_by = null where requested_by = %s", (player,))


def list_turning_points(judgements: Sequence[dict[str, Any]]) -> list[int]:
    """Return the plies of the moves that have lost most, in the order of the game."""
    worst = sorted(judgements, key=lambda each: (-each["loss"], each["ply"]))[:TURNING_POINTS]
    return sorted(each["ply"] for each in worst if each["loss"] >= LEAST_LOSS)


def judgement_json(found: Judgement) -> dict[str, Any]:
    return {
        "ply": found.ply,
        "version": found.version,
        "seat": found.seat,
        "chances": [round(each, 3) for each in found.chances],
        "played": action_json(found.played),
        "best": action_json(found.best),
        "loss": round(found.loss, 3),
        "worlds": found.worlds,
    }


def is_waiting(database: Database) -> bool:
    """Whether a game waits to be analysed and nobody is at it."""
    with connection(database.public) as c:
        row = c.execute(f"select exists (select from analyses where {FREE})").fetchone()
    return row == (True,)


def work_off(database: Database) -> None:
    """Analyse the games that wait, each for a while in turn, until none is left."""
    while (job := claim(database)) is not None:
        try:
            go_on(database, job, monotonic)
        except DatabaseUnavailable:
            raise
        except Exception:
            log.exception("not analysed", id=job.game_id)
            fail(database, job.game_id)


FREE: Final = "status in ('queued', 'running') and (leased_until is null or leased_until < now())"


def claim(database: Database) -> Job | None:
    """Take the game whose turn it is; give up one that has failed again and again.

    Games that people played come first, and among those the player comes first who was served longest ago.
    """
    with connection(database.serving) as c:
        row = c.execute(CLAIM, {"seconds": SECONDS_OF_LEASE}).fetchone()
    if row is None:
        return None
    job, attempts = Job(*row[:3]), row[3]
    if attempts > MOST_ATTEMPTS:
        log.error("not analysed, though often tried", id=job.game_id)
        fail(database, job.game_id)
        return claim(database)
    return job


CLAIM: Final = f"""
update analyses a set status = 'running', attempts = a.attempts + 1,
    leased_until = now() + make_interval(secs => %(seconds)s)
from games g
where g.id = a.game_id and a.game_id = (
    select w.game_id from analyses w where {FREE}
    order by not exists (
            select from game_seats s join players p on p.id = s.player_id where s.game_id = w.game_id and not p.bot
        ), (select max(e.leased_until) from analyses e where e.requested_by = w.requested_by) nulls first,
        w.leased_until nulls first, w.requested_at
    limit 1 for update skip locked
)
returning a.game_id::text, g.game, a.judged, a.attempts
"""


def go_on(database: Database, job: Job, clock: Callable[[], float]) -> None:
    """Judge further moves of a game for a while, and store what was found."""
    began, game = clock(), CATALOGUE[job.game]
    moves = [*analysis.list_moves(game, job.game_id, events.read(database, job.game_id, 0))]
    worlds, judged, found = analysis.count_worlds(len(moves)), job.judged, list[dict[str, Any]]()
    for move in islice(moves, job.judged, None):
        if found and clock() - began > SECONDS_AT_ONCE:
            break
        judgement = analysis.judge(move, worlds)
        found += [] if judgement is None else [judgement_json(judgement)]
        judged += 1
    with connection(database.serving) as c:
        c.execute(
            STORE,
            {
                "game": job.game_id,
                "before": job.judged,
                "judged": judged,
                "moves": len(moves),
                "found": Jsonb(found),
                "rules": rules_sha256(game),
            },
        )


STORE: Final = """
update analyses set judgements = judgements || %(found)s, judged = %(judged)s, moves = %(moves)s, attempts = 0,
    rules_sha256 = %(rules)s, leased_until = now(),
    status = case when %(judged)s = %(moves)s then 'done' else 'queued' end,
    finished_at = case when %(judged)s = %(moves)s then now() end
where game_id = %(game)s and judged = %(before)s and status = 'running'
"""
"""Stores what was found, unless another process that has taken the game over was faster."""


def fail(database: Database, game_id: str) -> None:
    """Give a game up until somebody asks again."""
    with connection(database.serving) as c:
        c.execute("update analyses set status = 'failed', leased_until = null where game_id = %s", (game_id,))
