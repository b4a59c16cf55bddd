"""Links to a position in a replay, as the page of replays writes them."""

from collections.abc import Mapping
from typing import NamedTuple
from uuid import UUID

from cartulary.i18n.catalogues import LANGUAGES
from cartulary.match.state import Match
from cartulary_service.api.viewpoints import NAMES, SEATS


class ReplayLink(NamedTuple):
    """A game, a version of it, whose eyes to look through, and the language of the words."""

    game_id: str
    version: int | None
    eyes: str | None
    language: str | None


def read_link(query: Mapping[str, str]) -> ReplayLink | None:
    """Return the link that a query describes, None if it names no game. What is malformed is left out."""
    try:
        game_id = str(UUID(query.get("game", "")))
    except ValueError:
        return None
    version, eyes, language = query.get("version", ""), query.get("as"), query.get("lang")
    number = int(version) if version.isascii() and version.isdigit() and len(version) < 10 else 0
    return ReplayLink(
        game_id, number or None, eyes if eyes in NAMES else None, language if language in LANGUAGES else None
    )


def fit(link: ReplayLink, match: Match) -> ReplayLink:
    """Return the link without a version that the match lacks, and without eyes that nobody may look through."""
    version = link.version if link.version is not None and link.version <= match.version else None
    is_seat = link.eyes in SEATS[: match.setup.seats] or link.eyes not in SEATS
    return link._replace(version=version, eyes=link.eyes if match.result is not None and is_seat else None)
