"""The consents that a table arranged by an organiser rests on, as long as they hold."""

from collections.abc import Collection
from typing import Final

from cartulary.match.state import Match
from cartulary_service.games import tags
from cartulary_service.store.database import Connection, Database, connection


def may_start(database: Database, match: Match) -> bool:
    """Whether all by which a table was arranged still holds: the consents of its players, and that to a program."""
    with connection(database.serving) as c:
        return all_consent(c, match) and not tags.is_consent_over(c, match.id)


def may_invite(database: Database, match: Match, player: str) -> bool:
    """Whether a player may invite others: an organiser without a seat only as long as all who sit consent."""
    if not match.terms.private or player in match.players or not match.lets_invite(player):
        return match.lets_invite(player)
    with connection(database.serving) as c:
        return not tags.is_tagged(c, match.id) or all_consent(c, match)


def all_consent(c: Connection, match: Match) -> bool:
    """Whether all who sit at a table consent to its creator as an organiser."""
    organiser = match.terms.creator
    assert organiser is not None
    seated = {each for each in match.players if each is not None} - {organiser}
    return not seated or seated == find_consenting(c, organiser, seated)


def find_consenting(c: Connection, organiser: str, players: Collection[str]) -> set[str]:
    """Return those of the players who allow the organiser to seat them, and share no block with the organiser."""
    rows = c.execute(
        f"""
        select o.player_id::text from organisers o
        where o.organiser = %(organiser)s and o.player_id = any(%(players)s::uuid[]) and {HOLDS}
        """,
        {"organiser": organiser, "players": [*players]},
    )
    return {row[0] for row in rows}


HOLDS: Final = """
    origin_holds(o.origin) and not exists (
        select from mutes m where m.blocked and (
            (m.player_id = o.player_id and m.muted = o.organiser)
            or (m.player_id = o.organiser and m.muted = o.player_id)
        )
    )
"""
