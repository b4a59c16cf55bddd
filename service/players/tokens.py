"""Tokens of players, which are kept only as digests."""

import secrets
import time
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from datetime import datetime
from hashlib import sha256
from http import HTTPStatus
from typing import Any, Final, NamedTuple

from service.errors import Problem, bad_token, missing_scope, not_found
from service.json_output import format_time
from service.players import quotas
from service.players.presence import hold, require_present
from service.players.suspensions import COLUMNS, SUSPENDED, Suspension
from service.store.database import Connection, Database, confirm, connection

SCOPES: Final = ("read", "play", "manage")
PREFIX: Final = "cart_"
TOKENS_KEPT: Final = 10_000
NOTED_EACH: Final = 900
"""Seconds after which a worker notes again that a token is used."""


class Caller(NamedTuple):
    """A caller: the player, the token and its scopes."""

    player: str
    token: str
    scopes: tuple[str, ...]
    suspension: Suspension | None = None
    """The player's suspension, if they are suspended now."""


def new_token() -> tuple[str, bytes]:
    """A token of 256 random bits, and what is stored of it."""
    token = PREFIX + secrets.token_urlsafe(32)
    return token, digest(token)


def digest(token: str) -> bytes:
    return sha256(token.encode()).digest()


def authenticate(database: Database, token: str) -> Caller:
    """Return the caller of a token, and note its use. Raises Problem 401 for an unknown, revoked or expired one."""
    with connection(database.serving) as c:
        row = c.execute(AUTHENTICATE, {"hash": digest(token)}).fetchone()
    if row is None:
        raise bad_token()
    player, token_id, scopes, is_suspended, *suspension = row
    return Caller(player, token_id, tuple(scopes), Suspension(*suspension) if is_suspended else None)


# Writes at most once an hour for each token.
AUTHENTICATE: Final = f"""
with good as (
    select player_id, id, scopes, used_at from tokens
    where hash = %(hash)s and revoked_at is null and (expires_at is null or expires_at > now())
), used as (
    update tokens set used_at = date_trunc('hour', now()) from good
    where tokens.id = good.id and (good.used_at < date_trunc('hour', now()) or good.used_at is null)
)
select good.player_id::text, good.id::text, scopes, p.id is not null, {COLUMNS}
from good left join players p on p.id = good.player_id and {SUSPENDED}
"""


class Callers:
    """Cache of callers by token. A cached caller says nothing about whether the token is still valid."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: OrderedDict[bytes, tuple[Caller, float]] = OrderedDict()

    def authenticate(self, token: str) -> Caller:
        """Return the caller of a token that is valid now. Raises Problem 401."""
        caller = authenticate(self._database, token)
        if caller.suspension is not None:
            # The end of a suspension counts at once.
            self._known.pop(digest(token), None)
            return caller
        self._known[digest(token)] = caller, time.monotonic()
        if len(self._known) > TOKENS_KEPT:
            self._known.popitem(last=False)
        return caller

    def recall(self, token: str) -> Caller | None:
        """Return the cached caller of a token, which still has to be verified.

        Now and then none is returned, so that the use of the token is noted.
        """
        caller, since = self._known.get(digest(token), (None, 0.0))
        return caller if time.monotonic() < since + NOTED_EACH else None


def require_good(database: Database, token: str) -> None:
    """A token, by its id, that is neither revoked nor expired. Raises Problem 401."""
    if not still_good(database, [token]):
        raise bad_token()


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
            """
            select id::text, scopes, created_at, expires_at, label, used_at, consent_id::text from tokens
            where player_id = %s and revoked_at is null and (expires_at is null or expires_at > now()) order by id
            """,
            (caller.player,),
        ).fetchall()
    return [token_json(*row) for row in rows]


def token_json(
    token_id: str,
    scopes: Sequence[str],
    created: datetime,
    expires: datetime | None,
    label: str | None,
    used: datetime | None,
    consent: str | None,
) -> dict[str, Any]:
    return {
        "id": token_id,
        "scopes": list(scopes),
        "created_at": format_time(created),
        "expires_at": format_time(expires) if expires else None,
        "label": label,
        "used_at": format_time(used) if used else None,
        "consent": consent,
    }


def add_token(
    database: Database,
    caller: Caller,
    scopes: Sequence[str],
    expires: datetime | None,
    rotate_by: datetime | None = None,
    label: str | None = None,
) -> dict[str, Any]:
    """Create a further token, shown this once; without `expires` it ends with the caller's own.

    With `rotate_by` it ends then, and the token that replaces it by rotation before lasts until `expires`.
    Raises Problem 403 for a scope that the caller's own token lacks, and for a later end than its own.
    """
    if more := [scope for scope in scopes if scope not in caller.scopes]:
        detail = f"Your own token lacks the scope {', '.join(more)}, so it cannot grant it."
        raise missing_scope(more, detail)
    token, stored = new_token()
    with connection(database.serving) as c, c.transaction():
        require_present(c, caller.player)
        quotas.require_room(c, quotas.TOKENS, (caller.player,))
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
        require_good(database, caller.token)
        detail = "A token cannot outlive the one that creates it. Name an earlier end, or none to end with your own."
        raise Problem(HTTPStatus.FORBIDDEN, "outlives-token", detail)
    return token_json(*row) | {"token": token}


ADD_TOKEN: Final = """
insert into tokens (player_id, hash, scopes, label, expires_at, ends_after_rotation)
select player_id, %(hash)s, %(scopes)s, %(label)s, least(%(rotate_by)s::timestamptz, last), case
    when %(rotate_by)s::timestamptz is not null then coalesce(last, 'infinity')
