"""Tables that an organiser creates together, at which players who have consented are seated."""

import secrets
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from http import HTTPStatus
from typing import Final, NamedTuple

from cartulary.kernel.rejected import Rejected
from cartulary.match import seating
from cartulary.match.evolve import fold
from cartulary.match.ply import record_ply
from cartulary.match.rules_digest import rules_sha256
from cartulary.match.seating import Sitting, require_contribution, sit_down
from cartulary.match.state import Match
from cartulary.match.terms import Terms
from cartulary.record.event import RecordedEvent
from cartulary_service.config import Config
from cartulary_service.errors import Problem, bad_fields, illegal
from cartulary_service.games import arrangements, player_records, tags, titles
from cartulary_service.games.creation_keys import KeyTaken, find_created, note_created
from cartulary_service.games.deadlines import later
from cartulary_service.games.game_row import game_row
from cartulary_service.games.lobby import SEED_BYTES, Wish, headline_of, require_room
from cartulary_service.json_output import format_time
from cartulary_service.players import blocks
from cartulary_service.players.callers import Caller
from cartulary_service.players.presence import require_present
from cartulary_service.store import append, events
from cartulary_service.store.append import IdempotencyKey, NewPly, Seats
from cartulary_service.store.coalescer import MOST
from cartulary_service.store.database import Connection, Database, connection

LATEST_START: Final = timedelta(days=366)


class AssignedTable(NamedTuple):
    """A table, and the player of each seat."""

    wish: Wish
    players: Sequence[str]


class Round(NamedTuple):
    """Tables that are created together, under a tag; with `starts_at` all games begin then."""

    tag: str
    starts_at: datetime | None
    tables: Sequence[AssignedTable]


class SeatedTable(NamedTuple):
    """The record of a table at which all sit."""

    table: AssignedTable
    created: Match
    rows: Sequence[RecordedEvent]
    """Events after the creation."""
    first: RecordedEvent
    match: Match


def create_tables(
    database: Database, config: Config, caller: Caller, wanted: Round, key: IdempotencyKey | None = None
) -> list[str]:
    """Create all tables of a round, or none, once for each key; return their ids.

    Raises Problem 403 for players who have not consented or are not reliable enough, 409 for players who do not play
    together, for a tag of another and for too many games, 422 for what a game does not offer.
    """
    if (first := find_created(database, key)) is not None:
        return tags.list_created(database, first)
    organiser = caller.player
    starts_at = None if wanted.starts_at is None else require_start(wanted.starts_at)
    for number, table in enumerate(wanted.tables):
        require_reliability(database, organiser, number, table)
    seated = [seat_players(database, config, organiser, *each, starts_at) for each in enumerate(wanted.tables)]
    games = [each.match.id for each in seated]
    try:
        with connection(database.serving) as c, c.transaction():
            if key is not None:
                note_created(c, key, games[0])
            require_present(c, organiser)
            require_consents(c, organiser, wanted.tables)
            require_together(c, wanted.tables)
            tags.claim(c, organiser, wanted.tag)
            store(c, config, organiser, seated)
            tags.tag_games(c, wanted.tag, games, caller.consent)
    except KeyTaken:
        return tags.list_created(database, find_created(database, key) or games[0])
    return games


def require_start(starts_at: datetime) -> str:
    """Return the time of a start as records have it. Raises Problem 422 unless it is to come, within a year."""
    now = datetime.now(UTC)
    if not now < starts_at < now + LATEST_START:
        raise bad_fields({"starts_at": ["Name a time to come, within a year."]})
    return format_time(starts_at)


def require_reliability(database: Database, organiser: str, number: int, table: AssignedTable) -> None:
    """Raise Problem 403 if a table asks for more reliability than one of its players has."""
    least = table.wish.listing.min_reliability
    if least is None:
        return
    values = {each: player_records.assess(database, each)["value"] for each in table.players if each != organiser}
    missing = sorted(each for each, value in values.items() if value is None or value < least)
    if missing:
        detail = f"A table asks for a reliability of {least} or more, which these players have not."
        raise Problem(HTTPStatus.FORBIDDEN, "reliability-too-low", detail, players=missing, table=number)


def require_consents(c: Connection, organiser: str, wanted: Sequence[AssignedTable]) -> None:
    """Raise Problem 403 that names the players who have not allowed the organiser to seat them."""
    asked = {player for table in wanted for player in table.players} - {organiser}
    missing = sorted(asked - arrangements.find_consenting(c, organiser, asked))
    if missing:
        detail = "Not all players have consented to you as an organiser; `players` names the others."
        raise Problem(HTTPStatus.FORBIDDEN, "not-consented", detail, players=missing)


def require_together(c: Connection, wanted: Sequence[AssignedTable]) -> None:
    """Raise Problem 409 if a player of a table has blocked another. Who has blocked whom is not told."""
    apart = blocks.find_apart(c, {player for table in wanted for player in table.players})
    for number, table in enumerate(wanted):
        if any({*pair} <= {*table.players} for pair in apart):
            detail = "Not all players of a table play together. Seat them at other tables."
            raise Problem(HTTPStatus.CONFLICT, "kept-apart", detail, table=number)


def seat_players(
    database: Database, config: Config, organiser: str, number: int, table: AssignedTable, starts_at: str | None
) -> SeatedTable:
    """Work out the record of a table at which all sit, without entropy of theirs. Raises Problem 422."""
    wish = table.wish
    game_id, at = events.begin(database)
    try:
        setup = wish.game.setup(wish.edition, wish.seats, wish.options)
        until = later(at, config.table_seconds)
        terms = Terms(
            rules_sha256=rules_sha256(wish.game),
            creator=organiser,
            private=wish.private,
            open_until=until,
            clock=wish.clock,
        )
        rows = seating.create(wish.game, game_id, setup, secrets.token_bytes(SEED_BYTES), at, terms)
        created = match = fold(wish.game, game_id, rows)
        for seat, player in enumerate(table.players):
            sitting = Sitting(player, seat)
            require_contribution(match, sitting)
            ply = record_ply(match, sit_down(match, sitting, "", starts_at), at)
            rows, match = [*rows, *ply.rows], ply.after
    except Rejected as error:
        raise illegal(error, table=number) from error
    return SeatedTable(table, created, rows[1:], rows[0], match)


def store(c: Connection, config: Config, organiser: str, seated: Sequence[SeatedTable]) -> None:
    """Store the tables in a transaction."""
    for each in seated:
        wish, match = each.table.wish, each.match
        if config.rate_limits:
            require_room(c, organiser, config.games_per_player)
        append.create(c, match.id, headline_of(wish.game, match.setup, match.terms, wish.listing), [each.first])
        if wish.listing.title is not None:
            titles.write_title(c, match.id, organiser, wish.listing.title)
    plies = [*map(new_ply, seated)]
    for begin in range(0, len(plies), MOST):
        append.append_in(c, plies[begin : begin + MOST])


def new_ply(seated: SeatedTable) -> NewPly:
    """Return the plies in which all sit down as one."""
    taken = Seats([*enumerate(seated.table.players)], [])
    row = game_row(seated.match, seated.created)
    return NewPly(seated.match.id, seated.created.head, seated.rows, row, seats=taken)
