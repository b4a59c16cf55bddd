"""Errors on the wire."""

from marshmallow import Schema, fields, validate

from cartulary_service.errors import CODES, OTHERWISE_WRONG


class Pointer(Schema):
    """A field of the request's body that is refused, by its JSON Pointer (RFC 6901)."""

    pointer = fields.String(required=True)
    detail = fields.String(required=True)
    code = fields.String(required=True, validate=validate.OneOf((*CODES, OTHERWISE_WRONG)))


class Problem(Schema):
    """Problem details (RFC 9457). An action that the rules refuse has `rule`, `ruling`, and the `legal` actions."""

    type = fields.String(required=True)
    code = fields.String()
    title = fields.String(required=True)
    status = fields.Integer(required=True)
    detail = fields.String(required=True)
    redirect_to = fields.String()
    address = fields.String()
    errors = fields.Dict()
    codes = fields.Dict()
    pointers = fields.List(fields.Nested(Pointer))
    rule = fields.String()
    ruling = fields.String(allow_none=True)
    ruling_url = fields.String()
    legal = fields.List(fields.Dict())
    version = fields.Integer()
    until = fields.AwareDateTime(allow_none=True)
    reason = fields.String(allow_none=True)
    table = fields.Integer()
    players = fields.List(fields.UUID())
