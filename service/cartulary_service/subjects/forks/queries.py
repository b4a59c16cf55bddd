"""Forks: sandboxes that continue from any version of a match."""

from collections.abc import Callable, Mapping
from random import SystemRandom
from typing import Any, Final, NamedTuple

from cartulary.kernel.rejected import Rejected
from cartulary.kernel.seats import Seat
from cartulary.kernel.visibility import EVERYTHING, SPECTATOR
from cartulary.match.events.fork import Origin
from cartulary.match.fork import Knowledge, imagine
from cartulary.match.game import FAIRNESS, Setup
from cartulary.match.state import Match
from cartulary.match.terms import Terms
from cartulary_service.config import Config
from cartulary_service.games import lobby
from cartulary_service.games.commands import GameCommands
from cartulary_service.games.creation_keys import find_created
from cartulary_service.games.queries import GameQueries
from cartulary_service.store.append import IdempotencyKey
from cartulary_service.store.database import Database

CHOSEN_ONCE: Final = (FAIRNESS.name,)
"""Options that have to do with the shuffle, which a fork does not have."""


class Past(NamedTuple):
    """A version of a match, as another process can be told of it."""

    game_id: str
    version: int
    head: bytes
    seats: int


ReadPosition = Callable[[Past], Mapping[str, Any]]


def create(
    database: Database,
    table: GameCommands,
    config: Config,
    game_id: str,
    player: str,
    version: int | None,
    read_position: ReadPosition,
    key: IdempotencyKey | None = None,
) -> str:
    """Open a table that continues from a version of a match, by default the newest, once for each key; return its id.

    From a finished match the real state is continued, which `read_position` returns as `as_it_was` knows it, else a
    possible one as far as the player can see. Raises Rejected if there is nothing to continue, Problem 404 if the
    player may not watch.
    """
    if (created := find_created(database, key)) is not None:
        return created
    now, audience = table.read(game_id, player)
    seen = now if version is None else table.read_at(game_id, player, version)[0]
    if seen.status != "playing":
        raise Rejected("fork.not_playing", f"At version {seen.version} the game was {seen.status}; name another.")
    require_end_of_ply(table, now, seen.version)
    seat = audience if isinstance(audience, int) else None
    past = Past(seen.id, seen.version, seen.head, seen.setup.seats)
    terms = Terms(
        read_position(past) if now.result is not None else as_it_may_be(table, seen, seat).position(),
        creator=player,
        private=now.terms.private or now.result is None,
        forked_from=Origin(game_id, seen.version),
    )
    return lobby.open_table(database, config, seen.game, setup_of(seen), terms, key)


def require_end_of_ply(table: GameCommands, match: Match, version: int) -> None:
    """At that version nothing is half done. Raises Rejected."""
    around = table.rows(match, SPECTATOR, version - 1, match.version)
    end = next((row.position for row in reversed(around) if row.ply == around[0].ply), version)
    if end != version:
        raise Rejected("fork.within_a_ply", f"Version {version} is in the middle of a ply, which ends at {end}.")


def setup_of(match: Match) -> Setup:
    """The set-up of a fork."""
    options: Mapping[str, Any] = {name: value for name, value in match.setup.options.items() if name not in CHOSEN_ONCE}
    return match.setup._replace(options=options)


def as_it_was(queries: GameQueries, past: Past) -> Knowledge:
    """Return the real state at a version of a finished match, and each seat's knowledge of it."""
    game_id, version, head, seats = past
    known = [queries.match_at(game_id, seat, version, head).state for seat in range(seats)]
    whole, public = (queries.match_at(game_id, each, version, head).state for each in (EVERYTHING, SPECTATOR))
    return Knowledge(whole, known, public)


def as_it_may_be(table: GameCommands, seen: Match, seat: Seat | None) -> Knowledge:
    """Return a possible state at a version: hidden cards are drawn at random."""
    return imagine(seen, seat, table.match_at(seen.id, SPECTATOR, seen.version, seen.head).state, SystemRandom())
