"""Creating matches, and listing them."""

import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from functools import partial
from http import HTTPStatus
from typing import Any, Final, NamedTuple
from uuid import UUID

from cartulary.catalogue import CATALOGUE
from cartulary.match import seating
from cartulary.match.clock.settings import Clock
from cartulary.match.game import Game, Setup
from cartulary.match.rules_digest import rules_sha256
from cartulary.match.state import Match
from cartulary.match.terms import Terms
from cartulary_service.attempts import readable
from cartulary_service.config import Config
from cartulary_service.errors import Problem, not_found
from cartulary_service.games import titles
from cartulary_service.games.creation_keys import KeyTaken, find_created, note_created
from cartulary_service.games.deadlines import later
from cartulary_service.games.pace import LIVE_WAIT_SECONDS, pace_of
from cartulary_service.players.handles import Named
from cartulary_service.players.presence import require_present
from cartulary_service.store import append, events
from cartulary_service.store.append import ConcurrencyConflict, IdempotencyKey
from cartulary_service.store.database import Connection, Database, connection
from cartulary_service.store.events import format_recorded_time

SEED_BYTES: Final = 32


class Listing(NamedTuple):
    """Properties of a table that stand in the lobby and not in its record."""

    min_reliability: int | None = None
    """Reliability that others need to take a seat without an invitation."""
    title: str | None = None
    language: str | None = None
    """Language in which the players talk; None for any."""


UNTITLED: Final = Listing()


class Wish(NamedTuple):
    """A player's request for a new game."""

    game: Game[Any]
    edition: str | None
    seats: int
    options: Mapping[str, Any]
    position: Mapping[str, Any] | None
    private: bool = False
    clock: Clock | None = None
    listing: Listing = UNTITLED


def create(database: Database, config: Config, player: str, wish: Wish, key: IdempotencyKey | None = None) -> str:
    """Open a table, once for each key; return the match's id.

    Raises Rejected for what the game does not offer, Problem 409, and 422 for a key that was used for another request.
    """
    if (created := find_created(database, key)) is not None:
        return created
    setup = wish.game.setup(wish.edition, wish.seats, wish.options)
    terms = Terms(wish.position, creator=player, private=wish.private, clock=wish.clock)
    return open_table(database, config, wish.game, setup, terms, key, wish.listing)


def rematch(database: Database, config: Config, match: Match, player: str) -> tuple[str, bool]:
    """The game of the same seats after one that is over, and whether it was opened just now. Raises Problem 409."""
    if match.result is None or None in match.players:
        raise Problem(HTTPStatus.CONFLICT, "not-over", "A rematch is possible once the game is over.")
    known = rematch_of(database, match.id)
    # Whoever closes the table of a rematch does not keep the others from another one.
    if known is not None and not is_abandoned(database, known):
        return known, False
    reserved = tuple("" if seat in match.bots else each or "" for seat, each in enumerate(match.players))
    setup = match.setup._replace(revision=match.game.revision)
    terms = match.terms._replace(creator=player, reserved=reserved, rematch_of=match.id)
    try:
        return open_table(database, config, match.game, setup, terms, instead_of=known), True
    except ConcurrencyConflict:
        return rematch(database, config, match, player)


def rematch_of(database: Database, game_id: str) -> str | None:
    """The game that was opened as a rematch of that one."""
    with connection(database.public) as c:
        row = c.execute("select rematch_id::text from rematches where game_id = %s", (game_id,)).fetchone()
    return None if row is None else str(row[0])


def is_abandoned(database: Database, game_id: str) -> bool:
    """Whether a table was closed, or has expired, or its game has ended for nobody."""
    with connection(database.serving) as c:
        row = c.execute("select status = 'abandoned' from games where id = %s", (game_id,)).fetchone()
    return row == (True,)


def require_rematch(database: Database, game_id: str) -> str:
    """Return the id of the rematch of a game. Raises Problem 404 where there is none."""
    if (known := rematch_of(database, game_id)) is None:
        raise not_found("rematch of this game yet; create it with POST")
    return known


