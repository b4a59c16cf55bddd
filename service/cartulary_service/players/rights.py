"""Rights and their origins: what a token or a program's consent has made ends with it.

Every kind of right is declared here. Each has a column `origin`, the id of the token or of the consent that it came
from. Tokens and consents end in this module and nowhere else, so that all that descends from them ends in the same
statement.
"""

from collections.abc import Callable, Collection, Mapping
from http import HTTPStatus
from typing import Any, Final, NamedTuple

from cartulary_service.errors import Problem, bad_token
from cartulary_service.players.callers import Caller, require_consent
from cartulary_service.players.presence import hold, require_present
from cartulary_service.store.database import Connection, Database, connection
from cartulary_service.store.repeated_answers import Answer, answer_once

AT_ONCE: Final = 1_000


class Kind(NamedTuple):
    """A kind of right: its table, the column of its player, and how one ends."""

    table: str
    player: str
    holds: str
    """The condition under which a row is a right that holds, besides that of its origin."""
    end: str | None
    """Assignments that end it; None where the row is deleted."""
    id: str = "null"
    name: str = "null"
    """An expression for what a player knows it by."""


KINDS: Final[Mapping[str, Kind]] = {
    "tokens": Kind(
        "tokens",
        "player_id",
        "revoked_at is null and (expires_at is null or expires_at > now())",
        "revoked_at = now()",
        "id::text",
        "label",
    ),
    "consents": Kind(
        "oauth_consents",
        "player_id",
        "revoked_at is null and expires_at > now()",
        "revoked_at = now()",
        "id::text",
        "(select c.name from oauth_clients c where c.id = client_id)",
    ),
    "delegations": Kind(
        "delegations",
        "owner",
        "revoked_at is null and until > now()",
        "revoked_at = now()",
        "id::text",
        "(select p.name from players p where p.id = delegate)",
    ),
    "webhooks": Kind("webhooks", "player_id", "true", None, "id::text", "url"),
    "calendars": Kind("calendars", "player_id", "true", None),
    "addresses": Kind(
        "mailboxes",
        "player_id",
        "(confirmed_at is not null or code_wanted or code_hash is not null)",
        "confirmed_at = null, recovers = false, code_wanted = false, code_hash = null, recovery_wanted_at = null, "
        "recovery_hash = null, next_digest = null, origin = null",
        name="address",
    ),
    "recovery_codes": Kind("recovery_codes", "player_id", "true", None),
    "invitations": Kind(
        "invites",
        "created_by",
        "revoked_at is null and expires_at > now()",
        "revoked_at = now()",
        "id::text",
        "(select p.name from players p where p.id = player_id)",
    ),
    "organisers": Kind(
        "organisers",
        "player_id",
        "true",
        None,
        "organiser::text",
        "(select p.name from players p where p.id = organiser)",
    ),
    "orders": Kind(
        "orders",
        "player_id",
        "status = 'waiting'",
        "status = 'cancelled', rule = 'order.right_ended', reason = 'The token that gave it has ended.'",
        "id::text",
    ),
}
ROOTS: Final = ("tokens", "consents")
"""Kinds of which others come."""

Ended = Mapping[str, int]
"""How many rights of each kind have ended, of those of which any has."""

NODES: Final = """
nodes as (
    select id, origin from tokens where player_id = any(%(players)s::uuid[]) and revoked_at is null
    union all
    select id, consent_id from tokens
    where player_id = any(%(players)s::uuid[]) and revoked_at is null and consent_id is not null
    union all
    select id, origin from oauth_consents where player_id = any(%(players)s::uuid[]) and revoked_at is null
)
"""
"""The tokens and consents of some players, each with its origin."""


