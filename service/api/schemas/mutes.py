"""Mutes on the wire."""

from marshmallow import Schema, fields

from service.api.schemas.games import PlayerAtSeat


class Mute(Schema):
    """A player of whom the caller reads nothing, and since when."""

    player = fields.Nested(PlayerAtSeat, required=True)
    at = fields.AwareDateTime(required=True)


class Mutes(Schema):
    """Players that the caller has muted, by name."""

    mutes = fields.List(fields.Nested(Mute), required=True)
