"""Delegations: players who may act for others for a time."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Any, Final, NamedTuple

from cartulary.kernel.seats import Seat
from cartulary.match.state import Match
from cartulary_service.errors import Problem, not_found
from cartulary_service.games.known_seats import list_known_seats, may_see, note_look
from cartulary_service.json_output import format_time
from cartulary_service.players import blocks, quotas, rights
from cartulary_service.players.callers import Caller
from cartulary_service.store.database import Connection, Database, connection, takes_effect

MOST_LISTED: Final = 1_000
HOLDS: Final = "revoked_at is null and until > now() and origin_holds(origin)"
DELEGATED: Final = f"""
select from delegations where owner = %s and delegate = %s and game_id is not distinct from %s::uuid and {HOLDS}
"""


class Place(NamedTuple):
    """A seat that a player may act for, and its owner if that is another player."""

    seat: Seat
    owner: str | None
    is_early: bool = False
    """Whether no card had been dealt, so that a look through a delegation was not noted."""


def place(database: Database, game_id: str, player: str, match: Callable[[], Match]) -> Place | None:
    """Return the seat of a match that a player may act for: their own, else that of the earliest delegation.

    No delegation shows the cards of one side to a player who knows those of another. The first time that it gives
    somebody the cards of a seat is noted.
    """
    with connection(database.public) as c:
        rows = c.execute(
            """
            select seat, null, null::timestamptz as since from game_seats
            where game_id = %(game)s and player_id = %(player)s
            union all
            select s.seat, d.owner::text, d.created_at from delegations d
            join game_seats s on s.game_id = %(game)s and s.player_id = d.owner
            where d.delegate = %(player)s and d.revoked_at is null and d.until > now()
              and coalesce(d.game_id, %(game)s) = %(game)s and origin_holds(d.origin)
            order by since nulls first, seat
            """,
            {"game": game_id, "player": player},
        ).fetchall()
    places = [Place(seat, owner) for seat, owner, _ in rows]
    if not places or places[0].owner is None:
        return next(iter(places), None)
    played = match()
    known = list_known_seats(database, played, player)
    for each in places:
        if not may_see(played, known, each.seat):
            continue
        if played.status != "playing" or each.seat in known or note_look(database, played, player, each.seat):
            return each._replace(is_early=played.status == "open")
    return None


def create(
    database: Database,
    caller: Caller,
    delegate: str,
    game_id: str | None,
    until: datetime,
    match_of: Callable[[str], Match],
) -> Mapping[str, Any]:
    """Delegate the caller's seats, in all games or in one, until a date.

    Raises Problem 404, 422, and 409 if one of the two has blocked the other or the delegation is there already.
    """
    owner = caller.player

    def add(c: Connection) -> dict[str, Any]:
        quotas.require_room_of(c, quotas.DELEGATIONS, caller)
        if c.execute(DELEGATED, (owner, delegate, game_id)).fetchone() is not None:
            detail = "This player is your delegate there already. End that delegation first, then create the new one."
            raise Problem(HTTPStatus.CONFLICT, "delegated-already", detail)
        row = c.execute(
            f"""
            insert into delegations (owner, delegate, game_id, until, origin, created_at)
            select %s, id, %s, %s, %s, clock_timestamp() from players where id = %s and deleted_at is null
            returning {COLUMNS}
            """,
            (owner, game_id, until, caller.origin, delegate),
        ).fetchone()
        if row is None:
            raise not_found("player")
        return delegation_json(row, owner)

    if delegate == owner or until <= datetime.now(UTC):
        detail = "Name another player, and a time in the future."
        raise Problem(HTTPStatus.UNPROCESSABLE_ENTITY, "bad-delegation", detail)
    if blocks.is_apart(database, owner, [delegate]):
        detail = "One of you has blocked the other. Delegate to another player."
        raise Problem(HTTPStatus.CONFLICT, "kept-apart", detail)
    if game_id is not None:
        require_ignorant(database, game_id, owner, delegate, match_of)
    return rights.grant(database, caller, add)


def require_ignorant(
    database: Database, game_id: str, owner: str, delegate: str, match_of: Callable[[str], Match]
) -> None:
    """Raise Problem 422 if a delegate plays in the game, or knows the cards of a side that is not the owner's."""
    with connection(database.public) as c:
        rows = c.execute(
            "select player_id::text, seat from game_seats where game_id = %s and player_id in (%s, %s)",
            (game_id, owner, delegate),
        ).fetchall()
    seats: dict[str, Seat] = dict(rows)
    if delegate in seats:
        detail = "That player has a seat in this game, and acts for nobody else there. Name another player."
        raise Problem(HTTPStatus.UNPROCESSABLE_ENTITY, "bad-delegation", detail)
    if owner not in seats:
        return
    match = match_of(game_id)
    if not may_see(match, list_known_seats(database, match, delegate), seats[owner]):
        detail = "That player knows the cards of another side of this game. Name another player."
        raise Problem(HTTPStatus.UNPROCESSABLE_ENTITY, "bad-delegation", detail)


def list_delegations(database: Database, player: str) -> dict[str, list[dict[str, Any]]]:
    """List the delegations that a player has given, and the newest of those received."""
    with connection(database.serving) as c:
        given, received = (
            c.execute(
                f"select {COLUMNS} from delegations where {side} = %s and {HOLDS} order by id desc limit %s",
                (player, MOST_LISTED),
            ).fetchall()
            for side in ("owner", "delegate")
        )
    return {
        "given": [delegation_json(row, player) for row in reversed(given)],
        "received": [delegation_json(row, player) for row in reversed(received)],
    }


def revoke(database: Database, player: str, delegation: str) -> None:
    """End a delegation at once, by either side. Raises Problem 404."""
    done = takes_effect(
        database,
        """
            update delegations set revoked_at = now()
            where id = %s and (owner = %s or delegate = %s) and revoked_at is null
            """,
        (delegation, player, player),
    )
    if not done:
        raise not_found("delegation of yours")


COLUMNS = """
    id::text, owner::text, delegate::text, game_id::text, until,
    (select handle from players where players.id = owner), (select handle from players where players.id = delegate),
    describe_origin(origin)
"""


def delegation_json(row: tuple[Any, ...], viewer: str) -> dict[str, Any]:
    """A delegation on the wire. Its owner alone sees where it came from."""
    delegation, owner, delegate, game_id, until, owner_handle, delegate_handle, origin = row
    return {
        "id": delegation,
        "owner": owner,
        "owner_handle": owner_handle,
        "delegate": delegate,
        "delegate_handle": delegate_handle,
        "game": game_id,
        "until": format_time(until),
        "origin": origin if owner == viewer else None,
    }
