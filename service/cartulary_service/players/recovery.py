"""Recovery of an account whose tokens are lost, by a code: one that the player keeps, or one that was mailed."""

import secrets
from collections.abc import Mapping
from hashlib import sha256
from http import HTTPStatus
from typing import Any, Final, NamedTuple

from cartulary_service.errors import Problem
from cartulary_service.players import rights
from cartulary_service.players.callers import SCOPES, Caller, new_token
from cartulary_service.players.rights import Ended
from cartulary_service.players.skeletons import skeleton
from cartulary_service.players.tokens import COLUMNS, token_json
from cartulary_service.store.database import Connection, Database, connection
from cartulary_service.store.repeated_answers import Answer, Key, answer_once

ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's Base32: no I, L, O and U."""
READ_AS: Final = str.maketrans("OIL", "011", "- \t")
LENGTH: Final = 16
GROUP: Final = 4
CODES: Final = 8
MAILED_HOURS: Final = 1
"""Hours for which a mailed code is good."""


def new_code() -> str:
    """Draw a code of 80 bits, in groups with hyphens between them."""
    code = "".join(ALPHABET[byte % len(ALPHABET)] for byte in secrets.token_bytes(LENGTH))
    return "-".join(code[at : at + GROUP] for at in range(0, LENGTH, GROUP))


def new_codes() -> list[str]:
    return [new_code() for _ in range(CODES)]


def digest(code: str) -> bytes:
    """Return what is stored of a code. Case, blanks, hyphens and letters that look like digits make no difference."""
    return sha256(code.upper().translate(READ_AS).encode("utf-8", "surrogatepass")).digest()


def replace_codes(database: Database, caller: Caller) -> Mapping[str, Any]:
    """Give the caller new codes; older ones stop working.

    Raises Problem 403 if the caller's token came from another, since the token that a code gives comes from none.
    """

    def replace(c: Connection) -> dict[str, Any]:
        codes = new_codes()
        rights.require_main(c, caller)
        c.execute("delete from recovery_codes where player_id = %s", (caller.player,))
        c.execute(ADD_CODES, (caller.player, caller.origin, [digest(each) for each in codes]))
        return {"codes": codes}

    return rights.grant(database, caller, replace)


def add_code(c: Connection, player: str) -> str:
    """Give a player one more code, which comes from no token."""
    code = new_code()
    c.execute(ADD_CODES, (player, None, [digest(code)]))
    return code


ADD_CODES: Final = "insert into recovery_codes (player_id, origin, hash) select %s, %s, unnest(%s::bytea[])"


class Recovered(NamedTuple):
    """The new token of a player, and the rights that ended."""

    token: dict[str, Any]
    ended: Ended


def redeem(database: Database, wish: Mapping[str, Any], key: Key | None) -> Recovered:
    """Exchange a code of the player with that handle for a token of every scope; once for each key.

    The code works no more. The handle is found however it is written, as its skeleton is the same.
    With `revoke_others` all other rights of the player end, but those that the code has just proved to be the player's:
    the other codes that are kept, or the address for mails. Raises Problem 422, the same for an unknown handle and for
    a wrong code, and for a key of another request.
    """
    with connection(database.serving) as c, c.transaction():
        return Recovered(**answer_once(c, key, lambda: use_code(c, wish)))


def use_code(c: Connection, wish: Mapping[str, Any]) -> Answer:
    """Exchange a code as `redeem` does, in a transaction."""
    token, stored = new_token()
    found = {"skeleton": skeleton(wish["handle"]), "hash": digest(wish["code"]), "hours": MAILED_HOURS}
    # Tokens that are just being made are seen before others are revoked, and none is made for one who is erased.
    c.execute("select from players where skeleton = %(skeleton)s for update", found)
    row = c.execute(USE_CODE, found).fetchone()
    if row is None:
        detail = "No account has this handle and this code, or the code was used or has expired. Try another code."
        raise Problem(HTTPStatus.UNPROCESSABLE_ENTITY, "bad-recovery-code", detail)
    player, proved = row
    made = c.execute(ADD_TOKEN, (player, stored, list(SCOPES), wish["label"])).fetchone()
    assert made is not None
    ended = rights.end_all(c, player, made[0], proved) if wish["revoke_others"] else {}
    return Answer(player, {"token": token_json(*made) | {"token": token}, "ended": ended})


USE_CODE: Final = """
with player as (
    select id from players where skeleton = %(skeleton)s
), kept as (
    delete from recovery_codes c using player p
    where c.player_id = p.id and c.hash = %(hash)s and origin_holds(c.origin) returning p.id
), mailed as (
    update mailboxes m set recovery_hash = null from player p
    where m.player_id = p.id and m.recovers and m.recovery_hash = %(hash)s
    and m.recovery_sent_at > now() - make_interval(hours => %(hours)s) and origin_holds(m.origin)
    returning p.id
)
select id::text, 'recovery_codes' from kept union all select id::text, 'addresses' from mailed
"""
ADD_TOKEN: Final = f"""
insert into tokens (player_id, hash, scopes, label) values (%s, %s, %s, %s) returning {COLUMNS}
"""
