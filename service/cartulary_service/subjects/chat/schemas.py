"""Chats on the wire."""

from typing import Any

from marshmallow import Schema, ValidationError, fields, post_load, validate, validates_schema

from cartulary_service.api.schemas.events import StreamQuery
from cartulary_service.api.schemas.games import PlayerAtSeat
from cartulary_service.api.schemas.message_schemas import QueryNumber, Strict, StrictInteger
from cartulary_service.api.schemas.prose import Prose


class NewMessage(Strict):
    """A chat message."""

    text = Prose()


class NewChatCursor(Strict):
    """The message up to which the caller has read."""

    message = StrictInteger(required=True, validate=validate.Range(1, 2**31 - 1))


class Message(Schema):
    """A chat message, numbered from 1 in each game. One that its author or the operators have erased has no text."""

    id = fields.Integer(required=True)
    author = fields.Nested(PlayerAtSeat, required=True)
    text = fields.String(required=True, allow_none=True)
    erased = fields.Boolean(required=True)
    removed = fields.Boolean(required=True)
    at = fields.AwareDateTime(required=True)


class Chat(Schema):
    """Some messages, oldest first; numbers that are missing are those of players whom the caller has muted.

    `next` is the `cursor` of the next page: of later messages if this one was asked for by `after`, else of earlier
    ones; null where there is none. `place` is the `Last-Event-ID` by which a stream tells what follows.
    `read` is the last message that the caller has read, by `PUT /v1/games/{id}/chat-cursor`; 0 for none.
    """

    messages = fields.List(fields.Nested(Message), required=True)
    next = fields.Integer(required=True, allow_none=True)
    place = fields.Integer(required=True)
    read = fields.Integer(required=True)


class RoomQuery(Schema):
    """The chat of a game that is meant: that of everybody, or that of the caller's team."""

    team = fields.Boolean(load_default=False)


class ChatQuery(StreamQuery, RoomQuery):
    """A page of messages: the first after one, the last before one, or the newest."""

    after = QueryNumber(load_default=None, validate=validate.Range(0, 2**31 - 1))
    before = QueryNumber(load_default=None, validate=validate.Range(0, 2**31 - 1))
    cursor = QueryNumber(load_default=None, validate=validate.Range(0, 2**31 - 1))
    limit = QueryNumber(load_default=50, validate=validate.Range(1, 200))

    @validates_schema
    def require_one_way(self, data: dict[str, Any], **_: Any) -> None:
        """A page goes on one way."""
        if None not in (data["after"], data["before"]):
            raise ValidationError("Name after or before, not both.", "before")

    @post_load
    def go_on(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        """A cursor leads on in the direction of the pages before it."""
        way = "before" if data["after"] is None else "after"
        return data if data["cursor"] is None else data | {way: data["cursor"]}
