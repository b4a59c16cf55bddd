"""A game in words, on the wire."""

from marshmallow import Schema, fields, validate

from cartulary_service.api import viewpoints
from cartulary_service.api.schemas.message_schemas import QueryNumber, Strict, StrictInteger


class SinceQuery(Schema):
    """Version to narrate from, by default the caller's reading cursor, and whose eyes to narrate through."""

    after = QueryNumber(load_default=None, validate=validate.Range(0, 2**31 - 1))
    limit = QueryNumber(load_default=500, validate=validate.Range(1, 2000))
    audience = fields.String(data_key="as", load_default=None, validate=validate.OneOf(viewpoints.NAMES))


class ToldPly(Schema):
    """Narration of one action, a sentence for each event."""

    ply = fields.Integer(required=True)
    version = fields.Integer(required=True)
    at = fields.AwareDateTime(required=True)
    words = fields.List(fields.String(), required=True)


class Since(Schema):
    """Events after one version up to another. The game itself may be further on."""

    after = fields.Integer(required=True)
    until = fields.Integer(required=True)
    version = fields.Integer(required=True)
    plies = fields.List(fields.Nested(ToldPly), required=True)


class NewCursor(Strict):
    """The version that the caller has seen."""

    version = StrictInteger(required=True, validate=validate.Range(0))
