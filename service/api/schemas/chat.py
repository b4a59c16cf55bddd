"""Chats on the wire."""

from typing import Any

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from service.api.schemas.events import StreamQuery
from service.api.schemas.games import PlayerAtSeat
from service.api.schemas.message_schemas import QueryNumber, Strict
from service.api.schemas.prose import Prose


class NewMessage(Strict):
    """A chat message."""

    text = Prose()


class Message(Schema):
    """A chat message, numbered from 1 in each game. An erased message has no text."""

    id = fields.Integer(required=True)
    author = fields.Nested(PlayerAtSeat, required=True)
    text = fields.String(required=True, allow_none=True)
    erased = fields.Boolean(required=True)
    at = fields.AwareDateTime(required=True)


class Chat(Schema):
    """Some messages, oldest first; numbers that are missing are those of players whom the caller has muted.

    `next` is the `after` of the next page if this one was asked for by `after`, else the `before` of the page
    before it; null where there is none. `place` is the `Last-Event-ID` by which a stream tells what follows.
    """

    messages = fields.List(fields.Nested(Message), required=True)
    next = fields.Integer(required=True, allow_none=True)
    place = fields.Integer(required=True)


class ChatQuery(StreamQuery):
    """A page of messages: the first after one, the last before one, or the newest."""

    after = QueryNumber(load_default=None, validate=validate.Range(0, 2**31 - 1))
    before = QueryNumber(load_default=None, validate=validate.Range(0, 2**31 - 1))
    limit = QueryNumber(load_default=50, validate=validate.Range(1, 200))

    @validates_schema
    def require_one_way(self, data: dict[str, Any], **_: Any) -> None:
        """A page goes on one way."""
        if None not in (data["after"], data["before"]):
            raise ValidationError("Name after or before, not both.", "before")
