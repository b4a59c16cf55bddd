"""Tokens of players, which are kept only as digests."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from http import HTTPStatus
from typing import Any, Final

from cartulary_service.errors import Problem, missing_scope, not_found
from cartulary_service.json_output import format_time
from cartulary_service.players import quotas, rights
from cartulary_service.players.callers import Caller, new_token, require_consent
from cartulary_service.players.presence import hold
from cartulary_service.players.rights import Ended
from cartulary_service.store.database import Connection, Database, confirm, connection
from cartulary_service.store.repeated_answers import find_answer


def still_good(database: Database, tokens: Iterable[str]) -> frozenset[str]:
    """Return those of the tokens, by id, that are neither revoked nor expired."""
    with connection(database.serving) as c:
        rows = c.execute(
            """
            select id::text from tokens
            where id = any(%s::uuid[]) and revoked_at is null and (expires_at is null or expires_at > now())
            """,
            (list(tokens),),
        ).fetchall()
    return frozenset(row[0] for row in rows)


def recently_ended(database: Database) -> frozenset[str]:
    """Return the ids of the tokens that were revoked or have expired within the last minute.

    Each is returned for a minute, since a revocation is committed some time after the moment that it bears.
    """
    with connection(database.serving) as c:
        rows = c.execute(
            """
            select id::text from tokens
            where least(revoked_at, expires_at) between now() - interval '1 minute' and now()
            """
        ).fetchall()
    return frozenset(row[0] for row in rows)


def list_tokens(database: Database, caller: Caller) -> list[dict[str, Any]]:
    """The caller's tokens that are still good, without the tokens themselves."""
    with connection(database.serving) as c:
        rows = c.execute(
            f"""
            select {COLUMNS} from tokens
            where player_id = %s and revoked_at is null and (expires_at is null or expires_at > now()) order by id
            """,
            (caller.player,),
        ).fetchall()
    return [token_json(*row) for row in rows]


COLUMNS: Final = """
    id::text, scopes, created_at, expires_at, label, used_at, consent_id::text, describe_origin(origin)
"""


def token_json(
    token_id: str,
    scopes: Sequence[str],
    created: datetime,
    expires: datetime | None,
    label: str | None,
    used: datetime | None,
    consent: str | None,
    origin: dict[str, Any] | None,
) -> dict[str, Any]:
    return {
        "id": token_id,
        "scopes": list(scopes),
        "created_at": format_time(created),
        "expires_at": format_time(expires) if expires else None,
        "label": label,
        "used_at": format_time(used) if used else None,
        "consent": consent,
        "origin": origin,
    }


def add_token(
    database: Database,
    caller: Caller,
    scopes: Sequence[str],
    expires: datetime | None,
    rotate_by: datetime | None = None,
    label: str | None = None,
) -> Mapping[str, Any]:
    """Create a further token, shown this once; without `expires` it ends with the caller's own.

    With `rotate_by` it ends then, and the token that replaces it by rotation before lasts until `expires`.
    Raises Problem 403 for a scope that the caller's own token lacks, and for a later end than its own.
    """
    if more := [scope for scope in scopes if scope not in caller.scopes]:
        detail = f"Your own token lacks the scope {', '.join(more)}, so it cannot grant it."
        raise missing_scope(more, detail)

    def add(c: Connection) -> dict[str, Any]:
        token, stored = new_token()
        quotas.require_room_of(c, quotas.TOKENS, caller)
        row = c.execute(
            ADD_TOKEN,
            {
                "hash": stored,
                "scopes": [*scopes],
                "expires": expires,
                "rotate_by": rotate_by,
                "label": label,
                "own": caller.token,
            },
        ).fetchone()
        if row is None:
            detail = (
                "A token cannot outlive the one that creates it. Name an earlier end, or none to end with your own."
            )
            raise Problem(HTTPStatus.FORBIDDEN, "outlives-token", detail)
        return token_json(*row) | {"token": token}

    return rights.grant(database, caller, add)


ADD_TOKEN: Final = f"""
insert into tokens (player_id, hash, scopes, label, expires_at, ends_after_rotation, consent_id, origin)
select player_id, %(hash)s, %(scopes)s, %(label)s, least(%(rotate_by)s::timestamptz, last), case
    when %(rotate_by)s::timestamptz is not null then coalesce(last, 'infinity')
end, consent_id, coalesce(consent_id, id)
from (
    select *, least(%(expires)s::timestamptz, expires_at) as last from tokens
    where id = %(own)s and revoked_at is null
) as own
where (%(expires)s::timestamptz > expires_at) is not true
returning {COLUMNS}
"""