def ending(kind: Kind) -> str:
    """Return the change that ends the doomed rights of a kind."""
    change = f"delete from {kind.table}" if kind.end is None else f"update {kind.table} set {kind.end}"
    return f"""
    {change} where {kind.player} = any(%(players)s::uuid[]) and {kind.holds} and '{kind.table}' <> all(%(spared)s) and (
        origin in (select id from ended) or %(all)s and origin is distinct from %(kept)s::uuid
    ) returning true as held
    """


def ending_root(kind: Kind) -> str:
    """Return the change that ends the doomed tokens or consents, also those whose time is over."""
    return f"""
    update {kind.table} set {kind.end} where id in (select id from ended) and revoked_at is null
    returning (expires_at is null or expires_at > now()) as held
    """


CHANGES: Final = {name: (ending_root if name in ROOTS else ending)(kind) for name, kind in KINDS.items()}
END: Final = f"""
with recursive {NODES}, ended as (
    select id from nodes where id = any(%(roots)s::uuid[]) or %(all)s and id is distinct from %(kept)s::uuid
    union
    select n.id from ended e join nodes n on n.origin = e.id
), {", ".join(f"ended_{name} as ({change})" for name, change in CHANGES.items())}
{" union all ".join(f"select '{name}', count(*) filter (where held) from ended_{name}" for name in CHANGES)}
"""


def end(c: Connection, player: str, roots: Collection[str]) -> Ended:
    """End tokens and consents of a player, by id, with all that came from them."""
    hold(c, player)
    return run(c, {"players": [player], "roots": [*roots], "kept": None, "all": False, "spared": []})


def end_all(c: Connection, player: str, kept: str | None = None, spared: str | None = None) -> Ended:
    """End all rights of a player, also those of unknown origin, but the token that is kept and what it has made itself.

    The token that is kept came from no other. Tokens and consents that it has made end, as others have them. Rights of
    the kind that is `spared` come from the token that is kept from then on.
    """
    hold(c, player)
    tables = []
    if spared is not None:
        kind = KINDS[spared]
        tables.append(kind.table)
        c.execute(f"update {kind.table} set origin = %s where {kind.player} = %s", (kept, player))
    return run(c, {"players": [player], "roots": [], "kept": kept, "all": True, "spared": tables})


def run(c: Connection, values: Mapping[str, Any]) -> Ended:
    return {name: count for name, count in c.execute(END, values).fetchall() if count}


def end_lapsed(database: Database) -> None:
    """End what came from tokens and consents whose time is over."""
    with connection(database.serving) as c:
        while lapsed := c.execute(LAPSED, (AT_ONCE,)).fetchall():
            roots, players = ([*each] for each in zip(*lapsed, strict=True))
            with c.transaction():
                c.execute("select from players where id = any(%s::uuid[]) order by id for update", (players,))
                run(c, {"players": players, "roots": roots, "kept": None, "all": False, "spared": []})


LAPSED: Final = """
select id::text, player_id::text from tokens where revoked_at is null and expires_at <= now()
union all
select id::text, player_id::text from oauth_consents where revoked_at is null and expires_at <= now()
limit %s
"""


def require_origin(c: Connection, caller: Caller) -> None:
    """Lock the caller's player until the transaction ends, and raise Problem 401 if the token is no longer good.

    So nothing is made of a token that another request has just ended.
    """
    require_present(c, caller.player)
    # A statement of its own, which sees what was done before the lock was free.
    row = c.execute("select origin_holds(%s::uuid)", (caller.token,)).fetchone()
    if row != (True,):
        raise bad_token()


def grant(database: Database, caller: Caller, make: Callable[[Connection], Mapping[str, Any]]) -> Mapping[str, Any]:
    """Return what `make` answers in a transaction in which the caller's token is good; once for the request's key.

    Raises Problem 401, 422 for a key of another request, and whatever `make` raises.
    """

    def make_of_good_token() -> Answer:
        require_origin(c, caller)
        return Answer(caller.player, make(c))

    with connection(database.serving) as c, c.transaction():
        return answer_once(c, caller.key, make_of_good_token)


