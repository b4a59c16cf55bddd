"""Recovery of an account whose tokens are lost, by a code: one that the player keeps, or one that was mailed."""

import secrets
from hashlib import sha256
from http import HTTPStatus
from typing import Any, Final

from service.errors import Problem, bad_token
from service.players.presence import require_present
from service.players.skeletons import skeleton
from service.players.tokens import SCOPES, Caller, new_token, revoke_others, token_json
from service.store.database import Connection, Database, connection

ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's Base32: no I, L, O and U."""
READ_AS: Final = str.maketrans("OIL", "011", "- \t")
LENGTH: Final = 16
GROUP: Final = 4
CODES: Final = 8
MAILED_HOURS: Final = 1
"""Hours for which a mailed code is good."""


def new_code() -> str:
    """Return a code of 80 random bits, in groups with hyphens between them."""
    code = "".join(ALPHABET[secrets.randbelow(len(ALPHABET))] for _ in range(LENGTH))
    return "-".join(code[at : at + GROUP] for at in range(0, LENGTH, GROUP))


def new_codes() -> list[str]:
    return [new_code() for _ in range(CODES)]


def digest(code: str) -> bytes:
    """Return what is stored of a code. Case, blanks, hyphens and letters that look like digits make no difference."""
    return sha256(code.upper().translate(READ_AS).encode("utf-8", "surrogatepass")).digest()


def replace_codes(database: Database, caller: Caller) -> list[str]:
    """Give the caller new codes; older ones stop working.

    Raises Problem 403 if the caller's token expires, since a code would outlive it.
    """
    codes = new_codes()
    with connection(database.serving) as c, c.transaction():
        require_present(c, caller.player)
        require_lasting(c, caller)
        c.execute("delete from recovery_codes where player_id = %s", (caller.player,))
        c.execute(ADD_CODES, (caller.player, [digest(each) for each in codes]))
    return codes


ADD_CODES: Final = "insert into recovery_codes (player_id, hash) select %s, unnest(%s::bytea[])"


def require_lasting(c: Connection, caller: Caller) -> None:
    """Raise Problem 403 if the caller's token expires, 401 if it has been revoked meanwhile."""
    row = c.execute(
        "select expires_at is null from tokens where id = %s and revoked_at is null", (caller.token,)
    ).fetchone()
    if row is None:
        raise bad_token()
    if not row[0]:
        detail = "A recovery code does not expire, and your token does. Use a token without an end."
        raise Problem(HTTPStatus.FORBIDDEN, "outlives-token", detail)


def redeem(database: Database, handle: str, code: str, end_others: bool, label: str | None) -> dict[str, Any]:
    """Exchange a code of the player with that handle for a token of every scope; the code works no more.

    The handle is found however it is written, as its skeleton is the same.
    With `end_others` all other tokens of the player are revoked, and programs may act no more. Raises Problem 422,
    the same for an unknown handle and for a wrong code.
    """
    token, stored = new_token()
    with connection(database.serving) as c, c.transaction():
        # Tokens that are just being made are seen before others are revoked, and none is made for one who is erased.
        c.execute("select from players where skeleton = %s for update", (skeleton(handle),))
        row = c.execute(
            USE_CODE, {"skeleton": skeleton(handle), "hash": digest(code), "hours": MAILED_HOURS}
        ).fetchone()
        if row is None:
            detail = "No account has this handle and this code, or the code was used or has expired. Try another code."
            raise Problem(HTTPStatus.UNPROCESSABLE_ENTITY, "bad-recovery-code", detail)
        if end_others:
            revoke_others(c, row[0], None)
        made = c.execute(ADD_TOKEN, (row[0], stored, list(SCOPES), label)).fetchone()
        assert made is not None
    return token_json(*made) | {"token": token}


USE_CODE: Final = """
with player as (
    select id from players where skeleton = %(skeleton)s
), kept as (
    delete from recovery_codes c using player p where c.player_id = p.id and c.hash = %(hash)s returning p.id
), mailed as (
    update mailboxes m set recovery_hash = null from player p
    where m.player_id = p.id and m.recovers and m.recovery_hash = %(hash)s
    and m.recovery_sent_at > now() - make_interval(hours => %(hours)s)
    returning p.id
)
select id::text from kept union all select id::text from mailed
"""
ADD_TOKEN: Final = """
insert into tokens (player_id, hash, scopes, label) values (%s, %s, %s, %s)
returning id::text, scopes, created_at, expires_at, label, used_at, consent_id::text
"""