end
from (
    select *, least(%(expires)s::timestamptz, expires_at) as last from tokens
    where id = %(own)s and revoked_at is null
) as own
where (%(expires)s::timestamptz > expires_at) is not true
returning id::text, scopes, created_at, expires_at, label, used_at, consent_id::text
"""


def require_no_stronger(database: Database, caller: Caller, token_id: str) -> None:
    """Refuse to touch a token of the caller's that can do more than the one in use. Raises Problem 403, 404."""
    with connection(database.serving) as c:
        row = c.execute(
            """
            select scopes from tokens
            where id = %s and player_id = %s and revoked_at is null and (expires_at is null or expires_at > now())
            """,
            (token_id, caller.player),
        ).fetchone()
    if row is None:
        confirm(database)
        raise not_found("token of yours")
    if more := [scope for scope in row[0] if scope not in caller.scopes]:
        detail = f"The token that you name has the scope {', '.join(more)}, which yours lacks. Use one that has it."
        raise missing_scope(more, detail)


def revoke(database: Database, caller: Caller, token_id: str) -> None:
    """Revoke one of the caller's tokens. Raises Problem 403 for one with further scopes, 404."""
    require_no_stronger(database, caller, token_id)
    with connection(database.serving) as c:
        c.execute("update tokens set revoked_at = coalesce(revoked_at, now()) where id = %s", (token_id,))


def sign_out_elsewhere(database: Database, caller: Caller) -> None:
    """Revoke all tokens of the caller's but the one in use. Raises Problem 403 if one of them has further scopes."""
    with connection(database.serving) as c, c.transaction():
        hold(c, caller.player)
        row = c.execute(STRONGER, {"player": caller.player, "scopes": list(caller.scopes)}).fetchone()
        if row is not None:
            detail = f"A token of yours has the scope {row[0]}, which the one in use lacks. Use one that has it."
            raise missing_scope([row[0]], detail)
        revoke_others(c, caller.player, caller.token)


STRONGER: Final = """
select scope from tokens, unnest(scopes) as scope
where player_id = %(player)s and revoked_at is null and (expires_at is null or expires_at > now())
and scope <> all(%(scopes)s) order by scope limit 1
"""


def revoke_others(c: Connection, player: str, kept: str | None) -> None:
    """Revoke the tokens of a player and the consents to programs, but for one token, by its id, and its consent."""
    c.execute(REVOKE_OTHERS, {"player": player, "kept": kept})


REVOKE_OTHERS: Final = """
with consents as (
    update oauth_consents set revoked_at = now() where player_id = %(player)s and revoked_at is null
    and id is distinct from (select consent_id from tokens where id = %(kept)s)
)
update tokens set revoked_at = now()
where player_id = %(player)s and revoked_at is null and id is distinct from %(kept)s::uuid
"""


def rotate(database: Database, caller: Caller, token_id: str, label: str | None = None) -> dict[str, Any]:
    """Replace one of the caller's tokens; the old one is revoked. Without a label the new one gets that of the old one.

    The new one lasts as long as the old one, or as was said when that was made with `rotate_by`; never longer than the
    one in use, if that is another. Raises Problem 403 for a token with further scopes, 404.
    """
    token, stored = new_token()
    require_no_stronger(database, caller, token_id)
    with connection(database.serving) as c:
        row = c.execute(
            """
            with old as (
                update tokens set revoked_at = now()
                where id = %(id)s and revoked_at is null and (expires_at is null or expires_at > now())
                returning id, player_id, scopes, label, coalesce(ends_after_rotation, expires_at) as last
            )
            insert into tokens (player_id, hash, scopes, label, expires_at)
            select old.player_id, %(hash)s, old.scopes, coalesce(%(label)s, old.label),
                   nullif(least(old.last, case when own.id <> old.id then own.expires_at end), 'infinity')
            from old, tokens own where own.id = %(own)s
            returning id::text, scopes, created_at, expires_at, label, used_at, consent_id::text
            """,
            {"id": token_id, "hash": stored, "own": caller.token, "label": label},
        ).fetchone()
    if row is None:
        confirm(database)
        raise not_found("token of yours")
    return token_json(*row) | {"token": token}