def require_within(database: Database, caller: Caller, token_id: str) -> None:
    """Refuse to touch a token that can do more than the one in use, or is not the program's that asks.

    Raises Problem 403, 404.
    """
    with connection(database.serving) as c:
        row = c.execute(
            """
            select scopes, consent_id::text from tokens
            where id = %s and player_id = %s and revoked_at is null and (expires_at is null or expires_at > now())
            """,
            (token_id, caller.player),
        ).fetchone()
    if row is None:
        confirm(database)
        raise not_found("token of yours")
    scopes, consent = row
    require_consent(caller, consent)
    if more := [scope for scope in scopes if scope not in caller.scopes]:
        detail = f"The token that you name has the scope {', '.join(more)}, which yours lacks. Use one that has it."
        raise missing_scope(more, detail)


def revoke(database: Database, caller: Caller, token_id: str) -> Ended:
    """End one of the caller's tokens with all that came from it.

    Raises Problem 403 for a token with further scopes and for one that the token in use came from, 404.
    """
    require_within(database, caller, token_id)
    with connection(database.serving) as c, c.transaction():
        hold(c, caller.player)
        rights.require_no_ancestor(c, caller, token_id)
        return rights.end(c, caller.player, [token_id])


def sign_out_elsewhere(database: Database, caller: Caller) -> Ended:
    """End all rights of the caller, but the token in use and what it has made besides tokens and consents.

    Raises Problem 403 if another token has further scopes, and for a token that came from another or from a consent.
    """
    require_consent(caller, None)
    with connection(database.serving) as c, c.transaction():
        hold(c, caller.player)
        row = c.execute(STRONGER, {"player": caller.player, "scopes": list(caller.scopes)}).fetchone()
        if row is not None:
            detail = f"A token of yours has the scope {row[0]}, which the one in use lacks. Use one that has it."
            raise missing_scope([row[0]], detail)
        rights.require_main(c, caller)
        return rights.end_all(c, caller.player, caller.token)


STRONGER: Final = """
select scope from tokens, unnest(scopes) as scope
where player_id = %(player)s and revoked_at is null and (expires_at is null or expires_at > now())
and scope <> all(%(scopes)s) order by scope limit 1
"""


def rotate(database: Database, caller: Caller, token_id: str, label: str | None = None) -> Mapping[str, Any]:
    """Replace one of the caller's tokens; the old one is revoked. Without a label the new one gets that of the old one.

    The new one lasts as long as the old one, or as was said when that was made with `rotate_by`; never longer than the
    one in use, if that is another, from which it then comes. What came from the old one comes from the new one. Raises
    Problem 403 for a token with further scopes and for one that the token in use came from, 404.
    """

    def replace(c: Connection) -> dict[str, Any]:
        token, stored = new_token()
        rights.require_no_ancestor(c, caller, token_id)
        row = c.execute(
            ROTATE, {"id": token_id, "hash": stored, "own": caller.token, "origin": caller.origin, "label": label}
        ).fetchone()
        if row is None:
            raise not_found("token of yours")
        rights.pass_on(c, token_id, row[0])
        return token_json(*row) | {"token": token}

    answered = find_answer(database, caller.key)
    if answered is not None:
        return answered
    if token_id != caller.token:
        require_within(database, caller, token_id)
    return rights.grant(database, caller, replace)


ROTATE: Final = f"""
with old as (
    update tokens set revoked_at = now()
    where id = %(id)s and revoked_at is null and (expires_at is null or expires_at > now())
    returning id, player_id, scopes, label, coalesce(ends_after_rotation, expires_at) as last, consent_id, origin
)
insert into tokens (player_id, hash, scopes, label, expires_at, consent_id, origin)
select old.player_id, %(hash)s, old.scopes, coalesce(%(label)s, old.label),
       nullif(least(old.last, case when own.id <> old.id then own.expires_at end), 'infinity'),
       old.consent_id, case when own.id = old.id then old.origin else %(origin)s end
from old, tokens own where own.id = %(own)s
returning {COLUMNS}
"""