def open_table(
    database: Database,
    config: Config,
    game: Game[Any],
    setup: Setup,
    terms: Terms,
    key: IdempotencyKey | None = None,
    listing: Listing = UNTITLED,
    instead_of: str | None = None,
) -> str:
    """Open a table, once for each key; return its id. It may take the place of an abandoned rematch.

    Raises ConcurrencyConflict for a second rematch of the same game, Problem 409 where its creator has opened too many.
    """
    game_id, at = events.begin(database)
    is_for_now = pace_of(terms.clock) == "live" and not terms.private
    until = later(at, min(config.table_seconds, LIVE_WAIT_SECONDS) if is_for_now else config.table_seconds)
    terms = terms._replace(rules_sha256=rules_sha256(game), open_until=until)
    rows = seating.create(game, game_id, setup, secrets.token_bytes(SEED_BYTES), at, terms)
    headline = headline_of(game, setup, terms, listing) | {"instead_of": instead_of}
    try:
        with connection(database.serving) as c, c.transaction():
            if key is not None:
                note_created(c, key, game_id)
            if config.rate_limits and terms.creator is not None:
                require_room(c, terms.creator, config.games_per_player)
            append.create(c, game_id, headline, rows)
            if listing.title is not None and terms.creator is not None:
                titles.write_title(c, game_id, terms.creator, listing.title)
    except KeyTaken:
        return find_created(database, key) or game_id
    return game_id


def headline_of(game: Game[Any], setup: Setup, terms: Terms, listing: Listing) -> dict[str, Any]:
    """Return what the lobby tells of a new table."""
    return {
        "game": game.id,
        "edition": setup.edition,
        "seats": setup.seats,
        "options": dict(setup.options),
        "sandbox": terms.position is not None,
        "player": terms.creator,
        "is_private": terms.private,
        "pace": pace_of(terms.clock),
        "rematch_of": terms.rematch_of,
        "deadline": terms.open_until,
        "min_reliability": listing.min_reliability,
        "language": listing.language,
    }


def require_room(c: Connection, player: str, most: int) -> None:
    """Raise Problem 409 if too many of the games that a player has opened are under way.

    The transaction holds the player's row, so that two requests do not count at the same time.
    """
    require_present(c, player)
    row = c.execute(
        """
        select count(*) from (
            select from games where created_by = %s and status in ('open', 'playing') limit %s
        ) as under_way
        """,
        (player, most),
    ).fetchone()
    assert row is not None
    if row[0] >= most:
        detail = f"You have {most} running games of your own. Finish one of them, or let its table expire."
        raise Problem(HTTPStatus.CONFLICT, "too-many-games", detail)


class Page(NamedTuple):
    """Matches, newest first, and where the next page begins."""

    games: list[dict[str, Any]]
    cursor: str | None


def list_games(
    database: Database, viewer: str | None, filters: Mapping[str, Any], cursor: str | None, limit: int
) -> Page:
    """Matches by the filters of LISTED; private ones only for those who sit there or opened them."""
    asked = {**filters, "before": None if cursor is None else decode_cursor(cursor)}
    with connection(database.public) as c:
        rows = c.execute(
            f"""
            select {SUMMARY} from games g where {sql_conditions(LISTED, asked)} order by g.id desc limit %(limit)s
            """,
            asked | {"limit": limit + 1, "viewer": viewer},
        ).fetchall()
        seats = seats_of(c, [row[0] for row in rows[:limit]])
    games = [found for row in rows[:limit] if (found := summary(row, seats))]
    return Page(games, encode_cursor(rows[limit - 1][0]) if len(rows) > limit else None)


LISTED: Final = {
    "before": "g.id < %(before)s",
    "status": "g.status = %(status)s",
    "game": "g.game = %(game)s",
    "player": "exists (select from game_seats s where s.game_id = g.id and s.player_id = %(player)s)",
    "edition": "g.edition = %(edition)s",
    "seats": "g.seats = %(seats)s",
    "free_seats": """g.status = 'open'
        and g.seats - (select count(*) from game_seats s where s.game_id = g.id) >= %(free_seats)s""",
    "clock": "g.pace = %(clock)s",
    "rematch_of": "g.id = (select r.rematch_id from rematches r where r.game_id = %(rematch_of)s::uuid)",
    "tag": "g.id in (select t.game_id from tagged_games t where t.tag = %(tag)s)",
    "language": "(g.language = %(language)s or g.language is null)",
    "substitute": "(g.vacant <> '{}') = %(substitute)s",
}
"""SQL condition of each filter of a list."""


