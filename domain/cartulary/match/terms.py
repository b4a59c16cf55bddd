"""On what terms a match is played, besides its game and set-up."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from cartulary.match.clock.settings import Clock
from cartulary.match.events.fork import Origin


class Terms(NamedTuple):
    """On what terms a match is opened, besides the game's own set-up."""

    position: Mapping[str, Any] | None = None
    """Position to begin from, for a sandbox."""
    rules_sha256: str | None = None
    creator: str | None = None
    private: bool = False
    reserved: tuple[str, ...] = ()
    """For a rematch: the player of each seat; empty where a bot sat."""
    rematch_of: str | None = None
    open_until: str | None = None
    clock: Clock | None = None
    forked_from: Origin | None = None
    """For a fork: the game and version it continues; `position` holds the state there."""
