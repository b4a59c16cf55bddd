"""Suspensions: players who may read, but change nothing, for a time or for good."""

from datetime import datetime
from http import HTTPStatus
from typing import Final, NamedTuple

from cartulary_service.errors import Problem
from cartulary_service.json_output import format_time
from cartulary_service.store.database import Connection

ALLOWED: Final = frozenset(("delete_me", "revoke_token", "revoke_other_tokens", "end_consent", "erase_message"))
"""Operations by which suspended players may withdraw what is theirs."""


class Suspension(NamedTuple):
    """The end of a suspension, None for one without, and the reason if one was given."""

    until: datetime | None
    reason: str | None


COLUMNS: Final = "nullif(suspended_until, 'infinity'), suspended_because"
SUSPENDED: Final = "suspended_until > now()"


def refuse_suspended(suspension: Suspension) -> Problem:
    """403: a player who is suspended."""
    until = None if suspension.until is None else format_time(suspension.until)
    end = f"until {until}" if until else "until further notice"
    why = f" Reason: {suspension.reason}" if suspension.reason else ""
    detail = f"The operators have suspended you {end}. You can read everything, but change nothing.{why}"
    return Problem(HTTPStatus.FORBIDDEN, "suspended", detail, until=until, reason=suspension.reason)


def find_player(c: Connection, name: str) -> tuple[str, str]:
    """Return the id and the handle of a player by either of them. Raises LookupError."""
    row = c.execute(
        "select id::text, handle from players where (id::text = %(name)s or handle = %(name)s) and deleted_at is null",
        {"name": name.removeprefix("@").lower()},
    ).fetchone()
    if row is None:
        raise LookupError(f"There is no player with the handle or the id {name}.")
    return row[0], row[1]


def suspend(c: Connection, player: str, suspension: Suspension) -> None:
    """Suspend a player from now on, in place of an earlier suspension."""
    c.execute(
        """
        update players set suspended_until = coalesce(%(until)s::timestamptz, 'infinity'),
            suspended_because = %(reason)s
        where id = %(player)s
        """,
        {"player": player, **suspension._asdict()},
    )


def unsuspend(c: Connection, player: str) -> bool:
    """End the suspension of a player; return whether there was one."""
    row = c.execute(
        f"""
        update players set suspended_until = null, suspended_because = null where id = %s and {SUSPENDED} returning id
        """,
        (player,),
    ).fetchone()
    return row is not None
