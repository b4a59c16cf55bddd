"""Data protection: export of all data about a player, and erasure of the account."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from http import HTTPStatus
from typing import Any, Final

from cartulary.kernel.canonical import canonical
from cartulary.kernel.visibility import Audience
from cartulary.match.actions import Resign
from cartulary.match.state import Match
from cartulary.record.event import RecordedEvent
from cartulary_service.attempts import readable
from cartulary_service.errors import Problem
from cartulary_service.games import (
    delegations,
    empty_tables,
    invitations,
    known_seats,
    lobby,
    player_records,
    tags,
    titles,
)
from cartulary_service.games.commands import GameCommands
from cartulary_service.players import accounts, name_cache, rights, tokens
from cartulary_service.players.callers import Caller
from cartulary_service.store.database import Database, connection
from cartulary_service.subject import PersonalData

NOBODY: Final = "Deleted player"
AT_ONCE: Final = 100


ReadEvents = Callable[[Match, Audience], Iterable[RecordedEvent]]


def export(
    database: Database, table: GameCommands, caller: Caller, events_of: ReadEvents, kept: Sequence[PersonalData]
) -> Iterator[str]:
    """Export all data about a player, one item a line, with the events of their games as their seats see them.

    `kept` is what subjects keep.
    """

    def read(game_id: str) -> Iterable[RecordedEvent]:
        return events_of(*table.read(game_id, caller.player))

    yield canonical({"kind": "player", **accounts.profile(database, caller)})
    for each in tokens.list_tokens(database, caller):
        yield canonical({"kind": "token", **each})
    for side, found in delegations.list_delegations(database, caller.player).items():
        yield from (canonical({"kind": "delegation", "side": side, **each}) for each in found)
    yield from (canonical({"kind": "seen_seat", **each}) for each in known_seats.list_seen(database, caller.player))
    for game in games_of(database, caller.player):
        yield canonical({"kind": "game", **game})
        rows = readable(game["id"], partial(read, game["id"]))
        if rows is None:
            yield canonical({"kind": "unreadable_game", "game": game["id"]})
        for row in rows or ():
            event = f'{{"private":{row.private or "{}"},"public":{row.public}}}'
            yield f'{{"event":{event},"game":"{game["id"]}","kind":"event"}}'
    yield from (canonical({"kind": "played", **each}) for each in player_records.list_games_of(database, caller.player))
    yield from (canonical({"kind": "search_bot", **each}) for each in accounts.list_bots_of(database, caller.player))
    yield from list_arranged(database, caller.player)
    for data in kept:
        yield from map(canonical, data.export(database, caller.player))


def list_arranged(database: Database, player: str) -> Iterator[str]:
    """Yield the titles and tags that a player has given, and the consents to organisers."""
    yield from (canonical({"kind": "title", **each}) for each in titles.list_titles_of(database, player))
    yield from (canonical({"kind": "tag", "tag": each}) for each in tags.list_tags_of(database, player))


def count_events(database: Database, player: str) -> int:
    """Return how many events the matches of a player have."""
    with connection(database.serving) as c:
        row = c.execute(
            "select coalesce(sum(version), 0) from games "
            "where id in (select game_id from game_seats where player_id = %s)",
            (player,),
        ).fetchone()
    assert row is not None
    return int(row[0])


def games_of(database: Database, player: str) -> Iterator[dict[str, Any]]:
    """All matches of a player."""
    cursor: str | None = None
    while True:
        page = lobby.list_games(database, player, {"player": player}, cursor, AT_ONCE)
        yield from page.games
        if (cursor := page.cursor) is None:
            return


def delete(
    database: Database, table: GameCommands, player: str, confirmed: str | None, kept: Sequence[PersonalData]
) -> None:
    """Erase a player: the name is gone, running games go on without them, and hashed data stays.

    Raises Problem 422 unless `confirmed` repeats the player's name.
    """
    with connection(database.serving) as c:
        row = c.execute("select name from players where id = %s", (player,)).fetchone()
    if row is None or row[0] != confirmed:
        detail = "This cannot be undone. Repeat your name as it is in ?confirm= if you mean it."
        raise Problem(HTTPStatus.UNPROCESSABLE_ENTITY, "not-confirmed", detail)
    for game in games_of(database, player):
        for each in game["seats"]:
            # Another request may have left the seat since the game was listed.
            if each["player"] and each["player"]["id"] == player:
                readable(game["id"], partial(leave, table, game, player, each["seat"]))
    # Nobody else may close them.
    for game_id in empty_tables.list_opened(database, player):
        with suppress_settled():
            table.close_game(game_id, player)
    with connection(database.serving) as c, c.transaction():
        rights.end_all(c, player)
        c.execute(FORGET, {"player": player, "name": NOBODY})
        # From here on the player writes nothing more; earlier texts are seen.
        for each in (invitations, titles, tags, known_seats, player_records):
            each.erase_all(c, player)
        for data in kept:
            if data.erase is not None:
                data.erase(c, player)
    name_cache.outlast_leases()


def has_free_seat(game: dict[str, Any]) -> bool:
    return any(each["player"] is None for each in game["seats"])


def leave(table: GameCommands, game: dict[str, Any], player: str, seat: int) -> None:
    """Go from one game, if it is not over and can be left."""
    with suppress_settled():
        if game["status"] == "playing":
            table.act(game["id"], player, lambda _: Resign(), None, None)
        elif game["status"] == "open" and has_free_seat(game):
            table.leave(game["id"], player, seat)
        elif game["status"] == "open":
            table.call_off(game["id"], player)


@contextmanager
def suppress_settled() -> Iterator[None]:
    """Pass over a game that has ended or was left meanwhile, or whose seats are full, so that its clock ends it."""
    try:
        yield
    except Problem as error:
        if error.status not in (HTTPStatus.CONFLICT, HTTPStatus.UNPROCESSABLE_ENTITY) and error.code != "no-seat":
            raise


FORGET: Final = """
with tokens as (
    update tokens set label = null where player_id = %(player)s
), delegations as (
    update delegations set revoked_at = coalesce(revoked_at, now()) where delegate = %(player)s
), creations as (
    delete from creations where player_id = %(player)s
), repeated_answers as (
    delete from repeated_answers where player_id = %(player)s
), closed_handles as (
    insert into closed_handles (digest) select sha256(convert_to(skeleton, 'UTF8')) from players
    where id = %(player)s and skeleton is not null on conflict do nothing
), search_bots as (
    update search_bots set player_id = null where player_id = %(player)s
)
update players set name = %(name)s, handle = null, skeleton = null, suspended_because = null, deleted_at = now()
where id = %(player)s
"""
