"""Legal actions, and what an action answers."""

from marshmallow import Schema, fields

from cartulary_service.api.schemas.events import Event
from cartulary_service.api.schemas.games import Game


class LegalQuery(Schema):
    """Forms, or complete actions."""

    expand = fields.Boolean(load_default=False)


class Choice(Schema):
    """The open part of a field: items, of which some are to be chosen."""

    source = fields.Dict(keys=fields.String(), values=fields.Integer(), data_key="from", required=True)
    count = fields.Integer(required=True)
    at_least = fields.Integer()


class LegalActions(Schema):
    """Legal actions of the caller. A form with `choose` is completed with `count` items out of `from` for each field.

    If a choice has `at_least`, any number from that to `count` is allowed.
    """

    version = fields.Integer(required=True)
    seat = fields.Integer(required=True, allow_none=True)
    actions = fields.List(fields.Dict(), required=True)
    truncated = fields.Boolean(required=True)
    prices = fields.Dict(required=True, allow_none=True)


class ActQuery(Schema):
    """Whether to act, or to look ahead."""

    dry_run = fields.Boolean(load_default=False)


class Accepted(Schema):
    """An accepted action: its events, and the game after it."""

    version = fields.Integer(required=True)
    ply = fields.Integer(required=True)
    events = fields.List(fields.Nested(Event), required=True)
    game = fields.Nested(Game, required=True)


class ExpectedPart(Schema):
    """An event as far as the caller can predict it. The recorded event adds its time and commitments."""

    data = fields.Dict(required=True)
    ply = fields.Integer(required=True)
    position = fields.Integer(required=True)
    seat = fields.Integer(required=True, allow_none=True)
    secrets = fields.Dict(keys=fields.String(), values=fields.String(allow_none=True), required=True)
    type = fields.String(required=True)
    v = fields.Integer(required=True)


class ExpectedEvent(Schema):
    """An event that an action would cause; what the caller does not know yet is null or left out."""

    public = fields.Nested(ExpectedPart, required=True)
    private = fields.Dict(required=True)


class DryRun(Schema):
    """Events that an action would cause, and whether it would reveal anything hidden."""

    version = fields.Integer(required=True)
    reveals = fields.Boolean(required=True)
    events = fields.List(fields.Nested(ExpectedEvent), required=True)
