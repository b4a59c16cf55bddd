"""Events on the wire."""

from typing import Any, Final

from marshmallow import Schema, fields, post_load, validate

from cartulary.catalogue import CATALOGUE
from cartulary_service.api import viewpoints
from cartulary_service.api.schemas.message_schemas import QueryNumber

EVENT_NAMES: Final = sorted({name for game in CATALOGUE.values() for name, _ in game.event_types})
"""Types of the events of all games."""


class PublicPart(Schema):
    """Public part of an event. The hash chain covers its canonical JSON."""

    at = fields.String(required=True)
    data = fields.Dict(required=True)
    ply = fields.Integer(required=True)
    position = fields.Integer(required=True)
    seat = fields.Integer(required=True, allow_none=True)
    secrets = fields.Dict(keys=fields.String(), values=fields.String(), required=True)
    type = fields.String(required=True)
    v = fields.Integer(required=True)


class Change(Schema):
    """A change of a view: an operation of JSON Patch (RFC 6902)."""

    op = fields.String(required=True, validate=validate.OneOf(("add", "remove", "replace")))
    path = fields.String(required=True)
    value = fields.Raw(allow_none=True)


class Event(Schema):
    """An event: its public part, and the hidden fields that the caller may see."""

    public = fields.Nested(PublicPart, required=True)
    private = fields.Dict(required=True)
    changes = fields.List(fields.Nested(Change))
    last = fields.Boolean()


class EventList(Schema):
    """A page of events; `next` is the `cursor` of the next page."""

    events = fields.List(fields.Nested(Event), required=True)
    version = fields.Integer(required=True)
    next = fields.Integer(required=True, allow_none=True)


class PlaceQuery(Schema):
    """A query of pages that begin after the place in `cursor`, else after that in `after`."""

    @post_load
    def go_on(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        return data if data["cursor"] is None else data | {"after": data["cursor"]}


class StreamQuery(Schema):
    """Form of an event stream."""

    names = fields.Boolean(load_default=True)


class EventsQuery(PlaceQuery, StreamQuery):
    """A page of events."""

    cursor = QueryNumber(load_default=None, validate=validate.Range(0, 2**31 - 1))
    after = QueryNumber(load_default=0, validate=validate.Range(0, 2**31 - 1))
    limit = QueryNumber(load_default=500, validate=validate.Range(1, 1000))
    changes = fields.Boolean(load_default=False)
    audience = fields.String(data_key="as", load_default=None, validate=validate.OneOf(viewpoints.NAMES))