def require_main(c: Connection, caller: Caller) -> None:
    """Refuse to let a token that came from another decide who the account is and who can come back to it.

    Raises Problem 403.
    """
    row = c.execute("select origin is null from tokens where id = %s", (caller.token,)).fetchone()
    if row != (True,):
        detail = "This token came from another. Use the token of your registration or of a recovery for this."
        raise Problem(HTTPStatus.FORBIDDEN, "not-main-token", detail)


def require_holder(database: Database, caller: Caller) -> None:
    """Refuse to let a token that expires, or that came from another, end the account. Raises Problem 403."""
    with connection(database.serving) as c:
        row = c.execute("select expires_at from tokens where id = %s", (caller.token,)).fetchone()
        if row != (None,):
            detail = "Your token expires, and this cannot be undone. Use a token without an end."
            raise Problem(HTTPStatus.FORBIDDEN, "outlives-token", detail)
        require_main(c, caller)


def require_own(database: Database, caller: Caller, name: str, id: str | None = None) -> None:
    """Refuse to let a program touch a right of its player's that did not come from its consent. Raises Problem 403."""
    if caller.consent is None:
        return
    kind = KINDS[name]
    with connection(database.serving) as c:
        rows = c.execute(
            f"select origin::text from {kind.table} where {kind.player} = %s and (%s::text is null or {kind.id} = %s)",
            (caller.player, id, id),
        ).fetchall()
    for row in rows:
        require_consent(caller, row[0] or "")


def require_no_ancestor(c: Connection, caller: Caller, token: str) -> None:
    """Refuse to end or to replace a token that the one in use came from, also by way of others. Raises Problem 403."""
    row = c.execute(DESCENDS, {"players": [caller.player], "token": caller.token, "other": token}).fetchone()
    if row == (True,):
        detail = "The token in use came from the one that you name, so it can neither replace nor revoke that."
        raise Problem(HTTPStatus.FORBIDDEN, "outlives-token", detail)


DESCENDS: Final = f"""
with recursive {NODES}, line as (
    select origin from nodes where id = %(token)s
    union
    select n.origin from line l join nodes n on n.id = l.origin
)
select exists (select from line where origin = %(other)s)
"""


def pass_on(c: Connection, token: str, successor: str) -> None:
    """Move what came from a token to the token that replaces it."""
    c.execute(PASS_ON, {"token": token, "successor": successor})


MOVES: Final = ", ".join(
    f"moved_{name} as (update {kind.table} set origin = %(successor)s where origin = %(token)s)"
    for name, kind in KINDS.items()
)
PASS_ON: Final = f"""
with {MOVES} update oauth_refresh_tokens set token_id = %(successor)s where token_id = %(token)s
"""


def list_rights(database: Database, player: str) -> list[dict[str, Any]]:
    """List the rights of a player that hold, each with its origin."""
    with connection(database.serving) as c:
        rows = c.execute(LIST, {"player": player}).fetchall()
    return [{"kind": kind, "id": id, "name": name, "origin": origin} for kind, id, name, origin in rows]


LISTS: Final = [
    f"""
    (select distinct '{name}', {kind.id}, {kind.name}, describe_origin(origin)::jsonb from {kind.table}
     where {kind.player} = %(player)s and {kind.holds} and origin_holds(origin) order by 2)
    """
    for name, kind in KINDS.items()
]
LIST: Final = f"{' union all '.join(LISTS)}"


def forget_ended(database: Database) -> None:
    """Delete the tokens of consents a day after their end, and consents a day after theirs."""
    with connection(database.serving) as c:
        c.execute(
            "delete from tokens where consent_id is not null and "
            "least(expires_at, revoked_at) < now() - interval '1 day'"
        )
        c.execute(
            """
            delete from oauth_consents k where least(expires_at, revoked_at) < now() - interval '1 day'
            and not exists (select from tokens where consent_id = k.id)
            """
        )
