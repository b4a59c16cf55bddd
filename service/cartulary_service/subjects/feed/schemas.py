"""Feeds of events on the wire."""

from marshmallow import Schema, fields, validate

from cartulary_service.api.schemas.events import Event, PlaceQuery, PublicPart, StreamQuery
from cartulary_service.api.schemas.message_schemas import DEPRECATED, NOT_EMPTY, QueryNumber


class FeedEvent(Schema):
    """Public part of an event, its game, and its cursor in the feed of all games."""

    cursor = fields.String(required=True)
    game = fields.UUID(required=True)
    public = fields.Nested(PublicPart, required=True)


class MyEvent(Event):
    """An event of one of the caller's games, as that game's events have it."""

    game = fields.UUID(required=True)


class Feed(Schema):
    """Events of all public games; `next` is the `cursor` of the next page, null where nothing follows yet."""

    events = fields.List(fields.Nested(FeedEvent), required=True)
    next = fields.String(required=True, allow_none=True)


class FeedQuery(PlaceQuery, StreamQuery):
    """A page of the feed."""

    cursor = fields.String(load_default=None, metadata=NOT_EMPTY)
    after = fields.String(load_default=None, metadata=NOT_EMPTY | DEPRECATED)
    limit = QueryNumber(load_default=100, validate=validate.Range(1, 1000))