def sql_conditions(conditions: Mapping[str, str], asked: Mapping[str, Any]) -> str:
    """Return the SQL conditions of the filters that are set.

    Unset ones are left out, so that the planner finds the index.
    """
    visible = VISIBLE if asked.get("rematch_of") is None else f"({VISIBLE} or {SAT_BEFORE})"
    return " and ".join(
        [visible, *(condition for name, condition in conditions.items() if asked.get(name) is not None)]
    )


VISIBLE: Final = """(not g.private or g.created_by = %(viewer)s::uuid
    or exists (select from game_seats s where s.game_id = g.id and s.player_id = %(viewer)s::uuid))"""
"""Private games are listed for those who sit there or opened them."""
SAT_BEFORE: Final = """exists (select from game_seats s
    where s.game_id = %(rematch_of)s::uuid and s.player_id = %(viewer)s::uuid)"""
"""In a rematch, a seat is reserved for each who sat in the game before."""

Taken = Mapping[tuple[str, int], dict[str, str | None]]
SUMMARY: Final = f"""
    g.id::text, g.game, g.edition, g.seats, g.options, g.sandbox, g.private, g.pace, g.status, g.version, g.ply,
    g.to_act, g.vacant, g.result, {format_recorded_time("g.deadline")}, g.min_reliability, g.language,
    (select t.title from titles t where t.game_id = g.id), (select t.tag from tagged_games t where t.game_id = g.id),
    {format_recorded_time("g.created_at")}, {format_recorded_time("g.updated_at")}
"""


def turns(database: Database, player: str, limit: int) -> list[dict[str, Any]]:
    """The matches that wait for a player, the one that waits for the earliest deadline first."""
    with connection(database.public) as c:
        rows = c.execute(
            f"""
            select {SUMMARY} from game_seats mine join games g on g.id = mine.game_id
            where mine.player_id = %s and g.status in ('open', 'playing') and mine.seat = any(g.to_act)
            order by g.deadline nulls last, g.updated_at, g.id limit %s
            """,
            (player, limit),
        ).fetchall()
        seats = seats_of(c, [row[0] for row in rows])
    return [found for row in rows if (found := summary(row, seats))]


def seats_of(c: Any, games: list[str]) -> dict[tuple[str, int], dict[str, Any]]:
    """Return the players of these matches by seat."""
    rows = c.execute(
        """
        select s.game_id::text, s.seat, p.id::text, p.name, p.handle, p.bot
        from game_seats s join players p on p.id = s.player_id where s.game_id = any(%s::uuid[])
        """,
        (games,),
    )
    return {(game, seat): Named(*named).json(player) for game, seat, player, *named in rows}


def summary(row: tuple[Any, ...], taken: Taken) -> dict[str, Any] | None:
    """A match as the lobby lists it; None, which the log tells, where its row does not fit its game."""
    return readable(row[0], partial(summarise, row, taken))


def summarise(row: tuple[Any, ...], taken: Taken) -> dict[str, Any]:
    (
        game_id, game, edition, seats, options, sandbox, private, pace, status, version, ply, to_act, vacant, result,
        deadline, min_reliability, language, title, tag, created, updated,
    ) = row  # fmt: skip
    team, setup = CATALOGUE[game].team, Setup(edition, seats, options)
    places = [{"seat": seat, "player": taken.get((game_id, seat)), "team": team(setup, seat)} for seat in range(seats)]
    return {
        "id": game_id,
        "game": game,
        "title": title,
        "edition": edition,
        "options": options,
        "sandbox": sandbox,
        "private": private,
        "pace": pace,
        "status": status,
        "version": version,
        "ply": ply,
        "seats": places,
        "to_act": to_act,
        "vacant_seats": vacant,
        "deadline": deadline,
        "result": result,
        "min_reliability": min_reliability,
        "language": language,
        "tag": tag,
        "created_at": created,
        "updated_at": updated,
    }


def encode_cursor(game_id: str) -> str:
    return urlsafe_b64encode(UUID(game_id).bytes).rstrip(b"=").decode()


def decode_cursor(cursor: str) -> str:
    try:
        return str(UUID(bytes=urlsafe_b64decode(cursor + "==")))
    except ValueError as error:
        detail = "Unknown cursor. Omit it to start at the first page."
        raise Problem(HTTPStatus.BAD_REQUEST, "bad-cursor", detail) from error
