"""Email addresses of players: used once confirmed, deleted when no longer wanted."""

import hmac
import secrets
from hashlib import sha256
from http import HTTPStatus
from typing import Any, Final

from cartulary_service.errors import Problem
from cartulary_service.players import rights
from cartulary_service.players.callers import SCOPES, Caller
from cartulary_service.players.skeletons import skeleton
from cartulary_service.store.database import Connection, Database, connection, takes_effect

MINUTES: Final = 30
"""Default time from the first event until the digest that reports it."""
MOST_TRIES: Final = 5
CODE_HOURS: Final = 24
NONE: Final = {"email": None, "confirmed": False, "digest_minutes": MINUTES, "language": "en", "recovery": False}
MINUTES_BETWEEN_RECOVERIES: Final = 5


def read(database: Database, player: str) -> dict[str, Any]:
    """Return a player's mail settings."""
    with connection(database.serving) as c:
        row = c.execute(
            """
            select address, confirmed_at is not null, digest_minutes, language, confirmed_at is not null and recovers
            from mailboxes where player_id = %s
            """,
            (player,),
        ).fetchone()
    return dict(NONE) if row is None else dict(zip(NONE, row, strict=True))


ALIASES: Final = {"googlemail.com": "gmail.com"}
"""Domains whose mailboxes are those of another."""


def mailbox_digest(address: str) -> str:
    """Return a digest that is the same however an address of one mailbox is written.

    Dots and what follows a plus sign in the local part are left out, as many providers deliver all of these to one
    mailbox.
    """
    local, _, domain = address.casefold().rpartition("@")
    domain = ALIASES.get(domain, domain)
    return sha256(f"{local.partition('+')[0].replace('.', '')}@{domain}".encode()).hexdigest()


def set_address(database: Database, caller: Caller, address: str, minutes: int, language: str) -> None:
    """Send mail to an address; to a new one nothing but a code, until that comes back.

    A new address comes from the caller's token; one that is repeated comes from where it came. Raises Problem 403 as
    `forget` does, if the address is another.
    """
    with connection(database.serving) as c, c.transaction():
        rights.require_origin(c, caller)
        require_replaceable(c, caller, address)
        c.execute(
            """
            insert into mailboxes as m (player_id, address, digest_minutes, language, unsubscribe, origin)
            values (%(player)s, %(address)s, %(minutes)s, %(language)s, %(unsubscribe)s, %(origin)s)
            on conflict (player_id) do update
            set address = excluded.address, digest_minutes = excluded.digest_minutes, language = excluded.language,
                confirmed_at = case when m.address = excluded.address then m.confirmed_at end,
                code_wanted = m.address <> excluded.address or m.confirmed_at is null,
                code_wanted_at = case when m.address = excluded.address and m.code_wanted then m.code_wanted_at
                    else now() end,
                code_after = case when m.address = excluded.address then m.code_after end,
                code_hash = case when m.address = excluded.address then m.code_hash end,
                recovers = m.recovers and m.address = excluded.address,
                origin = case when m.address = excluded.address and m.confirmed_at is not null then m.origin
                    else excluded.origin end,
                recovery_hash = case when m.address = excluded.address then m.recovery_hash end,
                next_digest = case when m.address = excluded.address then m.next_digest end
            """,
            {
                "player": caller.player,
                "address": address,
                "origin": caller.origin,
                "minutes": minutes,
                "language": language,
                "unsubscribe": secrets.token_urlsafe(24),
            },
        )


def require_replaceable(c: Connection, caller: Caller, address: str | None) -> None:
    """Refuse to let a token that came from another replace the address to which recovery codes are mailed."""
    recovers = c.execute(
        """
        select from mailboxes
        where player_id = %s and confirmed_at is not null and recovers and address is distinct from %s
        """,
        (caller.player, address),
    ).fetchone()
    if recovers is not None:
        rights.require_main(c, caller)


def forget(database: Database, caller: Caller) -> None:
    """Send the caller no mail, and keep no address.

    Raises Problem 403 for an address to which recovery codes are mailed, if the caller's token came from another.
    """
    with connection(database.serving) as c, c.transaction():
        rights.require_origin(c, caller)
        require_replaceable(c, caller, None)
        c.execute("delete from mailboxes where player_id = %s", (caller.player,))


def unsubscribe(database: Database, code: str) -> None:
    """The same, by the code that stands in each mail; a code that is not known asks for what is so already."""
    if not (code.isascii() and code.isprintable()):
        return
    takes_effect(database, "delete from mailboxes where unsubscribe = %s", (code,))


def confirm(database: Database, caller: Caller, code: str) -> None:
    """Take an address for the caller's own. Raises Problem 422 for another code than was mailed, or too many tries.

    The account can be recovered by mail to it if the caller's token has every scope and came from no other: recovery
    gives such a token.
    """
    player = caller.player
    with connection(database.serving) as c:
        row = c.execute(
            """
            update mailboxes set code_tries = code_tries + 1
            where player_id = %s and code_hash is not null and confirmed_at is null and code_tries < %s
              and code_sent_at > now() - make_interval(hours => %s) returning code_hash
            """,
            (player, MOST_TRIES, CODE_HOURS),
        ).fetchone()
        if row is None or not hmac.compare_digest(row[0], digest(player, code)):
            detail = "This is not the last code, or it has expired. PUT /v1/me/notices sends a new one."
            raise Problem(HTTPStatus.UNPROCESSABLE_ENTITY, "bad-code", detail)
        c.execute(CONFIRM, {"player": player, "hash": row[0], "token": caller.token, "scopes": list(SCOPES)})


CONFIRM: Final = """
update mailboxes set confirmed_at = now(), code_hash = null, code_wanted = false, recovers = exists (
    select from tokens where id = %(token)s and scopes @> %(scopes)s and origin is null and revoked_at is null
)
where player_id = %(player)s and code_hash = %(hash)s
"""


def want_recovery(database: Database, handle: str) -> None:
    """Have a recovery code mailed to the player with that handle, if there is one who has confirmed an address.

    Nothing happens within five minutes of the mail before.
    """
    with connection(database.serving) as c:
        c.execute(WANT_RECOVERY, {"skeleton": skeleton(handle), "minutes": MINUTES_BETWEEN_RECOVERIES})


WANT_RECOVERY: Final = """
update mailboxes m set recovery_wanted_at = now() from players p
where p.id = m.player_id and p.skeleton = %(skeleton)s and m.confirmed_at is not null and m.recovers
and coalesce(m.recovery_sent_at, '-infinity') < now() - make_interval(mins => %(minutes)s)
"""


def new_code() -> str:
    """Return a confirmation code of forty random bits, valid for a day and five attempts."""
    return secrets.token_hex(5)


def digest(player: str, code: str) -> bytes:
    return sha256(f"{player} {code.strip().lower()}".encode("utf-8", "surrogatepass")).digest()
