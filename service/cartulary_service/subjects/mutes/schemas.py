"""Mutes on the wire."""

from marshmallow import Schema, fields

from cartulary_service.api.schemas.games import PlayerAtSeat
from cartulary_service.api.schemas.message_schemas import Strict, StrictBoolean


class NewMute(Strict):
    """Whether the player is blocked too."""

    blocked = StrictBoolean(load_default=False)


class Mute(Schema):
    """A player of whom the caller reads nothing, since when, and whether they are blocked too."""

    player = fields.Nested(PlayerAtSeat, required=True)
    at = fields.AwareDateTime(required=True)
    blocked = fields.Boolean(required=True)


class MuteList(Schema):
    """All players that the caller has muted, by name, at most 1,000."""

    mutes = fields.List(fields.Nested(Mute), required=True)
