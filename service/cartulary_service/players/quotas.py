"""Quotas: how much of a thing a player may keep at once."""

from http import HTTPStatus
from typing import Final, LiteralString, NamedTuple

from psycopg.abc import Params

from cartulary_service.errors import Problem
from cartulary_service.players.callers import Caller
from cartulary_service.store.database import Connection


class Quota(NamedTuple):
    """A limit: the statement that counts what there is, and what to do where there is too much."""

    most: int
    counts: LiteralString
    detail: str
    most_of_program: int = 0
    """The limit of each program, which counts apart from the player."""


IS_SHARE: Final = """(
    case when %(consent)s::uuid is null then not exists (select from oauth_consents k where k.id = origin)
    else origin = %(consent)s end
)"""
"""Whether a right belongs to the share of the player, or of one program."""

TOKENS: Final = Quota(
    100,
    """
    select count(*) from tokens
    where player_id = %(player)s and revoked_at is null and (expires_at is null or expires_at > now())
    and consent_id is not distinct from %(consent)s::uuid
    """,
    "A player has at most {most} tokens; revoke one with DELETE /v1/me/tokens/<id>.",
    10,
)
CONSENTS: Final = Quota(
    50,
    "select count(*) from oauth_consents where player_id = %s and revoked_at is null and expires_at > now()",
    "At most {most} programs may act for a player; end one with DELETE /v1/me/consents/<id>.",
)
INVITES: Final = Quota(
    50,
    f"""
    select count(*) from invites
    where game_id = %(game)s and created_by = %(player)s and revoked_at is null and expires_at > now() and {IS_SHARE}
    """,
    "A player has at most {most} invitations to a game; revoke one with DELETE /v1/games/<id>/invites/<invite>.",
    10,
)
DELEGATIONS: Final = Quota(
    50,
    f"""
    select count(*) from delegations
    where owner = %(player)s and revoked_at is null and until > now() and {IS_SHARE}
    """,
    "A player has given at most {most} delegations; end one with DELETE /v1/me/delegations/<id>.",
    5,
)
WEBHOOKS: Final = Quota(
    20,
    f"select count(*) from webhooks where player_id = %(player)s and {IS_SHARE}",
    "A player has at most {most} webhooks; delete one.",
    5,
)
MESSAGES: Final = Quota(
    2_000,
    "select count(*) from chat where game_id = %s and author = %s",
    "A player sends at most {most} messages in a game. Go on elsewhere.",
)
MUTES: Final = Quota(
    1_000,
    "select count(*) from mutes where player_id = %s and muted <> %s",
    "A player mutes at most {most} others; read one again with DELETE /v1/me/mutes/<player>.",
)

ORGANISERS: Final = Quota(
    100,
    f"select count(*) from organisers where player_id = %(player)s and organiser <> %(organiser)s and {IS_SHARE}",
    "A player allows at most {most} organisers; withdraw a consent with DELETE /v1/me/organisers/<player>.",
    10,
)
TAGS: Final = Quota(
    500,
    "select count(*) from tags where organiser = %s and tag <> %s",
    "An organiser has at most {most} tags. Use one of them again.",
)
SEARCH_BOTS: Final = Quota(
    8,
    """
    select count(*) from search_bots s join games g on g.id = s.game_id
    where s.player_id = %s and g.status in ('open', 'playing')
    """,
    "At most {most} bots that search play or wait at tables where you have seated them. Seat a `greedy` or a `random` "
    "one, or wait until one of those games is over.",
)
ANALYSES: Final = Quota(
    5,
    "select count(*) from analyses where requested_by = %s and status in ('queued', 'running')",
    "At most {most} games that you have asked for wait to be analysed. Ask again when one of them is done.",
)

NOTE_BYTES: Final = Quota(
    4_194_304,
    # With the new note but for its last byte: there must be room for one byte more.
    """
    select coalesce(sum(octet_length(text)), 0) + octet_length(%(text)s) - 1 from notes
    where player_id = %(player)s and (game_id, version) <> (%(game)s, %(version)s)
    """,
    "The notes of a player take at most {most} bytes. Delete or shorten some.",
)


def require_room(c: Connection, quota: Quota, values: Params) -> None:
    """Raise Problem 409 if there is no room for one more.

    The transaction holds the player's row, by `require_present`, so that two requests do not count at the same time.
    """
    require_fewer(c, quota, values, quota.most)


def require_room_of(c: Connection, quota: Quota, caller: Caller, **more: object) -> None:
    """Raise Problem 409 if there is no room for one more of the caller's, who is the player or one program."""
    most = quota.most if caller.consent is None else quota.most_of_program
    require_fewer(c, quota, more | {"player": caller.player, "consent": caller.consent}, most)


def require_fewer(c: Connection, quota: Quota, values: Params, most: int) -> None:
    row = c.execute(quota.counts, values).fetchone()
    assert row is not None
    if row[0] >= most:
        raise Problem(HTTPStatus.CONFLICT, "too-many", quota.detail.format(most=most))
