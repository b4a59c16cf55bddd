"""Unread chat messages in lists of games."""

from collections.abc import Mapping
from typing import Any

from cartulary_service.social import chat
from cartulary_service.store.database import Database


def with_unread(database: Database, viewer: str | None, games: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Add `unread_messages` to listed games: 0 for those at which the viewer does not sit."""
    unread: Mapping[str, int] = {}
    if viewer is not None and (own := [game["id"] for game in games if is_seated(game, viewer)]):
        unread = chat.count_unread(database, viewer, own)
    return [game | {"unread_messages": unread.get(game["id"], 0)} for game in games]


def is_seated(game: dict[str, Any], player: str) -> bool:
    """Whether a player holds a seat of a listed game."""
    return any(seat["player"] is not None and seat["player"]["id"] == player for seat in game["seats"])
