"""Analyses of finished games on the wire."""

from marshmallow import Schema, fields, validate

STATUSES = ("queued", "running", "done", "failed")


class JudgedMove(Schema):
    """A move at which its seat had a choice, as the search sees it from what the seat could see.

    `loss` is how much the played move falls short of `best`, on a scale from 0 for a lost game to 1 for a won one.
    """

    ply = fields.Integer(required=True)
    version = fields.Integer(required=True)
    seat = fields.Integer(required=True)
    chances = fields.List(fields.Float(), required=True)
    played = fields.Dict(required=True)
    best = fields.Dict(required=True)
    loss = fields.Float(required=True)
    worlds = fields.Integer(required=True)


class Analysis(Schema):
    """The analysis of a finished game; `moves` and `turning_points` are null until it is done."""

    game = fields.UUID(required=True)
    status = fields.String(required=True, validate=validate.OneOf(STATUSES))
    progress = fields.Float(required=True)
    requested_at = fields.AwareDateTime(required=True)
    finished_at = fields.AwareDateTime(required=True, allow_none=True)
    rules_sha256 = fields.String(required=True, allow_none=True)
    moves = fields.List(fields.Nested(JudgedMove), required=True, allow_none=True)
    turning_points = fields.List(fields.Integer(), required=True, allow_none=True)
