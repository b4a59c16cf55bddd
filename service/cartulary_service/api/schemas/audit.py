"""The export, and the state of the record, on the wire."""

from marshmallow import Schema, fields, validate

from cartulary.catalogue import CATALOGUE
from cartulary_service.api import viewpoints
from cartulary_service.api.schemas.catalogue import SigningKey
from cartulary_service.api.schemas.events import PlaceQuery
from cartulary_service.api.schemas.games import LookQuery
from cartulary_service.api.schemas.message_schemas import DEPRECATED, NOT_EMPTY, QueryNumber


class ReplayQuery(Schema):
    """The audience through whose eyes a bundle is played back."""

    audience = fields.String(data_key="as", load_default="everything", validate=validate.OneOf(viewpoints.NAMES))


class AuditQuery(LookQuery):
    """The parts of a bundle besides the record."""

    log = fields.Boolean(load_default=False)


class ExportQuery(PlaceQuery):
    """Filter and start of an export of finished games."""

    cursor = fields.String(load_default=None, metadata=NOT_EMPTY)
    after = fields.String(load_default=None, metadata=NOT_EMPTY | DEPRECATED)
    game = fields.String(validate=validate.OneOf(CATALOGUE))
    limit = QueryNumber(load_default=1_000, validate=validate.Range(1, 10_000))


class GamesByStatus(Schema):
    """Number of games."""

    open = fields.Integer(required=True)
    playing = fields.Integer(required=True)
    finished = fields.Integer(required=True)
    abandoned = fields.Integer(required=True)


class Checked(Schema):
    """Number of games checked in their current version, and of their events."""

    games = fields.Integer(required=True)
    events = fields.Integer(required=True)


class AuditRun(Schema):
    """A check of all games, or of those that had changed since theirs."""

    everything = fields.Boolean(required=True)
    started_at = fields.AwareDateTime(required=True)
    finished_at = fields.AwareDateTime(required=True, allow_none=True)
    games = fields.Integer(required=True)
    events = fields.Integer(required=True)
    mismatches = fields.Integer(required=True)


class RedactionRun(Schema):
    """A check of a sample of finished games for what is hidden from an audience and still reaches it."""

    finished_at = fields.AwareDateTime(required=True)
    games = fields.Integer(required=True)
    events = fields.Integer(required=True)
    leaks = fields.Integer(required=True)


class Mismatch(Schema):
    """A game that is not what chain and rules make of it, from which event on."""

    game = fields.UUID(required=True)
    version = fields.Integer(required=True)
    outcome = fields.String(required=True, validate=validate.OneOf(("differs", "illegal", "broken", "projection")))
    position = fields.Integer(required=True, allow_none=True)
    checked_at = fields.AwareDateTime(required=True)


class Integrity(Schema):
    """The state of the record: at most 100 mismatches are listed; `last_run` counts all."""

    games = fields.Nested(GamesByStatus, required=True)
    events = fields.Integer(required=True)
    checked = fields.Nested(Checked, required=True)
    last_run = fields.Nested(AuditRun, required=True, allow_none=True)
    running = fields.Nested(AuditRun, required=True, allow_none=True)
    redaction = fields.Nested(RedactionRun, required=True, allow_none=True)
    mismatches = fields.List(fields.Nested(Mismatch), required=True)
    keys = fields.List(fields.Nested(SigningKey), required=True)
