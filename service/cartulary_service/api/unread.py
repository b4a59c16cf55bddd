"""Unread chat messages in lists of games."""

from typing import Any

from cartulary_service.api.operations import Call


def with_unread(call: Call, games: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Add `unread_messages` to listed games: 0 for those at which the caller does not sit."""
    numbers: dict[str, int] = {}
    if call.viewer is not None and (own := [game["id"] for game in games if is_seated(game, call.viewer)]):
        for count in (each.unread for each in call.subjects if each.unread is not None):
            numbers |= count(call.database, call.viewer, own)
    return [game | {"unread_messages": numbers.get(game["id"], 0)} for game in games]


def is_seated(game: dict[str, Any], player: str) -> bool:
    """Whether a player holds a seat of a listed game."""
    return any(seat["player"] is not None and seat["player"]["id"] == player for seat in game["seats"])
