"""Entity tags: strong validators, each of one representation of a game (RFC 9110, section 8.8.3).

A tag begins with the version, then names the audience and whatever else tells representations at one URL apart, like
`"42-s0-json"` and `"42-public-en-text"`. A cache may serve several identities, so no two of them share a tag unless
they are sent the same bytes.
"""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from hashlib import sha256
from typing import Final

from cartulary.kernel.seats import Seat
from cartulary.match.state import Match
from cartulary_service.json_output import json_bytes
from cartulary_service.players.handles import Named

VERSION: Final = re.compile(r"([0-9]+)(-.*)?")
"""The version that a tag begins with; a bare version is taken too."""
LONGEST_VERSION: Final = 9
BEYOND: Final = 10**LONGEST_VERSION
"""Stands for every version that no game reaches."""
DIGITS: Final = 12
DIGESTS_KEPT: Final = 2_000


def entity_tag(match: Match, you: Seat | None, *form: str) -> str:
    """Return the tag of a representation, quoted; `you` is the seat whose view it is, None for spectators."""
    audience = "public" if you is None else f"s{you}"
    return f'"{"-".join((str(match.version), audience, *form))}"'


def tag_header(match: Match, you: Seat | None, *form: str) -> dict[str, str]:
    return {"ETag": entity_tag(match, you, *form)}


def names_digest(name_of: Mapping[str, Named]) -> str:
    """Return a short digest of players' names, which change without a new version of the game."""
    return digest_of(frozenset(name_of.items()))


@lru_cache(maxsize=DIGESTS_KEPT)
def digest_of(names: frozenset[tuple[str, Named]]) -> str:
    return sha256(json_bytes(sorted([player, *named] for player, named in names))).hexdigest()[:DIGITS]


def version_of(tag: str) -> int | None:
    """Return the version that a tag of any representation names, None for a foreign tag."""
    found = VERSION.fullmatch(tag)
    if found is None:
        return None
    return int(found[1]) if len(found[1]) <= LONGEST_VERSION else BEYOND


def newest_version(tags: Iterable[str | None]) -> int:
    """Return the newest version among tags, 0 if none names one; None stands for an empty tag."""
    return max((version_of(each or "") or 0 for each in tags), default=0)
