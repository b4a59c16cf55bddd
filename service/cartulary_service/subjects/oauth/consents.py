"""Consents: a player lets a client act for them, with some scopes, until one of the two ends it.

A consent begins with a code that is good for a minute. The client redeems the code for an access token, which is a
token like any other, and a refresh token. Codes and refresh tokens are stored as digests.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import Any, Final, NamedTuple

from authlib.oauth2.rfc6749 import AuthorizationCodeMixin, TokenMixin

from cartulary_service.errors import Problem, missing_scope, not_found
from cartulary_service.json_output import format_time
from cartulary_service.players import quotas, rights
from cartulary_service.players.callers import Caller, digest, require_consent
from cartulary_service.players.presence import require_present
from cartulary_service.players.rights import Ended
from cartulary_service.store.database import Database, confirm, connection
from cartulary_service.subjects.oauth.pairs import Pair, Refresh

CODE_SECONDS: Final = 60
ACCESS_SECONDS: Final = 3_600
IDLE_DAYS: Final = 90
"""Days after which a consent ends whose client has not renewed its token."""
REPEAT_SECONDS: Final = 30
"""Seconds for which a refresh token may be sent again, since the answer may have been lost, or two windows share it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Consent(AuthorizationCodeMixin, TokenMixin):
    """A consent, as the code or the refresh token of a request names it."""

    id: str
    client: str
    player: str
    scopes: tuple[str, ...]
    redirect_uri: str
    code_challenge: str
    code_challenge_method: str = "S256"
    refresh: Refresh | None = None
    """The refresh token by which the request names it, if it does."""

    def get_redirect_uri(self) -> str:
        return self.redirect_uri

    def get_scope(self) -> str:
        return " ".join(self.scopes)

    def check_client(self, client: Any) -> bool:
        return bool(client.get_client_id() == self.client)


class Issued(NamedTuple):
    """Scopes of an access token, and the seconds that it is good for."""

    scopes: Sequence[str]
    seconds: int


class Wish(NamedTuple):
    """An authorization request that the player agrees to."""

    client: str
    scopes: Sequence[str]
    redirect_uri: str
    code_challenge: str


def create(database: Database, caller: Caller, wish: Wish, code: str) -> None:
    """Add a consent of the caller's that begins with a code. It comes from the caller's own token, and ends with it.

    Raises Problem 403 for a scope that the caller's own token lacks and for a program, 409 where there are too many
    consents.
    """
    require_consent(caller, None)
    if more := [scope for scope in wish.scopes if scope not in caller.scopes]:
        detail = f"Your own token lacks the scope {', '.join(more)}, so it cannot grant it. Sign in with a fuller one."
        raise missing_scope(more, detail)
    with connection(database.serving) as c, c.transaction():
        rights.require_origin(c, caller)
        quotas.require_room(c, quotas.CONSENTS, (caller.player,))
        c.execute(
            ADD_CONSENT,
            wish._asdict() | {"code": digest(code), "seconds": CODE_SECONDS, "own": caller.token},
        )


ADD_CONSENT: Final = """
insert into oauth_consents (
    client_id, player_id, scopes, redirect_uri, challenge, code_hash, expires_at, ends_at, origin
)
select %(client)s, player_id, %(scopes)s, %(redirect_uri)s, %(code_challenge)s, %(code)s,
       now() + make_interval(secs => %(seconds)s), expires_at, id
from tokens where id = %(own)s and revoked_at is null
"""


CONSENT: Final = "id::text, client_id::text, player_id::text, scopes, redirect_uri, challenge"


def redeem_code(database: Database, code: str, client: str) -> Consent | None:
    """Return the consent of a code that is good, once; none for any other.

    A code that comes twice was stolen, so the consent ends with all its tokens.
    """
    with connection(database.serving) as c:
        row = c.execute(
            f"""
            update oauth_consents set code_used_at = now()
            where code_hash = %s and client_id = %s and code_used_at is null and revoked_at is null
            and expires_at > now() returning {CONSENT}
            """,
            (digest(code), client),
        ).fetchone()
        if row is not None:
            return consent(*row)
        again = c.execute(f"select {CONSENT} from oauth_consents where code_hash = %s", (digest(code),)).fetchone()
    if again is not None:
        end(database, consent(*again))
    return None


def redeem_refresh_token(database: Database, token: str, client: str) -> Consent | None:
    """Return the consent of a refresh token that is good, none for any other.

    A token that was used a while ago is in the wrong hands now or was then, so the consent ends with all its tokens.
    """
    with connection(database.serving) as c:
        row = c.execute(
            f"""
            update oauth_refresh_tokens t set used_at = coalesce(used_at, now()) from oauth_consents k
            where t.hash = %s and k.id = consent_id and client_id = %s and revoked_at is null and expires_at > now()
            returning used_at < now() - make_interval(secs => %s), seed, {CONSENT}
            """,
            (digest(token), client, REPEAT_SECONDS),
        ).fetchone()
    if row is None:
        return None
    is_replay, seed, *found = row
    held = consent(*found)
    if is_replay:
        end(database, held)
        return None
    return replace(held, refresh=Refresh(token, seed))


