"""Creating matches, and listing them."""

import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final, NamedTuple
from uuid import UUID

from domain.catalogue import CATALOGUE
from domain.kernel import match
from domain.kernel.game import Game, Setup
from service import event_store
from service.database import Database, connection
from service.problems import Problem
from service.ruleset import rules_sha256

SEED_BYTES: Final = 32


class Wish(NamedTuple):
    """What a player wants to play."""

    game: Game[Any]
    edition: str | None
    seats: int
    options: Mapping[str, Any]
    position: Mapping[str, Any] | None


def create(database: Database, player: str, wish: Wish) -> str:
    """Open a table; answers the match's id. Raises Rejected for what the game does not offer."""
    setup = wish.game.setup(wish.edition, wish.seats, wish.options)
    game_id, at = event_store.begin(database)
    rows = match.create(
        wish.game, game_id, setup, wish.position, secrets.token_bytes(SEED_BYTES), at, rules_sha256(wish.game)
    )
    headline = {
        "game": wish.game.id,
        "edition": setup.edition,
        "seats": setup.seats,
        "options": dict(setup.options),
        "sandbox": wish.position is not None,
        "player": player,
    }
    event_store.create(database, game_id, headline, rows)
    return game_id


class Page(NamedTuple):
    """Matches, newest first, and where the next page begins."""

    games: list[dict[str, Any]]
    cursor: str | None


def listed(database: Database, filters: Mapping[str, Any], cursor: str | None, limit: int) -> Page:
    """Matches by status, game and player."""
    before = None if cursor is None else decoded_cursor(cursor)
    with connection(database.public) as c:
        rows = c.execute(
            """
            select g.id::text, g.game, g.edition, g.seats, g.options, g.sandbox, g.status, g.version, g.ply, g.result,
                   to_json(g.created_at)#>>'{}', to_json(g.updated_at)#>>'{}'
            from games g
            where (%(status)s::text is null or g.status = %(status)s)
              and (%(game)s::text is null or g.game = %(game)s)
              and (%(before)s::uuid is null or g.id < %(before)s)
              and (%(player)s::uuid is null
                   or exists (select from game_seats s where s.game_id = g.id and s.player_id = %(player)s))
            order by g.id desc limit %(limit)s
            """,
            {"status": None, "game": None, "player": None} | dict(filters) | {"before": before, "limit": limit + 1},
        ).fetchall()
        seats = taken_seats(c, [row[0] for row in rows[:limit]])
    games = [summary(row, seats) for row in rows[:limit]]
    return Page(games, encoded_cursor(games[-1]["id"]) if len(rows) > limit else None)


def taken_seats(c: Any, games: list[str]) -> dict[tuple[str, int], dict[str, str]]:
    """Who sits where in these matches."""
    rows = c.execute(
        """
        select s.game_id::text, s.seat, p.id::text, p.name
        from game_seats s join players p on p.id = s.player_id where s.game_id = any(%s::uuid[])
        """,
        (games,),
    )
    return {(game, seat): {"id": player, "name": name} for game, seat, player, name in rows}


def summary(row: tuple[Any, ...], taken: Mapping[tuple[str, int], dict[str, str]]) -> dict[str, Any]:
    """A match as the lobby lists it."""
    game_id, game, edition, seats, options, sandbox, status, version, ply, result, created, updated = row
    team, setup = CATALOGUE[game].team, Setup(edition, seats, options)
    places = [{"seat": seat, "player": taken.get((game_id, seat)), "team": team(setup, seat)} for seat in range(seats)]
    return {
        "id": game_id,
        "game": game,
        "edition": edition,
        "options": options,
        "sandbox": sandbox,
        "status": status,
        "version": version,
        "ply": ply,
        "seats": places,
        "result": result,
        "created_at": created,
        "updated_at": updated,
    }


def encoded_cursor(game_id: str) -> str:
    return urlsafe_b64encode(UUID(game_id).bytes).rstrip(b"=").decode()


def decoded_cursor(cursor: str) -> str:
    try:
        return str(UUID(bytes=urlsafe_b64decode(cursor + "==")))
    except ValueError as error:
        detail = "This cursor is none that this list gave; begin without one."
        raise Problem(HTTPStatus.BAD_REQUEST, "bad-cursor", detail) from error
