"""Callers: who a request comes from, by its token."""

import secrets
from hashlib import sha256
from http import HTTPStatus
from typing import Final, NamedTuple

from cartulary_service.errors import Problem, bad_token, missing_scope
from cartulary_service.players.suspensions import COLUMNS, SUSPENDED, Suspension
from cartulary_service.store.database import Database, connection
from cartulary_service.store.repeated_answers import MINUTES, Key

SCOPES: Final = ("read", "play", "manage")
PREFIX: Final = "cart_"


class Caller(NamedTuple):
    """A caller: the player, the token and its scopes."""

    player: str
    token: str
    scopes: tuple[str, ...]
    suspension: Suspension | None = None
    """The player's suspension, if they are suspended now."""
    consent: str | None = None
    """The consent by which a program calls, None where the player does."""
    key: Key | None = None
    """Under what the request is answered once, if it says so."""

    @property
    def origin(self) -> str:
        """Return the id of what the rights that are made by this token come from.

        The tokens of a program change with each refresh, so its rights come from its consent.
        """
        return self.consent or self.token


def new_token() -> tuple[str, bytes]:
    """A token of 256 random bits, and what is stored of it."""
    token = PREFIX + secrets.token_urlsafe(32)
    return token, digest(token)


def digest(token: str) -> bytes:
    return sha256(token.encode()).digest()


def authenticate(database: Database, token: str, is_repeat: bool = False) -> Caller:
    """Return the caller of a token, and note its use. Raises Problem 401 for an unknown, revoked or expired one.

    A request that ends its token and may be a repeat comes with a token that it has just revoked.
    """
    with connection(database.serving) as c:
        row = c.execute(AUTHENTICATE, {"hash": digest(token), "is_repeat": is_repeat}).fetchone()
    if row is None:
        raise bad_token()
    player, token_id, scopes, consent, is_suspended, *suspension = row
    return Caller(player, token_id, tuple(scopes), Suspension(*suspension) if is_suspended else None, consent)


def require_consent(caller: Caller, consent: str | None) -> None:
    """Refuse to let a program touch what is not its own. Raises Problem 403.

    `consent` is that to which the token or the right belongs which the program names, None for the player's own.
    """
    if caller.consent is not None and caller.consent != consent:
        detail = "A program can touch the tokens and webhooks of its own consent only, and no other consent."
        raise Problem(HTTPStatus.FORBIDDEN, "not-of-program", detail)


def require_player(caller: Caller) -> None:
    """Refuse to let a program do what only the player may. Raises Problem 403."""
    if caller.consent is not None:
        detail = "Only the player can do this, and no program that acts for them."
        raise Problem(HTTPStatus.FORBIDDEN, "not-of-program", detail)


def require_manage(caller: Caller) -> None:
    """Refuse a token without the scope `manage`. Raises Problem 403."""
    if "manage" not in caller.scopes:
        detail = "This token lacks the scope manage, by which a seat gets a key or a delegate. Use one that has it."
        raise missing_scope(["manage"], detail)


# Writes at most once an hour for each token.
AUTHENTICATE: Final = f"""
with good as (
    select player_id, id, scopes, used_at, consent_id from tokens
    where hash = %(hash)s and (expires_at is null or expires_at > now())
    and (revoked_at is null or %(is_repeat)s and revoked_at > now() - interval '{MINUTES} minutes')
), used as (
    update tokens set used_at = date_trunc('hour', now()) from good
    where tokens.id = good.id and (good.used_at < date_trunc('hour', now()) or good.used_at is null)
)
select good.player_id::text, good.id::text, scopes, consent_id::text, p.id is not null, {COLUMNS}
from good left join players p on p.id = good.player_id and {SUSPENDED}
"""