def consent(
    consent_id: str, client: str, player: str, scopes: Sequence[str], redirect_uri: str, challenge: str
) -> Consent:
    return Consent(
        id=consent_id,
        client=client,
        player=player,
        scopes=tuple(scopes),
        redirect_uri=redirect_uri,
        code_challenge=challenge,
    )


def add_tokens(database: Database, held: Consent, scopes: Sequence[str], pair: Pair) -> Issued:
    """Store an access and a refresh token of a consent, unless they are stored already, and renew the consent.

    The access token that came with the refresh token of the request ends. Raises Problem 401.
    """
    with connection(database.serving) as c, c.transaction():
        require_present(c, held.player)
        values = {
            "consent": held.id,
            "idle": IDLE_DAYS,
            "presented": held.refresh and digest(held.refresh.token),
            "refresh": digest(pair.refresh),
            "access": digest(pair.access),
            "scopes": [*scopes],
            "seconds": ACCESS_SECONDS,
        }
        if not c.execute(ADD_TOKENS, values).rowcount:
            raise Problem(HTTPStatus.UNAUTHORIZED, "consent-ended", "The player has ended this consent. Ask again.")
        row = c.execute(ISSUED, values).fetchone()
    assert row is not None
    return Issued(*row)


ADD_TOKENS: Final = """
with held as (
    update oauth_consents k set expires_at = least(now() + make_interval(days => %(idle)s), k.ends_at)
    from oauth_clients c where k.id = %(consent)s and k.revoked_at is null and c.id = k.client_id
    returning k.id, k.player_id, k.expires_at, c.name
), before as (
    update tokens t set revoked_at = now() from oauth_refresh_tokens r, held
    where r.hash = %(presented)s and t.id = r.token_id and t.revoked_at is null
), access as (
    insert into tokens (player_id, hash, scopes, label, expires_at, consent_id, origin)
    select player_id, %(access)s, %(scopes)s, name,
           least(now() + make_interval(secs => %(seconds)s), expires_at), id, id
    from held
    on conflict (hash) do nothing returning id
), refresh as (
    insert into oauth_refresh_tokens (hash, consent_id, token_id)
    select %(refresh)s, %(consent)s, id from access
)
select from held
"""
ISSUED: Final = """
select scopes, greatest(ceil(extract(epoch from expires_at - clock_timestamp())), 0)::int
from tokens where hash = %(access)s
"""


def end(database: Database, held: Consent) -> Ended:
    """End a consent with all that came from it."""
    with connection(database.serving) as c, c.transaction():
        return rights.end(c, held.player, [held.id])


def find_by_token(database: Database, token: str) -> Consent | None:
    """Return the consent that an access or a refresh token belongs to, none for any other token."""
    with connection(database.serving) as c:
        row = c.execute(
            f"""
            select {CONSENT} from oauth_consents where id in (
                select consent_id from oauth_refresh_tokens where hash = %(hash)s
                union all select consent_id from tokens where hash = %(hash)s
            )
            """,
            {"hash": digest(token)},
        ).fetchone()
    return None if row is None else consent(*row)


def list_consents(database: Database, player: str) -> list[dict[str, Any]]:
    """The consents of a player whose clients can act."""
    with connection(database.serving) as c:
        rows = c.execute(
            """
            select k.id::text, k.scopes, k.created_at, k.expires_at, c.id::text, c.name, c.uri,
                   describe_origin(k.origin)
            from oauth_consents k join oauth_clients c on c.id = k.client_id
            where k.player_id = %s and k.revoked_at is null and k.expires_at > now() and k.code_used_at is not null
            order by k.id
            """,
            (player,),
        ).fetchall()
    return [
        {
            "id": row[0],
            "scopes": row[1],
            "created_at": format_time(row[2]),
            "expires_at": format_time(row[3]),
            "client": {"id": row[4], "name": row[5], "uri": row[6]},
            "origin": row[7],
        }
        for row in rows
    ]


def revoke(database: Database, caller: Caller, consent_id: str) -> Ended:
    """End a consent of the caller's, with all that came from it. Raises Problem 403, 404 for another's."""
    with connection(database.serving) as c:
        found = c.execute(
            "select from oauth_consents where id = %s and player_id = %s", (consent_id, caller.player)
        ).fetchone()
    if found is None:
        confirm(database)
        raise not_found("consent of yours")
    require_consent(caller, consent_id)
    with connection(database.serving) as c, c.transaction():
        return rights.end(c, caller.player, [consent_id])
